import { statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { literal, openDuckDb } from '../../warehouse/duckdb.ts'
import type { SourceRow } from '../importing.ts'

// Rows are streamed, so that little memory is needed.
const limits = { memoryMb: 256, threads: 1, spillFolder: tmpdir() }

/** The rows of a Parquet file as strings, one at a time. The row number is used as the line number. */
export async function* rowsIn(
  path: string,
  onProgress: (far: { readonly bytes: number; readonly entries: number }) => void,
): AsyncIterable<SourceRow> {
  using duckDb = await openDuckDb(limits)
  await duckDb.run('set preserve_insertion_order = true')
  const from = `read_parquet(${literal(path)})`
  const columns = await duckDb.all<Column>(`describe select * from ${from}`)
  const names = columns.map(({ column_name }) => column_name)
  const [total] = await duckDb.all<{ rows: string }>(`select count(*) as rows from ${from}`)
  const bytesPerRow = statSync(path).size / Math.max(Number(total!.rows), 1)
  const texts = columns.map(textOf)
  let line = 0
  for await (const chunk of duckDb.chunks(`select ${texts.join(', ')} from ${from}`)) {
    for (const row of chunk) {
      line += 1
      const values = Object.fromEntries(
        names.map((name, index) => [name, String(row[index] ?? '')]),
      )
      yield { values, line }
    }
    onProgress({ bytes: line * bytesPerRow, entries: line })
  }
}

/** The names of the columns of a Parquet file. */
export async function columnsIn(path: string): Promise<string[]> {
  using duckDb = await openDuckDb(limits)
  const columns = await duckDb.all<Column>(`describe select * from read_parquet(${literal(path)})`)
  return columns.map(({ column_name }) => column_name)
}

interface Column {
  readonly column_name: string
  readonly column_type: string
}

/** Times are milliseconds, because their text would depend on a time zone. */
function textOf({ column_name, column_type }: Column): string {
  const column = `"${column_name.replaceAll('"', '""')}"`
  const value = column_type.startsWith('TIMESTAMP') ? `epoch_ms(${column})` : column
  return `cast(${value} as varchar)`
}
