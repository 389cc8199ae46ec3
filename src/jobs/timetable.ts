import { Cron } from 'croner'
import { type Clock, dateOf } from '#/kernel/clock.ts'
import type { Log } from '#/kernel/log.ts'
import { VersionedCache } from '#/kernel/versioned-cache.ts'
import type { Database } from '#/storage/port.ts'
import type { Enqueue } from './enqueue.ts'
import { Lookout, type NextLook } from './lookout.ts'
import { dropEntries, dueEntries, earliestEntry, moveEntry, putEntry } from './timetable-store.ts'

/** Recurring work: a job that is enqueued at each time of the pattern. */
export interface TimetableEntry {
  readonly name: string
  /** A cron pattern, read in UTC. */
  readonly pattern: string
  readonly kind: string
  readonly payload?: unknown
}

interface TimetableContext {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly enqueue: Enqueue
  readonly entries: readonly TimetableEntry[]
}

/** Enqueues recurring jobs when they are due: once for all processes, and once for all missed times. */
export class Timetable implements AsyncDisposable {
  readonly #context: TimetableContext
  readonly #entries: ReadonlyMap<string, TimetableEntry>
  readonly #names: string
  readonly #lookout: Lookout
  #seenMs = Number.NEGATIVE_INFINITY

  constructor(context: TimetableContext) {
    this.#context = context
    this.#entries = new Map(context.entries.map((entry) => [entry.name, entry]))
    this.#names = JSON.stringify([...this.#entries.keys()])
    this.#lookout = new Lookout({ ...context, look: () => this.#look() })
  }

  async start(): Promise<void> {
    await this.adopt()
    this.#lookout.open()
    this.#lookout.wake()
  }

  async stop(): Promise<void> {
    await this.#lookout.close()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop()
  }

  /**
   * Updates the table to the declared entries, and keeps times in the future. Called at start and after a
   * restore.
   */
  async adopt(): Promise<void> {
    const { clock, database } = this.#context
    this.#seenMs = clock.nowMs()
    await database.transaction(async (tx) => {
      await tx.run(dropEntries, { names: this.#names })
      for (const { name, pattern } of sortedByName(this.#entries.values())) {
        await tx.run(putEntry, { name, pattern, nextAt: nextAtMs(pattern, this.#seenMs) })
      }
    })
  }

  /** Enqueues the job of an entry now; returns whether there is such an entry. */
  async run(name: string): Promise<boolean> {
    const { database, enqueue } = this.#context
    const entry = this.#entries.get(name)
    if (entry === undefined) return false
    const { kind, payload } = entry
    await database.transaction((tx) => enqueue(tx, { kind, payload }))
    return true
  }

  /** Enqueues the jobs that are due, and returns how many. */
  async enqueueDue(): Promise<number> {
    const { clock, database, enqueue } = this.#context
    return database.transaction(async (tx) => {
      const now = clock.nowMs()
      const due = await tx.all(dueEntries, { names: this.#names, now })
      for (const { name, pattern } of due) {
        const { kind, payload } = this.#entries.get(name) as TimetableEntry
        await enqueue(tx, { kind, payload })
        await tx.run(moveEntry, { name, nextAt: nextAtMs(pattern, now) })
      }
      return due.length
    })
  }

  async #look(): Promise<NextLook> {
    const now = this.#context.clock.nowMs()
    // The clock was set back, so that the planned times are too far in the future.
    if (now < this.#seenMs) await this.adopt()
    this.#seenMs = now
    await this.enqueueDue()
    const next = await this.#context.database.first(earliestEntry, { names: this.#names })
    return { atMs: next?.nextAt ?? undefined }
  }
}

const never = Number.MAX_SAFE_INTEGER

/** Parsed patterns, because parsing takes much longer than finding the next time. */
const crons = new VersionedCache<Cron>({ sizeMax: 100 })

/** The first time of the pattern after `afterMs`. */
export function nextAtMs(pattern: string, afterMs: number): number {
  return cronOf(pattern).nextRun(dateOf(afterMs))?.getTime() ?? never
}

// Without an offset the library determines the time zone of the machine, which takes longer than the rest.
const cronOf = (pattern: string): Cron =>
  crons.of(pattern, () => new Cron(pattern, { utcOffset: 0 }))

// Sorted, so that concurrent transactions lock rows in the same order and cannot deadlock.
const sortedByName = (entries: Iterable<TimetableEntry>) =>
  [...entries].sort((a, b) => (a.name < b.name ? -1 : 1))
