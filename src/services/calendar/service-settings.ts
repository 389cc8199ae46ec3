import {
  basePath,
  ceiling,
  choice,
  integer,
  mebibyte,
  minute,
  type SettingValues,
  second,
  securityRelevant,
  text,
} from '#/kernel/settings/setting-kinds.ts'

/** The settings of the calendar service. */
export const calendarSettings = {
  calendarBasePath: basePath('/calendar/v3', 'Base path of the Calendar API.'),
  calendarsPerUserMax: securityRelevant(
    ceiling(1_000, 'Maximum number of calendars that a user can own'),
  ),
  eventsPerUserMax: securityRelevant(
    ceiling(500_000, 'Maximum number of events on all calendars that a user owns'),
  ),
  eventBytesPerUserMax: securityRelevant(
    ceiling(
      500_000_000,
      'Maximum size of the events on all calendars that a user owns, in bytes of their JSON',
    ),
  ),
  attendeesMax: integer(200, { min: 1, max: 10_000 }, 'Maximum number of attendees of an event.'),
  copiesPerEventMax: integer(
    10_000,
    { min: 1, max: 1e6 },
    'Maximum number of copies that a series and its exceptions can have on all calendars together.',
  ),
  freeBusyCalendarsMax: integer(
    50,
    { min: 1, max: 10_000 },
    'Maximum number of calendars in a free/busy query.',
  ),
  freeBusyGroupMax: integer(
    100,
    { min: 1, max: 10_000 },
    'Maximum number of members of a group in a free/busy query.',
  ),
  freeBusyDaysMax: integer(
    366,
    { min: 90, max: 36_600 },
    'Maximum time range of a free/busy query, in days.',
  ),
  answerHorizonDays: integer(
    366,
    { min: 1, max: 3660 },
    'How far ahead rooms and absences check the series that they respond to, in days.',
  ),
  answerInstancesMax: integer(
    1000,
    { min: 1, max: 10_000 },
    'Maximum number of instances of a series that rooms and absences check.',
  ),
  autoDeclinesMax: integer(
    100,
    { min: 1, max: 1000 },
    'Maximum number of invitations that an absence declines at once.',
  ),
  importTypes: choice(
    'convert',
    ['convert', 'refuse'],
    'Whether imported events of other types become events of the type default, or are rejected.',
  ),
  exportBytesMax: integer(
    64 * mebibyte,
    { min: 1024, max: 1e9 },
    'Maximum size of an exported iCalendar file, in bytes.',
  ),
  importedEventsMax: integer(
    5000,
    { min: 1, max: 100_000 },
    'Maximum number of events in an imported iCalendar file. `bodyBytesMax` limits its size.',
  ),
  subscriptionsPerUserMax: securityRelevant(
    ceiling(50, 'Maximum number of feeds of other servers that a user can subscribe to'),
  ),
  subscriptionRefreshMinutes: integer(
    360,
    { min: 15, max: 43_200 },
    'How often the feeds of other servers are refreshed, in minutes.',
  ),
  subscriptionBytesMax: securityRelevant(
    integer(
      5 * mebibyte,
      { min: 1024, max: 100 * mebibyte },
      'Maximum size of a feed of another server, in bytes. `importedEventsMax` limits its events.',
    ),
  ),
  conferenceUrl: text(
    'https://meet.jit.si/{code}',
    'URL of the conferences that events request, with `{code}` as a placeholder.',
  ),
  externalMailPerDay: securityRelevant(
    ceiling(
      500,
      'Maximum number of mails per day that a user can send to addresses outside of this server and its domains',
    ),
  ),
  reminderLateMinutes: integer(
    1440,
    { min: 5, max: 40_320 },
    'How late a reminder is still sent after the server was down, in minutes.',
  ),
  remindersAtOnceMax: integer(
    500,
    { min: 1, max: 1e6 },
    'Maximum number of reminders that a user gets at a time. Further ones are dropped.',
  ),
  streamsMax: securityRelevant(
    integer(1000, { min: 0, max: 1e6 }, 'Maximum number of open change streams.'),
  ),
  streamsPerUserMax: securityRelevant(
    integer(20, { min: 0, max: 1e6 }, 'Maximum number of open change streams per user.'),
  ),
  streamCalendarsMax: integer(
    500,
    { min: 1, max: 10_000 },
    'Maximum number of calendars on the list of a user that a change stream covers.',
  ),
  streamHeartbeatMs: integer(
    20 * second,
    { min: 100, max: 10 * minute },
    'Interval between the heartbeats of a change stream, in milliseconds.',
  ),
  readModelMb: integer(
    64,
    { min: 0, max: 65_536 },
    'Memory for calendars that are read often, in megabytes, and as much again for calendar programs. 0 disables this cache.',
  ),
  syncTokenDays: integer(30, { min: 1, max: 3650 }, 'Days for which a sync token stays valid.'),
}

export type CalendarSettings = SettingValues<typeof calendarSettings>
