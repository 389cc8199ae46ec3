import {
  array,
  dateTime,
  integer,
  kind,
  map,
  object,
  string,
  type TypeOf,
} from '#/contract/schema.ts'

const FreeBusyRequestItem = object('FreeBusyRequestItem', {
  id: string({ about: 'The id of a calendar or of a group.', lengthMax: 320 }),
})

export const FreeBusyRequest = object('FreeBusyRequest', {
  timeMin: dateTime({ about: 'The start of the time range. Required.' }),
  timeMax: dateTime({ about: 'The end of the time range. Required.' }),
  timeZone: string({
    about: 'The time zone of the response. Defaults to UTC.',
    lengthMax: 255,
  }),
  groupExpansionMax: integer({ about: 'Most members of a group that are looked at.' }),
  calendarExpansionMax: integer({ about: 'Most calendars that are looked at.' }),
  items: array(FreeBusyRequestItem, { about: 'Which calendars and groups.', itemsMax: 10_000 }),
})

const TimePeriod = object('TimePeriod', {
  start: dateTime({ about: 'The first moment of it.' }),
  end: dateTime({ about: 'The first moment after it.' }),
})

const ErrorItem = object('Error', {
  domain: string({ about: 'The domain of the reason.' }),
  reason: string({ about: 'notFound, tooManyCalendarsRequested, groupTooBig or internalError.' }),
})

const FreeBusyCalendar = object('FreeBusyCalendar', {
  errors: array(ErrorItem, { about: 'The errors.' }),
  busy: array(TimePeriod, { about: 'When it is busy.' }),
})

const FreeBusyGroup = object('FreeBusyGroup', {
  errors: array(ErrorItem, { about: 'The errors.' }),
  calendars: array(string(), { about: 'The members.' }),
})

export const FreeBusyResponse = object('FreeBusyResponse', {
  kind: kind('calendar#freeBusy'),
  timeMin: dateTime({ about: 'The start of the time range.' }),
  timeMax: dateTime({ about: 'The end of the time range.' }),
  groups: map(FreeBusyGroup, { about: 'The groups, by id.' }),
  calendars: map(FreeBusyCalendar, { about: 'The calendars, by id.' }),
})

export type FreeBusyRequest = TypeOf<typeof FreeBusyRequest>
export type FreeBusyResponse = TypeOf<typeof FreeBusyResponse>
export type FreeBusyCalendar = TypeOf<typeof FreeBusyCalendar>
export type FreeBusyGroup = TypeOf<typeof FreeBusyGroup>
