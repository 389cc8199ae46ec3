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

interface Parts {
  readonly database: Database
  readonly clock: Clock
}

/** The statistics of a server on PostgreSQL: tables of the database. */
export class FactTables {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Writes those of the rows that are not kept as they are; says how many these were. */
  async put(duckDb: DuckDb, { fact, rows, kept = [], also }: PutFacts): Promise<number> {
    const { database, clock } = this.#parts
    const changedAt = clock.nowMs()
    const columns = [...keyColumnsOf(fact), ...measureColumnsOf(fact)]
    const query = `select ${columns.join(', ')} from (${rows}) order by ${keyColumnsOf(fact).join(', ')}`
    const upsert = upsertInto(fact, kept)
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

/** Many rows at once, as one array for each column. What is there and the same stays untouched. */
function upsertInto(fact: FactName, keptMeasures: readonly string[]): Statement<Lists, never> {
  const table = factTable(fact)
  const keys = keyColumnsOf(fact)
  const measures = measureColumnsOf(fact)
  const types = columnTypesOf(fact)
  const toldMeasures = measures.filter((column) => !keptMeasures.includes(column))
  const sets = [...toldMeasures, 'changed_at'].map((column) => `${column} = excluded.${column}`)
  const kept = toldMeasures.map((column) => `${table.name}.${column}`).join(', ')
  const told = toldMeasures.map((column) => `excluded.${column}`).join(', ')
  const onConflict =
    toldMeasures.length === 0
      ? 'do nothing'
      : `do update set ${sets.join(', ')} where (${kept}) is distinct from (${told})`
  return adHocCommand((args) => {
    const arrays = [...keys, ...measures].map(
      (column) => sql`${args[column]!}::text::${raw(types.get(column)!)}[]`,
    )
    return sql`insert into ${table} (${raw(columnsOf(fact).join(', '))})
      select *, ${args.changedAt!}::bigint from unnest(${joined(arrays)})
      on conflict (${raw(keys.join(', '))}) ${raw(onConflict)}`
  })
}

/** An array as PostgreSQL writes it. */
const arrayText = (values: readonly string[]): string =>
  `{${values.map((value) => `"${value.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`
