import {
  any,
  array,
  boolean,
  int64,
  integer,
  kind,
  map,
  object,
  requiredBy,
  string,
  type TypeOf,
} from '#/contract/schema.ts'

/** The maximum number of columns, filters, filter values and orderings. */
export const partsMax = 300

const generate = 'doubleclicksearch.reports.generate'
const request = 'doubleclicksearch.reports.request'

export type ReportApiColumnSpec = TypeOf<typeof ReportApiColumnSpec>
export const ReportApiColumnSpec = object(
  'ReportApiColumnSpec',
  {
    columnName: string({ about: 'A column of this type of report.' }),
    customDimensionName: string({ about: 'A dimension that the advertiser has set up.' }),
    customMetricName: string({ about: 'A metric that the advertiser has set up.' }),
    endDate: string({ about: 'The last day of this metric, if it has its own date range.' }),
    groupByColumn: boolean({ about: 'Rows with the same value of this column become one.' }),
    headerText: string({ about: 'The header of the column in the report.' }),
    platformSource: string({ about: 'Always `floodlight`.' }),
    productReportPerspective: string({
      about: 'Whose figures they are: of products `sold` or `advertised`.',
    }),
    savedColumnName: string({ about: 'A column that the advertiser has defined.' }),
    startDate: string({ about: 'The first day of this metric, if it has its own date range.' }),
  },
  { about: 'A column of a report.' },
)

export type ReportFilter = TypeOf<typeof ReportFilter>
const ReportFilter = object(undefined, {
  column: ReportApiColumnSpec,
  operator: string({ about: 'How the column is compared.' }),
  values: array(any(), { about: 'The values to compare with.' }),
})

export type ReportOrder = TypeOf<typeof ReportOrder>
const ReportOrder = object(undefined, {
  column: ReportApiColumnSpec,
  sortOrder: string({ about: '`ascending` or `descending`.' }),
})

export type ReportScope = TypeOf<typeof ReportScope>
const ReportScope = object(
  undefined,
  {
    adGroupId: int64({ about: 'The ad group.' }),
    adId: int64({ about: 'The ad.' }),
    advertiserId: int64({ about: 'The advertiser.' }),
    agencyId: int64({ about: 'The agency.' }),
    campaignId: int64({ about: 'The campaign.' }),
    engineAccountId: int64({ about: 'The engine account.' }),
    keywordId: int64({ about: 'The keyword.' }),
  },
  { about: 'The scope of the report: an id and all of its parent ids.' },
)

export type ReportTimeRange = TypeOf<typeof ReportTimeRange>
const ReportTimeRange = object(
  undefined,
  {
    changedAttributesSinceTimestamp: string({
      about: 'Only entities that changed since this time.',
    }),
    changedMetricsSinceTimestamp: string({
      about: 'Only days whose figures have changed since this time.',
    }),
    endDate: string({ about: 'The last day, as YYYY-MM-DD.' }),
    startDate: string({ about: 'The first day, as YYYY-MM-DD.' }),
  },
  { about: 'The days that the figures are of.' },
)

export type ReportRequest = TypeOf<typeof ReportRequest>
export const ReportRequest = object(
  'ReportRequest',
  {
    columns: array(ReportApiColumnSpec, { about: 'The columns, in their order.' }),
    downloadFormat: requiredBy(string({ about: '`csv`, `tsv`, `jsonl` or `parquet`.' }), request),
    filters: array(ReportFilter, { about: 'Conditions that every row fulfils.' }),
    includeDeletedEntities: boolean({ about: 'The same as includeRemovedEntities.' }),
    includeRemovedEntities: boolean({ about: 'Rows of removed entities, too.' }),
    maxRowsPerFile: requiredBy(
      integer({ about: 'The maximum number of rows of a file.' }),
      request,
    ),
    orderBy: array(ReportOrder, { about: 'The order of the rows.' }),
    reportScope: ReportScope,
    reportType: requiredBy(string({ about: 'The report type.' }), generate, request),
    rowCount: requiredBy(integer({ about: 'The maximum number of rows to return.' }), generate),
    startRow: requiredBy(integer({ about: 'The index of the first row to return.' }), generate),
    statisticsCurrency: requiredBy(
      string({ about: 'Whose currency amounts are in: usd, agency, advertiser or account.' }),
      generate,
      request,
    ),
    timeRange: ReportTimeRange,
    verifySingleTimeZone: boolean({ about: 'Refuses figures of several time zones.' }),
  },
  { about: 'A report request.' },
)

const ReportRow = {
  ...map(any(), { about: 'The cells that are not empty, by their columns.' }),
  name: 'ReportRow',
} as ReturnType<typeof map<unknown>>

export type Report = TypeOf<typeof Report>
export const Report = object(
  'Report',
  {
    almanac: object(
      undefined,
      {
        rowsSoFar: integer({ about: 'The number of rows written so far.' }),
        state: string({ about: '`accepted`, `running` or `ready`.' }),
      },
      { about: 'The progress of a report, which the original API does not have.' },
    ),
    files: array(
      object(undefined, {
        byteCount: int64({ about: 'The size of the file in bytes.' }),
        url: string({ about: 'The URL of the file.' }),
      }),
      { about: 'The files, once they are ready.' },
    ),
    id: string({ about: 'The report.' }),
    isReportReady: boolean({ about: 'Whether the files can be had.' }),
    kind: kind('doubleclicksearch#report'),
    request: ReportRequest,
    rowCount: integer({ about: 'The number of rows.' }),
    rows: array(ReportRow, { about: 'The rows, of a report that is generated at once.' }),
    statisticsCurrencyCode: string({ about: 'The currency of all amounts.' }),
    statisticsTimeZone: string({ about: 'The time zone of all figures, if it is one.' }),
  },
  { about: 'A report.' },
)

/** Where transactions notify which report has changed, by its id. */
export const reportsChannel = 'ads_reports'
