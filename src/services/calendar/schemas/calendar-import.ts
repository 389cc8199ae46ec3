import { array, integer, kind, object, requiredBy, string } from '#/contract/schema.ts'

const textCharactersMax = 100_000_000

export const CalendarFile = object('CalendarFile', {
  text: requiredBy(
    string({ about: 'The iCalendar text.', lengthMax: textCharactersMax }),
    'calendar.calendars.import',
  ),
})

const ImportProblem = object('ImportProblem', {
  component: integer({ about: 'Which VEVENT of the file it is, counted from 1.' }),
  uid: string({ about: 'Its UID.' }),
  summary: string({ about: 'Its title.' }),
  reason: string({ about: 'Why it was not imported.' }),
})

export const CalendarImport = object('CalendarImport', {
  kind: kind('almanac#calendarImport'),
  added: integer({ about: 'Events, and changed instances of series, that were not there.' }),
  changed: integer({ about: 'Those that were there and have changed.' }),
  unchanged: integer({ about: 'Those that were there as they are in the file.' }),
  skipped: integer({ about: 'Those that were not imported.' }),
  problems: array(ImportProblem, { about: 'The first of those that were not imported.' }),
})

const messageCharactersMax = 300_000

export const ItipMessage = object('ItipMessage', {
  text: requiredBy(
    string({
      about: 'The iCalendar text of the message, with METHOD:REPLY.',
      lengthMax: messageCharactersMax,
    }),
    'calendar.events.receiveReply',
  ),
})
