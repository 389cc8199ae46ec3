import type { Migration } from '../migration.ts'

/**
 * An instance on a calendar that does not have its series names the series as exceptions do, so that it
 * is found by its series. Its id is the id of the series with a date (9 characters) or an instant
 * (17 characters, the last of which is a `Z`) behind it.
 */
export const loneInstances: Migration = {
  number: 26,
  name: 'lone-instances',
  statements: () => [
    `update calendar_events set master_id =
       substr(id, 1, length(id) - case when substr(id, length(id), 1) = 'Z' then 17 else 9 end)
     where kind = 'single' and slot is not null`,
    'drop index calendar_events_by_slot',
    `create index calendar_events_by_slot on calendar_events (calendar_key, master_id, slot)
       where master_id is not null`,
  ],
}
