import { createReadStream } from 'node:fs'
import { csvRows, type Delimiter, delimiterOf } from '#/kernel/text/csv.ts'
import type { SourceRow } from '../importing.ts'

/** The rows of a CSV file with a header, one at a time. */
export async function* rowsIn(
  path: string,
  onProgress: (far: { readonly bytes: number; readonly entries: number }) => void,
): AsyncIterable<SourceRow> {
  let bytes = 0
  let entries = 0
  let names: readonly string[] | undefined
  const chunks = chunksOf(path, (more) => {
    bytes += more
  })
  for await (const row of csvRows(chunks)) {
    if ('problem' in row) yield { values: {}, ...row }
    else if (names === undefined) names = row.cells
    else {
      entries += 1
      onProgress({ bytes, entries })
      yield { values: valuesOf(names, row.cells), line: row.line }
    }
  }
}

/** The column names of a CSV file, from its first row. */
export async function columnsIn(path: string): Promise<readonly string[]> {
  for await (const row of csvRows(chunksOf(path))) return 'cells' in row ? row.cells : []
  return []
}

/** The delimiter of a CSV file. */
export async function delimiterIn(path: string): Promise<Delimiter> {
  let text = ''
  for await (const chunk of chunksOf(path)) {
    text += chunk.toString()
    if (/[\r\n]/.test(text)) break
  }
  return delimiterOf(text.split(/[\r\n]/, 1)[0]!)
}

async function* chunksOf(
  path: string,
  onBytes: (more: number) => void = () => {},
): AsyncGenerator<Buffer> {
  for await (const chunk of createReadStream(path)) {
    onBytes((chunk as Buffer).length)
    yield chunk as Buffer
  }
}

/** Missing cells at the end of a row are empty. */
const valuesOf = (names: readonly string[], cells: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.slice(0, cells.length).map((name, index) => [name, cells[index]!]))
