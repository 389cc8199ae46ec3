import type { Migration } from '../migration.ts'

/**
 * Copies of events on the calendars of those who are invited. A copy names the calendar that its
 * event belongs to by key, so that all copies of an event, or of a whole calendar, are found at once.
 */
export const copies: Migration = {
  number: 7,
  name: 'copies',
  statements: ({ integer }) => [
    `alter table calendar_events add column copy_of ${integer}`,
    `create index calendar_events_copies on calendar_events (copy_of, id)
       where copy_of is not null`,
  ],
}
