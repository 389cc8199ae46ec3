import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Database, Transaction } from '#/storage/port.ts'
import { raw, sql } from '#/storage/sql/sql.ts'
import { adHocCommand, adHocQuery, none } from '#/storage/sql/statement.ts'
import { literal } from './duckdb.ts'
import { type Warehouse, withDuckDb } from './fact-import.ts'
import { columnsOf, columnTypesOf, type FactName, factNames, factTable } from './facts.ts'

/**
 * Moves statistics to where the engine stores them after a restore from the other engine: from tables into
 * files, or from files into tables. They count as changed then.
 */
export async function settle(warehouse: Warehouse): Promise<void> {
  const { database } = warehouse
  if (database.engine === 'sqlite') {
    for (const fact of factNames) {
      if (await isAnyIn(database, fact)) await tableToFile(warehouse, fact)
    }
  } else if ((await warehouse.files.list(database)).length > 0) await filesToTables(warehouse)
}

async function isAnyIn(database: Database, fact: FactName): Promise<boolean> {
  const any = adHocQuery<typeof none, unknown>(() => sql`select 1 from ${factTable(fact)} limit 1`)
  return (await database.first(any, none)) !== undefined
}

const rowsAtOnce = 5_000

/** Reads ids as text, because SQLite's driver has no integers beyond the range of numbers. */
async function tableToFile(warehouse: Warehouse, fact: FactName): Promise<void> {
  const { database, files } = warehouse
  using _ = await files.reserve()
  await withDuckDb(warehouse, async (duckDb, scratch) => {
    const path = join(scratch, 'rows.json')
    await pipeline(Readable.from(linesOf(database, fact)), createWriteStream(path))
    const types = columnTypesOf(fact)
    const columns = columnsOf(fact).map((column) => `${column}: '${types.get(column)}'`)
    const rows = `select * exclude (changed_at) from read_json(${literal(path)},
      format = 'newline_delimited', columns = {${columns.join(', ')}})`
    const also = async (tx: Transaction) => {
      await tx.run(
        adHocCommand(() => sql`delete from ${factTable(fact)}`),
        none,
      )
    }
    await files.put(duckDb, { fact, rows, also })
  })
}

async function* linesOf(database: Database, fact: FactName): AsyncIterable<string> {
  const columns = columnsOf(fact).map((column) => `cast(${column} as text) as ${column}`)
  const page = adHocQuery<{ after: number }, { place: number }>(
    ({ after }) => sql`select rowid as place, ${raw(columns.join(', '))} from ${factTable(fact)}
      where rowid > ${after} order by rowid limit ${rowsAtOnce}`,
  )
  let after = 0
  for (;;) {
    const rows = await database.all(page, { after })
    yield rows.map(({ place: _, ...row }) => `${JSON.stringify(row)}\n`).join('')
    if (rows.length < rowsAtOnce) return
    after = rows.at(-1)!.place
  }
}

async function filesToTables(warehouse: Warehouse): Promise<void> {
  const { database, files, tables } = warehouse
  using _ = await files.reserve()
  await withDuckDb(warehouse, async (duckDb) => {
    const listed = await files.listFiles()
    for (const fact of factNames) {
      const ofFact = listed.filter((file) => file.fact === fact)
      if (ofFact.length === 0) continue
      await tables.put(duckDb, { fact, rows: files.current(fact, ofFact) })
    }
    await database.transaction((tx) => files.forget(tx))
  })
}
