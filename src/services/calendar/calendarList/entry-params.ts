import { boolean, optional, string } from '#/contract/schema.ts'

export const ofEntry = {
  calendarId: string({ about: 'The id of a calendar on the list, or `primary`.' }),
}

export const colorRgbFormat = optional(
  boolean({
    about: 'Takes backgroundColor and foregroundColor, and sets colorId to the nearest one.',
  }),
)
