import { type Draft, draftOf, type WholeDraft, wholeDraft } from '../../catalog/draft.ts'
import { volumeIdOf } from '../../domain/volume-id.ts'
import type { Review } from '../../reviewing/review.ts'
import { BadEntry, type Entry, type Place, type Reading } from '../entry.ts'
import type { FormatName } from '../format-names.ts'
import { formats } from '../formats.ts'
import { tidyRecord } from '../tidy-record.ts'
import { openSource } from './source-file.ts'

/** What to read, and how much was already imported. */
export interface ReadingRequest {
  readonly paths: readonly string[]
  readonly format: FormatName
  /** A name for the source of the volumes, instead of that of the format. */
  readonly source: string | undefined
  /** The number of entries that were already imported. */
  readonly resumedAt: number
  readonly entriesPerBatch: number
}

export interface Progress {
  readonly bytes: number
  readonly bytesTotal: number
  readonly entries: number
}

export interface Problem {
  readonly file: string | undefined
  readonly line: number
  readonly reason: string
}

const charactersPerBatch = 4 * 1024 * 1024

/** The ratio of the characters kept of a volume to those of its record, approximately. */
const charactersKeptPerCharacter = 3

/** The results of some entries. If a volume occurs twice, the last entry counts. */
export interface Batch<D = WholeDraft> {
  readonly drafts: Map<string, D>
  readonly withdrawnIds: Set<string>
  /** The shelves and reviews of the user who exported the file. */
  readonly places: (readonly [
    volumeId: string,
    places: readonly Place[],
    review: Review | undefined,
  ])[]
  readonly problems: Problem[]
  others: number
  /** The number of entries in it. */
  count: number
  /** The approximate length of its volumes' complete texts. */
  characters: number
  /** The number of imported entries once it is written. */
  entries: number
  /** Whether the writer had to wait for it. */
  isAwaited: boolean
}

/** The same with complete drafts, without another thread. */
export async function* wholeBatchesOf(
  request: ReadingRequest,
  onProgress: (progress: Progress) => void,
): AsyncGenerator<Batch> {
  for await (const batch of batchesOf(request, onProgress)) {
    const drafts = new Map(batch.drafts.entries().map(([id, draft]) => [id, wholeDraft(draft)]))
    yield { ...batch, drafts }
  }
}

/** Streams the entries that were not imported yet. */
export async function* batchesOf(
  request: ReadingRequest,
  onProgress: (progress: Progress) => void,
): AsyncGenerator<Batch<Draft>> {
  const { passes, read } = formats[request.format]
  const files = await Promise.all(request.paths.map(openSource))
  const bytesTotal = passes * files.reduce((sum, file) => sum + file.bytes, 0)
  let bytes = 0
  let entries = 0
  const noteBytes = (more: number) => {
    bytes += more
    onProgress({ bytes, bytesTotal, entries })
  }
  let batch = newBatch()
  for await (const entry of read(files, noteBytes)) {
    if (++entries <= request.resumedAt) continue
    take(entry, request, batch)
    if (++batch.count < request.entriesPerBatch && batch.characters < charactersPerBatch) continue
    yield Object.assign(batch, { entries })
    batch = newBatch()
  }
  yield Object.assign(batch, { entries })
}

const newBatch = (): Batch<Draft> => ({
  drafts: new Map(),
  withdrawnIds: new Set(),
  places: [],
  problems: [],
  others: 0,
  count: 0,
  characters: 0,
  entries: 0,
  isAwaited: false,
})

function take(entry: Entry, { source }: ReadingRequest, batch: Batch<Draft>): void {
  try {
    takeReading(entry.read(), source, batch)
  } catch (error) {
    if (!(error instanceof BadEntry)) throw error
    batch.problems.push({ file: entry.file, line: entry.line, reason: error.message })
  }
}

function takeReading(reading: Reading, source: string | undefined, batch: Batch<Draft>): void {
  if (reading.kind === 'other') {
    batch.others++
  } else if (reading.kind === 'withdrawn') {
    const id = volumeIdOf({ ...reading, source: source ?? reading.source })
    batch.drafts.delete(id)
    batch.withdrawnIds.add(id)
  } else {
    const draft = draftOf(tidyRecord(reading.volume, source))
    batch.drafts.set(draft.id, draft)
    batch.characters += charactersKeptPerCharacter * draft.text.length
    batch.withdrawnIds.delete(draft.id)
    if (reading.shelves !== undefined) {
      batch.places.push([draft.id, reading.shelves, reading.review])
    }
  }
}
