import type { Migration } from '../migration.ts'

/**
 * Sign-in through other identity providers: the providers, which of their subjects is which user, and
 * invitations that connect the two. A user has at most one subject at each provider.
 */
export const identityProviders: Migration = {
  number: 65,
  name: 'identity-providers',
  statements: ({ text, integer }) => [
    `create table identity_providers (
      id ${text} primary key,
      name ${text} not null,
      issuer ${text} not null,
      client_id ${text} not null,
      client_secret ${text},
      policy ${text} not null,
      is_enabled ${integer} not null,
      created_at ${integer} not null
    )`,
    `create table identities (
      provider_id ${text} not null references identity_providers (id) on delete cascade,
      subject ${text} not null,
      user_id ${text} not null references users (id) on delete cascade,
      email ${text} not null,
      created_at ${integer} not null,
      primary key (provider_id, subject),
      unique (provider_id, user_id)
    )`,
    'create index identities_by_user on identities (user_id, provider_id)',
    `create table identity_invitations (
      hash ${text} primary key,
      provider_id ${text} not null references identity_providers (id) on delete cascade,
      user_id ${text} not null references users (id) on delete cascade,
      expires_at ${integer} not null
    )`,
    'create index identity_invitations_by_user on identity_invitations (user_id)',
  ],
}
