import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '#/storage/port.ts'
import type { PostgresAnalysis } from '#/storage/postgres/analysis.ts'
import type { ReportQuery } from '../../reports/query/compile.ts'
import { literal } from '../../reports/query/dialect.ts'
import { postgresDialect } from '../../reports/query/postgres-dialect.ts'
import type { ReportPieces } from '../../store/report-pieces.ts'
import { openDuckDb } from '../duckdb.ts'
import { type TextForm, textForm, typedSelect } from '../file-forms.ts'
import {
  noRate,
  type ReportEngine,
  ReportFault,
  type ReportOutput,
  type ReportPage,
  totalShownBy,
  type WrittenFiles,
} from '../report-engine.ts'
import { RowSplitter } from '../row-splitter.ts'
import { PieceWriter } from './piece-writer.ts'

interface Context {
  readonly analysis: PostgresAnalysis
  readonly database: Database
  readonly pieces: ReportPieces
  /** The folder in which binary formats are assembled. */
  readonly folder: string
  readonly memoryMb: number
}

const rowsBetweenWords = 20_000

/**
 * Runs reports as queries on the main database, and stores their files so that all processes can serve them.
 */
export class PostgresWarehouse implements ReportEngine {
  readonly dialect = postgresDialect
  readonly #context: Context

  constructor(context: Context) {
    this.#context = context
  }

  async rows(query: ReportQuery): Promise<ReportPage> {
    return withTranslatedErrors(async () => {
      await this.#requireRates(query)
      return this.#context.analysis.atOneMoment(async (ask) => {
        const rows = await ask(query.sql)
        const shown = totalShownBy(query, rows.length)
        return { rows, total: shown ?? Number((await ask(query.page!.countSql))[0]![0]) }
      })
    })
  }

  async write(query: ReportQuery, output: ReportOutput): Promise<WrittenFiles> {
    const { database, pieces } = this.#context
    return withTranslatedErrors(async () => {
      await this.#requireRates(query)
      // Removes the files of an earlier run.
      await database.transaction((tx) => pieces.remove(tx, output.reportId))
      const form = textForm(query, output.format, output.booleans)
      return form === undefined ? this.#writeTyped(query, output) : this.#writeText(form, output)
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#context.analysis[Symbol.asyncDispose]()
  }

  async #requireRates({ unconvertible }: ReportQuery): Promise<void> {
    for (const sql of unconvertible) {
      const [found] = await this.#context.analysis.rows(sql)
      if (found !== undefined) throw noRate({ currency: found[0] ?? '', day: found[1] ?? '' })
    }
  }

  async #writeText(form: TextForm, output: ReportOutput): Promise<WrittenFiles> {
    const { reportId, maxRowsPerFile: rowsMax, signal, onRows } = output
    let reportedRows = 0
    const start = form.header === undefined ? '' : `${form.header}\n`
    const writer = new PieceWriter(this.#context, { reportId, encoding: 'utf8', start })
    const splitter = new RowSplitter(writer, { rowsMax, hasQuotes: form.header !== undefined })
    await writer.begin()
    for await (const bytes of this.#context.analysis.copy(copyOf(form))) {
      signal.throwIfAborted()
      await splitter.take(bytes)
      if (splitter.rowCount - reportedRows < rowsBetweenWords) continue
      reportedRows = splitter.rowCount
      onRows(reportedRows)
    }
    return { rowCount: splitter.rowCount, files: await writer.end() }
  }

  /** Exports rows as text first; DuckDB then writes them with types. */
  async #writeTyped(query: ReportQuery, output: ReportOutput): Promise<WrittenFiles> {
    const folder = join(this.#context.folder, `report-${output.reportId}`)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    try {
      const cells = join(folder, 'cells.csv')
      await this.#saveCells(textForm(query, 'csv')!, cells, output.signal)
      return await this.#convert(query, output, { cells, folder })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  async #saveCells(form: TextForm, path: string, signal: AbortSignal): Promise<void> {
    const file = createWriteStream(path)
    for await (const bytes of this.#context.analysis.copy(copyOf(form))) {
      signal.throwIfAborted()
      if (!file.write(bytes)) await once(file, 'drain')
    }
    file.end()
    await once(file, 'close')
  }

  async #convert(
    query: ReportQuery,
    { reportId, maxRowsPerFile }: ReportOutput,
    { cells, folder }: { readonly cells: string; readonly folder: string },
  ): Promise<WrittenFiles> {
    const { memoryMb } = this.#context
    using duckDb = await openDuckDb({ memoryMb, threads: 1, spillFolder: join(folder, 'spill') })
    const columns = query.columns.map((_, index) => `'c${index}': 'VARCHAR'`).join(', ')
    await duckDb.run(`create table cells as select * from read_csv(${literal(cells)}, header = false,
      delim = ',', quote = '"', escape = '"', columns = {${columns}}, auto_detect = false,
      nullstr = '', max_line_size = 4194304, buffer_size = 16777216)`)
    const [counted] = await duckDb.all<{ count: string }>('select count(*) as count from cells')
    const rowCount = Number(counted!.count)
    const writer = new PieceWriter(this.#context, { reportId, encoding: 'base64', start: '' })
    for (let first = 0; first === 0 || first < rowCount; first += maxRowsPerFile) {
      const path = join(folder, 'fragment.parquet')
      const rows = `cells where rowid >= ${first} and rowid < ${first + maxRowsPerFile}`
      await duckDb.run(`copy (${typedSelect(query, rows)}) to ${literal(path)} (format parquet)`)
      await (first === 0 ? writer.begin() : writer.next())
      for await (const bytes of createReadStream(path)) await writer.write(bytes)
    }
    return { rowCount, files: await writer.end() }
  }
}

// PostgreSQL requires a quote character: one that never occurs in a line of JSON.
const copyOf = ({ sql, delimiter, quote = '\x01' }: TextForm): string =>
  `copy (${sql}) to stdout (format csv, null '', delimiter ${literal(delimiter)},
    quote ${literal(quote)}, escape ${literal(quote)})`

/** Turns timeouts and numeric overflows into faults of the report. */
async function withTranslatedErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { code, message } = error as { code?: string; message?: string }
    if (code === '57014')
      throw new ReportFault('tooLarge', 'The report took longer than is allowed.')
    if (code === '53100' || code === '53200') {
      throw new ReportFault('tooLarge', `The database has no room for the report: ${message}.`)
    }
    if (code === '22003') {
      throw new ReportFault('impossible', 'A formula leads to a number that is too large.')
    }
    throw error
  }
}
