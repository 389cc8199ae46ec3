import { formatNumber } from '../../locale/formats.ts'

/** Texts of search advertising. */
export const ads = {
  // Navigation
  searchAds: 'Search ads',
  accounts: 'Accounts',
  conversions: 'Conversions',
  reports: 'Reports',

  // Accounts
  noAccess: 'You don’t have access to any advertiser yet',
  noAccessHint:
    'Ask an administrator to run: almanac ads grant <your email address> --advertiser <advertiser ID>',
  findByName: 'Find by name',
  selectToSeeDetails: 'Select an item to see its details.',
  searching: 'Searching…',
  noMatch: 'No matches',
  found: (count: number) => (count === 1 ? '1 match' : `${formatNumber(count)} matches`),
  results: 'Matches',
  empty: 'Empty',
  moreByName: 'There are more. Find them by name.',
  levels: {
    agency: 'Agency',
    advertiser: 'Advertiser',
    account: 'Account',
    campaign: 'Campaign',
    adGroup: 'Ad group',
    keyword: 'Keyword',
    ad: 'Ad',
  },
  facts: {
    id: 'ID',
    status: 'Status',
    currency: 'Currency',
    customer: 'Customer',
  },

  // Conversions
  upload: 'Upload',
  selectAccount: 'Select an account',
  selectAccountTitle: 'Select an account to see its conversions',
  selectAccountHint: 'Conversions are listed by account.',
  allAccounts: 'All accounts',
  from: 'From',
  to: 'To',
  all: 'All',
  rows: (from: number, to: number) => `Rows ${formatNumber(from)}–${formatNumber(to)}`,
  noConversions: 'No conversions',
  noConversionsHint: 'Choose other dates, or upload a file.',
  columns: {
    time: 'Time',
    activity: 'Activity',
    type: 'Type',
    state: 'State',
    quantity: 'Quantity',
    revenue: 'Revenue',
  },

  // Upload
  uploadTitle: 'Upload conversions',
  csvFile: 'CSV file',
  csvHint:
    'The first line contains the field names of the API: conversionId, conversionTimestamp, clickId, segmentationName, revenueMicros, and so on.',
  uploadProgress: 'Upload progress',
  uploaded: (accepted: number, all: number) =>
    `${formatNumber(accepted)} of ${formatNumber(all)} rows uploaded`,
  rejectedRows: 'Rejected rows',
  line: 'Line',
  reason: 'Reason',

  // Reports
  report: 'Report',
  reportType: 'Report type',
  currencyOf: {
    advertiser: 'Advertiser currency',
    agency: 'Agency currency',
    account: 'Account currency',
    usd: 'US dollars',
  },
  includeRemoved: 'Include removed items',
  run: 'Run report',
  writeFile: 'Export to file',
  columnsLabel: 'Columns',
  selectedColumns: 'Selected columns',
  removeColumn: (name: string) => `Remove ${name}`,
  chooseColumns: 'Choose columns',
  findColumn: 'Find a column',
  columnGroups: {
    attribute: 'Attributes',
    segment: 'Segments',
    metric: 'Metrics',
  },
  filter: (number: number) => `Filter ${number}`,
  column: 'Column',
  condition: 'Condition',
  values: 'Values',
  valuesPlaceholder: 'Separate values with commas',
  removeFilter: (number: number) => `Remove filter ${number}`,
  addFilter: 'Add filter',
  operators: {
    equals: 'equals',
    notEquals: 'doesn’t equal',
    in: 'is one of',
    lessThan: 'is less than',
    greaterThan: 'is greater than',
    lessThanOrEqual: 'is at most',
    greaterThanOrEqual: 'is at least',
    startsWith: 'starts with',
    containsSubstring: 'contains',
    doesNotContainSubstring: 'doesn’t contain',
  },

  // Results and files
  emptyReport: 'The report is empty',
  emptyReportHint: 'Choose other dates or fewer filters.',
  result: 'Result',
  rowCount: (count: number, isCut: boolean, currency: string | undefined) =>
    `${isCut ? 'First ' : ''}${formatNumber(count)} ${count === 1 ? 'row' : 'rows'}${currency === undefined ? '' : `, amounts in ${currency}`}`,
  shownRows: (count: number) =>
    `Showing ${formatNumber(count)} rows. Export to a file to get all of them.`,
  chart: (metric: string, from: string, to: string) => `${metric}, ${from} to ${to}`,
  files: 'Files',
  noFiles: 'No files yet. You can export a report of any size to files.',
  requested: 'Requested',
  rowsColumn: 'Rows',
  reportDeleted: 'Report deleted',
  writing: 'In progress',
  ready: 'Ready',
  failed: 'Failed',
  downloadPart: (part: number | undefined) =>
    part === undefined ? 'Download' : `Download part ${part}`,
  reportStarted: 'Export started. The file appears below when it’s ready.',

  // Currency rates
  missingRates: 'Reports that convert these conversions fail because exchange rates are missing:',
  missingRate: (currency: string, dates: string) => `${currency}, ${dates}`,
  dateRange: (from: string, to: string) => (from === to ? from : `${from} to ${to}`),
}
