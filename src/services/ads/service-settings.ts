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
  adsBasePath: basePath('/doubleclicksearch/v2', 'Where the search advertising service answers.'),
  quotaAdsGeneratePerDay: securityRelevant(
    ceiling(
      1_000,
      'Reports of search advertising a user may generate at once in a day, which begins at midnight in Los Angeles',
    ),
  ),
  quotaAdsRequestPerDay: securityRelevant(
    ceiling(
      100_000,
      'Days of figures a user may ask for in reports with files, in such a day; a report beyond it answers 410',
    ),
  ),
  quotaAdsOtherPerDay: securityRelevant(
    ceiling(100_000, 'Other calls of search advertising that a user may make in such a day'),
  ),
  adsImportMemoryMb: integer(
    512,
    { min: 128, max: 65_536 },
    'Memory of an import of advertising statistics, in megabytes; what does not fit goes to disk.',
  ),
  reportKeepDays: integer(
    7,
    { min: 1, max: 3650 },
    'How long reports of search advertising and their files are kept.',
  ),
  reportsConcurrency: integer(
    2,
    { min: 1, max: 100 },
    'Reports of search advertising that one process writes at a time.',
  ),
  reportsPerUserMax: securityRelevant(
    integer(
      100,
      { min: 1, max: 100_000 },
      'Most reports of search advertising that a user has under way at a time.',
    ),
  ),
  reportTimeoutMs: integer(
    10 * minute,
    { min: 1000, max: day },
    'Longest time that one query of a report takes.',
  ),
  reportChangesDays: integer(
    8,
    { min: 1, max: 3650 },
    'How far back a report can ask for figures that have changed, in days.',
  ),
  reportsAtOnce: choice(
    'all',
    ['all', 'few'],
    'Types of reports that are generated at once: all, or few, as the original has it.',
  ),
  reportSegments: choice(
    'empty',
    ['empty', 'strict'],
    'What becomes of metrics that are not known by the segments of a report: their cells stay empty, or a strict server refuses the report.',
  ),
  reportBooleans: choice(
    'words',
    ['words', 'digits'],
    'How csv and tsv files of reports tell truth: true and false, or 1 and 0.',
  ),
  reportRowsPerFileMin: integer(
    1_000_000,
    { min: 1, max: 100_000_000 },
    'Least `maxRowsPerFile` of a report; the default is that of the original.',
  ),
  warehouseMemoryMb: integer(
    120,
    { min: 100, max: 1_048_576 },
    'Memory of the warehouse beside the embedded database, in megabytes; what does not fit goes to disk.',
  ),
  warehouseThreads: integer(1, { min: 1, max: 256 }, 'Threads of that warehouse.'),
  warehouseIdleMs: integer(
    10 * minute,
    { min: 1000, max: day },
    'How long the process of that warehouse lives without work.',
  ),
  warehousePoolMax: integer(
    2,
    { min: 1, max: 100 },
    'Most PostgreSQL connections per process for reports.',
  ),
  conversionsMax: integer(2_000, { min: 1, max: 100_000 }, 'Most conversions of one upload.'),
  conversionBatches: choice(
    'each',
    ['each', 'whole'],
    'Of an upload with bad rows, the good ones are stored (each) or none is (whole).',
  ),
  conversionsSince: date('2009-11-01', 'The earliest day that a conversion can be of.'),
  adsImportRowsMax: integer(
    500_000,
    { min: 1_000, max: 100_000_000 },
    'Rows of a file of search advertising that are written in one transaction; of a larger one some can be seen before the rest.',
  ),
}

export type AdsSettings = SettingValues<typeof adsSettings>
