import type { Migration } from '../migration.ts'

/**
 * Whose the clients and keys are that users make for themselves, and what they call their tokens. The
 * keys of a user go with the user; a client stays, because others may have signed in with it.
 */
export const developers: Migration = {
  number: 20,
  name: 'developers',
  statements: ({ text }) => [
    `alter table oauth_clients add column owner_id ${text} references users (id) on delete set null`,
    'create index oauth_clients_by_owner on oauth_clients (owner_id)',
    `alter table api_keys add column owner_id ${text} references users (id) on delete cascade`,
    'create index api_keys_by_owner on api_keys (owner_id)',
    `alter table access_tokens add column name ${text}`,
  ],
}
