import type { Migration } from '../migration.ts'

/**
 * Sessions, grants, codes and refresh tokens tell whether they were made in dev mode, as access tokens
 * do. Nobody knows it of those from before, so that people sign in again in production.
 */
export const credentialOrigins: Migration = {
  number: 30,
  name: 'credential-origins',
  statements: ({ text }) => [
    `alter table oauth_artifacts add column origin ${text} not null default 'dev'`,
    `update access_tokens set origin = 'dev' where grant_id is not null`,
  ],
}
