import { hash } from 'node:crypto'
import type { Clock } from '#/kernel/clock.ts'
import type { Database } from '#/storage/port.ts'
import { settleIndex } from '../catalogue/settling.ts'
import { TermCounts } from '../catalogue/terms.ts'
import { removeVolumes, writeDrafts } from '../catalogue/writing.ts'
import { Imports } from '../store/imports.ts'
import { type Counts, noCounts, sumOfCounts } from './counts.ts'
import type { Place } from './entry.ts'
import type { FormatName } from './format-names.ts'
import { joined } from './joined-batches.ts'
import type { Batch, Problem, Progress, ReadingRequest } from './reading/reading.ts'
import type { ReadingThread } from './reading/reading-thread.ts'

export interface ImportParts {
  readonly database: Database
  readonly clock: Clock
}

export interface ImportRequest {
  readonly paths: readonly string[]
  /** Names the content of the files. */
  readonly fingerprints: readonly string[]
  readonly format: FormatName
  readonly source?: string | undefined
  /** Reads the files, where they are long. */
  readonly thread?: ReadingThread | undefined
  /** Begins from the start, also where an earlier import was stopped. */
  readonly isFresh?: boolean
  /** So many entries are written by one transaction, at present. */
  readonly entriesPerTransaction: () => number
  /** Lets others at the database, after each transaction. */
  readonly pause: () => Promise<void>
  /** Is told where each volume stands on the shelves of whoever exported the file. */
  readonly onPlaced?: (volumeId: string, places: readonly Place[]) => void
  readonly onProgress: (progress: Progress) => void
  readonly onBad: (problem: Problem) => void
}

export interface ImportReport extends Counts {
  /** How many entries an earlier import had done. */
  readonly resumedAt: number
}

const entriesPerBatchMax = 500

/** Brings the volumes of files into the catalogue; one that was stopped goes on where it was. */
export async function importVolumes(
  { database, clock }: ImportParts,
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
  for await (const batch of joined(batches, request.entriesPerTransaction)) {
    for (const problem of batch.problems) onBad(problem)
    for (const [volumeId, places] of batch.places) onPlaced?.(volumeId, places)
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
  // Loaded only here, as the thread has parsers of its own.
  const { wholeBatchesOf } = await import('./reading/reading.ts')
  return wholeBatchesOf(reading, onProgress)
}

/** Places on shelves are known only when the whole file was read. */
const isResumable = ({ isFresh = false, onPlaced }: ImportRequest): boolean =>
  !isFresh && onPlaced === undefined

const fingerprintOf = ({ fingerprints, format, source = '' }: ImportRequest): string =>
  hash('sha256', JSON.stringify([format, source, ...fingerprints]), 'base64url')
