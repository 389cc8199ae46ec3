import type { Migration } from '../migration.ts'

/**
 * Which calendars are rooms and the like, for those who list them; and the events that decline
 * invitations for their users, of which most calendars have none.
 */
export const rooms: Migration = {
  number: 14,
  name: 'rooms',
  statements: ({ integer }) => [
    `alter table calendars add column is_resource ${integer} not null default 0`,
    `create index calendars_resources on calendars (id) where is_resource = 1`,
    `create index calendar_events_declining on calendar_events (calendar_key, start_ms)
       where event_type in ('outOfOffice', 'focusTime') and presence = 'live'`,
  ],
}
