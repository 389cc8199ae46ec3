import type { Migration } from '../migration.ts'

/** Whose zone the dates of an advertiser's conversions are in: its own, or that of their account. */
export const adsConversionDates: Migration = {
  number: 23,
  name: 'ads-conversion-dates',
  statements: ({ text }) => [
    `alter table ads_advertisers add column conversion_dates ${text} not null default 'advertiser'`,
  ],
}
