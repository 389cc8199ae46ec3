import { array, boolean, kind, object, string } from '#/contract/schema.ts'
import { Event } from './event.ts'

const FoundEvent = object('FoundEvent', {
  calendarId: string({ about: 'The calendar that it was found on.' }),
  event: Event,
})

export const FoundEvents = object('FoundEvents', {
  kind: kind('almanac#foundEvents'),
  items: array(FoundEvent, { about: 'What was found, by start.' }),
  isTruncated: boolean({ about: 'There is more than is shown.' }),
})
