import { hash } from 'node:crypto'
import type { Clock } from '#/kernel/clock.ts'
import type { Database } from '#/storage/port.ts'
import { settleIndex } from '../catalog/settling.ts'
import { TermCounts } from '../catalog/terms.ts'
import { removeVolumes, writeDrafts } from '../catalog/writing.ts'
import type { Review } from '../reviewing/review.ts'
import { Imports } from '../store/imports.ts'
import type { Place } from './entry.ts'
import type { FormatName } from './format-names.ts'
import type { Batch, Problem, Progress, ReadingRequest } from './reading/reading.ts'
import type { ReadingThread } from './reading/reading-thread.ts'

interface ImportContext {
  readonly database: Database
  readonly clock: Clock
}

export interface ImportRequest {
  readonly paths: readonly string[]
  /** Identifies the content of the files. */
  readonly fingerprints: readonly string[]
  readonly format: FormatName
  readonly source?: string | undefined
  /** The thread that reads long files. */
  readonly thread?: ReadingThread | undefined
  /** Whether to start over even if an earlier import was interrupted. */
  readonly isFresh?: boolean
  /** The current number of entries per transaction. */
  readonly entriesPerTransaction: () => number
  /** Yields to other writers after each transaction. */
  readonly pause: () => Promise<void>
  /** Called with the shelves of each volume of the user who exported the file. */
  readonly onPlaced?: (
    volumeId: string,
    places: readonly Place[],
    review: Review | undefined,
  ) => void
  readonly onProgress: (progress: Progress) => void
  readonly onBad: (problem: Problem) => void
}

export interface ImportReport extends Counts {
  /** The number of entries that an earlier import wrote. */
  readonly resumedAt: number
}

const entriesPerBatchMax = 500

/** Imports the volumes of files into the catalog. An interrupted import continues where it stopped. */
export async function importVolumes(
  { database, clock }: ImportContext,
  request: ImportRequest,
): Promise<ImportReport> {
  const { paths, format, source, onPlaced, onBad } = request
  const imports = new Imports()
  const fingerprint = fingerprintOf(request)
  const earlier = isResumable(request) ? await imports.find(database, fingerprint) : undefined
  const resumedAt = earlier?.entries ?? 0
  let counts: Counts = earlier === undefined ? noCounts : JSON.parse(earlier.counts)
  const entriesPerBatch = Math.min(entriesPerBatchMax, request.entriesPerTransaction())
  const reading = { paths, format, source, resumedAt, entriesPerBatch }
  const terms = new TermCounts()
  const batches = await batchesFor(reading, request)
  for await (const batch of joinedBatches(batches, request.entriesPerTransaction)) {
    for (const problem of batch.problems) onBad(problem)
    for (const [volumeId, places, review] of batch.places) onPlaced?.(volumeId, places, review)
    counts = await database.transaction(async (tx) => {
      const written = await writeDrafts(tx, batch.drafts, terms)
      const withdrawn = await removeVolumes(tx, [...batch.withdrawnIds])
      const { others, problems, entries } = batch
      const sum = sumOfCounts(counts, { ...written, withdrawn, others, bad: problems.length })
      const state = { fingerprint, entries, counts: JSON.stringify(sum) }
      await imports.put(tx, state, clock.nowMs())
      return sum
    })
    await request.pause()
  }
  if (counts.created + counts.updated > 0) await settleIndex(database, request.pause)
  await database.transaction((tx) => imports.remove(tx, fingerprint))
  return { ...counts, resumedAt }
}

async function batchesFor(
  reading: ReadingRequest,
  { thread, onProgress }: ImportRequest,
): Promise<AsyncIterable<Batch>> {
  if (thread !== undefined) return thread.batches(reading, onProgress)
  // Loaded only here, because the thread loads its own parsers.
  const { wholeBatchesOf } = await import('./reading/reading.ts')
  return wholeBatchesOf(reading, onProgress)
}

/** Positions on shelves are known only after the whole file was read. */
const isResumable = ({ isFresh = false, onPlaced }: ImportRequest): boolean =>
  !isFresh && onPlaced === undefined

const fingerprintOf = ({ fingerprints, format, source = '' }: ImportRequest): string =>
  hash('sha256', JSON.stringify([format, source, ...fingerprints]), 'base64url')

/** The results of an import. */
interface Counts {
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly withdrawn: number
  /** Entries that are not volumes. */
  readonly others: number
  readonly bad: number
}

const noCounts: Counts = {
  created: 0,
  updated: 0,
  unchanged: 0,
  withdrawn: 0,
  others: 0,
  bad: 0,
}

function sumOfCounts(one: Counts, two: Partial<Counts>): Counts {
  const sum = { ...one }
  for (const name of Object.keys(noCounts) as (keyof Counts)[]) sum[name] += two[name] ?? 0
  return sum
}

/** Texts of this total length are written, however few the volumes. */
const batchCharactersMax = 32 * 1024 * 1024

/** This few entries are written rather than writing nothing while more are read. */
const batchEntriesMin = 500

/**
 * Joins batches up to a number of entries and a size in memory. Batches are smaller if entries arrive more
 * slowly than they are written.
 */
async function* joinedBatches(
  batches: AsyncIterable<Batch>,
  entriesWanted: () => number,
): AsyncGenerator<Batch> {
  let whole: Batch | undefined
  let entries = 0
  let characters = 0
  for await (const batch of batches) {
    entries += batch.count
    characters += batch.characters
    whole = whole === undefined ? batch : mergeBatches(whole, batch)
    const enough = batch.isAwaited ? Math.min(batchEntriesMin, entriesWanted()) : entriesWanted()
    if (entries < enough && characters < batchCharactersMax) continue
    yield whole
    whole = undefined
    entries = 0
    characters = 0
  }
  if (whole !== undefined) yield whole
}

/** Merges the second batch into the first. If both have a volume, that of the second counts. */
function mergeBatches(first: Batch, second: Batch): Batch {
  for (const id of second.withdrawnIds) {
    first.drafts.delete(id)
    first.withdrawnIds.add(id)
  }
  for (const [id, draft] of second.drafts) {
    first.withdrawnIds.delete(id)
    first.drafts.set(id, draft)
  }
  first.places.push(...second.places)
  first.problems.push(...second.problems)
  first.others += second.others
  first.entries = second.entries
  return first
}
