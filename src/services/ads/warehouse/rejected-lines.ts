import type { BadRecord } from '../platform/writing/writing-batch.ts'
import type { DuckDb } from './duckdb.ts'
import type { FactSource } from './source-sql.ts'

interface Reject {
  readonly line: string
  readonly column_name: string | null
  readonly error_type: string
  readonly error_message: string
}

/** The lines that the reader of CSV could make nothing of, in their order. */
export async function rejectedLines(duckDb: DuckDb, { format }: FactSource): Promise<BadRecord[]> {
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
