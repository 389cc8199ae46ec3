import { createHash } from 'node:crypto'
import type { Clock } from '#/kernel/clock.ts'
import type { Database } from '#/storage/port.ts'
import { removeVolumes, writeVolumes } from '../catalogue/writing.ts'
import { volumeIdOf } from '../domain/volume-id.ts'
import type { VolumeRecord } from '../domain/volume-record.ts'
import { Imports } from '../store/imports.ts'
import { type Counts, noCounts, sumOfCounts } from './counts.ts'
import { BadEntry, type Entry, type Place, type Reading } from './entry.ts'
import type { FormatName } from './format-names.ts'
import { formats } from './formats.ts'
import type { SourceFile } from './source-file.ts'
import { tidyRecord } from './tidy-record.ts'

export interface ImportParts {
  readonly database: Database
  readonly clock: Clock
  /** Lets others at the database, after each batch. */
  readonly pause: () => Promise<void>
}

export interface ImportRequest {
  readonly files: readonly SourceFile[]
  readonly format: FormatName
  /** Another name for where the volumes come from than that of the format. */
  readonly source?: string | undefined
  /** Begins from the start, also where an earlier import was stopped. */
  readonly isFresh?: boolean
  /** Is told where each volume stands on the shelves of whoever exported the file. */
  readonly onPlaced?: (volumeId: string, places: readonly Place[]) => void
  readonly onProgress?: (progress: Progress) => void
  readonly onBad?: (entry: Entry, reason: string) => void
}

export interface Progress {
  readonly bytes: number
  readonly bytesTotal: number
  readonly entries: number
}

export interface ImportReport extends Counts {
  /** How many entries an earlier import had done. */
  readonly resumedAt: number
}

/** So many entries are written by one transaction. */
const entriesPerBatch = 500

/** Brings the volumes of files into the catalogue; one that was stopped goes on where it was. */
export async function importVolumes(
  parts: ImportParts,
  request: ImportRequest,
): Promise<ImportReport> {
  const { database } = parts
  const imports = new Imports()
  const fingerprint = fingerprintOf(request)
  const earlier = isResumable(request) ? await imports.find(database, fingerprint) : undefined
  const resumedAt = earlier?.entries ?? 0
  let counts: Counts = earlier === undefined ? noCounts : JSON.parse(earlier.counts)
  for await (const batch of batches(request, resumedAt)) {
    counts = await database.transaction(async (tx) => {
      const written = await writeVolumes(tx, [...batch.records.values()])
      const withdrawn = await removeVolumes(tx, [...batch.withdrawnIds])
      const { others, bad, entries } = batch
      const sum = sumOfCounts(counts, { ...written, withdrawn, others, bad })
      const state = { fingerprint, entries, counts: JSON.stringify(sum) }
      await imports.put(tx, state, parts.clock.nowMs())
      return sum
    })
    await parts.pause()
  }
  await database.transaction((tx) => imports.remove(tx, fingerprint))
  return { ...counts, resumedAt }
}

/** Places on shelves are known only when the whole file was read. */
const isResumable = ({ isFresh = false, onPlaced }: ImportRequest): boolean =>
  !isFresh && onPlaced === undefined

function fingerprintOf({ files, format, source = '' }: ImportRequest): string {
  const hash = createHash('sha256').update(JSON.stringify([format, source]))
  for (const file of files) hash.update(file.fingerprint)
  return hash.digest('base64url')
}

/** Reads entries as they come, behind those that are done with. */
async function* batches(request: ImportRequest, resumedAt: number): AsyncGenerator<Batch> {
  const { files, format, onProgress = () => {} } = request
  const { passes, read } = formats[format]
  const bytesTotal = passes * files.reduce((sum, file) => sum + file.bytes, 0)
  let bytes = 0
  let entries = 0
  const noteBytes = (more: number) => {
    bytes += more
    onProgress({ bytes, bytesTotal, entries })
  }
  let batch = newBatch()
  for await (const entry of read(files, noteBytes)) {
    if (++entries <= resumedAt) continue
    take(entry, request, batch)
    if (entries % entriesPerBatch !== 0) continue
    yield { ...batch, entries }
    onProgress({ bytes, bytesTotal, entries })
    batch = newBatch()
  }
  yield { ...batch, entries }
}

/** What some entries say in the end: of what they say twice about a volume the last counts. */
interface Batch {
  readonly records: Map<string, VolumeRecord>
  readonly withdrawnIds: Set<string>
  others: number
  bad: number
  /** How many entries are done with when it is written. */
  readonly entries: number
}

const newBatch = (): Batch => ({
  records: new Map(),
  withdrawnIds: new Set(),
  others: 0,
  bad: 0,
  entries: 0,
})

function take(entry: Entry, request: ImportRequest, batch: Batch): void {
  try {
    takeReading(entry.read(), request, batch)
  } catch (error) {
    if (!(error instanceof BadEntry)) throw error
    batch.bad++
    request.onBad?.(entry, error.message)
  }
}

function takeReading(reading: Reading, { source, onPlaced }: ImportRequest, batch: Batch): void {
  if (reading.kind === 'other') {
    batch.others++
  } else if (reading.kind === 'withdrawn') {
    const id = volumeIdOf({ ...reading, source: source ?? reading.source })
    batch.records.delete(id)
    batch.withdrawnIds.add(id)
  } else {
    const record = tidyRecord(reading.volume, source)
    const id = volumeIdOf(record)
    batch.records.set(id, record)
    batch.withdrawnIds.delete(id)
    if (reading.shelves !== undefined) onPlaced?.(id, reading.shelves)
  }
}
