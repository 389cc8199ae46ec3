import { basename } from 'node:path'
import type { AdsParts } from '../operation.ts'
import {
  type ImportOutcome,
  importRows,
  kindOfHeader,
  kindOfName,
  type SourceRow,
} from './importing.ts'
import { type KindName, kindNames } from './kinds.ts'

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
  { path, kind: wanted, onProgress }: Wish,
): Promise<ImportOutcome & { readonly kind: KindName }> {
  const { csvRows } = await import('./csv-source.ts')
  const rows = csvRows(path, onProgress)[Symbol.asyncIterator]()
  const first = await rows.next()
  const kind = wanted === undefined ? recognised(path, first) : named(wanted)
  return { kind, ...(await importRows(parts, kind, rejoined(first, rows))) }
}

type First = IteratorResult<SourceRow>

function recognised(path: string, first: First): KindName {
  const header = first.done ? [] : Object.keys(first.value.values)
  const kind = kindOfName(basename(path)) ?? kindOfHeader(header)
  if (kind !== undefined) return kind
  throw new Error(`What ${basename(path)} holds cannot be told: name it with --kind.`)
}

function named(text: string): KindName {
  const kind = kindNames.find((candidate) => candidate === text)
  if (kind === undefined) throw new Error(`${text} is none of ${kindNames.join(', ')}.`)
  return kind
}

async function* rejoined(first: First, rest: AsyncIterator<SourceRow>): AsyncIterable<SourceRow> {
  for (let result = first; !result.done; result = await rest.next()) yield result.value
}
