import type { Clock } from '#/kernel/clock.ts'
import type { Database } from '#/storage/port.ts'
import { joined, raw, sql } from '#/storage/sql/sql.ts'
import { adHocCommand, type Statement } from '#/storage/sql/statement.ts'
import type { DuckDb } from './duckdb.ts'
import type { PutFacts } from './fact-files.ts'
import {
  columnsOf,
  columnTypesOf,
  type FactName,
  factTable,
  keyColumnsOf,
  measureColumnsOf,
} from './facts.ts'

interface Context {
  readonly database: Database
  readonly clock: Clock
}

/** The statistics of a server on PostgreSQL, in tables of the database. */
export class FactTables {
  readonly #context: Context

  constructor(context: Context) {
    this.#context = context
  }

  /** Writes the rows that differ from the stored ones, and returns their number. */
  async put(duckDb: DuckDb, { fact, rows, unchanged = [], also }: PutFacts): Promise<number> {
    const { database, clock } = this.#context
    const changedAt = clock.nowMs()
    const columns = [...keyColumnsOf(fact), ...measureColumnsOf(fact)]
    const query = `select ${columns.join(', ')} from (${rows}) order by ${keyColumnsOf(fact).join(', ')}`
    const upsert = upsertInto(fact, unchanged)
    return database.transaction(async (tx) => {
      let count = 0
      for await (const chunk of duckDb.chunks(query)) {
        const lists = columns.map((column, index) => [
          column,
          arrayText(chunk.map((row) => String(row[index]))),
        ])
        count += await tx.run(upsert, { ...Object.fromEntries(lists), changedAt })
      }
      await also?.(tx)
      return count
    })
  }
}

type Lists = Readonly<Record<string, string | number>>

/** Upserts many rows, given as one array per column. Equal rows stay untouched. */
function upsertInto(fact: FactName, unchangedMeasures: readonly string[]): Statement<Lists, never> {
  const table = factTable(fact)
  const keys = keyColumnsOf(fact)
  const measures = measureColumnsOf(fact)
  const types = columnTypesOf(fact)
  const importedMeasures = measures.filter((column) => !unchangedMeasures.includes(column))
  const sets = [...importedMeasures, 'changed_at'].map((column) => `${column} = excluded.${column}`)
  const storedValues = importedMeasures.map((column) => `${table.name}.${column}`).join(', ')
  const importedValues = importedMeasures.map((column) => `excluded.${column}`).join(', ')
  const onConflict =
    importedMeasures.length === 0
      ? 'do nothing'
      : `do update set ${sets.join(', ')} where (${storedValues}) is distinct from (${importedValues})`
  return adHocCommand((args) => {
    const arrays = [...keys, ...measures].map(
      (column) => sql`${args[column]!}::text::${raw(types.get(column)!)}[]`,
    )
    return sql`insert into ${table} (${raw(columnsOf(fact).join(', '))})
      select *, ${args.changedAt!}::bigint from unnest(${joined(arrays)})
      on conflict (${raw(keys.join(', '))}) ${raw(onConflict)}`
  })
}

/** An array as a PostgreSQL literal. */
const arrayText = (values: readonly string[]): string =>
  `{${values.map((value) => `"${value.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`
