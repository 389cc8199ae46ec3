import { existsSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '#/kernel/clock.ts'
import type { RandomBytes } from '#/kernel/randomness.ts'
import type { AttachedFiles } from '#/storage/archive/attached-files.ts'
import type { Database, Reader, Transaction } from '#/storage/port.ts'
import { tryLock } from '#/storage/sqlite/lock.ts'
import type { FactFileList, FactFileRow } from '../store/fact-files.ts'
import { type DuckDb, literal } from './duckdb.ts'
import { columnsOf, type FactName, keyColumnsOf, measureColumnsOf } from './facts.ts'

interface Context {
  readonly database: Database
  readonly list: FactFileList
  readonly clock: Clock
  readonly randomBytes: RandomBytes
  readonly folder: string
}

const ending = '.parquet'

/** The prefix of temporary folders. */
export const workPrefix = 'work-'

// Large enough to read fast, small enough to skip rows of other days and campaigns.
const rowsPerGroup = 122_880

// Reading a few files at once costs little more than reading one.
const filesPerFactMax = 24

// Long enough for the demo of a new dev server and for most imports.
const reserveTimeoutMs = 60_000
const reserveLookMs = 50

/**
 * The statistics of the embedded server, in immutable files. A file counts from the moment the database lists
 * it, so that an import is complete or absent. Unlisted files are left over from interrupted imports or from
 * merges, and are removed.
 */
export class FactFiles implements AttachedFiles {
  readonly #context: Context
  readonly folder: string
  readonly ending = ending

  constructor(context: Context) {
    this.#context = context
    this.folder = context.folder
  }

  pathOf(fileName: string): string {
    return join(this.folder, fileName)
  }

  /** The names of the listed files. */
  async list(reader: Reader): Promise<string[]> {
    return (await this.#context.list.all(reader)).map(({ fileName }) => fileName)
  }

  /** The listed files, ordered by number. */
  listFiles(): Promise<FactFileRow[]> {
    return this.#context.list.all(this.#context.database)
  }

  /** Removes all files from the list. */
  forget(tx: Transaction): Promise<void> {
    return this.#context.list.clear(tx)
  }

  /** Waits for a running import, excludes others, and removes leftovers of earlier ones. */
  async reserve(): Promise<Disposable> {
    const endMs = performance.now() + reserveTimeoutMs
    let lock = this.#tryReserve()
    while (lock === undefined) {
      if (performance.now() > endMs) throw new Error('Another import of statistics is running.')
      await delay(reserveLookMs)
      lock = this.#tryReserve()
    }
    await this.#removeLeftovers()
    return lock
  }

  #tryReserve(): Disposable | undefined {
    return tryLock(join(this.folder, 'import.lock'))
  }

  /** Removes leftovers of imports, unless an import is running. */
  async tidy(): Promise<void> {
    if (!existsSync(this.folder)) return
    using lock = this.#tryReserve()
    if (lock !== undefined) await this.#removeLeftovers()
  }

  async #removeLeftovers(): Promise<void> {
    const storedNames = new Set(await this.list(this.#context.database))
    for (const name of await readdir(this.folder)) {
      const isOurs = name.includes(ending) || name.startsWith(workPrefix)
      if (!isOurs || storedNames.has(name)) continue
      await rm(join(this.folder, name), { recursive: true, force: true })
    }
  }

  /** Writes the rows that differ from the stored ones, and returns their number. */
  async put(duckDb: DuckDb, facts: PutFacts): Promise<number> {
    const { fact, also, unchanged: unchangedMeasures = [] } = facts
    const { database, list, clock } = this.#context
    const [span] = await duckDb.all<Span>(
      `select ${dayNumber('min(day)')} as "minDay", ${dayNumber('max(day)')} as "maxDay" from (${facts.rows})`,
    )
    const stored = (await this.listFiles()).filter((file) => file.fact === fact)
    const overlapping = stored.filter((file) => overlaps(file, span!))
    const rows =
      overlapping.length === 0 || unchangedMeasures.length === 0
        ? facts.rows
        : this.#completeRows(facts, overlapping, span!)
    const news = overlapping.length === 0 ? rows : this.#differing(fact, rows, overlapping, span!)
    const importedAt = clock.nowMs()
    const file = await this.#write(
      duckDb,
      fact,
      `select *, ${importedAt} as changed_at from (${news})`,
    )
    await database.transaction(async (tx) => {
      if (file !== undefined) await list.add(tx, { ...file, importedAt })
      await also?.(tx)
    })
    if (stored.length >= filesPerFactMax) await this.merge(duckDb, fact)
    return file?.rowCount ?? 0
  }

  /** Merges the files of a fact into one, and returns their number. */
  async merge(duckDb: DuckDb, fact: FactName): Promise<number> {
    const { database, list } = this.#context
    const files = (await this.listFiles()).filter((file) => file.fact === fact)
    if (files.length < 2) return 0
    const merged = await this.#write(duckDb, fact, this.current(fact, files))
    const importedAt = Math.max(...files.map((file) => file.importedAt))
    await database.transaction((tx) => list.replace(tx, files, { ...merged!, importedAt }))
    return files.length
  }

  /** A query for the current rows in files: of equal keys, the latest one. */
  current(fact: FactName, files: readonly FactFileRow[]): string {
    const columns = columnsOf(fact).join(', ')
    const each = files.map(
      (file) =>
        `select ${columns}, ${file.number} as file_number
          from read_parquet(${literal(this.pathOf(file.fileName))})`,
    )
    if (each.length === 1) return `select ${columns} from (${each[0]})`
    return `select ${columns} from (${each.join(' union all ')})
      qualify row_number() over (
        partition by ${keyColumnsOf(fact).join(', ')} order by file_number desc) = 1`
  }

  /** The new rows; measures that an import leaves out keep their stored values. */
  #completeRows(
    { fact, rows, unchanged = [] }: PutFacts,
    files: readonly FactFileRow[],
    span: Span,
  ) {
    const keys = keyColumnsOf(fact)
    const measures = measureColumnsOf(fact).map((column) =>
      unchanged.includes(column)
        ? `coalesce(before.${column}, imported.${column}) as ${column}`
        : `imported.${column}`,
    )
    const columns = [...keys.map((key) => `imported.${key}`), ...measures]
    const days = `${dayNumber('day')} between ${span.minDay} and ${span.maxDay}`
    return `select ${columns.join(', ')} from (${rows}) imported
      left join (select * from (${this.current(fact, files)}) where ${days}) before
        on ${keys.map((key) => `before.${key} = imported.${key}`).join(' and ')}`
  }

  #differing(fact: FactName, rows: string, files: readonly FactFileRow[], span: Span): string {
    const columns = [...keyColumnsOf(fact), ...measureColumnsOf(fact)]
    const same = columns.map((column) => `stored.${column} = imported.${column}`).join(' and ')
    const days = `${dayNumber('day')} between ${span.minDay} and ${span.maxDay}`
    return `select imported.* from (${rows}) imported where not exists (
      select 1 from (select * from (${this.current(fact, files)}) where ${days}) stored
      where ${same})`
  }

  /** Undefined if there is nothing to write. The file is on disk before it is listed. */
  async #write(
    duckDb: DuckDb,
    fact: FactName,
    rows: string,
  ): Promise<Omit<FactFileRow, 'number' | 'importedAt'> | undefined> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 })
    const random = Buffer.from(this.#context.randomBytes(9)).toString('hex')
    const fileName = `${fact}-${random}${ending}`
    const path = join(this.folder, fileName)
    const draft = `${path}.draft`
    const query = `select ${columnsOf(fact).join(', ')} from (${rows})
      order by ${keyColumnsOf(fact).join(', ')}`
    await duckDb.run(
      `copy (${query}) to ${literal(draft)}
        (format parquet, compression zstd, row_group_size ${rowsPerGroup})`,
    )
    const [facts] = await duckDb.all<Span & { rowCount: string }>(
      `select count(*) as "rowCount", ${dayNumber('min(day)')} as "minDay",
        ${dayNumber('max(day)')} as "maxDay" from read_parquet(${literal(draft)})`,
    )
    const rowCount = Number(facts!.rowCount)
    if (rowCount === 0) {
      await rm(draft)
      return undefined
    }
    await sync(draft)
    await rename(draft, path)
    await sync(this.folder)
    const { size: bytes } = await stat(path)
    const { minDay, maxDay } = facts!
    return { fact, fileName, rowCount, bytes, minDay, maxDay }
  }
}

/** Rows of statistics to store. */
export interface PutFacts {
  readonly fact: FactName
  /** The query for the rows. */
  readonly rows: string
  /** The columns of measures that keep their stored values. */
  readonly unchanged?: readonly string[]
  /** Further writes in the same transaction. */
  readonly also?: (tx: Transaction) => Promise<void>
}

interface Span {
  readonly minDay: number
  readonly maxDay: number
}

const dayNumber = (day: string) => `cast(strftime(${day}, '%Y%m%d') as integer)`

const overlaps = (one: Span, other: Span) =>
  one.minDay <= other.maxDay && other.minDay <= one.maxDay

async function sync(path: string): Promise<void> {
  await using file = await open(path)
  await file.sync()
}
