import { boolean, optional, string } from '#/contract/schema.ts'

export const ofCalendar = { calendarId: string({ about: 'A calendar id, or `primary`.' }) }

export const ofRule = {
  ...ofCalendar,
  ruleId: string({ about: 'The id of a rule, such as `user:demo@almanac.test`.' }),
}

export const sendNotifications = optional(
  boolean({ about: 'Whoever is given access hears of it by mail: true unless given.' }),
)
