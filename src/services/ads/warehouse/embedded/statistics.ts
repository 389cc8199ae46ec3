import { join } from 'node:path'
import type { Connection } from '#/storage/sqlite/connection.ts'
import { type DuckDb, literal } from '../duckdb.ts'
import { columnsOf, type FactName, factNames, keyColumnsOf, tableOf } from '../facts.ts'

interface Given {
  readonly duckDb: DuckDb
  readonly folder: string
}

interface FileRow {
  readonly fact: string
  readonly fileName: string
  readonly minDay: number
  readonly maxDay: number
}

/** Loads the files of statistics that are listed and not loaded yet. */
export async function bringStatistics(source: Connection, given: Given): Promise<void> {
  const { duckDb } = given
  const listed = source
    .prepare(
      `select fact, file_name as fileName, min_day as minDay, max_day as maxDay
        from ads_fact_files order by number`,
    )
    .all() as unknown as FileRow[]
  const loaded = await duckDb.all<{ fact: string; file_name: string }>('select * from loaded')
  for (const fact of factNames) {
    const files = listed.filter((file) => file.fact === fact)
    const names = new Set(files.map(({ fileName }) => fileName))
    const known = new Set(loaded.filter((row) => row.fact === fact).map((row) => row.file_name))
    const areMerged = [...known].some((name) => !names.has(name))
    // Merged files say what those before them said, so that all is loaded again.
    if (areMerged) {
      await duckDb.run(`delete from ${tableOf(fact)}`)
      await duckDb.run(`delete from loaded where fact = ${literal(fact)}`)
      known.clear()
    }
    for (const file of files) if (!known.has(file.fileName)) await load(given, fact, file)
  }
}

/** Rows of a later file replace those with the same keys. */
async function load({ duckDb, folder }: Given, fact: FactName, file: FileRow): Promise<void> {
  const table = tableOf(fact)
  const rows = `read_parquet(${literal(join(folder, file.fileName))})`
  const [overlap] = await duckDb.all(
    `select 1 from ${table} where day between ${dayOf(file.minDay)} and ${dayOf(file.maxDay)} limit 1`,
  )
  if (overlap !== undefined) {
    const same = keyColumnsOf(fact).map((column) => `told.${column} = ${table}.${column}`)
    await duckDb.run(`delete from ${table} using ${rows} told where ${same.join(' and ')}`)
  }
  const columns = columnsOf(fact).join(', ')
  await duckDb.run(`insert into ${table} (${columns}) select ${columns} from ${rows}`)
  await duckDb.run(`insert into loaded values (${literal(fact)}, ${literal(file.fileName)})`)
}

const dayOf = (number: number) => {
  const text = String(number)
  return `date '${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}'`
}
