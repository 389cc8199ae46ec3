import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Database } from '#/storage/port.ts'
import type { ImportOptions, ImportOutcome } from '../platform/importing.ts'
import type { BadRecord } from '../platform/writing/writing-batch.ts'
import type { Entities } from '../store/entities.ts'
import { type DuckDb, literal, openDuckDb } from './duckdb.ts'
import { type FactFiles, workPrefix } from './fact-files.ts'
import type { FactTables } from './fact-tables.ts'
import { keyColumnsOf, measureColumnsOf } from './facts.ts'
import { astrayText, findAstray, isAstray } from './lineage.ts'
import { type FactSource, sourceQuery } from './source-sql.ts'

export interface Warehouse {
  readonly database: Database
  readonly entities: Entities
  readonly files: FactFiles
  readonly tables: FactTables
  /** The folder for temporary files. */
  readonly folder: string
  readonly memoryMb: number
}

const threadsMax = 4
const badShownMax = 100

/** Opens DuckDB for a command, with a folder that is deleted afterwards. */
export async function withDuckDb<T>(
  { folder, memoryMb }: Pick<Warehouse, 'folder' | 'memoryMb'>,
  work: (duckDb: DuckDb, scratch: string) => Promise<T>,
): Promise<T> {
  const scratch = await mkdtemp(join(folder, workPrefix))
  try {
    const threads = Math.min(availableParallelism(), threadsMax)
    using duckDb = await openDuckDb({ memoryMb, threads, spillFolder: join(scratch, 'spill') })
    return await work(duckDb, scratch)
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** Imports a file of statistics, completely or not at all. Invalid rows are skipped and reported. */
export async function importFacts(
  warehouse: Warehouse,
  source: FactSource,
  { isWhole = false }: ImportOptions = {},
): Promise<ImportOutcome & { readonly changed: number }> {
  const { database, entities, files, tables } = warehouse
  using _ = await files.reserve()
  return await withDuckDb(warehouse, async (duckDb, scratch) => {
    const { fact } = source
    const path = join(scratch, 'imported.parquet')
    const imported = `read_parquet(${literal(path)})`
    const { rows, absent } = await sourceQuery(duckDb, source)
    await stage(duckDb, rows, path)
    const rejected = await rejectedLines(duckDb, source)
    const facts = { fact, rows: `(select * from ${imported} where why is null)` }
    const astray = await findAstray({ reader: database, entities }, duckDb, facts)
    const [counts] = await duckDb.all<{ read: string; bad: string }>(
      `select count(*) as read,
        count(*) filter (why is not null ${astray > 0 ? `or ${isAstray(fact, 'r')}` : ''}) as bad
      from ${imported} r`,
    )
    const badCount = Number(counts!.bad) + rejected.length
    const hasTwice = await isAnyTwice(duckDb, source, imported)
    if (badCount > rejected.length || hasTwice) await stageInOrder(duckDb, rows, path)
    const bad = [
      ...rejected,
      ...(await misfits(duckDb, source, { imported, rejected, isAny: badCount > rejected.length })),
    ]
    const store = database.engine === 'sqlite' ? files : tables
    const good = goodRows(source, imported, { hasAstray: astray > 0, hasTwice })
    const unchanged = isWhole ? [] : absent
    const isAnyGood = Number(counts!.read) > Number(counts!.bad)
    const changed = isAnyGood ? await store.put(duckDb, { fact, rows: good, unchanged }) : 0
    const read = Number(counts!.read) + rejected.length
    return {
      read,
      taken: read - badCount,
      badCount,
      bad: bad.toSorted((one, other) => one.line - other.line).slice(0, badShownMax),
      changed,
    }
  })
}

const stage = (duckDb: DuckDb, rows: string, path: string) =>
  duckDb.run(`copy (${rows}) to ${literal(path)} (format parquet, compression snappy)`)

/** Reads the source again and numbers its rows, which rules out parallel reading. */
async function stageInOrder(duckDb: DuckDb, rows: string, path: string): Promise<void> {
  await duckDb.run('set preserve_insertion_order = true')
  await stage(duckDb, `select row_number() over () as place, * from (${rows})`, path)
  await duckDb.run('set preserve_insertion_order = false')
}

async function isAnyTwice(
  duckDb: DuckDb,
  { fact }: FactSource,
  imported: string,
): Promise<boolean> {
  const keys = keyColumnsOf(fact).join(', ')
  const found = await duckDb.all(
    `select 1 from ${imported} where why is null group by hash(${keys}) having count(*) > 1 limit 1`,
  )
  return found.length > 0
}

/** The first invalid rows, with their line numbers. */
async function misfits(
  duckDb: DuckDb,
  { fact, format }: FactSource,
  findings: {
    readonly imported: string
    readonly rejected: readonly { readonly line: number }[]
    readonly isAny: boolean
  },
): Promise<{ line: number; why: string }[]> {
  if (!findings.isAny) return []
  const rows = await duckDb.all<{ place: string; why: string }>(
    `select place, coalesce(why, ${astrayText(fact, 'r')}) as why from ${findings.imported} r
      where coalesce(why, ${astrayText(fact, 'r')}) is not null order by place limit ${badShownMax}`,
  )
  const passedOver = findings.rejected.map(({ line }) => line)
  return rows.map(({ place, why }) => ({
    line: format === 'csv' ? lineOf(Number(place), passedOver) : Number(place),
    why,
  }))
}

/** The line number of a row. Lines that the reader rejected, and the header, are not counted among rows. */
function lineOf(place: number, passedOver: readonly number[]): number {
  let line = place + 1
  for (const other of passedOver) if (other <= line) line += 1
  return line
}

/** The rows to store: of equal keys, the last one. */
function goodRows(
  { fact }: FactSource,
  imported: string,
  { hasAstray, hasTwice }: { readonly hasAstray: boolean; readonly hasTwice: boolean },
): string {
  const keys = keyColumnsOf(fact)
  const columns = [...keys, ...measureColumnsOf(fact)]
  const isOfKnownEntity = hasAstray ? `and not (${isAstray(fact, 'r')})` : ''
  const last = hasTwice
    ? `qualify row_number() over (partition by ${keys.join(', ')} order by place desc) = 1`
    : ''
  return `select ${columns.join(', ')} from ${imported} r where why is null ${isOfKnownEntity} ${last}`
}

interface Reject {
  readonly line: string
  readonly column_name: string | null
  readonly error_type: string
  readonly error_message: string
}

/** The lines that the CSV reader rejected, in order. */
async function rejectedLines(duckDb: DuckDb, { format }: FactSource): Promise<BadRecord[]> {
  if (format !== 'csv') return []
  const rows = await duckDb.all<Reject>(
    `select line, first(column_name) as column_name, first(error_type) as error_type,
        first(error_message) as error_message
      from reject_errors group by line order by line`,
  )
  return rows.map((row) => ({ line: Number(row.line), why: reasonOf(row) }))
}

function reasonOf({ column_name, error_type, error_message }: Reject): string {
  const [, text] = /Could not convert string "([\s\S]*?)" to/.exec(error_message) ?? []
  if (error_type === 'CAST' && text !== undefined) {
    return `${column_name} cannot be ${JSON.stringify(text)}`
  }
  if (error_type.endsWith('COLUMNS')) return 'it has another number of columns than the header'
  return error_message.split('\n')[0]!
}
