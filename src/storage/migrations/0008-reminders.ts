import type { Migration } from '../migration.ts'

const emailReminder = `'%{"method":"email","minutes":%'`

/**
 * When to look for reminders that are to be mailed. Most events and entries have none, and stand in
 * none of the indexes.
 */
export const reminders: Migration = {
  number: 8,
  name: 'reminders',
  statements: ({ integer }) => [
    `alter table calendar_events add column remind_at ${integer}`,
    `update calendar_events set remind_at = 0
     where presence = 'live' and own like ${emailReminder}`,
    `create index calendar_events_to_remind on calendar_events (remind_at, calendar_key, id)
       where remind_at is not null`,

    `alter table calendar_list add column remind_at ${integer}`,
    `alter table calendar_list add column remind_sequence ${integer} not null default 0`,
    `update calendar_list set remind_at = 0
     where is_deleted = 0 and is_hidden = 0 and choices like ${emailReminder}`,
    `create index calendar_list_to_remind on calendar_list (user_id, calendar_id)
       where remind_at is not null`,
  ],
}
