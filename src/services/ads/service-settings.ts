import {
  basePath,
  ceiling,
  choice,
  date,
  day,
  integer,
  minute,
  type SettingValues,
  securityRelevant,
} from '#/kernel/settings/setting-kinds.ts'

/** The settings of the search advertising service. */
export const adsSettings = {
  adsBasePath: basePath('/doubleclicksearch/v2', 'Base path of the Search Ads 360 API.'),
  quotaAdsGeneratePerDay: securityRelevant(
    ceiling(
      1_000,
      'Search ads reports that a user may generate synchronously per day. Days start at midnight in Los Angeles',
    ),
  ),
  quotaAdsRequestPerDay: securityRelevant(
    ceiling(
      100_000,
      'Days of data that a user may request in search ads reports with files per day. Requests for more are answered with 410',
    ),
  ),
  quotaAdsOtherPerDay: securityRelevant(
    ceiling(100_000, 'Other search ads calls per user and day'),
  ),
  adsImportMemoryMb: integer(
    512,
    { min: 128, max: 65_536 },
    'Memory for an import of search ads statistics, in megabytes. The rest is written to disk.',
  ),
  reportKeepDays: integer(
    7,
    { min: 1, max: 3650 },
    'Days after which search ads reports and their files are deleted.',
  ),
  reportsConcurrency: integer(
    2,
    { min: 1, max: 100 },
    'Search ads reports that a process runs concurrently.',
  ),
  reportsPerUserMax: securityRelevant(
    integer(
      100,
      { min: 1, max: 100_000 },
      'Maximum number of unfinished search ads reports per user.',
    ),
  ),
  reportTimeoutMs: integer(
    10 * minute,
    { min: 1000, max: day },
    'Time limit for a query of a report, in milliseconds.',
  ),
  reportChangesDays: integer(
    8,
    { min: 1, max: 3650 },
    'How far back a report can request changed metrics, in days.',
  ),
  reportsAtOnce: choice(
    'all',
    ['all', 'few'],
    'Report types that can be generated synchronously: all, or only the few that Search Ads 360 supports.',
  ),
  reportSegments: choice(
    'empty',
    ['empty', 'strict'],
    'How a report treats metrics that are not available for its segments: their cells are empty, or the report is rejected (`strict`).',
  ),
  reportBooleans: choice(
    'words',
    ['words', 'digits'],
    'Format of boolean values in csv and tsv files: true and false (`words`), or 1 and 0 (`digits`).',
  ),
  reportRowsPerFileMin: integer(
    1_000_000,
    { min: 1, max: 100_000_000 },
    'Minimum `maxRowsPerFile` of a report. The default is the minimum of Search Ads 360.',
  ),
  warehouseMemoryMb: integer(
    120,
    { min: 100, max: 1_048_576 },
    'Memory for the warehouse of the embedded database, in megabytes. The rest is written to disk.',
  ),
  warehouseThreads: integer(
    1,
    { min: 1, max: 256 },
    'Threads of the warehouse of the embedded database.',
  ),
  warehouseIdleMs: integer(
    10 * minute,
    { min: 1000, max: day },
    'Idle time after which the process of this warehouse ends, in milliseconds.',
  ),
  conversionsMax: integer(
    2_000,
    { min: 1, max: 100_000 },
    'Maximum number of conversions in an upload.',
  ),
  conversionBatches: choice(
    'each',
    ['each', 'whole'],
    'Whether an upload with invalid rows stores its valid rows (`each`) or none (`whole`).',
  ),
  conversionsSince: date('2009-11-01', 'Earliest date of a conversion.'),
  adsImportRowsMax: integer(
    500_000,
    { min: 1_000, max: 100_000_000 },
    'Maximum number of rows of a search ads file that are imported in one transaction. Parts of a larger file become visible before the rest.',
  ),
}

export type AdsSettings = SettingValues<typeof adsSettings>
