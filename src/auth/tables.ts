import type { SchemaPart } from '#/storage/schema/schema.ts'
import {
  distributedBy,
  index,
  integer,
  nullable,
  onCoordinator,
  onEveryServer,
  references,
  referencesOrNull,
  table,
  text,
} from '#/storage/sql/table.ts'

const rarelyWritten = onCoordinator('People create them rarely.')
const forSignIn = onCoordinator('Only sign-in uses them.')

export const users = table('users', {
  columns: {
    id: text,
    email: text,
    name: text,
    created_at: integer,
    password_hash: nullable(text),
    disabled_at: nullable(integer),
    admin_role: nullable(text),
  },
  distribution: onEveryServer,
  key: ['id'],
  unique: [['email']],
})

/** Access tokens by their hashes; `origin` records whether one was created in dev mode. */
export const accessTokens = table('access_tokens', {
  columns: {
    hash: text,
    user_id: references(users),
    client_id: text,
    scopes: text,
    origin: text,
    created_at: integer,
    expires_at: nullable(integer),
    grant_id: nullable(text),
    payload: nullable(text),
    name: nullable(text),
    last_used_at: nullable(integer),
  },
  distribution: onCoordinator('They are listed together with the sessions of a user.'),
  key: ['hash'],
  indexes: {
    access_tokens_by_expiry: index('expires_at'),
    access_tokens_by_grant: index('grant_id'),
    access_tokens_by_user: index('user_id'),
  },
})

/** API keys by their hashes; a user's keys are deleted with the user. */
export const apiKeys = table('api_keys', {
  columns: {
    hash: text,
    id: text,
    name: text,
    origin: text,
    created_at: integer,
    owner_id: nullable(references(users)),
  },
  distribution: rarelyWritten,
  key: ['hash'],
  unique: [['id']],
  indexes: {
    api_keys_by_owner: index('owner_id'),
  },
})

/** App passwords by their hashes, for calendar programs that cannot use OAuth. */
export const appPasswords = table('app_passwords', {
  columns: {
    hash: text,
    id: text,
    user_id: references(users),
    name: text,
    scopes: text,
    origin: text,
    created_at: integer,
    last_used_at: nullable(integer),
  },
  distribution: rarelyWritten,
  key: ['hash'],
  unique: [['id']],
  indexes: {
    app_passwords_by_user: index('user_id'),
  },
})

export const serviceAccounts = table('service_accounts', {
  columns: {
    email: text,
    id: text,
    user_id: references(users),
    name: text,
    created_at: integer,
  },
  distribution: onEveryServer,
  key: ['email'],
  unique: [['id']],
})

/** Scopes for which a service account may act as any user. */
export const delegations = table('delegations', {
  columns: {
    service_account_id: references(serviceAccounts, 'id'),
    scope: text,
  },
  distribution: onEveryServer,
  key: ['service_account_id', 'scope'],
})

export const domains = table('domains', {
  columns: {
    name: text,
    created_at: integer,
  },
  distribution: onEveryServer,
  key: ['name'],
})

export const groups = table('groups', {
  columns: {
    id: text,
    email: text,
    name: text,
    created_at: integer,
  },
  distribution: onEveryServer,
  key: ['id'],
  unique: [['email']],
})

export const groupMembers = table('group_members', {
  columns: {
    group_id: references(groups),
    email: text,
    role: text,
  },
  distribution: onEveryServer,
  key: ['group_id', 'email'],
  indexes: {
    group_members_by_email: index('email'),
  },
})

/** Other providers through which people sign in. */
export const identityProviders = table('identity_providers', {
  columns: {
    id: text,
    name: text,
    issuer: text,
    client_id: text,
    client_secret: nullable(text),
    policy: text,
    is_enabled: integer,
    created_at: integer,
  },
  distribution: onEveryServer,
  key: ['id'],
})

/** Which subject of a provider is which user; a user has at most one at each provider. */
export const identities = table('identities', {
  columns: {
    provider_id: references(identityProviders),
    subject: text,
    user_id: references(users),
    email: text,
    created_at: integer,
  },
  distribution: forSignIn,
  key: ['provider_id', 'subject'],
  unique: [['provider_id', 'user_id']],
  indexes: {
    identities_by_user: index('user_id', 'provider_id'),
  },
})

/** Links that connect a user to a subject of a provider. */
export const identityInvitations = table('identity_invitations', {
  columns: {
    hash: text,
    provider_id: references(identityProviders),
    user_id: references(users),
    expires_at: integer,
  },
  distribution: forSignIn,
  key: ['hash'],
  indexes: {
    identity_invitations_by_user: index('user_id'),
  },
})

/** Sessions, grants, codes and refresh tokens of the OAuth server. */
export const oauthArtifacts = table('oauth_artifacts', {
  columns: {
    model: text,
    id_hash: text,
    payload: text,
    grant_id: nullable(text),
    uid: nullable(text),
    user_code_hash: nullable(text),
    account_id: nullable(text),
    client_id: nullable(text),
    consumed_at: nullable(integer),
    expires_at: nullable(integer),
    origin: text,
    polled_at: nullable(integer),
    poll_interval_s: nullable(integer),
  },
  distribution: forSignIn,
  key: ['model', 'id_hash'],
  indexes: {
    oauth_artifacts_by_account: index('account_id'),
    oauth_artifacts_by_expiry: index('expires_at'),
    oauth_artifacts_by_grant: index('grant_id'),
    oauth_artifacts_by_uid: index('uid'),
    oauth_artifacts_by_user_code: index('user_code_hash'),
  },
})

/**
 * OAuth clients; one stays when its owner is deleted, because others may have signed in with it.
 */
export const oauthClients = table('oauth_clients', {
  columns: {
    id: text,
    secret_hash: nullable(text),
    name: text,
    kind: text,
    redirect_uris: text,
    created_at: integer,
    owner_id: referencesOrNull(users),
  },
  distribution: onEveryServer,
  key: ['id'],
  indexes: {
    oauth_clients_by_owner: index('owner_id'),
  },
})

export const passkeys = table('passkeys', {
  columns: {
    id: text,
    user_id: references(users),
    public_key: text,
    counter: integer,
    transports: text,
    name: text,
    created_at: integer,
    last_used_at: nullable(integer),
  },
  distribution: forSignIn,
  key: ['id'],
  indexes: {
    passkeys_by_user: index('user_id'),
  },
})

/** Links to choose a password once; only hashes are stored. */
export const passwordLinks = table('password_links', {
  columns: {
    hash: text,
    user_id: references(users),
    expires_at: integer,
  },
  distribution: forSignIn,
  key: ['hash'],
  indexes: {
    password_links_by_user: index('user_id'),
  },
})

export const recoveryCodes = table('recovery_codes', {
  columns: {
    user_id: references(users),
    hash: text,
  },
  distribution: distributedBy('user_id', 'user'),
  key: ['user_id', 'hash'],
})

export const serviceAccountKeys = table('service_account_keys', {
  columns: {
    id: text,
    email: references(serviceAccounts),
    public_key: text,
    created_at: integer,
  },
  distribution: onEveryServer,
  key: ['id'],
})

/** Failed sign-ins, which slow down further attempts. */
export const signInFailures = table('sign_in_failures', {
  columns: {
    subject: text,
    failures: integer,
    blocked_until: integer,
    last_at: integer,
  },
  distribution: distributedBy('subject', 'sign-in'),
  key: ['subject'],
})

/** Keys that sign ID tokens, encrypted. */
export const signingKeys = table('signing_keys', {
  columns: {
    id: text,
    sealed: text,
    created_at: integer,
  },
  distribution: forSignIn,
  key: ['id'],
})

/** Secrets of authenticator apps, encrypted. */
export const totpSecrets = table('totp_secrets', {
  columns: {
    user_id: references(users),
    sealed: text,
    last_step: integer,
    created_at: integer,
  },
  distribution: distributedBy('user_id', 'user'),
  key: ['user_id'],
})

export const authSchema: SchemaPart = {
  tables: [
    users,
    accessTokens,
    apiKeys,
    appPasswords,
    serviceAccounts,
    delegations,
    domains,
    groups,
    groupMembers,
    identityProviders,
    identities,
    identityInvitations,
    oauthArtifacts,
    oauthClients,
    passkeys,
    passwordLinks,
    recoveryCodes,
    serviceAccountKeys,
    signInFailures,
    signingKeys,
    totpSecrets,
  ],
}
