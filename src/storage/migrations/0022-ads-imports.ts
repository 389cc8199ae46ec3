import type { Migration } from '../migration.ts'

/** What a large import has read and not yet written to where it belongs, in pieces. */
export const adsImports: Migration = {
  number: 22,
  name: 'ads-imports',
  statements: ({ text, integer }) => [
    `create table ads_imports (
      id ${text} primary key,
      kind ${text} not null,
      is_whole ${integer} not null,
      bad_count ${integer} not null,
      bad ${text} not null,
      touched_at ${integer} not null
    )`,
    `create table ads_import_pieces (
      import_id ${text} not null,
      number ${integer} not null,
      records ${text} not null,
      primary key (import_id, number)
    )`,
  ],
}
