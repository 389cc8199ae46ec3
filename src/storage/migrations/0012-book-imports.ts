import type { Migration } from '../migration.ts'

/** How far imports into the catalogue are, so that one that was stopped can go on. */
export const bookImports: Migration = {
  number: 12,
  name: 'book imports',
  statements: ({ text, integer }) => [
    `create table book_imports (
      fingerprint ${text} primary key,
      entries ${integer} not null,
      counts ${text} not null,
      updated_at ${integer} not null
    )`,
  ],
}
