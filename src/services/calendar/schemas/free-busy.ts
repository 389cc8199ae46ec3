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
  groupExpansionMax: integer({ about: 'The maximum number of members of a group.' }),
  calendarExpansionMax: integer({ about: 'The maximum number of calendars.' }),
  items: array(FreeBusyRequestItem, { about: 'The calendars and groups.', itemsMax: 10_000 }),
})

const TimePeriod = object('TimePeriod', {
  start: dateTime({ about: 'The start.' }),
  end: dateTime({ about: 'The end, exclusive.' }),
})

const ErrorItem = object('Error', {
  domain: string({ about: 'The domain of the reason.' }),
  reason: string({ about: 'notFound, tooManyCalendarsRequested, groupTooBig or internalError.' }),
})

const FreeBusyCalendar = object('FreeBusyCalendar', {
  errors: array(ErrorItem, { about: 'The errors.' }),
  busy: array(TimePeriod, { about: 'The busy times.' }),
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
