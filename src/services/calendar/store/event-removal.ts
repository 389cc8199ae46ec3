import type { Database, Transaction } from '#/storage/port.ts'
import { limit, sql } from '#/storage/sql/sql.ts'
import { command, query } from '#/storage/sql/statement.ts'
import { inSameBucket, withId, withKey } from './buckets.ts'
import type { CopyHolders } from './copy-holders.ts'
import type { EventKey, EventRow, Events } from './events.ts'
import type { StoredCopies } from './stored-copies.ts'
import {
  calendarCopies,
  calendarEvents,
  calendarInbox,
  calendarObjects,
  calendars,
} from './tables.ts'

interface EventRemovalOptions {
  readonly events: Events
  readonly copies: StoredCopies
  readonly holders: CopyHolders
}

/** Which tombstones are removed: those deleted before an instant, up to a number of them. */
interface TombstonePage {
  readonly before: number
  readonly limit: number
}

/** Removes the rows of events that can no longer be read. */
export class EventRemoval {
  readonly #database: Database
  readonly #stores: EventRemovalOptions

  constructor(database: Database, stores: EventRemovalOptions) {
    this.#database = database
    this.#stores = stores
  }

  /**
   * Removes tombstones that no sync token is old enough to ask for, and returns their number. An organizer's
   * tombstone stays until all copies are cancelled. The tombstone of a copy whose attendee stays away stays as
   * long as the event.
   */
  async purge(tx: Transaction, page: TombstonePage): Promise<number> {
    if (this.#database.isDistributed) await this.#releaseShared(tx, page)
    const purged = await tx.all(this.#database.isDistributed ? purgeUnshared : purge, page)
    for (const event of purged) this.#stores.events.forget(tx, event)
    return purged.length
  }

  /**
   * Marks tombstones for `purgeUnshared` whose copies, or whose organizer's event, no longer need them. These
   * can be on other servers, so that no statement can read both.
   */
  async #releaseShared(tx: Transaction, page: TombstonePage): Promise<void> {
    const { events, copies, holders } = this.#stores
    for (const { holders: calendarIds, ...event } of await tx.all(listOrganizerTombstones, page)) {
      if (await this.#hasCopies(tx, event, JSON.parse(calendarIds))) continue
      await holders.delete(tx, event)
    }
    for (const { copyOf, ...copy } of await tx.all(listDeclinedTombstones, page)) {
      const event = await events.findIn(tx, copyOf, copy.id.replaceAll('_copy', ''))
      if (event?.presence !== 'live') await copies.detach(tx, [copy])
    }
  }

  async #hasCopies(
    tx: Transaction,
    { calendarKey, id }: EventKey,
    calendarIds: readonly string[],
  ): Promise<boolean> {
    for (const calendarId of calendarIds) {
      const holder = await tx.first(findKey, { id: calendarId })
      if (holder === undefined) continue
      const copies = await this.#stores.copies.list(tx, { calendarKey: holder.key, id })
      const isLive = ({ copyOf, presence }: EventRow) =>
        copyOf === calendarKey && presence !== 'tombstone'
      if (copies.some(isLive)) return true
    }
    return false
  }

  /** Removes some of the events of a deleted or cleared calendar, and returns their number. */
  async sweep(tx: Transaction, calendarKey: number, limit: number): Promise<number> {
    return (await tx.all(sweep, { calendarKey, limit })).length
  }

  /** Removes what else belonged to the events of such a calendar. */
  async sweepParts(tx: Transaction, calendarKey: number): Promise<void> {
    for (const sweepPart of sweepParts) await tx.run(sweepPart, { calendarKey })
  }
}

const purge = command<TombstonePage, EventKey>(
  (args) => sql`delete from ${calendarEvents} where (calendar_key, id) in (
     select calendar_key, id from ${calendarEvents} e
     where presence = 'tombstone' and updated_at < ${args.before} and not exists (
       select 1 from ${calendarEvents} c
       where c.copy_of = e.calendar_key and c.copy_of is not null and c.presence <> 'tombstone'
         and c.id >= e.id and c.id < e.id || '\`' and (c.id = e.id or c.id > e.id || '_'))
     and not (copy_of is not null and internal like '%"hasLeft":true%' and exists (
       select 1 from ${calendarEvents} o
       where o.calendar_key = e.copy_of and o.id = replace(e.id, '_copy', '') and o.presence = 'live'))
     ${limit(args.limit)})
     and presence = 'tombstone' and updated_at < ${args.before}
   returning calendar_key as "calendarKey", id`,
)

const purgeUnshared = command<TombstonePage, EventKey>(
  (args) => sql`delete from ${calendarEvents} where (calendar_key, id) in (
     select e.calendar_key, e.id from ${calendarEvents} e
     where e.presence = 'tombstone' and e.updated_at < ${args.before}
       and not (e.copy_of is not null and e.internal like '%"hasLeft":true%')
       and not exists (
         select 1 from ${calendarCopies} h where h.calendar_key = e.calendar_key
           and (h.event_id = e.id or h.event_id = e.master_id)${inSameBucket(sql`h`, sql`e`)})
     ${limit(args.limit)})
     and presence = 'tombstone' and updated_at < ${args.before}
   returning calendar_key as "calendarKey", id`,
)

// In random order, so that tombstones that have to stay do not keep others from being looked at.
const listOrganizerTombstones = query<TombstonePage, EventKey & { holders: string }>(
  (args) => sql`select h.calendar_key as "calendarKey", h.event_id as id, h.holders
   from ${calendarCopies} h
   join ${calendarEvents} e on e.calendar_key = h.calendar_key and e.id = h.event_id${inSameBucket(sql`h`, sql`e`)}
   where e.presence = 'tombstone' and e.updated_at < ${args.before}
   order by random() ${limit(args.limit)}`,
)

const listDeclinedTombstones = query<TombstonePage, EventKey & { copyOf: number }>(
  (args) => sql`select calendar_key as "calendarKey", id, copy_of as "copyOf" from ${calendarEvents}
   where presence = 'tombstone' and updated_at < ${args.before} and copy_of is not null
     and internal like '%"hasLeft":true%'
   order by random() ${limit(args.limit)}`,
)

const findKey = query<{ id: string }, { key: number }>(
  ({ id }) => sql`select key from ${calendars} where ${withId(id)}`,
)

const sweep = command<{ calendarKey: number; limit: number }, { id: string }>(
  (args) => sql`delete from ${calendarEvents} where ${withKey(args.calendarKey)} and id in (
     select id from ${calendarEvents} where ${withKey(args.calendarKey)} ${limit(args.limit)})
   returning id`,
)

const sweepParts = [calendarCopies, calendarObjects, calendarInbox].map((table) =>
  command<{ calendarKey: number }>(
    ({ calendarKey }) => sql`delete from ${table} where ${withKey(calendarKey)}`,
  ),
)
