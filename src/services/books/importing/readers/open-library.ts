import { Scratch } from '#/storage/sqlite/scratch.ts'
import { BadEntry, badEntry, type Entry } from '../entry.ts'
import type { SourceFile } from '../reading/source-file.ts'
import { parsedJson } from '../syntax/json-members.ts'
import { type Line, lines } from '../syntax/lines.ts'
import { authorText, editionVolume, type Json, workText } from './open-library-volume.ts'

const columns = 5
const tab = 9

/**
 * Dumps of Open Library. Editions become volumes. Works and authors, which may follow the editions or be in
 * separate files, are looked up; so the files are read twice.
 */
export async function* openLibrary(
  files: readonly SourceFile[],
  onProgress: (bytes: number) => void,
): AsyncGenerator<Entry> {
  using scratch = new Scratch()
  yield* rows(files, onProgress, (row) =>
    row.type === 'edition' ? undefined : storeReferenced(row, scratch),
  )
  const lookUp = (key: string) => textOf(scratch, key)
  yield* rows(files, onProgress, (row) =>
    row.type === 'edition'
      ? {
          line: row.line,
          read: () => ({ kind: 'volume', volume: editionVolume(jsonOf(row), row.key, lookUp) }),
        }
      : undefined,
  )
}

interface Row {
  readonly line: number
  /** Without the common prefix. */
  readonly type: string
  readonly key: string
  readonly json: Buffer | undefined
}

async function* rows(
  files: readonly SourceFile[],
  onProgress: (bytes: number) => void,
  take: (row: Row) => Entry | undefined,
): AsyncGenerator<Entry> {
  for (const file of files) {
    for await (const line of lines(file.read(onProgress))) {
      const entry = take(rowOf(line))
      if (entry !== undefined) yield files.length > 1 ? { ...entry, file: file.name } : entry
    }
  }
}

/** Five tab-separated columns, the last of which is JSON. */
function rowOf({ number, bytes }: Line): Row {
  const cells: string[] = []
  let from = 0
  for (let column = 1; column < columns; column++) {
    const at = bytes?.indexOf(tab, from) ?? -1
    if (at === -1) return { line: number, type: 'edition', key: '', json: undefined }
    cells.push(bytes!.toString('utf8', from, at))
    from = at + 1
  }
  const [type = '', key = ''] = cells
  return { line: number, type: type.replace('/type/', ''), key, json: bytes!.subarray(from) }
}

function jsonOf({ key, json }: Row): Json {
  if (json === undefined && key === '') throw new BadEntry('there are not five columns')
  const parsed = parsedJson(json)
  if (typeof parsed !== 'object' || parsed === null) throw new BadEntry('the JSON is no object')
  return parsed as Json
}

const redirect = '>'

/** Stores data that editions need. Returns an entry only to report an error. */
function storeReferenced(row: Row, scratch: Scratch): Entry | undefined {
  try {
    if (row.type === 'author') scratch.put(row.key, authorText(jsonOf(row)))
    if (row.type === 'work') scratch.put(row.key, workText(jsonOf(row)))
    if (row.type === 'redirect') scratch.put(row.key, redirect + String(jsonOf(row).location))
    return undefined
  } catch (error) {
    if (!(error instanceof BadEntry)) throw error
    return badEntry(row.line, error.message)
  }
}

const redirectsMax = 5

function textOf(scratch: Scratch, key: string): string | undefined {
  let text = scratch.get(key)
  for (let step = 0; text?.startsWith(redirect) && step < redirectsMax; step++) {
    text = scratch.get(text.slice(redirect.length))
  }
  return text?.startsWith(redirect) ? undefined : text
}
