import { createHash } from 'node:crypto'
import { endedRuns } from '#/kernel/change-numbers.ts'
import type { ArchivedRow, Engine, Snapshot, TableRow } from '../port.ts'
import { readTables } from '../schema/catalog.ts'
import { readEpoch } from '../schema/epoch.ts'
import { presentNumber } from '../schema/migrate.ts'
import type { Schema } from '../schema/schema.ts'
import { type AttachedFiles, fileParts, filePrefix } from './attached-files.ts'

/**
 * The text of an archive, the same for both engines, with one JSON value per line: a header, `[table, row]`
 * for each row, the chunks of attached files, and a trailer with counts and a checksum.
 */
export interface ArchiveHeader {
  readonly format: 'almanac-archive'
  readonly version: 2
  /** The schema that the rows were written with. */
  readonly migration: number
  readonly epoch: number
}

interface Trailer {
  readonly rows: Readonly<Record<string, number>>
  /** SHA-256 of all lines before this one, each with the line feed that ends it. */
  readonly sha256: string
}

const chunkCharacters = 65_536
const lineCharactersMax = 256_000_000

interface ArchiveOptions {
  readonly engine: Engine
  readonly schema: Pick<Schema, 'unarchived'>
  readonly files?: AttachedFiles | undefined
}

/** The lines of an archive, joined to chunks. */
export async function* archiveText(
  snapshot: Snapshot,
  { engine, schema, files }: ArchiveOptions,
): AsyncIterable<string> {
  const seal = createHash('sha256')
  const counts: Record<string, number> = {}
  let chunk = `${JSON.stringify(await makeHeader(snapshot, engine))}\n`
  for (const { name, columns } of await readTables(snapshot, engine)) {
    if (schema.unarchived.has(name)) continue
    counts[name] = 0
    for await (const row of snapshot.rows(name)) {
      counts[name]++
      chunk += `${JSON.stringify([name, pick(row, columns)])}\n`
      if (chunk.length < chunkCharacters) continue
      seal.update(chunk)
      yield chunk
      chunk = ''
    }
  }
  counts[filePrefix] = 0
  for await (const part of files === undefined ? [] : fileParts(files, snapshot)) {
    counts[filePrefix]++
    chunk += `${JSON.stringify([filePrefix, part])}\n`
    seal.update(chunk)
    yield chunk
    chunk = ''
  }
  seal.update(chunk)
  const trailer: Trailer = { rows: counts, sha256: seal.digest('hex') }
  yield `${chunk}${JSON.stringify(trailer)}\n`
}

async function makeHeader(snapshot: Snapshot, engine: Engine): Promise<ArchiveHeader> {
  return {
    format: 'almanac-archive',
    version: 2,
    migration: await presentNumber(snapshot, engine),
    epoch: (await readEpoch(snapshot)) ?? 0,
  }
}

const pick = (row: TableRow, columns: readonly string[]): TableRow =>
  Object.fromEntries(columns.map((column) => [column, archivedValue(column, row[column] ?? null)]))

const holdsRuns = /^(\w+_)?runs$/

// A process that does not know of a restore yet must not continue the numbers from before.
const archivedValue = (column: string, value: TableRow[string]) =>
  typeof value === 'string' && holdsRuns.test(column) ? endedRuns(value) : value

/** Reads the header and returns the rows, which fail if the archive is incomplete. */
export async function parseArchive(
  text: AsyncIterable<Uint8Array>,
): Promise<{ header: ArchiveHeader; rows: AsyncIterable<ArchivedRow> }> {
  const lines = splitLines(text)[Symbol.asyncIterator]()
  const first = await nextLine(lines)
  const header = parse(first) as ArchiveHeader | undefined
  if (header?.format !== 'almanac-archive') throw new Error('This is not an Almanac archive.')
  if ((header.version as number) === 1) {
    throw new Error('This archive was made by Almanac 0.1, which this version cannot restore.')
  }
  if (header.version !== 2 || !Number.isSafeInteger(header.migration)) {
    throw new Error('This archive has a layout that this version of Almanac does not know.')
  }
  return { header, rows: sealedRows(first, lines) }
}

async function* sealedRows(
  header: string,
  lines: AsyncIterator<string>,
): AsyncIterable<ArchivedRow> {
  const seal = createHash('sha256').update(`${header}\n`)
  const counts: Record<string, number> = {}
  for (;;) {
    const line = await nextLine(lines)
    const value = parse(line)
    if (!Array.isArray(value)) {
      assertSealed(value as Trailer, { rows: counts, sha256: seal.digest('hex') })
      break
    }
    seal.update(`${line}\n`)
    const [table, row] = value as [string, TableRow]
    counts[table] = (counts[table] ?? 0) + 1
    yield { table, row }
  }
  if (!(await lines.next()).done) throw notWhole()
}

function assertSealed(trailer: Trailer | undefined, found: Trailer): void {
  const promised = Object.entries(trailer?.rows ?? {})
  const isCounted = promised.every(([table, count]) => (found.rows[table] ?? 0) === count)
  if (!isCounted || trailer?.sha256 !== found.sha256) throw notWhole()
}

async function nextLine(lines: AsyncIterator<string>): Promise<string> {
  const { value, done } = await lines.next()
  if (done) throw notWhole()
  return value
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch (error) {
    throw notWhole(error)
  }
}

const notWhole = (cause?: unknown): Error =>
  new Error('The archive is incomplete or damaged. Nothing was restored.', { cause })

async function* splitLines(text: AsyncIterable<Uint8Array>): AsyncIterable<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let rest = ''
  try {
    for await (const bytes of text) {
      const decoded = decoder.decode(bytes, { stream: true })
      let start = 0
      for (let end = decoded.indexOf('\n'); end !== -1; end = decoded.indexOf('\n', start)) {
        yield rest + decoded.slice(start, end)
        rest = ''
        start = end + 1
      }
      rest += decoded.slice(start)
      if (rest.length > lineCharactersMax) throw new Error('A line is too long.')
    }
    if (rest + decoder.decode() !== '') throw new Error('The last line is incomplete.')
  } catch (error) {
    throw notWhole(error)
  }
}
