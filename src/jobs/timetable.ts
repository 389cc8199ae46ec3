import { Cron } from 'croner'
import { type Clock, dateOf } from '#/kernel/clock.ts'
import type { Log } from '#/kernel/log.ts'
import type { Database } from '#/storage/port.ts'
import type { Enqueue } from './enqueue.ts'
import { Lookout, type NextLook } from './lookout.ts'
import { dropEntries, dueEntries, earliestEntry, moveEntry, putEntry } from './timetable-store.ts'

/** Recurring work: a job of this kind at each time that the pattern names. */
export interface TimetableEntry {
  readonly name: string
  /** A cron pattern, read in UTC. */
  readonly pattern: string
  readonly kind: string
  readonly payload?: unknown
}

export interface TimetableParts {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly enqueue: Enqueue
  readonly entries: readonly TimetableEntry[]
}

/** Enqueues recurring work when it is due: once for all processes, and once for all missed times. */
export class Timetable implements AsyncDisposable {
  readonly #parts: TimetableParts
  readonly #entries: ReadonlyMap<string, TimetableEntry>
  readonly #names: string
  readonly #lookout: Lookout
  #seenMs = Number.NEGATIVE_INFINITY

  constructor(parts: TimetableParts) {
    this.#parts = parts
    this.#entries = new Map(parts.entries.map((entry) => [entry.name, entry]))
    this.#names = JSON.stringify([...this.#entries.keys()])
    this.#lookout = new Lookout({ ...parts, look: () => this.#look() })
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
   * Makes the table agree with the declared entries; a time that is still to come is kept. Needed at
   * the start, and after the contents of the database have been replaced.
   */
  async adopt(): Promise<void> {
    const { clock, database } = this.#parts
    this.#seenMs = clock.nowMs()
    await database.transaction(async (tx) => {
      await tx.run(dropEntries, { names: this.#names })
      for (const { name, pattern } of sortedByName(this.#entries.values())) {
        await tx.run(putEntry, { name, pattern, nextAt: nextAtMs(pattern, this.#seenMs) })
      }
    })
  }

  /** Enqueues what is due now and says how many jobs that made. */
  async enqueueDue(): Promise<number> {
    const { clock, database, enqueue } = this.#parts
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
    const now = this.#parts.clock.nowMs()
    // The clock has been turned back: what was to come is now too far away.
    if (now < this.#seenMs) await this.adopt()
    this.#seenMs = now
    await this.enqueueDue()
    const next = await this.#parts.database.first(earliestEntry, { names: this.#names })
    return { atMs: next?.nextAt ?? undefined }
  }
}

const never = Number.MAX_SAFE_INTEGER

/** Parsed patterns. Parsing costs far more than finding a time, and all sites of a server have the same few. */
const cronsCached = new Map<string, Cron>()
const cronsCachedMax = 100

/** The first time after `afterMs` that the pattern names. */
export function nextAtMs(pattern: string, afterMs: number): number {
  return cronOf(pattern).nextRun(dateOf(afterMs))?.getTime() ?? never
}

function cronOf(pattern: string): Cron {
  const cached = cronsCached.get(pattern)
  if (cached !== undefined) return cached
  if (cronsCached.size >= cronsCachedMax) cronsCached.clear()
  // Without an offset it would look up the zone of the machine, which takes longer than all the rest.
  const cron = new Cron(pattern, { utcOffset: 0 })
  cronsCached.set(pattern, cron)
  return cron
}

// One order for all processes, so that two of them never wait for each other.
const sortedByName = (entries: Iterable<TimetableEntry>) =>
  [...entries].sort((a, b) => (a.name < b.name ? -1 : 1))
