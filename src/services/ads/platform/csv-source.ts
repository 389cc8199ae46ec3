import { createReadStream } from 'node:fs'
import { parse } from 'csv-parse'
import type { SourceRow } from './importing.ts'

/** The rows of a CSV file with a header, one at a time. */
export async function* rowsIn(
  path: string,
  onProgress: (far: { readonly bytes: number; readonly entries: number }) => void,
): AsyncIterable<SourceRow> {
  const file = createReadStream(path)
  const parser = file.pipe(
    parse({
      bom: true,
      columns: true,
      info: true,
      skip_empty_lines: true,
      relax_column_count: true,
      max_record_size: 1_000_000,
    }),
  )
  file.on('error', (error) => parser.destroy(error))
  let entries = 0
  for await (const { record, info } of parser) {
    entries += 1
    onProgress({ bytes: Number(info.bytes), entries })
    yield { values: record as Record<string, string>, line: Number(info.lines) }
  }
}

/** The names of the columns of a CSV file: what stands in its first row. */
export async function columnsIn(path: string): Promise<string[]> {
  const file = createReadStream(path)
  const parser = file.pipe(parse({ bom: true, to: 1, relax_column_count: true }))
  file.on('error', (error) => parser.destroy(error))
  for await (const record of parser) {
    file.destroy()
    return record as string[]
  }
  return []
}
