import { users } from '#/auth/tables.ts'
import type { SchemaPart } from '#/storage/schema/schema.ts'
import {
  distributedBy,
  index,
  integer,
  nullable,
  partial,
  references,
  table,
  text,
  uniqueIndex,
} from '#/storage/sql/table.ts'

/** All rows of a calendar are in one bucket (decision record 40). */
const byBucket = distributedBy('bucket', 'calendar')

/**
 * Calendars. `key` is the key of its events. Clearing a calendar assigns a new key in the same bucket.
 * `counted_events` and `counted_bytes` are what it held when it was last counted, and `is_counted` says that it has not changed since.
 * `reminders` says the same of the check for default reminders: `checked`, `due`, or `none` if nobody has any.
 */
export const calendars = table('calendars', {
  columns: {
    bucket: integer,
    id: text,
    owner_id: references(users),
    is_primary: integer,
    client_id: text,
    wire: text,
    etag: text,
    change_number: integer,
    created_at: integer,
    properties_change_number: integer,
    acl_change_number: integer,
    group_rules: integer,
    key: integer,
    longest_ms: integer,
    is_resource: integer,
    hides_invitations: integer,
    runs: text,
    acl_runs: text,
    counted_events: integer,
    counted_bytes: integer,
    counted_at: integer,
    is_counted: integer,
    reminders: text,
  },
  distribution: byBucket,
  key: ['id', 'bucket'],
  indexes: {
    calendars_by_key: uniqueIndex('key', 'bucket'),
    calendars_by_owner: index('owner_id'),
    calendars_resources: partial(index('id'), 'is_resource = 1'),
    calendars_to_count: partial(index('key'), 'is_counted = 0'),
    calendars_to_remind: partial(index('key'), "reminders = 'due'"),
  },
})

/** Access rules; a removed rule stays for a while, with the role `none`. */
export const calendarAcl = table('calendar_acl', {
  columns: {
    bucket: integer,
    calendar_id: text,
    rule_id: text,
    role: text,
    change_number: integer,
    changed_at: integer,
  },
  distribution: byBucket,
  key: ['calendar_id', 'rule_id', 'bucket'],
  indexes: {
    calendar_acl_by_rule: index('rule_id'),
    calendar_acl_removed: partial(index('changed_at'), "role = 'none'"),
  },
})

/** Events and attendee copies. `copy_of` of a copy is the key of the organizer's calendar. */
export const calendarEvents = table('calendar_events', {
  columns: {
    bucket: integer,
    calendar_key: integer,
    id: text,
    kind: text,
    presence: text,
    master_id: nullable(text),
    original_start: nullable(integer),
    is_all_day: integer,
    is_busy: integer,
    start_ms: integer,
    end_ms: integer,
    change_number: integer,
    updated_at: integer,
    ical_uid: nullable(text),
    event_type: text,
    visibility: text,
    creator_id: text,
    zone: text,
    words: text,
    properties: text,
    internal: text,
    wire: text,
    copy_of: nullable(integer),
    remind_at: nullable(integer),
    awaits: integer,
  },
  distribution: byBucket,
  key: ['calendar_key', 'id', 'bucket'],
  indexes: {
    calendar_events_by_change_number: index('calendar_key', 'change_number'),
    calendar_events_by_original_start: partial(
      index('calendar_key', 'master_id', 'original_start'),
      'master_id is not null',
    ),
    calendar_events_by_time: partial(
      index('calendar_key', 'is_all_day', 'start_ms', 'end_ms', 'id'),
      "kind <> 'series'",
    ),
    calendar_events_by_uid: partial(index('calendar_key', 'ical_uid'), 'ical_uid is not null'),
    calendar_events_by_update: index('calendar_key', 'updated_at', 'id'),
    calendar_events_copies: partial(index('copy_of', 'id'), 'copy_of is not null'),
    calendar_events_declining: partial(
      index('calendar_key', 'start_ms'),
      "event_type in ('outOfOffice', 'focusTime') and presence = 'live'",
    ),
    calendar_events_tombstones: partial(index('updated_at'), "presence = 'tombstone'"),
    calendar_events_series: partial(index('calendar_key', 'start_ms'), "kind = 'series'"),
    calendar_events_to_remind: partial(
      index('remind_at', 'calendar_key', 'id'),
      'remind_at is not null',
    ),
  },
})

/** The calendars that have, or may have, attendee copies of an event, as a JSON array of ids. */
export const calendarCopies = table('calendar_copies', {
  columns: {
    bucket: integer,
    calendar_key: integer,
    event_id: text,
    holders: text,
  },
  distribution: byBucket,
  key: ['calendar_key', 'event_id', 'bucket'],
})

/** Change numbers of a user's calendar list and settings. */
export const calendarUsers = table('calendar_users', {
  columns: {
    user_id: references(users),
    settings_change_number: integer,
    list_change_number: integer,
    list_runs: text,
    settings_runs: text,
  },
  distribution: distributedBy('user_id', 'user'),
  key: ['user_id'],
})

/** Calendar lists. An entry outlives its calendar, to report to sync that it is deleted. */
export const calendarList = table('calendar_list', {
  columns: {
    user_id: references(users),
    calendar_id: text,
    is_hidden: integer,
    is_deleted: integer,
    choices: text,
    change_number: integer,
    changed_at: integer,
    remind_at: nullable(integer),
  },
  distribution: distributedBy('user_id', 'user'),
  key: ['user_id', 'calendar_id'],
  indexes: {
    calendar_list_removed: partial(index('changed_at'), 'is_deleted = 1'),
    calendar_list_reminding: partial(index('calendar_id', 'user_id'), 'remind_at is not null'),
    calendar_list_to_remind: partial(
      index('remind_at', 'user_id', 'calendar_id'),
      'remind_at is not null',
    ),
  },
})

/** Settings of users. */
export const calendarSettings = table('calendar_settings', {
  columns: {
    user_id: references(users),
    id: text,
    value: text,
    etag: text,
    change_number: integer,
  },
  distribution: distributedBy('user_id', 'user'),
  key: ['user_id', 'id'],
})

/** Secret addresses of calendars. Everyone who knows one can read the events. */
export const calendarFeeds = table('calendar_feeds', {
  columns: {
    bucket: integer,
    calendar_id: text,
    details: text,
    secret: text,
    created_at: integer,
  },
  distribution: byBucket,
  key: ['calendar_id', 'details', 'bucket'],
})

/** Calendars that follow a feed of another server. */
export const calendarSubscriptions = table('calendar_subscriptions', {
  columns: {
    bucket: integer,
    calendar_id: text,
    address: text,
    is_named: integer,
    created_at: integer,
    refresh_at: integer,
    attempted_at: nullable(integer),
    refreshed_at: nullable(integer),
    failures: integer,
    error: nullable(text),
    skipped: integer,
    etag: nullable(text),
    last_modified: nullable(text),
  },
  distribution: byBucket,
  key: ['calendar_id', 'bucket'],
  indexes: { calendar_subscriptions_by_refresh: index('refresh_at') },
})

/**
 * Events as calendar programs have sent them, because iCalendar can say more than events. `rows_version`
 * identifies the events that say the same; empty if they never did.
 */
export const calendarObjects = table('calendar_objects', {
  columns: {
    bucket: integer,
    calendar_key: integer,
    event_id: text,
    name: text,
    user_id: text,
    rows_version: text,
    text: text,
    change_number: integer,
  },
  distribution: byBucket,
  key: ['calendar_key', 'event_id', 'bucket'],
  indexes: {
    calendar_objects_by_change_number: index('calendar_key', 'change_number'),
    calendar_objects_by_name: uniqueIndex('calendar_key', 'name', 'bucket'),
  },
})

/**
 * The scheduling inboxes of users: invitations, responses and cancellations for calendar programs. `message`
 * is empty after a program has deleted it. The row without a name says that a program reads the inbox.
 */
export const calendarInbox = table('calendar_inbox', {
  columns: {
    bucket: integer,
    calendar_key: integer,
    name: text,
    message: text,
    change_number: integer,
    changed_at: integer,
  },
  distribution: byBucket,
  key: ['calendar_key', 'name', 'bucket'],
  indexes: {
    calendar_inbox_by_change_number: index('calendar_key', 'change_number'),
    calendar_inbox_deleted: partial(index('changed_at'), "message = ''"),
  },
})

export const calendarSchema: SchemaPart = {
  tables: [
    calendars,
    calendarAcl,
    calendarEvents,
    calendarCopies,
    calendarUsers,
    calendarList,
    calendarSettings,
    calendarFeeds,
    calendarSubscriptions,
    calendarObjects,
  ],
  laterTables: [calendarInbox],
}
