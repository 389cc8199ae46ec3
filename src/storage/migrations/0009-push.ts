import type { Migration } from '../migration.ts'

/**
 * Channels and what became of their messages. A channel knows the number of the last change that its
 * receiver was told of; the number of the watched collection itself says whether there is more.
 */
export const push: Migration = {
  number: 9,
  name: 'push',
  statements: ({ text, integer }) => [
    `create table channels (
      key ${text} primary key,
      client_id ${text} not null,
      id ${text} not null,
      user_id ${text} not null references users (id) on delete cascade,
      kind ${text} not null,
      owner ${text} not null,
      event_types ${text} not null,
      scopes ${text} not null,
      token_hash ${text},
      grant_id ${text},
      address ${text} not null,
      token ${text},
      secret ${text},
      resource_id ${text} not null,
      resource_uri ${text} not null,
      created_at ${integer} not null,
      expires_at ${integer} not null,
      is_warned ${integer} not null,
      epoch ${integer} not null,
      told ${integer} not null,
      told_key ${integer} not null,
      telling ${integer} not null,
      is_synced ${integer} not null,
      is_wanted ${integer} not null,
      message_number ${integer} not null,
      attempts ${integer} not null,
      tries ${integer} not null,
      due_at ${integer},
      leased_by ${text},
      leased_until ${integer}
    )`,
    'create unique index channels_by_id on channels (client_id, id)',
    'create index channels_by_collection on channels (owner, kind)',
    'create index channels_by_user on channels (user_id, key)',
    'create index channels_by_token on channels (token_hash) where token_hash is not null',
    'create index channels_by_grant on channels (grant_id) where grant_id is not null',
    'create index channels_by_expiry on channels (expires_at)',
    'create index channels_to_retry on channels (due_at) where due_at is not null',

    // The log of a channel is a ring: its next entry takes the place of the oldest one.
    `create table channel_deliveries (
      channel_key ${text} not null references channels (key) on delete cascade,
      slot ${integer} not null,
      message_number ${integer} not null,
      state ${text} not null,
      attempt ${integer} not null,
      outcome ${text} not null,
      status ${integer},
      error ${text},
      began_at ${integer} not null,
      duration_ms ${integer} not null,
      primary key (channel_key, slot)
    )`,
  ],
}
