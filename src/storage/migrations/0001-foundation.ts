import type { Migration } from '../migration.ts'

export const foundation: Migration = {
  number: 1,
  name: 'foundation',
  statements: ({ text, integer }) => [
    `create table meta (
      name ${text} primary key,
      value ${text} not null
    )`,

    `create table users (
      id ${text} primary key,
      email ${text} not null unique,
      name ${text} not null,
      created_at ${integer} not null
    )`,
    `create table access_tokens (
      hash ${text} primary key,
      user_id ${text} not null references users (id) on delete cascade,
      client_id ${text} not null,
      scopes ${text} not null,
      origin ${text} not null,
      created_at ${integer} not null,
      expires_at ${integer}
    )`,
    'create index access_tokens_by_user on access_tokens (user_id)',
    'create index access_tokens_by_expiry on access_tokens (expires_at)',
    `create table api_keys (
      hash ${text} primary key,
      id ${text} not null unique,
      name ${text} not null,
      origin ${text} not null,
      created_at ${integer} not null
    )`,

    `create table quota_usage (
      subject ${text} not null,
      span ${text} not null,
      started_at ${integer} not null,
      units ${integer} not null,
      primary key (subject, span, started_at)
    )`,
    'create index quota_usage_by_start on quota_usage (span, started_at)',

    `create table jobs (
      id ${text} primary key,
      kind ${text} not null,
      key ${text},
      payload ${text} not null,
      state ${text} not null,
      due_at ${integer} not null,
      attempts ${integer} not null,
      leased_by ${text},
      leased_until ${integer},
      last_error ${text},
      created_at ${integer} not null,
      finished_at ${integer}
    )`,
    'create index jobs_by_due on jobs (state, due_at, id)',
    'create unique index jobs_by_key on jobs (kind, key) where key is not null',
    `create table timetable (
      name ${text} primary key,
      pattern ${text} not null,
      next_at ${integer} not null
    )`,

    `create table snapshots (
      name ${text} primary key,
      created_at ${integer} not null,
      archive ${text} not null
    )`,

    `create table calendar_users (
      user_id ${text} primary key references users (id) on delete cascade,
      settings_sequence ${integer} not null
    )`,
    `create table calendar_settings (
      user_id ${text} not null references calendar_users (user_id) on delete cascade,
      id ${text} not null,
      value ${text} not null,
      etag ${text} not null,
      sequence ${integer} not null,
      primary key (user_id, id)
    )`,
    `create table calendars (
      id ${text} primary key,
      owner_id ${text} not null references users (id) on delete cascade,
      is_primary ${integer} not null,
      client_id ${text} not null,
      wire ${text} not null,
      etag ${text} not null,
      sequence ${integer} not null,
      cleared_sequence ${integer} not null,
      created_at ${integer} not null
    )`,
    'create index calendars_by_owner on calendars (owner_id)',
  ],
}
