import { almanacApi } from '#/contract/almanac-api.ts'
import { array, boolean, kind, number, object, string } from '#/contract/schema.ts'
import { operation } from '../operation.ts'
import { aggregationOf } from '../reports/catalog/aggregation.ts'
import { columnsOf } from '../reports/catalog/catalog.ts'
import { compatibility } from '../reports/catalog/compatibility.ts'
import { metrics } from '../reports/catalog/metrics.ts'
import { reportType, reportTypeNames } from '../reports/catalog/report-types.ts'

const ReportColumn = object('ReportColumn', {
  name: string({ about: 'The name of the column.' }),
  type: string({ about: 'The data type.' }),
  behaviour: string({ about: '`attribute`, `metric` or `segment`.' }),
  isFilterable: boolean({ about: 'Whether rows can be filtered by it.' }),
  about: string({ about: 'A description.' }),
  isSummable: boolean({
    about: 'Whether the values of several rows of this metric can be summed.',
  }),
  ratio: object('ReportColumnRatio', {
    numerator: string({ about: 'The column whose sum is divided.' }),
    denominator: string({ about: 'The column by whose sum it is divided.' }),
    factor: number({ about: 'The factor of the quotient.' }),
  }),
  segments: array(string(), {
    about: 'Segments that have values of this metric; others leave it empty.',
  }),
})

const ReportTypeList = object('ReportTypeList', {
  kind: kind('almanac#reportTypeList'),
  items: array(
    object('ReportType', {
      name: string({ about: 'The type, as requests name it.' }),
      about: string({ about: 'The report type.' }),
      keyColumns: array(string(), { about: 'The columns that name a row.' }),
      needsTimeRange: boolean({ about: 'It is about events, and always needs a range of time.' }),
      columns: array(ReportColumn, { about: 'The columns that it can have.' }),
    }),
    { about: 'The types of reports.' },
  ),
})

export const list = operation(
  {
    id: 'doubleclicksearch.reportTypes.list',
    http: 'GET /ads/reportTypes',
    summary: 'Lists the report types with their columns, and which columns can be combined.',
    reply: ReportTypeList,
    api: almanacApi,
  },
  () => {
    answer ??= columnDescriptions()
    return answer
  },
)

let answer: ReturnType<typeof columnDescriptions> | undefined

const columnDescriptions = () => ({
  kind: 'almanac#reportTypeList',
  items: reportTypeNames.map((name) => {
    const { about, key, isOfEvents = false } = reportType(name)
    const segmentsOf = compatibility(name)
    return {
      name,
      about,
      keyColumns: key,
      needsTimeRange: isOfEvents,
      columns: [...columnsOf(name).values()].map((column) => ({
        ...column,
        ...(column.behaviour === 'metric' && {
          segments: segmentsOf(column.name),
          ...aggregationOf(metrics.get(column.name)!, new Set(columnsOf(name).keys())),
        }),
      })),
    }
  }),
})
