import type { Migration } from '../migration.ts'

/** Links that let somebody choose a password once; of each only a hash is kept. */
export const passwordLinks: Migration = {
  number: 31,
  name: 'password-links',
  statements: ({ text, integer }) => [
    `create table password_links (
      hash ${text} primary key,
      user_id ${text} not null references users (id) on delete cascade,
      expires_at ${integer} not null
    )`,
    'create index password_links_by_user on password_links (user_id)',
  ],
}
