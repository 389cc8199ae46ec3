import { WithHeaders } from '#/contract/answer.ts'
import { invalid } from '#/kernel/errors.ts'
import { operation } from '../operation.ts'
import { Report, ReportRequest } from '../schemas/report.ts'
import { ReportFault } from '../warehouse/report-engine.ts'
import { type ColumnType, isList } from './catalog/column.ts'
import { completeRequest, kind } from './presentation.ts'
import { compileReport, type Window } from './query/compile.ts'
import { ImpossibleReport } from './query/figures.ts'
import { Faults } from './request/faults.ts'
import { planReport } from './request/planning.ts'

const rowCountMax = 10_000
const startRowMax = 50_000
/** The number of rows on all pages. */
const totalHeader = 'X-Total-Count'
/** The report types that the original generates synchronously. */
const fewTypes = ['advertiser', 'account']

export const generate = operation(
  {
    id: 'doubleclicksearch.reports.generate',
    http: 'POST /reports/generate',
    summary: 'Generates a report and returns its rows.',
    body: ReportRequest,
    reply: Report,
    allowance: 'adsGenerate',
  },
  async ({ body, database, reportEngine, ...context }) => {
    const { rowCount = rowCountMax, startRow = 0 } = body
    const options = { ...completeRequest(body), rowCount, startRow }
    const window = windowOf(rowCount, startRow)
    const { generatesFew } = context.reportLimits
    if (generatesFew && body.reportType !== undefined && !fewTypes.includes(body.reportType)) {
      throw invalid('reportType', `Only ${fewTypes.join(' and ')} reports are generated at once.`)
    }
    const plan = await planReport(context, database, options, 'generate')
    const today = context.clock.now().toZonedDateTimeISO('UTC').toPlainDate().toString()
    try {
      const query = compileReport(plan, reportEngine.dialect, { today, window })
      const page = await reportEngine.rows(query)
      const rows = page.rows.map((cells) =>
        Object.fromEntries(
          query.columns.flatMap(({ header, type }, index) => {
            const text = cells[index]
            return text === null || text === undefined ? [] : [[header, jsonCell(text, type)]]
          }),
        ),
      )
      const report: Report = {
        kind,
        request: options,
        rowCount: rows.length,
        rows,
        statisticsCurrencyCode: plan.currency,
        ...(plan.timeZone !== undefined && { statisticsTimeZone: plan.timeZone }),
      }
      return new WithHeaders(report, { [totalHeader]: String(page.total) })
    } catch (error) {
      if (error instanceof ReportFault || error instanceof ImpossibleReport) {
        throw invalid('columns', error.message)
      }
      throw error
    }
  },
)

function windowOf(rowCount: number, firstRow: number): Window {
  const faults = new Faults()
  if (rowCount < 0 || rowCount > rowCountMax) {
    faults.add('rowCount', `a number from 0 to ${rowCountMax} is expected.`)
  }
  if (firstRow < 0 || firstRow > startRowMax) {
    faults.add('startRow', `a number from 0 to ${startRowMax} is expected.`)
  }
  faults.throwAny()
  return { rowCount, firstRow }
}

const numericTypes: readonly ColumnType[] = ['Integer', 'Number', 'Money', 'Percent']

/** A cell as JSON: a number, a boolean, a list, or text for ids and all others. */
function jsonCell(text: string, type: ColumnType): unknown {
  if (numericTypes.includes(type)) return Number(text)
  if (type === 'Boolean') return text === 'true'
  return isList(type) ? text.split(';') : text
}
