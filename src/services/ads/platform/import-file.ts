import type { AdsParts } from '../operation.ts'
import type { SourceFormat } from '../warehouse/source-sql.ts'
import type { SourceRow } from './importing.ts'
import { type PlatformSource, type Taken, takeKind } from './source.ts'
import { kindOf, type SourceKind } from './source-kind.ts'

interface Wish {
  readonly path: string
  /** What the file's records are, where neither its name nor its columns say it. */
  readonly kind?: string | undefined
  /** Told how far the reading is. */
  readonly onProgress: (far: { readonly bytes: number; readonly entries: number }) => void
}

/** Imports one file, all of it or nothing. */
export async function importFile(parts: AdsParts, wish: Wish): Promise<Taken> {
  const { path } = wish
  const format: SourceFormat = path.toLowerCase().endsWith('.parquet') ? 'parquet' : 'csv'
  // Loaded only when they are used, so that a server does not pay for the parsers.
  const { columnsIn, rowsIn } =
    format === 'csv' ? await import('./csv-source.ts') : await import('./parquet-source.ts')
  const kind = kindOf(path, { named: wish.kind, columns: await columnsIn(path) })
  return takeKind(parts, new FileSource(kind, { ...wish, format, rowsIn }), kind)
}

interface FileFacts extends Wish {
  readonly format: SourceFormat
  readonly rowsIn: (path: string, onProgress: Wish['onProgress']) => AsyncIterable<SourceRow>
}

/** A file as a source that tells of one kind. */
class FileSource implements PlatformSource {
  readonly kinds: readonly SourceKind[]
  readonly #facts: FileFacts

  constructor(kind: SourceKind, facts: FileFacts) {
    this.kinds = [kind]
    this.#facts = facts
  }

  rows(): AsyncIterable<SourceRow> {
    const { path, onProgress, rowsIn } = this.#facts
    return rowsIn(path, onProgress)
  }

  file() {
    const { path, format } = this.#facts
    return { path, format }
  }
}
