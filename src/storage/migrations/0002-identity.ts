import type { Migration } from '../migration.ts'

export const identity: Migration = {
  number: 2,
  name: 'identity',
  statements: ({ text, integer }) => [
    `alter table users add column password_hash ${text}`,
    `alter table users add column is_admin ${integer} not null default 0`,
    `alter table users add column disabled_at ${integer}`,

    `alter table access_tokens add column grant_id ${text}`,
    `alter table access_tokens add column payload ${text}`,
    'create index access_tokens_by_grant on access_tokens (grant_id)',

    `create table groups (
      id ${text} primary key,
      email ${text} not null unique,
      name ${text} not null,
      created_at ${integer} not null
    )`,
    `create table group_members (
      group_id ${text} not null references groups (id) on delete cascade,
      email ${text} not null,
      role ${text} not null,
      primary key (group_id, email)
    )`,
    'create index group_members_by_email on group_members (email)',
    `create table domains (
      name ${text} primary key,
      created_at ${integer} not null
    )`,

    `create table oauth_clients (
      id ${text} primary key,
      secret_hash ${text},
      name ${text} not null,
      kind ${text} not null,
      redirect_uris ${text} not null,
      created_at ${integer} not null
    )`,
    `create table oauth_artifacts (
      model ${text} not null,
      id_hash ${text} not null,
      payload ${text} not null,
      grant_id ${text},
      uid ${text},
      user_code_hash ${text},
      account_id ${text},
      client_id ${text},
      consumed_at ${integer},
      expires_at ${integer},
      primary key (model, id_hash)
    )`,
    'create index oauth_artifacts_by_grant on oauth_artifacts (grant_id)',
    'create index oauth_artifacts_by_uid on oauth_artifacts (uid)',
    'create index oauth_artifacts_by_user_code on oauth_artifacts (user_code_hash)',
    'create index oauth_artifacts_by_account on oauth_artifacts (account_id)',
    'create index oauth_artifacts_by_expiry on oauth_artifacts (expires_at)',
    `create table signing_keys (
      id ${text} primary key,
      sealed ${text} not null,
      created_at ${integer} not null
    )`,

    `create table service_accounts (
      email ${text} primary key,
      id ${text} not null unique,
      user_id ${text} not null references users (id) on delete cascade,
      name ${text} not null,
      created_at ${integer} not null
    )`,
    `create table service_account_keys (
      id ${text} primary key,
      email ${text} not null references service_accounts (email) on delete cascade,
      public_key ${text} not null,
      created_at ${integer} not null
    )`,
    `create table delegations (
      service_account_id ${text} not null references service_accounts (id) on delete cascade,
      scope ${text} not null,
      primary key (service_account_id, scope)
    )`,

    `create table sign_in_failures (
      subject ${text} primary key,
      failures ${integer} not null,
      blocked_until ${integer} not null,
      last_at ${integer} not null
    )`,
  ],
}
