import type { Migration } from '../migration.ts'

/**
 * Reports of search advertising. Where several processes share the database and no disk, the bytes of
 * their files stand beside them in pieces. Of conversions the revenue before all changes is kept.
 */
export const adsReports: Migration = {
  number: 17,
  name: 'ads-reports',
  statements: ({ text, integer }) => [
    `create table ads_reports (
      id ${text} primary key,
      user_id ${text} not null,
      type ${text} not null,
      state ${text} not null,
      request ${text} not null,
      currency ${text} not null,
      time_zone ${text} not null,
      created_at ${integer} not null,
      finished_at ${integer},
      row_count ${integer} not null,
      files ${text} not null,
      epoch ${integer} not null,
      failure ${text} not null,
      failure_text ${text} not null
    )`,
    'create index ads_reports_by_user on ads_reports (user_id, created_at)',
    'create index ads_reports_by_age on ads_reports (created_at)',
    `create table ads_report_pieces (
      report_id ${text} not null,
      fragment ${integer} not null,
      first_byte ${integer} not null,
      byte_count ${integer} not null,
      encoding ${text} not null,
      content ${text} not null,
      primary key (report_id, fragment, first_byte)
    )`,
    `alter table ads_conversions add column original_revenue ${text}`,
    `alter table ads_conversions add column original_currency ${text}`,
  ],
}
