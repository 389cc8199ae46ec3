import type { Migration } from '../migration.ts'

/**
 * Events. What belongs to a calendar is kept under the calendar's key, a number that says nothing:
 * indexes stay small, and a calendar is emptied at once by giving it another key.
 */
export const events: Migration = {
  number: 4,
  name: 'events',
  statements: ({ text, integer }) => [
    `alter table calendars add column key ${integer} not null default 0`,
    `update calendars set key = (select count(*) from calendars c where c.id <= calendars.id)`,
    'create unique index calendars_by_key on calendars (key)',
    `alter table calendars add column longest_ms ${integer} not null default 0`,
    'alter table calendars drop column cleared_sequence',

    `create table calendar_events (
      calendar_key ${integer} not null,
      id ${text} not null,
      kind ${text} not null,
      presence ${text} not null,
      master_id ${text},
      slot ${integer},
      is_all_day ${integer} not null,
      is_busy ${integer} not null,
      start_ms ${integer} not null,
      end_ms ${integer} not null,
      sequence ${integer} not null,
      updated_at ${integer} not null,
      ical_uid ${text},
      event_type ${text} not null,
      visibility ${text} not null,
      creator_id ${text} not null,
      zone ${text} not null,
      words ${text} not null,
      properties ${text} not null,
      own ${text} not null,
      wire ${text} not null,
      primary key (calendar_key, id)
    )`,
    'create index calendar_events_by_sequence on calendar_events (calendar_key, sequence)',
    'create index calendar_events_by_update on calendar_events (calendar_key, updated_at, id)',
    `create index calendar_events_by_time on calendar_events
       (calendar_key, is_all_day, start_ms, end_ms, id) where kind <> 'series'`,
    `create index calendar_events_series on calendar_events (calendar_key, start_ms)
       where kind = 'series'`,
    `create index calendar_events_by_slot on calendar_events (calendar_key, master_id, slot)
       where kind = 'exception'`,
    `create index calendar_events_by_uid on calendar_events (calendar_key, ical_uid)
       where ical_uid is not null`,
    `create index calendar_events_gone on calendar_events (updated_at) where presence = 'gone'`,
  ],
}
