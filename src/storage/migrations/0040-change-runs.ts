import type { Migration } from '../migration.ts'

/**
 * Change numbers come in runs, one for each incarnation of the database (decision record 23). What
 * there is so far has numbers without runs, and channels belong to no incarnation yet.
 */
export const changeRuns: Migration = {
  number: 40,
  name: 'change-runs',
  statements: ({ text, integer }) => [
    ...['runs', 'acl_runs'].map(
      (column) => `alter table calendars add column ${column} ${text} not null default ''`,
    ),
    ...['list_runs', 'settings_runs'].map(
      (column) => `alter table calendar_users add column ${column} ${text} not null default ''`,
    ),
    `alter table channels add column incarnation ${text} not null default ''`,
    'alter table channels drop column epoch',
    `alter table ads_reports add column incarnation ${text} not null default ''`,
    // The one row of a database server; an embedded database begins an incarnation when it is opened.
    `create table server_incarnation (
      id ${integer} primary key,
      incarnation ${text} not null,
      server ${text} not null
    )`,
  ],
}
