import type { Migration } from '../migration.ts'

/** Passkeys, secrets of authenticator apps and recovery codes. */
export const secondFactor: Migration = {
  number: 60,
  name: 'second-factor',
  statements: ({ text, integer }) => [
    `create table passkeys (
      id ${text} primary key,
      user_id ${text} not null references users (id) on delete cascade,
      public_key ${text} not null,
      counter ${integer} not null,
      transports ${text} not null,
      name ${text} not null,
      created_at ${integer} not null,
      last_used_at ${integer}
    )`,
    'create index passkeys_by_user on passkeys (user_id)',
    `create table totp_secrets (
      user_id ${text} primary key references users (id) on delete cascade,
      sealed ${text} not null,
      last_step ${integer} not null,
      created_at ${integer} not null
    )`,
    `create table recovery_codes (
      user_id ${text} not null references users (id) on delete cascade,
      hash ${text} not null,
      primary key (user_id, hash)
    )`,
  ],
}
