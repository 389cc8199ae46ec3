import type { Transaction } from '../port.ts'
import type { Dialect } from '../sql/dialect.ts'
import { joined, raw, type Sql, sql } from '../sql/sql.ts'
import { adHocCommand, adHocQuery, type Parameters } from '../sql/statement.ts'
import type { BatchedChange } from './schema.ts'

/** The values of a primary key; empty before the first row. */
export type RowKey = readonly (string | number)[]

type KeyArguments = Record<string, string | number>
type KeyParameters = Parameters<KeyArguments>

// Few enough that writers of the same rows hardly wait.
const rowsPerBatch = 2_000

/** Changes the next rows of a table. Returns the key of the last one unless no others follow. */
export async function changeBatch(
  tx: Transaction,
  { table, command }: BatchedChange,
  { after, dialect }: { readonly after: RowKey; readonly dialect: Dialect },
): Promise<{ last: RowKey | undefined; count: number }> {
  const columns = raw(table.key.join(', '))
  const args: KeyArguments = {}
  /** Compares the key with values that become arguments. */
  const keyComparison = (operator: string, prefix: string, values: RowKey) => {
    for (const [index, value] of values.entries()) args[`${prefix}${index}`] = value
    return (parameters: KeyParameters): Sql => {
      if (values.length === 0) return sql`true`
      const places = values.map((_, index) => parameters[`${prefix}${index}`]!)
      return sql`(${columns}) ${raw(operator)} (${joined(places)})`
    }
  }
  const isAfter = keyComparison('>', 'after', after)
  const row = await tx.first(
    adHocQuery<KeyArguments, KeyArguments>(
      (parameters) => sql`select ${columns} from ${table} where ${isAfter(parameters)}
        order by ${columns} limit 1 offset ${rowsPerBatch - 1}`,
    ),
    args,
  )
  const last = row && table.key.map((column) => row[column]!)
  const isUntil = keyComparison('<=', 'last', last ?? [])
  const change = adHocCommand<KeyArguments>((parameters) =>
    command(sql`${isAfter(parameters)} and ${isUntil(parameters)}`, dialect),
  )
  return { last, count: await tx.run(change, args) }
}
