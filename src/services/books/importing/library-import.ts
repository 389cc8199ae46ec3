import { setImmediate as turn } from 'node:timers/promises'
import { limitExceeded } from '#/kernel/errors.ts'
import { writeVolumes } from '../catalog/writing.ts'
import { volumeIdOf } from '../domain/volume-id.ts'
import type { VolumeRecord } from '../domain/volume-record.ts'
import type { BooksDependencies } from '../operation.ts'
import type { Review } from '../reviewing/review.ts'
import { BadEntry, type Place, type Reading } from './entry.ts'
import { formats } from './formats.ts'
import { Placing } from './placing.ts'
import type { SourceFile } from './reading/source-file.ts'
import { areSameWork, workAuthor, workTitle } from './same-work.ts'
import { tidyRecord } from './tidy-record.ts'

/** The export formats of reading services. */
export const libraryFormats = ['goodreads', 'storygraph', 'calibre'] as const
export type LibraryFormat = (typeof libraryFormats)[number]

type Context = Pick<
  BooksDependencies,
  | 'database'
  | 'volumes'
  | 'searcher'
  | 'shelves'
  | 'contents'
  | 'reviews'
  | 'clock'
  | 'enqueue'
  | 'shelfVolumesMax'
  | 'customShelvesMax'
>

interface LibraryFile {
  readonly text: string
  readonly format: LibraryFormat
  readonly userId: string
  /** Whether missing volumes are added to the catalog; existing ones stay unchanged. */
  readonly addsVolumes: boolean
}

interface LibraryProblem {
  readonly line?: number
  readonly title?: string
  readonly reason: string
}

/** A row of the file that describes a volume. */
interface Row {
  readonly line: number
  readonly record: VolumeRecord
  readonly places: readonly Place[]
  readonly review: Review | undefined
}

const volumesPerTransaction = 100
/** As many as fit on a shelf. Each one may take a search. */
const rowsMax = 10_000
const lookupsPerTurn = 5
/** The number of search results that are compared. */
const editionsMax = 20

/** Puts a reader's exported library on the reader's shelves. */
export class LibraryImport {
  readonly #context: Context
  readonly #file: LibraryFile
  readonly #problems: LibraryProblem[] = []
  #skipped = 0

  constructor(context: Context, file: LibraryFile) {
    this.#context = context
    this.#file = file
  }

  async put() {
    const rows = await this.#rows()
    const inCatalog: (Row & { readonly volumeId: string })[] = []
    const unknown: Row[] = []
    for (const [index, row] of rows.entries()) {
      if (index % lookupsPerTurn === 0) await turn()
      const volumeId = await this.#volumeIdOf(row.record)
      if (volumeId === undefined) unknown.push(row)
      else inCatalog.push({ ...row, volumeId })
    }
    const added = this.#file.addsVolumes ? await this.#add(unknown) : []
    if (!this.#file.addsVolumes) {
      for (const { line, record } of unknown) {
        this.#note({ line, title: record.title, reason: 'the catalog does not have it' })
      }
    }
    return {
      known: inCatalog.length,
      added: new Set(added.map(({ volumeId }) => volumeId)).size,
      unknown: unknown.length - added.length,
      skipped: this.#skipped,
      ...(await this.#place([...inCatalog, ...added])),
      problems: this.#problems,
    }
  }

  async #rows(): Promise<Row[]> {
    const { text, format } = this.#file
    const rows: Row[] = []
    for await (const entry of formats[format].read([textSource(text)], () => {})) {
      const { line } = entry
      try {
        const row = rowOf(line, entry.read())
        if (row === undefined) continue
        if (rows.length === rowsMax) throw limitExceeded(`A file has at most ${rowsMax} books.`)
        rows.push(row)
      } catch (error) {
        if (!(error instanceof BadEntry)) throw error
        this.#skipped++
        this.#note({ line, reason: error.message })
      }
    }
    return rows
  }

  /**
   * The volume of a record: that of an earlier import, one with the same ISBN, or else another edition of the
   * same work.
   */
  async #volumeIdOf(record: VolumeRecord): Promise<string | undefined> {
    const { database, volumes } = this.#context
    const id = volumeIdOf(record)
    if (await volumes.exists(database, id)) return id
    for (const { type, identifier } of record.identifiers ?? []) {
      if (type !== 'ISBN_10' && type !== 'ISBN_13') continue
      const [found] = await this.#search(`isbn:${identifier}`, 1)
      if (found !== undefined) return found.id
    }
    const author = workAuthor(record)
    if (author === undefined) return undefined
    const title = workTitle(record).replaceAll('"', ' ')
    const editions = await this.#search(`intitle:"${title}" inauthor:${author}`, editionsMax)
    return editions.find((edition) => areSameWork(edition.record, record))?.id
  }

  async #search(text: string, count: number) {
    const { database, volumes, searcher } = this.#context
    const scope = { required: [], excluded: [] }
    const { ranks } = await searcher.search({ text, scope, order: 'relevance', start: 0, count })
    return volumes.recordsRanked(database, ranks)
  }

  /** Adds volumes to the catalog; of several editions of a work, only the first. */
  async #add(rows: readonly Row[]): Promise<(Row & { readonly volumeId: string })[]> {
    const byTitle = new Map<string, VolumeRecord[]>()
    const added: VolumeRecord[] = []
    const placed = rows.map((row) => {
      const title = workTitle(row.record).toLowerCase()
      const candidates = byTitle.get(title) ?? []
      const edition = candidates.find((record) => areSameWork(record, row.record))
      if (edition !== undefined) return { ...row, volumeId: volumeIdOf(edition) }
      byTitle.set(title, [...candidates, row.record])
      added.push(row.record)
      return { ...row, volumeId: volumeIdOf(row.record) }
    })
    for (let at = 0; at < added.length; at += volumesPerTransaction) {
      const records = added.slice(at, at + volumesPerTransaction)
      await this.#context.database.transaction((tx) => writeVolumes(tx, records))
    }
    return placed
  }

  async #place(rows: readonly (Row & { readonly volumeId: string })[]) {
    const placing = new Placing()
    const titles = new Map<string, string>()
    for (const { volumeId, places, record, review } of rows) {
      placing.note(volumeId, places, review)
      titles.set(volumeId, record.title)
    }
    const shelved = await placing.put(this.#context, this.#file.userId, ({ volumeId, reason }) => {
      const title = titles.get(volumeId ?? '')
      this.#note({ ...(title !== undefined && { title }), reason })
    })
    return { shelved, reviewed: placing.reviewCount }
  }

  #note(problem: LibraryProblem): void {
    this.#problems.push(problem)
  }
}

function rowOf(line: number, reading: Reading): Row | undefined {
  if (reading.kind !== 'volume') return undefined
  const record = tidyRecord(reading.volume, undefined)
  return { line, record, places: reading.shelves ?? [], review: reading.review }
}

const headBytes = 65_536
const chunkBytes = 16_384

/** A text from the wire, as a file to import. */
function textSource(text: string): SourceFile {
  const content = Buffer.from(text)
  return {
    name: 'the file',
    bytes: content.length,
    head: content.subarray(0, headBytes),
    fingerprint: '',
    async *read(onProgress) {
      for (let at = 0; at < content.length; at += chunkBytes) {
        const chunk = content.subarray(at, at + chunkBytes)
        onProgress(chunk.length)
        yield chunk
        // Yields to other work between pieces.
        await turn()
      }
    },
  }
}
