import type { Clock } from '#/kernel/clock.ts'
import { quotaExceeded } from '#/kernel/errors.ts'
import { recent } from '#/kernel/recent.ts'
import type { Reader, Transaction } from '#/storage/port.ts'
import { statement } from '#/storage/statement.ts'
import type { CalendarRow } from './calendars.ts'

/** What can be kept on the calendars of a user; 0 sets no limit. */
export interface StorageCeilings {
  readonly eventsPerUserMax: number
  readonly eventBytesPerUserMax: number
}

export interface Stored {
  readonly events: number
  readonly bytes: number
}

interface Usage extends Stored {
  /** When the last of the user's calendars was counted, and when that was read. */
  readonly countedAtMs: number
  readonly readAtMs: number
  /** What this process has added since. */
  grownEvents: number
  grownBytes: number
}

const cachedUsersMax = 10_000
const rereadAfterMs = 60_000

/**
 * How much users keep on the calendars that they own: what the job of `usage-count.ts` has counted, and what
 * this process has written since. A write costs no statement; what other processes write, and attendee
 * copies, are known after the next count.
 */
export class StorageUsage {
  readonly #clock: Clock
  readonly #ceilings: StorageCeilings
  readonly #cached = recent<Usage>(cachedUsersMax)

  constructor({ clock, ceilings }: { readonly clock: Clock; readonly ceilings: StorageCeilings }) {
    this.#clock = clock
    this.#ceilings = ceilings
  }

  get isLimited(): boolean {
    return this.#ceilings.eventsPerUserMax > 0 || this.#ceilings.eventBytesPerUserMax > 0
  }

  /** Refuses to add more to the calendars of a user than they can hold. */
  async requireRoom(tx: Transaction, ownerId: string, added: Stored): Promise<void> {
    const { eventsPerUserMax, eventBytesPerUserMax } = this.#ceilings
    const usage = this.#fresh(ownerId) ?? (await this.#read(tx, ownerId))
    const events = usage.events + usage.grownEvents + added.events
    if (added.events > 0 && eventsPerUserMax > 0 && events > eventsPerUserMax) {
      throw quotaExceeded(
        `Calendar usage limits exceeded. The calendars of a user can hold ${eventsPerUserMax} events; delete some.`,
      )
    }
    const bytes = usage.bytes + usage.grownBytes + added.bytes
    if (added.bytes > 0 && eventBytesPerUserMax > 0 && bytes > eventBytesPerUserMax) {
      throw quotaExceeded(
        `Calendar usage limits exceeded. The events of a user can take ${eventBytesPerUserMax} bytes; delete some.`,
      )
    }
  }

  /** Refuses to give a calendar to a user who has no room for what is on it. */
  async requireRoomFor(tx: Transaction, ownerId: string, { key }: CalendarRow): Promise<void> {
    if (!this.isLimited) return
    const stored = await tx.first(findOfCalendar, { key })
    if (stored !== undefined) await this.requireRoom(tx, ownerId, stored)
  }

  /** To be called in the transaction that adds to the calendars of a user, or takes from them. */
  noteGrowth(tx: Transaction, ownerId: string, { events, bytes }: Stored): void {
    tx.afterCommit(() => {
      const usage = this.#cached.get(ownerId)
      if (usage === undefined) return
      usage.grownEvents += events
      usage.grownBytes += bytes
    })
  }

  /** To be called in the transaction that gives a calendar from one user to another. */
  forget(tx: Transaction, ownerIds: readonly string[]): void {
    tx.afterCommit(() => {
      for (const ownerId of ownerIds) this.#cached.delete(ownerId)
    })
  }

  #fresh(ownerId: string): Usage | undefined {
    const usage = this.#cached.get(ownerId)
    if (usage === undefined) return undefined
    return Math.abs(this.#clock.nowMs() - usage.readAtMs) < rereadAfterMs ? usage : undefined
  }

  async #read(reader: Reader, ownerId: string): Promise<Usage> {
    const counted = (await reader.first(findOfUser, { ownerId }))!
    const before = this.#cached.get(ownerId)
    // What was written before a count is part of it.
    const isSame = before?.countedAtMs === counted.countedAtMs
    const usage = {
      ...counted,
      readAtMs: this.#clock.nowMs(),
      grownEvents: isSame ? before.grownEvents : 0,
      grownBytes: isSame ? before.grownBytes : 0,
    }
    this.#cached.set(ownerId, usage)
    return usage
  }
}

const findOfCalendar = statement<{ key: number }, Stored>(
  'select events, bytes from calendar_usage where calendar_key = :key',
)

// What is on the calendar of a room is not its owner's.
const findOfUser = statement<{ ownerId: string }, Stored & { countedAtMs: number }>(
  `select cast(coalesce(sum(u.events), 0) as bigint) as events,
     cast(coalesce(sum(u.bytes), 0) as bigint) as bytes,
     coalesce(max(u.counted_at), 0) as "countedAtMs"
   from calendars c join calendar_usage u on u.calendar_key = c.key
   where c.owner_id = :ownerId and c.is_resource = 0`,
)
