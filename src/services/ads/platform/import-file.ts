import type { AdsParts } from '../operation.ts'
import type { SourceFormat } from '../warehouse/source-sql.ts'
import { type ImportOutcome, importRows, type SourceRow } from './importing.ts'
import { isFact, kindOf, type SourceKind } from './source-kind.ts'

interface Wish {
  readonly path: string
  /** What the file's records are, where neither its name nor its header says it. */
  readonly kind?: string | undefined
  /** Told how far the reading is. */
  readonly onProgress: (far: { readonly bytes: number; readonly entries: number }) => void
}

/** Imports one file, all of it or nothing. */
export async function importFile(
  parts: AdsParts,
  { path, kind: named, onProgress }: Wish,
): Promise<ImportOutcome & { readonly kind: SourceKind; readonly changed?: number }> {
  const format: SourceFormat = path.toLowerCase().endsWith('.parquet') ? 'parquet' : 'csv'
  const rows = (await rowsOf(format, path, onProgress))[Symbol.asyncIterator]()
  const first = await rows.next()
  const columns = first.done ? [] : Object.keys(first.value.values)
  const kind = kindOf(path, { named, columns })
  if (!isFact(kind)) return { kind, ...(await importRows(parts, kind, rejoined(first, rows))) }
  await rows.return?.()
  const { importFacts } = await import('../warehouse/fact-import.ts')
  return { kind, ...(await importFacts(parts.warehouse, { fact: kind, path, format })) }
}

async function rowsOf(
  format: SourceFormat,
  path: string,
  onProgress: Wish['onProgress'],
): Promise<AsyncIterable<SourceRow>> {
  // Loaded only when they are used, so that a server does not pay for the parsers.
  if (format === 'csv') return (await import('./csv-source.ts')).csvRows(path, onProgress)
  return (await import('./parquet-source.ts')).parquetRows(path, onProgress)
}

type First = IteratorResult<SourceRow>

async function* rejoined(first: First, rest: AsyncIterator<SourceRow>): AsyncIterable<SourceRow> {
  for (let result = first; !result.done; result = await rest.next()) yield result.value
}
