import { VersionedCache } from '#/kernel/versioned-cache.ts'
import { CommittedCache } from '#/storage/committed-cache.ts'
import type { Database, Reader, Transaction } from '#/storage/port.ts'
import {
  insertInto,
  rowOf,
  type Sql,
  selection,
  sql,
  UnlessExists,
  updateAll,
} from '#/storage/sql/sql.ts'
import { command, query } from '#/storage/sql/statement.ts'
import type { CalendarRow } from '../calendar/calendar-row.ts'
import { RecentWrites } from '../read-model/recent-writes.ts'
import type { Event } from '../schemas/event.ts'
import { bucketOf, withEventId, withKey } from './buckets.ts'
import { calendarEvents } from './tables.ts'

/** A single event, a series, or an instance that differs from its series. */
export type EventKind = 'single' | 'series' | 'exception'

/** Live; a cancelled instance of a live series; or deleted. */
export type Presence = 'live' | 'cancelled' | 'tombstone'

/**
 * Whether the calendar has yet to respond to an invitation: 0, no; 1, and callers for whom such events are
 * hidden have never seen it; 2, but they saw the event before.
 */
type Awaits = 0 | 1 | 2

/** An event as stored: the columns for queries, and its wire form. */
export interface EventRow {
  readonly calendarKey: number
  readonly id: string
  readonly kind: EventKind
  readonly presence: Presence
  /** The series of an exception, or of an instance on a calendar without the series. */
  readonly masterId: string | null
  /** The original start of an exception, or of such an instance. */
  readonly originalStart: number | null
  readonly isAllDay: 0 | 1
  /** Whether it blocks time. */
  readonly isBusy: 0 | 1
  readonly awaits: Awaits
  /** An instant; UTC midnight for all-day events. The start of the first instance for a series. */
  readonly startMs: number
  /** The end of the last instance for a series. */
  readonly endMs: number
  readonly changeNumber: number
  readonly updatedAtMs: number
  /** Null if it follows from the id. */
  readonly icalUid: string | null
  readonly eventType: string
  readonly visibility: 'default' | 'public' | 'private'
  readonly creatorId: string
  /** The key of the organizer's calendar, for attendee copies and for tombstones of moves. */
  readonly copyOf: number | null
  /** The zone in which the wire form renders the times. */
  readonly zone: string
  /** The internal properties as JSON; empty if there are none. */
  readonly internal: string
  /** The wire form without the members that depend on the caller. */
  readonly wire: string
  /** The parsed wire form, if this process wrote it; absent members can be undefined. */
  readonly event?: Event | undefined
}

/** Identifies an event. */
export type EventKey = Pick<EventRow, 'calendarKey' | 'id'>

/** The stored event, without the members that depend on the caller. */
export const eventIn = ({ wire }: Pick<EventRow, 'wire'>): Event => JSON.parse(wire) as Event

/** The same without parsing it again, if this process wrote the row. Absent members can be undefined. */
export const writtenEvent = (row: Pick<EventRow, 'wire' | 'event'>): Event =>
  row.event ?? eventIn(row)

/** The columns that rendering needs. */
export type ShownRow = Pick<EventRow, keyof typeof shownRowColumns>

/** The columns that only searches and reminders need. */
export interface EventWords {
  readonly words: string
  readonly properties: string
  /** When to check for reminders by mail; null if there are none. */
  readonly remindAt: number | null
}

const cachedCharactersMax = 32 * 1024 * 1024

/** The events of all calendars, with a cache. */
export class Events {
  readonly #database: Database
  readonly #cache: CommittedCache<EventRow>
  readonly #writes: RecentWrites
  /** The last writes of this process, if other processes write as well. */
  readonly #lastWritten: VersionedCache<EventRow>

  constructor(database: Database, writes = new RecentWrites()) {
    this.#database = database
    this.#writes = writes
    // A written row has a parsed event, which takes twice as much memory as its text.
    const charactersOf = (row: EventRow) =>
      400 + (row.event ? 3 : 1) * row.wire.length + row.internal.length
    this.#cache = new CommittedCache(database, { charactersMax: cachedCharactersMax, charactersOf })
    this.#lastWritten = new VersionedCache({ sizeMax: cachedCharactersMax, sizeOf: charactersOf })
  }

  /** Returns no promise if the event is cached. */
  find(calendarKey: number, id: string): EventRow | Promise<EventRow | undefined> {
    const key = cacheKey(calendarKey, id)
    return (
      this.#cache.peek(key) ??
      this.#cache.load(key, () => this.#database.first(find, { calendarKey, id }))
    )
  }

  /** The event as the transaction sees it, if it is cached. */
  cached(
    tx: Transaction,
    { key: calendarKey, ownSince }: CalendarRow,
    id: string,
  ): EventRow | undefined {
    const key = cacheKey(calendarKey, id)
    if (tx.optimistic === undefined) return this.#cache.peekIn(tx, key)
    const row = this.#lastWritten.get(key, this.#database.incarnation)
    // The commit confirms that the calendar has not changed since.
    return row !== undefined && ownSince !== undefined && row.changeNumber > ownSince
      ? row
      : undefined
  }

  findIn(reader: Reader, calendarKey: number, id: string): Promise<EventRow | undefined> {
    return reader.first(find, { calendarKey, id })
  }

  /** Returns whether the id was free. Deleted events keep their ids. */
  async add(tx: Transaction, row: EventRow & EventWords): Promise<boolean> {
    const isAdded = (await tx.run(add, row)) > 0
    if (isAdded) this.#noteWritten(tx, row)
    return isAdded
  }

  /** Inserts or replaces an event. `before` is the stored row, if the transaction has read it. */
  async put(tx: Transaction, row: EventRow & EventWords, before?: EventRow): Promise<void> {
    await tx.run(before !== undefined && staysPut(before, row) ? retouch : put, row)
    this.#noteWritten(tx, row)
    this.#cache.keep(tx, cacheKey(row.calendarKey, row.id), row)
  }

  /** Writes internal properties, which is no change of the event. */
  async setInternal(
    tx: Transaction,
    { calendarKey, id }: EventRow,
    internal: string,
  ): Promise<void> {
    await tx.run(setInternal, { calendarKey, id, internal })
    this.forget(tx, { calendarKey, id })
  }

  /** Drops an event from the cache. Call this after writing its row by other means. */
  forget(tx: Transaction, { calendarKey, id }: EventKey): void {
    this.#cache.forget(tx, cacheKey(calendarKey, id))
  }

  #noteWritten(tx: Transaction, row: EventRow): void {
    this.#writes.note(tx, row)
    if (this.#database.foreignChanges() !== undefined) return
    const { incarnation } = this.#database
    const key = cacheKey(row.calendarKey, row.id)
    tx.afterCommit(() => {
      if (changesByNumber(row)) this.#lastWritten.set(key, incarnation, row)
      else this.#lastWritten.delete(key)
    })
  }

  /** The start of the first event of a calendar, including deleted ones. */
  async firstStartMs(reader: Reader, calendarKey: number): Promise<number | undefined> {
    return (await reader.first(findFirstStart, { calendarKey }))?.startMs ?? undefined
  }

  /** The exceptions of a series, including cancelled ones. */
  exceptionsOf(reader: Reader, calendarKey: number, masterId: string): Promise<EventRow[]> {
    return reader.all(listExceptions, { calendarKey, masterId })
  }

  /** The exception at an original start, if any. */
  exceptionAt(
    reader: Reader,
    { calendarKey, id: masterId }: EventRow,
    originalStart: number,
  ): Promise<EventRow | undefined> {
    return reader.first(findException, { calendarKey, masterId, originalStart })
  }

  /** The exceptions of a series, and the instances that stayed when the series was removed. */
  instancesOf(reader: Reader, calendarKey: number, masterId: string): Promise<EventRow[]> {
    return reader.all(listInstances, { calendarKey, masterId })
  }

  /** The number of exceptions of a series. */
  async countExceptions(reader: Reader, calendarKey: number, masterId: string): Promise<number> {
    return (await reader.first(countExceptions, { calendarKey, masterId }))!.count
  }

  /** All events with an iCalUID, including deleted ones, ordered by id. */
  withUid(reader: Reader, calendarKey: number, icalUid: string): Promise<EventRow[]> {
    return rowsWithUid(reader, listsWithUid, { calendarKey, icalUid })
  }

  /** The same without their contents. A series can have hundreds of exceptions. */
  keysWithUid(reader: Reader, calendarKey: number, icalUid: string): Promise<UidHolder[]> {
    return rowsWithUid(reader, keyListsWithUid, { calendarKey, icalUid })
  }
}

/** An event that has a certain iCalUID. */
type UidHolder = Pick<EventRow, 'id' | 'masterId' | 'presence'>

async function rowsWithUid<Row extends { readonly id: string }>(
  reader: Reader,
  { stored, storedOrDerived }: UidLists<Row>,
  { calendarKey, icalUid }: UidKey,
): Promise<Row[]> {
  // An iCalUID that follows from the id is not stored.
  const [, id] = /^([a-v0-9]+)@google\.com$/.exec(icalUid) ?? []
  if (id === undefined) {
    return (await reader.all(stored, { calendarKey, icalUid })).sort(inOrderOfIds)
  }
  const key = { calendarKey, icalUid, id, ofId: `${id}_`, afterId: `${id}\`` }
  return (await reader.all(storedOrDerived, key)).sort(inOrderOfIds)
}

/**
 * Whether every change of the row has a new change number. Internal properties of copies change without one.
 */
const changesByNumber = ({ kind, presence, copyOf, internal }: EventRow): boolean =>
  kind === 'single' && presence === 'live' && copyOf === null && internal === ''

const cacheKey = (calendarKey: number, id: string): string => `${calendarKey} ${id}`

/** The columns of a row, by their names in it. */
export const eventRowColumns = {
  calendarKey: 'calendar_key',
  id: 'id',
  kind: 'kind',
  presence: 'presence',
  masterId: 'master_id',
  originalStart: 'original_start',
  isAllDay: 'is_all_day',
  isBusy: 'is_busy',
  startMs: 'start_ms',
  endMs: 'end_ms',
  changeNumber: 'change_number',
  updatedAtMs: 'updated_at',
  icalUid: 'ical_uid',
  eventType: 'event_type',
  visibility: 'visibility',
  creatorId: 'creator_id',
  copyOf: 'copy_of',
  awaits: 'awaits',
  zone: 'zone',
  internal: 'internal',
  wire: 'wire',
} as const satisfies Record<Exclude<keyof EventRow, 'event'>, string>

export const eventColumns = selection(eventRowColumns)

const {
  calendarKey: _calendarKey,
  masterId: _masterId,
  isBusy: _isBusy,
  updatedAtMs: _updatedAtMs,
  icalUid: _icalUid,
  eventType: _eventType,
  copyOf: _copyOf,
  ...shownRowColumns
} = eventRowColumns

/** Fewer columns, because each one costs as much as part of the rendering. */
export const shownColumns = selection(shownRowColumns)

const find = query<{ calendarKey: number; id: string }, EventRow>(
  ({ calendarKey, id }) =>
    sql`select ${eventColumns} from ${calendarEvents} where ${withEventId(calendarKey, id)}`,
)

/** Inserts an event; the argument handles an event with the same id. */
export const insertEvent = (onConflict: Sql) =>
  command<EventRow & EventWords>((args) =>
    insertInto(
      calendarEvents,
      rowOf(calendarEvents, args, {
        bucket: bucketOf.key(args.calendarKey),
        updated_at: args.updatedAtMs,
      }),
      onConflict,
    ),
  )

const add = insertEvent(new UnlessExists(calendarEvents))

export const replaceEvent = sql`on conflict (calendar_key, id, bucket) ${updateAll(calendarEvents)}`

const put = insertEvent(replaceEvent)

const keptNames = [
  'calendarKey',
  'id',
  'kind',
  'presence',
  'masterId',
  'originalStart',
  'isAllDay',
  'startMs',
  'endMs',
  'icalUid',
  'eventType',
  'creatorId',
  'copyOf',
] as const satisfies readonly (keyof EventRow)[]

/** Whether a row changes only in what `retouch` writes. */
const staysPut = (before: EventRow, row: EventRow): boolean =>
  keptNames.every((name) => before[name] === row[name])

// Leaves most indexes alone, which an update of all columns writes again.
const retouch = command<EventRow & EventWords>(
  (args) => sql`
    update ${calendarEvents} set change_number = ${args.changeNumber}, updated_at = ${args.updatedAtMs},
     is_busy = ${args.isBusy}, visibility = ${args.visibility}, zone = ${args.zone}, words = ${args.words}, properties = ${args.properties}, internal = ${args.internal},
     wire = ${args.wire}, remind_at = ${args.remindAt}, awaits = ${args.awaits}
   where ${withEventId(args.calendarKey, args.id)}`,
)

// Each part is one index lookup.
const findFirstStart = query<{ calendarKey: number }, { startMs: number | null }>(
  ({ calendarKey }) => sql`select min(s.start_ms) as "startMs" from (
     select min(start_ms) as start_ms from ${calendarEvents}
     where ${withKey(calendarKey)} and is_all_day = 0 and kind <> 'series'
     union all
     select min(start_ms) from ${calendarEvents}
     where ${withKey(calendarKey)} and is_all_day = 1 and kind <> 'series'
     union all
     select min(start_ms) from ${calendarEvents}
     where ${withKey(calendarKey)} and kind = 'series') s`,
)

const listExceptions = query<{ calendarKey: number; masterId: string }, EventRow>(
  ({ calendarKey, masterId }) => sql`select ${eventColumns} from ${calendarEvents}
   where ${withKey(calendarKey)} and kind = 'exception' and master_id = ${masterId}
   order by original_start`,
)

const findException = query<
  { calendarKey: number; masterId: string; originalStart: number },
  EventRow
>(
  ({ calendarKey, masterId, originalStart }) => sql`select ${eventColumns} from ${calendarEvents}
   where ${withKey(calendarKey)} and kind = 'exception' and master_id = ${masterId} and original_start = ${originalStart}`,
)

const listInstances = query<{ calendarKey: number; masterId: string }, EventRow>(
  ({ calendarKey, masterId }) => sql`select ${eventColumns} from ${calendarEvents}
   where ${withKey(calendarKey)} and master_id = ${masterId}
   order by original_start`,
)

const countExceptions = query<{ calendarKey: number; masterId: string }, { count: number }>(
  ({ calendarKey, masterId }) => sql`select count(*) as count from ${calendarEvents}
   where ${withKey(calendarKey)} and kind = 'exception' and master_id = ${masterId}`,
)

// Sorted here, because an ORDER BY would make SQLite scan the whole calendar.
export const inOrderOfIds = (
  one: { readonly id: string },
  other: { readonly id: string },
): number => (one.id === other.id ? 0 : one.id < other.id ? -1 : 1)

interface UidKey {
  readonly calendarKey: number
  readonly icalUid: string
}

// A series and its exceptions have the same iCalUID and id prefix.
const uidLists = <Row extends object>(columns: Sql) => ({
  stored: query<UidKey, Row>(
    ({ calendarKey, icalUid }) => sql`select ${columns} from ${calendarEvents}
     where ${withKey(calendarKey)} and ical_uid = ${icalUid} and ical_uid is not null`,
  ),
  storedOrDerived: query<UidKey & { id: string; ofId: string; afterId: string }, Row>(
    ({ calendarKey, icalUid, id, afterId, ofId }) => sql`select ${columns} from ${calendarEvents}
     where ${withKey(calendarKey)} and ical_uid = ${icalUid} and ical_uid is not null
     union all
     select ${columns} from ${calendarEvents}
     where ${withKey(calendarKey)} and ical_uid is null
       and id >= ${id} and id < ${afterId} and (id = ${id} or id > ${ofId})`,
  ),
})

type UidLists<Row extends object> = ReturnType<typeof uidLists<Row>>

const listsWithUid = uidLists<EventRow>(eventColumns)

const keyListsWithUid = uidLists<UidHolder>(
  selection({ id: 'id', masterId: 'master_id', presence: 'presence' }),
)

const setInternal = command<{ calendarKey: number; id: string; internal: string }>(
  ({ internal, calendarKey, id }) =>
    sql`update ${calendarEvents} set internal = ${internal} where ${withEventId(calendarKey, id)}`,
)
