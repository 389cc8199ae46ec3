import { createReadStream } from 'node:fs'
import { parse } from 'csv-parse'
import type { SourceRow } from './importing.ts'

/** The rows of a CSV file with a header, one at a time. */
export async function* csvRows(
  path: string,
  onBytes: (count: number) => void,
): AsyncIterable<SourceRow> {
  const bytes = createReadStream(path)
  bytes.on('data', ({ length }) => onBytes(length))
  const parser = bytes.pipe(
    parse({
      bom: true,
      columns: true,
      info: true,
      skip_empty_lines: true,
      relax_column_count: true,
      max_record_size: 1_000_000,
    }),
  )
  bytes.on('error', (error) => parser.destroy(error))
  for await (const { record, info } of parser) {
    yield { values: record as Record<string, string>, line: Number(info.lines) }
  }
}
