import { type JobContext, type JobKind, retriesOfRecurringJobs } from '#/jobs/job.ts'
import type { Clock } from '#/kernel/clock.ts'
import { recent } from '#/kernel/versioned-cache.ts'
import type { Database, Reader, Transaction } from '#/storage/port.ts'
import { limit, sql } from '#/storage/sql/sql.ts'
import { command, query } from '#/storage/sql/statement.ts'
import type { CalendarRow } from '../calendar/calendar-row.ts'
import { quotaExceeded } from '../errors.ts'
import { ofKey, withKey } from './buckets.ts'
import { calendarEvents, calendarObjects, calendars } from './tables.ts'

/** Limits on what the calendars of a user can hold; 0 means no limit. */
interface StorageCeilings {
  readonly eventsPerUserMax: number
  readonly eventBytesPerUserMax: number
}

export interface Stored {
  readonly events: number
  readonly bytes: number
}

export interface StorageQuota {
  readonly usedBytes: number
  readonly availableBytes: number | undefined
}

interface Usage extends Stored {
  /** When the last of the user's calendars was counted, and when the count was read. */
  readonly countedAtMs: number
  readonly readAtMs: number
  /** What this process has added since. */
  grownEvents: number
  grownBytes: number
}

const cachedUsersMax = 10_000
const rereadAfterMs = 60_000

/**
 * How much is stored on the calendars of a user: the last count, plus what this process has written
 * since. A write needs no statement; writes of other processes and attendee copies count from the
 * next count on.
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

  /** Rejects additions that exceed a user's limits. */
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

  /** The bytes that a user has stored, and can store in addition; undefined without a limit. */
  async quotaOf(reader: Reader, ownerId: string): Promise<StorageQuota> {
    const { eventBytesPerUserMax } = this.#ceilings
    const { bytes, grownBytes } = this.#fresh(ownerId) ?? (await this.#read(reader, ownerId))
    const usedBytes = Math.max(bytes + grownBytes, 0)
    const availableBytes =
      eventBytesPerUserMax > 0 ? Math.max(eventBytesPerUserMax - usedBytes, 0) : undefined
    return { usedBytes, availableBytes }
  }

  /** Rejects a calendar that would exceed the limits of its new owner. */
  async requireRoomFor(tx: Transaction, ownerId: string, { key }: CalendarRow): Promise<void> {
    if (!this.isLimited) return
    const stored = await tx.first(findOfCalendar, { key })
    if (stored !== undefined) await this.requireRoom(tx, ownerId, stored)
  }

  /** Call this in the transaction that adds events or removes them. */
  noteGrowth(tx: Transaction, ownerId: string, { events, bytes }: Stored): void {
    tx.afterCommit(() => {
      const usage = this.#cached.get(ownerId)
      if (usage === undefined) return
      usage.grownEvents += events
      usage.grownBytes += bytes
    })
  }

  /** Call this in the transaction that changes the owner of a calendar. */
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
    // A new count includes what was written before.
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

const findOfCalendar = query<{ key: number }, Stored>(
  ({ key }) =>
    sql`select counted_events as events, counted_bytes as bytes from ${calendars} where ${ofKey(key)}`,
)

// Events on calendars of rooms don't count for their owner.
const findOfUser = query<{ ownerId: string }, Stored & { countedAtMs: number }>(
  ({ ownerId }) => sql`select cast(coalesce(sum(counted_events), 0) as bigint) as events,
     cast(coalesce(sum(counted_bytes), 0) as bigint) as bytes,
     coalesce(max(counted_at), 0) as "countedAtMs"
   from ${calendars} where owner_id = ${ownerId} and is_resource = 0`,
)

const calendarsPerPage = 200
/** Few enough not to delay other requests while an embedded database counts. */
const eventsPerPage = 2_000

/** The job that counts calendars that have changed since their last count. */
export const usageCount: JobKind = {
  kind: 'calendar.usageCount',
  pattern: '*/10 * * * *',
  ...retriesOfRecurringJobs,
  timeoutMs: 3_600_000,
  run: (_payload: unknown, { database, clock, signal }: JobContext) =>
    countChanged(database, { clock, signal }),
}

async function countChanged(
  database: Database,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): Promise<void> {
  let after = -1
  for (;;) {
    const calendars = await database.all(listChanged, { after, limit: calendarsPerPage })
    const counts: Count[] = []
    for (const { key, changeNumber } of calendars) {
      if (signal.aborted) return
      counts.push({ key, changeNumber, ...(await storedOn(database, key)), nowMs: clock.nowMs() })
    }
    await database.transaction(async (tx) => {
      for (const count of counts) await tx.run(put, count)
    })
    if (calendars.length < calendarsPerPage) return
    after = calendars.at(-1)!.key
  }
}

/** What is stored on a calendar, without deleted events. */
export async function storedOn(
  reader: Pick<Database, 'first'>,
  calendarKey: number,
): Promise<Stored> {
  let { bytes } = (await reader.first(countObjects, { calendarKey }))!
  let [after, events] = ['', 0]
  for (;;) {
    const page = (await reader.first(countPage, { calendarKey, after, limit: eventsPerPage }))!
    events += page.events
    bytes += page.bytes
    if (page.found < eventsPerPage) return { events, bytes }
    after = page.last!
  }
}

interface Count extends Stored {
  readonly key: number
  readonly changeNumber: number
  readonly nowMs: number
}

interface Page extends Stored {
  readonly found: number
  readonly last: string | null
}

// The change number is read before the events, so that changes meanwhile cause a new count.
const listChanged = query<{ after: number; limit: number }, { key: number; changeNumber: number }>(
  (args) => sql`select key, change_number as "changeNumber" from ${calendars}
   where is_counted = 0 and key > ${args.after} order by key ${limit(args.limit)}`,
)

const countPage = query<{ calendarKey: number; after: string; limit: number }, Page>(
  (args) => sql`select count(*) as found, coalesce(sum(is_there), 0) as events,
     coalesce(sum(is_there * length), 0) as bytes, max(id) as last
   from (select id, case when presence = 'tombstone' then 0 else 1 end as is_there,
       octet_length(wire) as length
     from ${calendarEvents} where ${withKey(args.calendarKey)} and id > ${args.after}
     order by id ${limit(args.limit)}) page`,
)

// The texts that calendar programs have sent.
const countObjects = query<{ calendarKey: number }, Pick<Stored, 'bytes'>>(
  ({ calendarKey }) => sql`select cast(coalesce(sum(octet_length(text)), 0) as bigint) as bytes
   from ${calendarObjects} where ${withKey(calendarKey)}`,
)

const put = command<Count>(
  (args) => sql`update ${calendars}
   set counted_events = ${args.events}, counted_bytes = ${args.bytes}, counted_at = ${args.nowMs},
     is_counted = case when change_number = ${args.changeNumber} then 1 else 0 end
   where ${ofKey(args.key)}`,
)
