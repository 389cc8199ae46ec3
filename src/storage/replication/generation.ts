import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Connection } from '../sqlite/connection.ts'
import { fileState, findHistoryEnd, type HistoryEnd, readNote, writeNote } from './history-end.ts'
import { filesPrefix, segmentName, snapshotName, timeText } from './names.ts'
import { Ownership, TakenReplicaError } from './ownership.ts'
import { begin, PinnedLog } from './pinned-log.ts'
import { deleteExpired } from './retention.ts'
import { DamagedReplicaError, encodeSegment, type Mark, type SegmentHeader } from './segment.ts'
import { putFile } from './stored-file.ts'
import type { ReplicaStore } from './stores/replica-store.ts'
import { WalFollower } from './wal-follower.ts'

/** The manifest of a snapshot. */
export interface SnapshotDetails {
  /** The place in the write-ahead log that the snapshot corresponds to. */
  readonly round: number
  readonly frame: number
  /** Distinguishes that frame from those of other logs; empty if the log had none. */
  readonly mark: string
  /** The attached files at that time. */
  readonly files: readonly string[]
}

export interface GenerationOptions {
  readonly databasePath: string
  /** The folder of attached files; files with other names are not part of the replica. */
  readonly files: { readonly folder: string; readonly ending: string } | undefined
  readonly store: ReplicaStore
  readonly retentionMs: number
  /** Distinguishes generations that begin at the same time. */
  readonly random: string
  readonly nowMs: () => number
  readonly limits: ReplicationLimits
  readonly observer: GenerationObserver
  readonly ownership: Ownership
  /** Aborted when the server stops. */
  readonly signal: AbortSignal
}

export interface GenerationObserver {
  /** Everything that was committed by then is in the replica. */
  complete(atMs: number): void
  /** Commits since then are not in the replica. */
  behind(sinceMs: number): void
  stored(bytes: number): void
  snapshotStored(): void
  /** Called for every failed attempt to reach the store, and with undefined after a success. */
  storeFailed(error: unknown): void
  /** Everything is in the replica, and nothing follows. */
  ended(end: Pick<HistoryEnd, 'generation' | 'round' | 'frame'>): void
}

export interface ReplicationLimits {
  readonly pollMs: number
  /** The log starts over when it has this many frames. */
  readonly framesMax: number
  /** The same, without concurrent writes. */
  readonly idleFramesMax: number
  /** If the log exceeds this because the store cannot be reached, the generation ends. */
  readonly walBytesMax: number
  readonly segmentBytesMax: number
  readonly snapshotEveryMs: number
  readonly retryMs: number
  readonly retryMsMax: number
  /** The ownership of the replica is renewed this often. */
  readonly beatMs: number
}

export const defaultLimits: ReplicationLimits = {
  pollMs: 400,
  framesMax: 4_000,
  idleFramesMax: 1_000,
  walBytesMax: 512 * 1024 * 1024,
  segmentBytesMax: 8 * 1024 * 1024,
  snapshotEveryMs: 24 * 60 * 60 * 1000,
  retryMs: 1_000,
  retryMsMax: 30_000,
  beatMs: 10_000,
}

interface SnapshotSource {
  readonly source: Connection
  readonly atMs: number
  readonly round: number
  readonly frame: number
  readonly mark: string
}

interface Captured {
  readonly header: SegmentHeader
  readonly frames: Buffer
}

const capturedSegmentsMax = 4

/** One unbroken history in the replica, from a snapshot of the database on. */
class Generation implements Disposable {
  readonly #options: GenerationOptions
  #name: string
  readonly #pinned: PinnedLog
  readonly #follower: WalFollower
  /** Sees the database as the first snapshot has it. */
  #firstSource: SnapshotSource | undefined
  /** What was read from the log and is not stored yet. */
  #captured: Captured[] = []
  /** The last frame that was read from the log, to be stored. */
  #last = 0
  #round = 1
  /** The segments of this round that are stored. */
  #stored: SegmentHeader[] = []
  #lastMarkMs = 0
  #completeAtMs: number
  readonly #storedFiles: Set<string>
  #snapshot: Promise<void> | undefined
  #isCopying = false
  #hasSnapshot = false
  #snapshotAtMs = 0
  #failure: unknown
  #hasEnded = false

  /** Continues the last generation if nothing is missing in between, or begins one. Fails if the store cannot be reached. */
  static async begin(options: GenerationOptions): Promise<Generation> {
    await options.ownership.claim()
    const end = await findHistoryEnd(options.store).catch(undefinedIfDamaged)
    const objects = await options.store.list(filesPrefix)
    const storedFiles = new Set(objects.map(({ name }) => name.split('/')[1]!))
    return new Generation(options, { storedFiles, end })
  }

  private constructor(
    options: GenerationOptions,
    { storedFiles, end }: { storedFiles: Set<string>; end: HistoryEnd | undefined },
  ) {
    this.#options = options
    this.#storedFiles = storedFiles
    const { databasePath, nowMs, random } = options
    this.#completeAtMs = nowMs()
    this.#name = `${timeText(this.#completeAtMs)}-${random}`
    this.#pinned = new PinnedLog(databasePath)
    try {
      const follower = this.#pinned.withoutWrites(
        () => (end && this.#continueCapture(end)) ?? this.#beginCapture(),
      )
      if (follower === undefined) throw new Error('The database is locked.')
      this.#follower = follower
    } catch (error) {
      this.#pinned[Symbol.dispose]()
      throw error
    }
  }

  /** What is in the log already is part of the first snapshot. */
  #beginCapture(): WalFollower {
    const follower = new WalFollower(this.#options.databasePath)
    this.#last = follower.advance()
    this.#pinned.renew()
    follower.permitRestart()
    this.#firstSource = this.#snapshotSource(follower)
    return follower
  }

  /** Captures what follows the end of a history; undefined if that is not known or too much. */
  #continueCapture(end: HistoryEnd): WalFollower | undefined {
    const { databasePath } = this.#options
    const follower = new WalFollower(databasePath)
    const { end: noted } = readNote(databasePath) ?? {}
    if (follower.continueAfter(end)) this.#last = end.frame
    else if (
      noted?.generation === end.generation &&
      noted.round === end.round &&
      noted.frame === end.frame &&
      noted.file === fileState(databasePath)
    ) {
      follower.continueAnew(end)
    } else {
      follower[Symbol.dispose]()
      return undefined
    }
    this.#round = follower.round
    this.#lastMarkMs = end.lastMarkMs
    const last = follower.advance()
    this.#capture(last, follower)
    if (this.#last !== last) {
      this.#captured = []
      this.#round = 1
      follower[Symbol.dispose]()
      return undefined
    }
    this.#pinned.renew()
    follower.permitRestart()
    this.#name = end.generation
    this.#hasSnapshot = true
    this.#snapshotAtMs = end.snapshotAtMs
    return follower
  }

  /** Replicates until the signal. Fails if the history is broken. */
  async run(): Promise<void> {
    const { limits, signal, nowMs, observer } = this.#options
    if (!this.#hasSnapshot) this.#beginSnapshot()
    try {
      while (!signal.aborted) {
        await this.#replicate()
        if (this.#failure !== undefined) throw this.#failure
        const isDue = nowMs() - this.#snapshotAtMs > limits.snapshotEveryMs
        if (isDue && this.#snapshot === undefined) this.#beginSnapshot()
        await delay(limits.pollMs, undefined, { signal }).catch(() => {})
      }
      await this.#replicate()
      const { round } = this.#follower
      if (this.#hasSnapshot) observer.ended({ generation: this.#name, round, frame: this.#last })
    } finally {
      this.#hasEnded = true
      await this.#snapshot
    }
  }

  [Symbol.dispose](): void {
    this.#pinned[Symbol.dispose]()
    this.#follower[Symbol.dispose]()
  }

  async #replicate(): Promise<void> {
    const { nowMs, limits, observer, ownership } = this.#options
    if (ownership.isDue) await this.#reach(() => ownership.renew())
    const last = this.#last
    let atMs = nowMs()
    for (;;) {
      const end = this.#follower.advance()
      this.#capture(end)
      if (this.#captured.length > 0) observer.behind(this.#completeAtMs)
      await this.#storeFiles()
      await this.#storeCaptured()
      if (this.#last === end) break
      atMs = nowMs()
    }
    this.#completeAtMs = atMs
    if (this.#hasSnapshot) observer.complete(atMs)
    const isIdle = this.#last === last
    const frames = this.#last - (isIdle ? this.#follower.restartableAt : 0)
    if (frames > (isIdle ? limits.idleFramesMax : limits.framesMax) && !this.#isCopying) {
      await this.#startLogOver()
    }
  }

  /** Reads frames from the log, as many as fit into memory. */
  #capture(end: number, follower = this.#follower): void {
    const { round, previousLast, pageBytes, frameBytes } = follower
    const { nowMs, limits } = this.#options
    if (round !== this.#round) {
      // Everything before was captured.
      this.#round = round
      this.#last = 0
      this.#stored = []
    }
    this.#lastMarkMs = Math.max(this.#lastMarkMs, nowMs())
    while (this.#last < end && this.#captured.length < capturedSegmentsMax) {
      const first = this.#last + 1
      const last = Math.min(end, this.#last + Math.floor(limits.segmentBytesMax / frameBytes))
      const marks: Mark[] = last === end ? [{ atMs: this.#lastMarkMs, frame: last }] : []
      const header = { round, first, last, previousLast, pageBytes, marks }
      this.#captured.push({ header, frames: follower.frames(first, last) })
      this.#last = last
    }
  }

  async #storeCaptured(): Promise<void> {
    for (let segment = this.#captured[0]; segment !== undefined; segment = this.#captured[0]) {
      await this.#storeSegment(segment)
      this.#stored.push(segment.header)
      this.#captured.shift()
    }
  }

  async #storeSegment({ header, frames }: Captured): Promise<void> {
    const bytes = encodeSegment(header, frames)
    await this.#reach(() => this.#options.store.put(segmentName(this.#name, header), bytes))
    this.#options.observer.stored(bytes.length)
  }

  /**
   * Lets the log start over, with everything in it captured and in the database file. The segments of the round
   * are then joined to one object.
   */
  async #startLogOver(): Promise<void> {
    this.#pinned.renew()
    this.#pinned.checkpoint()
    const stored = this.#stored
    const { length } = stored
    const joined = this.#joinable(stored)
    const hasStarted = this.#pinned.withoutWrites(() => {
      const end = this.#follower.advance()
      this.#capture(end)
      if (this.#last !== end) return false
      this.#pinned.renew()
      if (!this.#pinned.checkpoint()) return false
      this.#pinned.renew()
      this.#follower.permitRestart()
      return true
    })
    await this.#storeCaptured()
    if (!hasStarted || joined === undefined) return
    await this.#storeSegment(joined)
    for (const header of stored.splice(0, length, joined.header)) {
      await this.#reach(() => this.#options.store.delete(segmentName(this.#name, header)))
    }
  }

  /** All stored frames of this round, unless they are too many or in one object already. */
  #joinable(stored: readonly SegmentHeader[]): Captured | undefined {
    const [first, last] = [stored.at(0), stored.at(-1)]
    if (first === undefined || last === undefined || first === last) return undefined
    const bytes = (last.last - first.first + 1) * this.#follower.frameBytes
    if (bytes > this.#options.limits.segmentBytesMax * capturedSegmentsMax) return undefined
    const marks = stored.flatMap((header) => header.marks)
    const header = { ...first, last: last.last, marks }
    return { header, frames: this.#follower.frames(first.first, last.last) }
  }

  #beginSnapshot(): void {
    const end = (error?: unknown) => {
      this.#isCopying = false
      this.#snapshot = undefined
      this.#failure ??= error
    }
    this.#snapshot = this.#takeSnapshot().then(() => end(), end)
  }

  async #takeSnapshot(): Promise<void> {
    const { store, observer, nowMs, retentionMs } = this.#options
    const { source, atMs, ...place } = this.#firstSource ?? (await this.#nextSource())
    this.#firstSource = undefined
    this.#isCopying = true
    const files = await this.#fileNames()
    try {
      await rm(this.#copyPath, { force: true })
      await source.copyTo(this.#copyPath)
    } finally {
      source.close()
      this.#isCopying = false
    }
    const details: SnapshotDetails = { ...place, files }
    const name = snapshotName(this.#name, atMs)
    const bytes = await this.#reach(() => putFile(store, { name, path: this.#copyPath, details }))
    await rm(this.#copyPath, { force: true })
    this.#snapshotAtMs = atMs
    this.#hasSnapshot = true
    observer.stored(bytes)
    observer.snapshotStored()
    await this.#reach(() => deleteExpired(store, { nowMs: nowMs(), retentionMs }))
  }

  async #nextSource(): Promise<SnapshotSource> {
    for (;;) {
      const source = this.#pinned.withoutWrites(() => {
        this.#follower.advance()
        return this.#snapshotSource(this.#follower)
      })
      if (source !== undefined) return source
      await delay(this.#options.limits.pollMs)
    }
  }

  /** Sees the database as it is at the place that the follower has reached. */
  #snapshotSource({ round, frame, mark }: WalFollower): SnapshotSource {
    const { databasePath, nowMs } = this.#options
    const source = new Connection(databasePath, { readOnly: true })
    begin(source)
    this.#lastMarkMs = Math.max(this.#lastMarkMs, nowMs())
    return { source, round, frame, mark, atMs: this.#lastMarkMs }
  }

  get #copyPath(): string {
    return `${this.#options.databasePath}.replica-snapshot`
  }

  async #fileNames(): Promise<string[]> {
    const { files } = this.#options
    if (files === undefined) return []
    const names = await readdir(files.folder).catch(() => [])
    return names.filter((name) => name.endsWith(files.ending))
  }

  /** Stores new attached files. They exist before the commit that refers to them. */
  async #storeFiles(): Promise<void> {
    const { files, store, observer } = this.#options
    for (const file of await this.#fileNames()) {
      if (this.#storedFiles.has(file)) continue
      const path = join(files!.folder, file)
      const name = `${filesPrefix}${file}`
      // A file that is not referred to any more may be deleted at any time.
      const bytes = await this.#reach(() =>
        putFile(store, { name, path, details: {} }).catch(ignoreMissing),
      )
      this.#storedFiles.add(file)
      observer.stored(bytes)
    }
  }

  /** Retries until the store answers, or until the log has become too long. */
  async #reach<T>(action: () => Promise<T>): Promise<T> {
    const { limits, observer, signal } = this.#options
    for (let retryMs = limits.retryMs; ; retryMs = Math.min(retryMs * 2, limits.retryMsMax)) {
      try {
        const result = await action()
        observer.storeFailed(undefined)
        return result
      } catch (error) {
        observer.storeFailed(error)
        if (signal.aborted || this.#hasEnded || error instanceof TakenReplicaError) throw error
        await delay(retryMs, undefined, { signal }).catch(() => {})
        if (this.#follower.advance() * this.#follower.frameBytes > limits.walBytesMax) throw error
      }
    }
  }
}

function undefinedIfDamaged(error: unknown): undefined {
  if (!(error instanceof DamagedReplicaError)) throw error
}

function ignoreMissing(error: NodeJS.ErrnoException): number {
  if (error.code === 'ENOENT' && error.syscall === 'open') return 0
  throw error
}

interface ReplicatorObserver extends GenerationObserver {
  /** Whether the replication decides when the write-ahead log is moved to the database file. */
  holdsLog(isHeld: boolean): void
  generationFailed(error: unknown): void
}

export interface ReplicatorOptions
  extends Omit<GenerationOptions, 'observer' | 'ownership' | 'random'> {
  readonly observer: ReplicatorObserver
  readonly random: () => string
}

/** Replicates the database until the signal. After a failure, it starts a new generation. */
export async function replicate(options: ReplicatorOptions): Promise<void> {
  const { observer, random, signal, limits, databasePath } = options
  const { owner } = readNote(databasePath) ?? createNote(databasePath, random())
  const wait = (ms: number) => delay(ms, undefined, { signal }).catch(() => {})
  const ownership = new Ownership({ ...options, ...limits, wait, id: owner, run: random() })
  let retryMs = limits.retryMs
  while (!signal.aborted) {
    try {
      using generation = await Generation.begin({ ...options, ownership, random: random() })
      observer.holdsLog(true)
      retryMs = limits.retryMs
      await generation.run()
    } catch (error) {
      if (!signal.aborted) observer.generationFailed(error)
    } finally {
      observer.holdsLog(false)
    }
    await wait(retryMs)
    retryMs = Math.min(retryMs * 2, limits.retryMsMax)
  }
  await ownership.release().catch((error) => observer.storeFailed(error))
}

function createNote(databasePath: string, owner: string) {
  const note = { owner }
  writeNote(databasePath, note)
  return note
}
