/** The cache keys of queries. */
export const keys = {
  calendars: ['calendar', 'list'],
  palette: ['calendar', 'palette'],
  eventsOf: (calendarId: string) => ['calendar', 'events', calendarId],
  event: (calendarId: string, eventId: string) => [
    'calendar',
    'events',
    calendarId,
    'one',
    eventId,
  ],
  rules: (calendarId: string) => ['calendar', 'rules', calendarId],
  freeBusy: ['calendar', 'free-busy'],
  search: ['calendar', 'search'],
} as const
