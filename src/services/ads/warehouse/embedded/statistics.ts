import { join } from 'node:path'
import type { Connection } from '#/storage/sqlite/connection.ts'
import { type DuckDb, literal } from '../duckdb.ts'
import { columnsOf, type FactName, factNames, keyColumnsOf, tableOf } from '../facts.ts'
import { loadedTableOf } from './cache-tables.ts'

interface Context {
  readonly duckDb: DuckDb
  readonly folder: string
  /** How many rows a report waits for to be loaded. With more, it reads the files directly. */
  readonly rowsAtOnceMax?: number
}

interface FileRow {
  readonly fact: string
  readonly fileName: string
  readonly rowCount: number
  readonly minDay: number
  readonly maxDay: number
}

/** The files that are not yet loaded into a table. */
interface Backlog {
  readonly fact: FactName
  readonly files: readonly FileRow[]
  /** Whether the table contains rows of removed files and has to be rebuilt. */
  readonly isAnew: boolean
}

const rowsAtOnceMaxDefault = 250_000

/**
 * The statistics in the listed files. Small files are loaded into tables before a report reads them; large
 * ones are read directly until they are loaded as well.
 */
export class Statistics {
  readonly #context: Context
  #views = new Map<FactName, string>()
  #backlogs: readonly Backlog[] = []
  #loading: FactName | undefined
  /** Files that could not be loaded. Loading them is not retried. */
  readonly #hopeless = new Set<string>()

  constructor(context: Context) {
    this.#context = context
  }

  /** Makes the listed files visible in the open transaction. */
  async bring(source: Connection): Promise<void> {
    const listed = source
      .prepare(
        `select fact, file_name as fileName, row_count as rowCount, min_day as minDay,
            max_day as maxDay
          from ads_fact_files order by number`,
      )
      .all() as unknown as FileRow[]
    const loaded = await this.#context.duckDb.all<{ fact: string; file_name: string }>(
      'select * from loaded',
    )
    const backlogs: Backlog[] = []
    let { rowsAtOnceMax: room = rowsAtOnceMaxDefault } = this.#context
    for (const fact of factNames) {
      const files = listed.filter((file) => file.fact === fact)
      const loadedFiles = loaded.filter((row) => row.fact === fact).map((row) => row.file_name)
      const backlog = backlogOf(fact, files, loadedFiles)
      const { left, taken } =
        this.#loading === fact ? { left: backlog, taken: 0 } : await this.#takeUp(backlog, room)
      room -= taken
      if (left.files.length > 0) backlogs.push(left)
      await this.#show(left)
    }
    this.#backlogs = backlogs
  }

  /** Discards the state of a transaction that was rolled back. */
  forget(): void {
    this.#views.clear()
  }

  /** Loads the remaining files. `alone` decides when the result becomes visible. */
  async settle(alone: (work: () => Promise<void>) => Promise<void>): Promise<void> {
    const backlog = this.#backlogs.find(({ files }) => !this.#isHopeless(files))
    if (backlog === undefined || this.#loading !== undefined) return
    this.#loading = backlog.fact
    using connection = await this.#context.duckDb.connect()
    try {
      await connection.run('begin')
      await load({ ...this.#context, duckDb: connection }, backlog)
      await alone(() => connection.run('commit'))
      this.#backlogs = this.#backlogs.filter(({ fact }) => fact !== backlog.fact)
    } catch (error) {
      // Reports go on reading the files.
      for (const { fileName } of backlog.files) this.#hopeless.add(fileName)
      throw error
    } finally {
      this.#loading = undefined
    }
  }

  #isHopeless(files: readonly FileRow[]): boolean {
    return files.some(({ fileName }) => this.#hopeless.has(fileName))
  }

  /** Loads as many of the first files as fit, and returns the rest. */
  async #takeUp(backlog: Backlog, room: number): Promise<{ left: Backlog; taken: number }> {
    const first: FileRow[] = []
    let taken = 0
    for (const file of backlog.files) {
      if (taken + file.rowCount > room) break
      first.push(file)
      taken += file.rowCount
    }
    const rest = backlog.files.slice(first.length)
    if (first.length === 0 && (rest.length > 0 || !backlog.isAnew)) return { left: backlog, taken }
    await load(this.#context, { ...backlog, files: first })
    return { left: { fact: backlog.fact, files: rest, isAnew: false }, taken }
  }

  /** Creates a view with the name of the statistics over the table and the remaining files. */
  async #show({ fact, files, isAnew }: Backlog): Promise<void> {
    const { duckDb, folder } = this.#context
    const layers: Layer[] = files.map(({ fileName, minDay, maxDay }) => ({
      from: `read_parquet(${literal(join(folder, fileName))})`,
      minDay,
      maxDay,
    }))
    if (!isAnew) layers.unshift(...(await this.#table(fact, layers.length)))
    const select = layeredSelect(fact, layers)
    if (this.#views.get(fact) === select) return
    await duckDb.run(`create or replace view ${tableOf(fact)} as ${select}`)
    this.#views.set(fact, select)
  }

  /** The table as the lowest layer; its days matter only if there are other layers. */
  async #table(fact: FactName, others: number): Promise<Layer[]> {
    const from = loadedTableOf(fact)
    if (others === 0) return [{ from, minDay: 0, maxDay: 0 }]
    const [span] = await this.#context.duckDb.all<{ minDay: number | null; maxDay: number }>(
      `select cast(strftime(min(day), '%Y%m%d') as integer) as "minDay",
        cast(strftime(max(day), '%Y%m%d') as integer) as "maxDay" from ${from}`,
    )
    const { minDay, maxDay } = span!
    return minDay === null ? [] : [{ from, minDay, maxDay }]
  }
}

function backlogOf(
  fact: FactName,
  files: readonly FileRow[],
  loadedFiles: readonly string[],
): Backlog {
  const names = new Set(files.map(({ fileName }) => fileName))
  // A merged file replaces earlier ones, so that everything is loaded again.
  const isAnew = loadedFiles.some((name) => !names.has(name))
  const waiting = isAnew ? files : files.filter(({ fileName }) => !loadedFiles.includes(fileName))
  return { fact, files: waiting, isAnew }
}

async function load(context: Context, { fact, files, isAnew }: Backlog): Promise<void> {
  const { duckDb } = context
  if (isAnew) {
    await duckDb.run(`delete from ${loadedTableOf(fact)}`)
    await duckDb.run(`delete from loaded where fact = ${literal(fact)}`)
  }
  for (const file of files) await loadFile(context, fact, file)
}

/** Rows of a later file replace those with the same keys. */
async function loadFile({ duckDb, folder }: Context, fact: FactName, file: FileRow): Promise<void> {
  const table = loadedTableOf(fact)
  const rows = `read_parquet(${literal(join(folder, file.fileName))})`
  const [overlap] = await duckDb.all(
    `select 1 from ${table} where day between ${dayOf(file.minDay)} and ${dayOf(file.maxDay)} limit 1`,
  )
  if (overlap !== undefined) {
    const same = keyColumnsOf(fact).map((column) => `imported.${column} = ${table}.${column}`)
    await duckDb.run(`delete from ${table} using ${rows} imported where ${same.join(' and ')}`)
  }
  const columns = columnsOf(fact).join(', ')
  await duckDb.run(`insert into ${table} (${columns}) select ${columns} from ${rows}`)
  await duckDb.run(`insert into loaded values (${literal(fact)}, ${literal(file.fileName)})`)
}

/** Rows of a range of days. A later layer overrides rows with equal keys. */
interface Layer {
  /** The relation in a `from` clause. */
  readonly from: string
  /** The first and last day, as YYYYMMDD. */
  readonly minDay: number
  readonly maxDay: number
}

/** A query for the merged rows of layers. */
function layeredSelect(fact: FactName, layers: readonly Layer[]): string {
  const columns = columnsOf(fact).join(', ')
  const selects = layers.flatMap((layer, index) => {
    const newer = layers.slice(index + 1).filter((other) => overlaps(layer, other))
    const all = `select ${columns} from ${layer.from} imported`
    if (newer.length === 0) return [all]
    // Days without rows in newer layers need no lookup.
    const shared = between(newer)
    return [
      `${all} where not (${shared})`,
      `${all} where ${shared} and not exists (${sameIn(fact, newer, shared)})`,
    ]
  })
  return selects.join('\nunion all ')
}

function sameIn(fact: FactName, layers: readonly Layer[], days: string): string {
  const keys = keyColumnsOf(fact)
  const rows = layers.map(({ from }) => `select ${keys.join(', ')} from ${from} where ${days}`)
  const same = keys.map((key) => `newer.${key} = imported.${key}`).join(' and ')
  return `select 1 from (${rows.join(' union all ')}) newer where ${same}`
}

function between(layers: readonly Layer[]): string {
  const first = Math.min(...layers.map(({ minDay }) => minDay))
  const last = Math.max(...layers.map(({ maxDay }) => maxDay))
  return `day between ${dayOf(first)} and ${dayOf(last)}`
}

const overlaps = (one: Layer, other: Layer) =>
  one.minDay <= other.maxDay && other.minDay <= one.maxDay

/** The SQL for a day that is stored as YYYYMMDD. */
const dayOf = (number: number): string => {
  const text = String(number)
  return `date '${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}'`
}
