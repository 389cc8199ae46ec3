import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Connection } from '../sqlite/connection.ts'
import type { SnapshotDetails } from './generation.ts'
import {
  filesPrefix,
  generationPrefix,
  generationsPrefix,
  isoTime,
  type NamedSegment,
  type NamedSnapshot,
  segmentsIn,
  snapshotsIn,
} from './names.ts'
import { decodeSegment, type Mark } from './segment.ts'
import { getFile } from './stored-file.ts'
import type { ReplicaStore } from './stores/replica-store.ts'
import { frameHeaderBytes, framePages } from './wal.ts'

const listingsMax = 6

/**
 * Writes the database of a replica to a new file: as it was at a time, or as late as possible. Returns the time
 * of the last change.
 */
export async function restoreDatabase(
  store: ReplicaStore,
  { path, atMs = Number.POSITIVE_INFINITY }: { path: string; atMs?: number | undefined },
): Promise<number> {
  const names = (await store.list(generationsPrefix)).map(({ name }) => name)
  const snapshot = chooseSnapshot(snapshotsIn(names), atMs)
  const { round, frame } = await getFile<SnapshotDetails>(store, { name: snapshot.name, path })
  await using file = await open(path, 'r+')
  const replay = new Replay({ store, file, atMs, start: { round, frame, atMs: snapshot.atMs } })
  await replay.applyAll(generationPrefix(snapshot.generation))
  await file.sync()
  await file.close()
  assertIntact(path)
  return replay.lastMs
}

function chooseSnapshot(snapshots: readonly NamedSnapshot[], atMs: number): NamedSnapshot {
  const chosen = snapshots.findLast((one) => one.atMs <= atMs)
  if (chosen !== undefined) return chosen
  const [first] = snapshots
  throw new Error(
    first === undefined
      ? 'The replica has no complete snapshot of a database.'
      : `The replica begins at ${isoTime(first.atMs)}: choose a later time with --at.`,
  )
}

interface ReplayOptions {
  readonly store: ReplicaStore
  readonly file: FileHandle
  readonly atMs: number
  readonly start: { readonly round: number; readonly frame: number; readonly atMs: number }
}

/** Applies segments to a snapshot. */
class Replay {
  readonly #options: ReplayOptions
  /** The place up to which segments were read. */
  #round: number
  #frame: number
  /** The last frame of the round that was written to the file. */
  #written: number
  /** Parts of a large transaction, whose end is in a later segment. */
  #unfinished: string[] = []
  /** The time of the last change in the file. */
  lastMs: number

  constructor(options: ReplayOptions) {
    this.#options = options
    const { round, frame, atMs } = options.start
    this.#round = round
    this.#frame = frame
    this.#written = frame
    this.lastMs = atMs
  }

  /** Applies the segments of a generation, which a running server may join meanwhile. */
  async applyAll(prefix: string): Promise<void> {
    let before: string | undefined
    for (let listing = 0; listing < listingsMax; listing++) {
      const names = (await this.#options.store.list(prefix)).map(({ name }) => name)
      const listed = names.toSorted().join()
      const isComplete = await this.#apply(segmentsIn(names))
      // A list may lack both an object and those that it was joined from.
      if (isComplete && listed === before) return
      before = isComplete ? listed : undefined
      if (!isComplete) this.#forgetUnfinished()
    }
    if (before === undefined) throw missing(this.lastMs)
  }

  /** Returns false if an object is missing or has disappeared since it was listed. */
  async #apply(segments: readonly NamedSegment[]): Promise<boolean> {
    const { store, atMs } = this.#options
    for (const { name, ...named } of segments) {
      const isRead = named.round === this.#round && named.last <= this.#frame
      if (named.round < this.#round || isRead) continue
      const bytes = await store.get(name)
      if (bytes === undefined) return false
      const segment = decodeSegment(name, bytes)
      const { previousLast, first, last, marks } = segment.header
      if (named.round === this.#round + 1 && previousLast === this.#frame) this.#startRound()
      if (named.round !== this.#round || first > this.#frame + 1) return false
      const mark = marks.findLast((one) => one.atMs <= atMs)
      if (mark === undefined) this.#unfinished.push(name)
      else if (!(await this.#write(segment, mark))) return false
      this.#frame = last
      if (marks.some((one) => one.atMs > atMs)) return true
    }
    return true
  }

  /** Their objects may have been compacted into a larger one. */
  #forgetUnfinished(): void {
    this.#frame = this.#written
    this.#unfinished = []
  }

  #startRound(): void {
    this.#round++
    this.#frame = 0
    this.#written = 0
  }

  async #write(segment: Segment, mark: Mark): Promise<boolean> {
    const { store, file } = this.#options
    const range = { after: this.#written, last: mark.frame }
    for (const name of this.#unfinished) {
      const bytes = await store.get(name)
      if (bytes === undefined) return false
      await writePages(file, decodeSegment(name, bytes), range)
    }
    this.#unfinished = []
    const pages = await writePages(file, segment, range)
    await file.truncate(pages * segment.header.pageBytes)
    this.#written = mark.frame
    this.lastMs = mark.atMs
    return true
  }
}

type Segment = ReturnType<typeof decodeSegment>

/** Reads an attached file back. */
export async function restoreFile(
  store: ReplicaStore,
  { file, path }: { file: string; path: string },
): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}.draft`
  await getFile(store, { name: `${filesPrefix}${file}`, path: draft })
  await rename(draft, path)
}

/**
 * Replaces a database file in one step, so that a restore that is killed leaves the old one. The log of the old one
 * must never meet the new one; whoever has closed the database has emptied it.
 */
export async function replaceDatabase(path: string, by: string): Promise<void> {
  for (const log of ['-wal', '-shm']) await rm(`${path}${log}`, { force: true })
  await rename(by, path)
}

/**
 * Writes the pages of those frames that follow `after`, up to `last`. Returns the number of pages of the
 * database after the last commit among them.
 */
async function writePages(
  file: FileHandle,
  { header: { first, pageBytes }, frames }: Segment,
  { after, last }: { after: number; last: number },
): Promise<number> {
  const frameBytes = frameHeaderBytes + pageBytes
  const start = Math.max(after + 1 - first, 0) * frameBytes
  const end = Math.max(last + 1 - first, 0) * frameBytes
  let pages = 0
  for (const { page, pageCount, content } of framePages(frames.subarray(start, end), pageBytes)) {
    await file.write(content, 0, pageBytes, (page - 1) * pageBytes)
    if (pageCount !== 0) pages = pageCount
  }
  return pages
}

function assertIntact(path: string): void {
  const connection = new Connection(path)
  try {
    const found = connection.pragma('quick_check(1)')
    if (found !== 'ok') throw new Error(`The restored database is damaged: ${found}.`)
  } finally {
    connection.close()
  }
}

const missing = (lastMs: number): Error =>
  new Error(`The replica lacks a segment: restore to ${isoTime(lastMs)} or earlier with --at.`)
