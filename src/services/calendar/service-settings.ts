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
  calendarBasePath: basePath('/calendar/v3', 'Where the calendar service answers.'),
  calendarsPerUserMax: securityRelevant(ceiling(1_000, 'Calendars that a user can own')),
  eventsPerUserMax: securityRelevant(ceiling(500_000, 'Events on all calendars that a user owns')),
  eventBytesPerUserMax: securityRelevant(
    ceiling(
      500_000_000,
      'Bytes of the events on all calendars that a user owns, as they are on the wire',
    ),
  ),
  attendeesMax: integer(200, { min: 1, max: 10_000 }, 'Most attendees of an event.'),
  copiesPerEventMax: integer(
    10_000,
    { min: 1, max: 1e6 },
    'Most copies of a series and its exceptions on all calendars together, which one change may write.',
  ),
  freeBusyCalendarsMax: integer(
    50,
    { min: 1, max: 10_000 },
    'Most calendars in one free/busy query.',
  ),
  freeBusyGroupMax: integer(
    100,
    { min: 1, max: 10_000 },
    'Most members of a group in one free/busy query.',
  ),
  freeBusyDaysMax: integer(
    366,
    { min: 90, max: 36_600 },
    'Longest window of a free/busy query, in days.',
  ),
  answerHorizonDays: integer(
    366,
    { min: 1, max: 3660 },
    'How far ahead rooms and absences look at series that they answer, in days.',
  ),
  answerInstancesMax: integer(
    1000,
    { min: 1, max: 10_000 },
    'Most instances of a series that rooms and absences look at.',
  ),
  autoDeclinesMax: integer(
    100,
    { min: 1, max: 1000 },
    'Most invitations that one change makes an absence decline.',
  ),
  importTypes: choice(
    'convert',
    ['convert', 'refuse'],
    'Imported events that are not of the type default become it, or are refused.',
  ),
  exportBytesMax: integer(
    64 * mebibyte,
    { min: 1024, max: 1e9 },
    'Largest iCalendar file that a calendar is exported into.',
  ),
  importedEventsMax: integer(
    5000,
    { min: 1, max: 100_000 },
    'Most events of an iCalendar file that is imported; `bodyBytesMax` bounds its size.',
  ),
  subscriptionsPerUserMax: securityRelevant(
    ceiling(50, 'Feeds of other servers that a user can subscribe to'),
  ),
  subscriptionRefreshMinutes: integer(
    360,
    { min: 15, max: 43_200 },
    'How often the feeds of other servers are read again, in minutes.',
  ),
  subscriptionBytesMax: securityRelevant(
    integer(
      5 * mebibyte,
      { min: 1024, max: 100 * mebibyte },
      'Largest feed of another server; `importedEventsMax` bounds its events.',
    ),
  ),
  conferenceUrl: text(
    'https://meet.jit.si/{code}',
    'The address of conferences that events ask for, with `{code}` where the code stands.',
  ),
  externalMailPerDay: securityRelevant(
    ceiling(
      500,
      'Mails a day that a user can cause to addresses outside of this server and its domains',
    ),
  ),
  reminderLateMinutes: integer(
    1440,
    { min: 5, max: 40_320 },
    'How long after its time a reminder is still mailed, where the server was down.',
  ),
  remindersAtOnceMax: integer(
    500,
    { min: 1, max: 1e6 },
    'Most reminders that one user is mailed at a time; what is more is dropped.',
  ),
  streamsMax: securityRelevant(
    integer(1000, { min: 0, max: 1e6 }, 'Most streams of changes open at a time.'),
  ),
  streamsPerUserMax: securityRelevant(
    integer(20, { min: 0, max: 1e6 }, 'Most of these for one user.'),
  ),
  streamCalendarsMax: integer(
    500,
    { min: 1, max: 10_000 },
    'Most calendars of the list of a user that a stream tells of.',
  ),
  streamHeartbeatMs: integer(
    20 * second,
    { min: 100, max: 10 * minute },
    'How often a stream says that it is alive.',
  ),
  readModelMb: integer(
    64,
    { min: 0, max: 65_536 },
    'Memory for calendars that are read often, in megabytes, and as much for calendar programs; 0 holds none.',
  ),
  syncTokenDays: integer(30, { min: 1, max: 3650 }, 'How long a sync token stays good.'),
}

export type CalendarSettings = SettingValues<typeof calendarSettings>
