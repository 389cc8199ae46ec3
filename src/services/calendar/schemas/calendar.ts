import {
  about,
  array,
  boolean,
  dateTime,
  integer,
  kind,
  map,
  object,
  readOnly,
  requiredBy,
  string,
  type TypeOf,
} from '#/contract/schema.ts'

export const ConferenceProperties = object('ConferenceProperties', {
  allowedConferenceSolutionTypes: array(string({ lengthMax: 64 }), {
    about:
      'The kinds of conference that events can have: eventHangout, eventNamedHangout, hangoutsMeet.',
    itemsMax: 16,
  }),
})

const EventLabel = object('EventLabel', {
  id: string({ about: 'A UUID; assigned by the server if omitted.', lengthMax: 64 }),
  name: string({ about: 'At most 50 characters.' }),
  backgroundColor: string({ about: 'A color such as `#039be5`. Required.', lengthMax: 16 }),
})

const LabelProperties = object('LabelProperties', {
  eventLabels: array(EventLabel, {
    about: 'The labels, at most 200. They replace the existing ones.',
  }),
})

export const Calendar = object('Calendar', {
  kind: kind('calendar#calendar'),
  etag: readOnly(string({ about: 'Changes with the calendar.' })),
  id: readOnly(string({ about: 'Assigned by the server.' })),
  summary: requiredBy(string({ about: 'The title.' }), 'calendar.calendars.insert'),
  description: string({ about: 'A description.' }),
  location: string({ about: 'The location, as free text.' }),
  timeZone: string({ about: 'An IANA name such as `Europe/Zurich`.', lengthMax: 255 }),
  dataOwner: readOnly(string({ about: 'The owner of the data; on secondary calendars only.' })),
  conferenceProperties: about('The conferences that events can have.', ConferenceProperties),
  autoAcceptInvitations: boolean({
    about: 'Whether invitations are accepted automatically; on resource calendars only.',
  }),
  labelProperties: about('The labels of events; unchanged if absent.', LabelProperties),
})

export type Calendar = TypeOf<typeof Calendar>

const ColorDefinition = object('ColorDefinition', {
  background: string({ about: 'The background color.' }),
  foreground: string({ about: 'The text color.' }),
})

export const Colors = object('Colors', {
  kind: kind('calendar#colors'),
  updated: readOnly(dateTime({ about: 'When the palette last changed.' })),
  calendar: about('The colors of calendars, by id.', map(ColorDefinition)),
  event: about('The colors of events, by id.', map(ColorDefinition)),
})

export type Colors = TypeOf<typeof Colors>

const textCharactersMax = 100_000_000

export const CalendarFile = object('CalendarFile', {
  text: requiredBy(
    string({ about: 'The iCalendar text.', lengthMax: textCharactersMax }),
    'calendar.calendars.import',
  ),
})

const ImportProblem = object('ImportProblem', {
  component: integer({ about: 'The position of the VEVENT in the file, starting at 1.' }),
  uid: string({ about: 'The UID.' }),
  summary: string({ about: 'The title.' }),
  reason: string({ about: 'Why the event was not imported.' }),
})

export const CalendarImport = object('CalendarImport', {
  kind: kind('almanac#calendarImport'),
  added: integer({
    about: 'The number of events, including changed instances of series, that were added.',
  }),
  changed: integer({ about: 'The number that were updated.' }),
  unchanged: integer({ about: 'The number that were up to date.' }),
  skipped: integer({ about: 'The number that were not imported.' }),
  problems: array(ImportProblem, { about: 'The first events that were not imported.' }),
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
