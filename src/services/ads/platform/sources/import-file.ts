import type { AdsDependencies } from '../../operation.ts'
import type { SourceFormat } from '../../warehouse/source-sql.ts'
import type { ImportOptions, SourceRow } from '../importing.ts'
import { type PlatformSource, type Taken, takeKind } from './source.ts'
import { kindOf, type SourceKind, sourceKinds } from './source-kind.ts'

/** A file and its kind. */
interface SourceFile {
  readonly path: string
  readonly kind: SourceKind
  readonly format: SourceFormat
}

/** Sorts files so that each comes after those it depends on. */
export async function sourceFiles(
  paths: readonly string[],
  named: string | undefined,
): Promise<SourceFile[]> {
  const files: SourceFile[] = []
  for (const path of paths) {
    const format = path.toLowerCase().endsWith('.parquet') ? 'parquet' : 'csv'
    const { columnsIn } = await readerOf(format)
    files.push({ path, format, kind: kindOf(path, { named, columns: await columnsIn(path) }) })
  }
  const orderOf = ({ kind }: SourceFile) => sourceKinds.indexOf(kind)
  return files.sort((one, other) => orderOf(one) - orderOf(other))
}

type OnProgress = (far: { readonly bytes: number; readonly entries: number }) => void

/** Imports one file, completely or not at all. */
export async function importFile(
  dependencies: AdsDependencies,
  file: SourceFile,
  { onProgress, ...options }: ImportOptions & { readonly onProgress: OnProgress },
): Promise<Taken> {
  const { rowsIn } = await readerOf(file.format)
  const source = new FileSource(file, () => rowsIn(file.path, onProgress))
  return takeKind(dependencies, source, file.kind, options)
}

// Loaded on first use, so that a server does not load the parsers.
const readerOf = (format: SourceFormat) =>
  format === 'csv' ? import('./csv-source.ts') : import('./parquet-source.ts')

/** A file as a source of records of one kind. */
class FileSource implements PlatformSource {
  readonly kinds: readonly SourceKind[]
  readonly rows: () => AsyncIterable<SourceRow>
  readonly #file: SourceFile

  constructor(file: SourceFile, rows: () => AsyncIterable<SourceRow>) {
    this.kinds = [file.kind]
    this.rows = rows
    this.#file = file
  }

  file(): SourceFile {
    return this.#file
  }
}
