import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { AdsDependencies } from '../../operation.ts'
import { importColumnsOf } from '../../warehouse/facts.ts'
import type { SourceFormat } from '../../warehouse/source-sql.ts'
import { type ImportOptions, type ImportOutcome, importRows, type SourceRow } from '../importing.ts'
import { isFact, type SourceKind, sourceKinds } from './source-kind.ts'

/**
 * A source of advertising data: a file, the demo, or a connected platform. Values are strings by column name,
 * as in the files of the guide.
 */
export interface PlatformSource {
  /** The kinds of records that it contains. */
  readonly kinds: readonly SourceKind[]
  /** The rows of one kind, generated on demand. Can be called again. */
  rows(kind: SourceKind): AsyncIterable<SourceRow> | Iterable<SourceRow>
  /** The file of statistics, if there is one; it is then read directly. */
  file?(kind: SourceKind): { readonly path: string; readonly format: SourceFormat } | undefined
}

export interface Taken extends ImportOutcome {
  readonly kind: SourceKind
  /** The number of rows of statistics that differ from the stored ones. */
  readonly changed?: number
}

/** Imports a source kind by kind, each completely or not at all. */
export async function* takeSource(
  dependencies: AdsDependencies,
  source: PlatformSource,
): AsyncIterable<Taken> {
  for (const kind of sourceKinds) {
    if (source.kinds.includes(kind)) yield await takeKind(dependencies, source, kind)
  }
}

/** Imports the records of one kind from a source. */
export async function takeKind(
  dependencies: AdsDependencies,
  source: PlatformSource,
  kind: SourceKind,
  options: ImportOptions = {},
): Promise<Taken> {
  if (!isFact(kind))
    return { kind, ...(await importRows(dependencies, kind, source.rows(kind), options)) }
  const { importFacts } = await import('../../warehouse/fact-import.ts')
  const file = source.file?.(kind)
  if (file !== undefined) {
    const { path, format } = file
    return {
      kind,
      ...(await importFacts(dependencies.warehouse, { fact: kind, path, format }, options)),
    }
  }
  const folder = await mkdtemp(join(tmpdir(), 'almanac-statistics-'))
  try {
    const path = join(folder, `${kind}.csv`)
    const names = importColumnsOf(kind).map(({ name }) => name)
    await pipeline(Readable.from(csvText(names, source.rows(kind))), createWriteStream(path))
    return {
      kind,
      ...(await importFacts(dependencies.warehouse, { fact: kind, path, format: 'csv' })),
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const charactersPerChunk = 65_536

async function* csvText(
  names: readonly string[],
  rows: AsyncIterable<SourceRow> | Iterable<SourceRow>,
): AsyncIterable<string> {
  let text = `${names.join(',')}\n`
  for await (const { values } of rows) {
    text += `${lineOf(names.map((name) => values[name] ?? ''))}\n`
    if (text.length < charactersPerChunk) continue
    yield text
    text = ''
  }
  yield text
}

// Numbers and ids need no quotes, and most rows contain nothing else.
const lineOf = (cells: readonly string[]) =>
  special.test(cells.join('')) ? cells.map(csvCell).join(',') : cells.join(',')

const special = /[",\r\n]/

const csvCell = (text: string) => (special.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
