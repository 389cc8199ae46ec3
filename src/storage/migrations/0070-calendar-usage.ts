import type { Migration } from '../migration.ts'

/** How much a calendar held when it was last counted, and the number of its last change then. */
export const calendarUsage: Migration = {
  number: 70,
  name: 'calendar-usage',
  statements: ({ integer }) => [
    `create table calendar_usage (
      calendar_key ${integer} primary key,
      sequence ${integer} not null,
      events ${integer} not null,
      bytes ${integer} not null,
      counted_at ${integer} not null
    )`,
  ],
}
