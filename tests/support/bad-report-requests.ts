import { ids } from './ads-platform.ts'
import { inMay, reportOf, scopes } from './ads-reports.ts'

type Otherwise = Readonly<Record<string, unknown>>

export const columnOf = (columnName: string) => ({ columnName })

export const filter = (columnName: string, operator: string, ...values: unknown[]) => ({
  filters: [{ column: columnOf(columnName), operator, values }],
})

/** What is asked of either, and where the first refusal says that it is wrong. */
export const refused: readonly (readonly [string, object, string])[] = [
  ['no type', reportOf('', ['campaign'], { reportType: undefined }), 'reportType'],
  ['an unknown type', reportOf('campaigns', ['campaign']), 'reportType'],
  ['no columns', reportOf('campaign', []), 'columns'],
  [
    '301 columns',
    reportOf(
      'campaign',
      Array.from({ length: 301 }, (_, at) => ({ columnName: 'campaign', headerText: `c${at}` })),
    ),
    'columns',
  ],
  ['a column in another case', reportOf('campaign', ['Clicks'], inMay), 'columns[0].columnName'],
  [
    'two names in a column',
    reportOf('campaign', [{ columnName: 'campaign', savedColumnName: 'ROAS' }]),
    'columns[0]',
  ],
  ['no name in a column', reportOf('campaign', [{ headerText: 'x' }]), 'columns[0]'],
  [
    'a start without an end',
    reportOf('campaign', [{ columnName: 'clicks', startDate: '2024-01-01' }], inMay),
    'columns[0].endDate',
  ],
  [
    'a date that is none',
    reportOf('campaign', ['clicks'], {
      timeRange: { startDate: '2024-02-30', endDate: '2024-03-01' },
    }),
    'timeRange.startDate',
  ],
  [
    'an end before the start',
    reportOf('campaign', ['clicks'], {
      timeRange: { startDate: '2024-03-02', endDate: '2024-03-01' },
    }),
    'timeRange.endDate',
  ],
  ['figures without a range', reportOf('campaign', ['clicks']), 'timeRange'],
  ['segments without a range', reportOf('campaign', ['date']), 'timeRange'],
  ['events without a range', reportOf('conversion', ['conversionId']), 'timeRange'],
  [
    'changed attributes of events',
    reportOf('conversion', ['conversionId'], {
      timeRange: { changedAttributesSinceTimestamp: '2026-01-01T00:00:00Z' },
    }),
    'timeRange.changedAttributesSinceTimestamp',
  ],
  [
    'changed attributes with figures',
    reportOf('campaign', ['clicks'], {
      timeRange: { changedAttributesSinceTimestamp: '2026-01-01T00:00:00Z' },
    }),
    'timeRange.changedAttributesSinceTimestamp',
  ],
  [
    'changed figures of long ago',
    reportOf('campaign', ['date', 'clicks'], {
      timeRange: { changedMetricsSinceTimestamp: '2013-07-16T10:16:23.555Z' },
    }),
    'timeRange.changedMetricsSinceTimestamp',
  ],
  [
    'a time that is none',
    reportOf('campaign', ['date', 'clicks'], {
      timeRange: { changedMetricsSinceTimestamp: 'yesterday' },
    }),
    'timeRange.changedMetricsSinceTimestamp',
  ],
  [
    'two kinds of range',
    reportOf('campaign', ['date', 'clicks'], {
      timeRange: { ...inMay.timeRange, changedAttributesSinceTimestamp: '2026-01-01T00:00:00Z' },
    }),
    'timeRange',
  ],
  [
    'a scope with a gap',
    reportOf('campaign', ['campaign'], {
      reportScope: { agencyId: ids.agency, campaignId: ids.campaign },
    }),
    'reportScope.engineAccountId',
  ],
  [
    'no scope',
    reportOf('campaign', ['campaign'], { reportScope: undefined, statisticsCurrency: 'usd' }),
    'reportScope',
  ],
  [
    'no currency',
    reportOf('campaign', ['campaign'], { statisticsCurrency: undefined }),
    'statisticsCurrency',
  ],
  [
    'another currency',
    reportOf('campaign', ['campaign'], { statisticsCurrency: 'EUR' }),
    'statisticsCurrency',
  ],
  [
    'the currency of no account',
    reportOf('campaign', ['campaign'], { statisticsCurrency: 'account' }),
    'statisticsCurrency',
  ],
  [
    'the currency of no agency',
    reportOf('advertiser', ['advertiser'], {
      reportScope: undefined,
      statisticsCurrency: 'agency',
    }),
    'statisticsCurrency',
  ],
  [
    'an agency without a currency',
    reportOf('campaign', ['campaign'], { statisticsCurrency: 'agency' }),
    'statisticsCurrency',
  ],
  [
    'saved columns of several advertisers',
    reportOf('campaign', [{ savedColumnName: 'ROAS' }], {
      ...inMay,
      reportScope: scopes.agency,
      statisticsCurrency: 'usd',
    }),
    'columns[0].savedColumnName',
  ],
  [
    'an unknown saved column',
    reportOf('campaign', [{ savedColumnName: 'ROI' }], inMay),
    'columns[0].savedColumnName',
  ],
  [
    'a saved column with a space',
    reportOf('campaign', [{ savedColumnName: 'ROAS ' }], inMay),
    'columns[0].savedColumnName',
  ],
  [
    'a custom metric that is none',
    reportOf('campaign', [{ customMetricName: 'channel' }], inMay),
    'columns[0].customMetricName',
  ],
  [
    'a custom dimension that is none',
    reportOf('campaign', [{ customDimensionName: 'margin' }], inMay),
    'columns[0].customDimensionName',
  ],
  [
    'custom metrics where there are no figures',
    reportOf('floodlightActivity', [{ customMetricName: 'margin' }]),
    'columns[0].customMetricName',
  ],
  ['two columns of one header', reportOf('campaign', ['campaign', 'campaign']), 'columns[1]'],
  [
    'a header of two lines',
    reportOf('campaign', [{ columnName: 'campaign', headerText: 'a\nb' }]),
    'columns[0].headerText',
  ],
  [
    'another source',
    reportOf('campaign', [{ columnName: 'campaign', platformSource: 'other' }]),
    'columns[0].platformSource',
  ],
  [
    'a perspective of campaigns',
    reportOf('campaign', [{ columnName: 'campaign', productReportPerspective: 'sold' }]),
    'columns[0].productReportPerspective',
  ],
  [
    'isNull with a value',
    reportOf('campaign', ['campaign'], filter('campaign', 'isNull', 'x')),
    'filters[0].values',
  ],
  [
    'equals with two values',
    reportOf('campaign', ['campaign'], filter('campaign', 'equals', 'x', 'y')),
    'filters[0].values',
  ],
  [
    'equals without a value',
    reportOf('campaign', ['campaign'], filter('campaign', 'equals')),
    'filters[0].values',
  ],
  [
    'startsWith of numbers',
    reportOf('campaign', ['campaign'], { ...inMay, ...filter('clicks', 'startsWith', '1') }),
    'filters[0].operator',
  ],
  [
    'containsElement of a text',
    reportOf('campaign', ['campaign'], filter('campaign', 'containsElement', 'x')),
    'filters[0].operator',
  ],
  [
    'lessThan of a list',
    reportOf('campaign', ['campaign'], filter('campaignLabels', 'lessThan', 'x')),
    'filters[0].operator',
  ],
  [
    'an unknown operator',
    reportOf('campaign', ['campaign'], filter('campaign', 'equal', 'x')),
    'filters[0].operator',
  ],
  [
    'a column that cannot be filtered',
    reportOf('campaign', ['campaign'], {
      ...inMay,
      ...filter('searchImpressionShare', 'equals', 'x'),
    }),
    'filters[0].column',
  ],
  [
    'a word for a number',
    reportOf('campaign', ['campaign'], { ...inMay, ...filter('clicks', 'equals', 'many') }),
    'filters[0].values[0]',
  ],
  [
    'an object for a value',
    reportOf('campaign', ['campaign'], filter('campaign', 'equals', { a: 1 })),
    'filters[0].values[0]',
  ],
  [
    '301 values',
    reportOf(
      'campaign',
      ['campaign'],
      filter('campaign', 'in', ...Array.from({ length: 301 }, String)),
    ),
    'filters',
  ],
  [
    'several zones',
    reportOf('campaign', ['clicks'], { ...inMay, verifySingleTimeZone: true }),
    'verifySingleTimeZone',
  ],
]

/** What is asked of files alone. */
export const ofFiles: readonly (readonly [string, Otherwise, string])[] = [
  ['no format', { downloadFormat: undefined }, 'downloadFormat'],
  ['another format', { downloadFormat: 'xlsx' }, 'downloadFormat'],
  ['no rows per file', { maxRowsPerFile: undefined }, 'maxRowsPerFile'],
  ['few rows per file', { maxRowsPerFile: 500_000 }, 'maxRowsPerFile'],
  ['too many rows per file', { maxRowsPerFile: 100_000_001 }, 'maxRowsPerFile'],
]

/** What is asked of rows alone. */
export const ofPages: readonly (readonly [string, Otherwise, string])[] = [
  ['too many rows', { rowCount: 10_001 }, 'rowCount'],
  ['fewer rows than none', { rowCount: -1 }, 'rowCount'],
  ['a first row far away', { startRow: 50_001 }, 'startRow'],
  [
    'no direction',
    { orderBy: [{ column: columnOf('campaign'), sortOrder: 'up' }] },
    'orderBy[0].sortOrder',
  ],
  ['an order by nothing', { orderBy: [{}] }, 'orderBy[0].column'],
  [
    'groups by figures',
    { ...inMay, columns: [{ columnName: 'clicks', groupByColumn: true }] },
    'columns[0].groupByColumn',
  ],
  [
    'groups by a formula',
    { ...inMay, columns: [{ savedColumnName: 'ROAS', groupByColumn: true }] },
    'columns[0].groupByColumn',
  ],
]
