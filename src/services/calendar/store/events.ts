import { VersionedCache } from '#/kernel/versioned-cache.ts'
import { CommittedCache } from '#/storage/committed-cache.ts'
import type { Database, Reader, Transaction } from '#/storage/port.ts'
import { insertInto, limit, rowOf, type Sql, selection, sql, updateAll } from '#/storage/sql/sql.ts'
import { command, none, type Parameters, query } from '#/storage/sql/statement.ts'
import type { Event } from '../schemas/event.ts'
import { bucketOf, inSameBucket, ofKey, withId, withKey } from './buckets.ts'
import type { CalendarRow } from './calendars.ts'
import { RecentWrites } from './recent-writes.ts'
import { calendarCopies, calendarEvents, calendars } from './tables.ts'

/** What happens once, what repeats, and what differs from its series. */
export type EventKind = 'single' | 'series' | 'exception'

/** There, a cancelled instance of a series that is there, or deleted. */
export type Presence = 'live' | 'cancelled' | 'tombstone'

/**
 * Whether an event waits for the answer of its calendar: not; since it came, unseen where such events
 * are hidden; or again, in a place where there was something to be seen.
 */
export type Awaits = 0 | 1 | 2

/** An event as it is kept: what queries need, beside the text that the wire needs. */
export interface EventRow {
  readonly calendarKey: number
  readonly id: string
  readonly kind: EventKind
  readonly presence: Presence
  /** The series of an exception, or of a single instance on a calendar that does not have its series. */
  readonly masterId: string | null
  /** The original start of an exception, or of such a single instance. */
  readonly originalStart: number | null
  readonly isAllDay: 0 | 1
  /** It blocks time. */
  readonly isBusy: 0 | 1
  readonly awaits: Awaits
  /** Instants; for whole days the midnights as if in UTC. For a series, when its first instance begins. */
  readonly startMs: number
  /** For a series, when its last instance is over. */
  readonly endMs: number
  readonly changeNumber: number
  readonly updatedAtMs: number
  /** Null where it follows from the id. */
  readonly icalUid: string | null
  readonly eventType: string
  readonly visibility: 'default' | 'public' | 'private'
  readonly creatorId: string
  /** Of a copy: the key of the calendar that the event belongs to. */
  readonly copyOf: number | null
  /** The zone that the times in the text are shown in. */
  readonly zone: string
  /** The internal properties as JSON; empty when there are none. */
  readonly internal: string
  /** The event without what depends on who asks from where. */
  readonly wire: string
  /** What `wire` was made of, where this process has written it; absent members may be there as undefined. */
  readonly event?: Event | undefined
}

/** The event as it is stored, without what depends on who asks from where. */
export const eventIn = ({ wire }: Pick<EventRow, 'wire'>): Event => JSON.parse(wire) as Event

/** What rendering needs of an event. */
export type ShownRow = Pick<EventRow, keyof typeof shownRowColumns>

interface SourceWanted {
  readonly calendarKey: number
  readonly id: string
  /** The key of the other calendar. */
  readonly holderKey: number
}

/** An event with the id of its calendar; that of a calendar which is gone has none. */
export interface SourceRow extends EventRow {
  readonly calendarId: string | null
  /** Whether the other calendar has times in which it may decline invitations. */
  readonly hasHolderAbsences: 0 | 1
}

interface FoundSource {
  readonly source: SourceRow | undefined
  readonly copies: readonly EventRow[]
}

/** What searching and reminding need, and reading does not. */
export interface EventWords {
  readonly words: string
  readonly properties: string
  /** When to look for reminders to be mailed; null where there are none. */
  readonly remindAt: number | null
}

const cachedCharactersMax = 32 * 1024 * 1024
const uncopiedCharactersMax = 4 * 1024 * 1024

/** The events of all calendars, the hot ones of them in memory. */
export class Events {
  readonly #database: Database
  readonly #cache: CommittedCache<EventRow>
  /** Events that nobody has a copy of. */
  readonly #uncopied: CommittedCache<{ readonly id: string }>
  readonly #writes: RecentWrites
  /** Events that this process has written, where other processes write as well. */
  readonly #lastWritten: VersionedCache<EventRow>

  constructor(database: Database, writes = new RecentWrites()) {
    this.#database = database
    this.#writes = writes
    // One that was written is kept as an event as well, which takes twice as much as its text.
    const charactersOf = (row: EventRow) =>
      400 + (row.event ? 3 : 1) * row.wire.length + row.internal.length
    this.#cache = new CommittedCache(database, { charactersMax: cachedCharactersMax, charactersOf })
    this.#lastWritten = new VersionedCache({ sizeMax: cachedCharactersMax, sizeOf: charactersOf })
    this.#uncopied = new CommittedCache(database, {
      charactersMax: uncopiedCharactersMax,
      charactersOf: ({ id }) => 100 + 2 * id.length,
    })
  }

  /** Answers without a promise when the event is known. */
  find(calendarKey: number, id: string): EventRow | Promise<EventRow | undefined> {
    const key = cacheKey(calendarKey, id)
    return (
      this.#cache.peek(key) ??
      this.#cache.load(key, () => this.#database.first(find, { calendarKey, id }))
    )
  }

  /** The event as the transaction sees it, if that is known without asking. */
  known(
    tx: Transaction,
    { key: calendarKey, ownSince }: CalendarRow,
    id: string,
  ): EventRow | undefined {
    const key = cacheKey(calendarKey, id)
    if (tx.optimistic === undefined) return this.#cache.peekIn(tx, key)
    const row = this.#lastWritten.get(key, this.#database.incarnation)
    // The end of the transaction confirms that nobody else has changed the calendar since.
    return row !== undefined && ownSince !== undefined && row.changeNumber > ownSince
      ? row
      : undefined
  }

  findIn(reader: Reader, calendarKey: number, id: string): Promise<EventRow | undefined> {
    return reader.first(find, { calendarKey, id })
  }

  /** An event that others may have copies of, with those that one other calendar has. */
  async findSource(reader: Reader, wanted: SourceWanted): Promise<FoundSource> {
    const { calendarKey, id, holderKey } = wanted
    if (this.#database.isDistributed) return this.#findSourceElsewhere(reader, wanted)
    const found = await reader.all(findSource, {
      ...copiesWanted(0, id),
      calendarKey,
      holderKey,
    })
    const isSource = (row: EventRow) => row.calendarKey === calendarKey && row.id === id
    return { source: found.find(isSource), copies: found.filter((row) => !isSource(row)) }
  }

  /** The same where the two calendars may be on different servers. */
  async #findSourceElsewhere(reader: Reader, wanted: SourceWanted): Promise<FoundSource> {
    const { calendarKey, id, holderKey } = wanted
    const [source, absence, copies] = await Promise.all([
      reader.first(findWithCalendar, { calendarKey, id }),
      reader.first(findAbsence, { calendarKey: holderKey }),
      this.copiesOn(reader, holderKey, id),
    ])
    const hasHolderAbsences = absence === undefined ? 0 : 1
    return { source: source && { ...source, hasHolderAbsences }, copies }
  }

  /** Says whether the id was free; events that were deleted keep theirs. */
  async add(tx: Transaction, row: EventRow & EventWords): Promise<boolean> {
    this.#noteCopy(tx, row)
    const isAdded = (await tx.run(add, row)) > 0
    if (isAdded) this.#noteWritten(tx, row)
    return isAdded
  }

  async put(tx: Transaction, row: EventRow & EventWords): Promise<void> {
    await tx.run(put, row)
    this.#noteCopy(tx, row)
    this.#noteWritten(tx, row)
    this.#cache.keep(tx, cacheKey(row.calendarKey, row.id), row)
  }

  /** The same where the event stays when and what it was, which leaves most indexes alone. */
  async retouch(tx: Transaction, row: EventRow & EventWords): Promise<void> {
    await tx.run(retouch, row)
    this.#noteWritten(tx, row)
    this.#cache.keep(tx, cacheKey(row.calendarKey, row.id), row)
  }

  /**
   * Writes attendee copies, each over the one that there was. Returns those that were not written because
   * their calendars have another event with their id.
   */
  async putCopies<Row extends EventRow & EventWords>(
    tx: Transaction,
    rows: readonly Row[],
  ): Promise<readonly Row[]> {
    const counts = await Promise.all(rows.map((row) => tx.run(putCopy, row)))
    for (const row of rows) {
      this.#cache.forget(tx, cacheKey(row.calendarKey, row.id))
      this.#noteCopy(tx, row)
    }
    return rows.filter((_, index) => counts[index] === 0)
  }

  /** The attendee copies that one calendar has of an event and its exceptions, whoever organizes it. */
  copiesOn(reader: Reader, calendarKey: number, id: string): Promise<EventRow[]> {
    return reader.all(listCopiesOn, { ...copiesWanted(0, id), calendarKey })
  }

  /** Writes internal properties, which is no change of the event. */
  async setInternal(
    tx: Transaction,
    { calendarKey, id }: EventRow,
    internal: string,
  ): Promise<void> {
    await tx.run(setInternal, { calendarKey, id, internal })
    this.#cache.forget(tx, cacheKey(calendarKey, id))
  }

  /** Lets a copy follow the calendar that its event was moved to, which is no change of the copy. */
  async followTo(tx: Transaction, copy: EventRow, next: CopyPlace): Promise<void> {
    const { calendarKey, id } = copy
    await tx.run(followTo, { calendarKey, id, ...next })
    this.#noteCopy(tx, { id, copyOf: next.copyOf })
    this.#cache.forget(tx, cacheKey(calendarKey, id))
  }

  /** The calendars that have, or may have, attendee copies of an event or series. */
  async copyHolders(tx: Transaction, calendarKey: number, id: string): Promise<string[]> {
    const found = await tx.first(findHolders, { calendarKey, id })
    if (found !== undefined) return JSON.parse(found.holders) as string[]
    this.#uncopied.keep(tx, cacheKey(calendarKey, id), { id })
    return []
  }

  /** Notes all of them before copies are written. */
  async setCopyHolders(
    tx: Transaction,
    { calendarKey, id, holders }: { calendarKey: number; id: string; holders: readonly string[] },
  ): Promise<void> {
    await tx.run(setHolders, { calendarKey, id, holders: JSON.stringify(holders) })
    this.#uncopied.forget(tx, cacheKey(calendarKey, id))
  }

  /** Whether it is known without asking that no calendar has such a copy. */
  isUncopied(tx: Transaction, copyOf: number, id: string): boolean {
    return this.#uncopied.peekIn(tx, cacheKey(copyOf, id)) !== undefined
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

  /** The copy of an exception is one of its series as well, whose id stands before an underscore. */
  #noteCopy(tx: Transaction, { copyOf, id }: Pick<EventRow, 'copyOf' | 'id'>): void {
    if (copyOf === null) return
    for (let end = id.length; end > 0; end = id.lastIndexOf('_', end - 1)) {
      this.#uncopied.forget(tx, cacheKey(copyOf, id.slice(0, end)))
    }
  }

  /** Makes copies the affair of their calendars alone. */
  async freeCopies(
    tx: Transaction,
    copies: readonly Pick<EventRow, 'calendarKey' | 'id'>[],
  ): Promise<void> {
    await Promise.all(copies.map(({ calendarKey, id }) => tx.run(freeCopy, { calendarKey, id })))
    for (const { calendarKey, id } of copies) this.#cache.forget(tx, cacheKey(calendarKey, id))
  }

  /** Some of the copies of whatever a calendar has organized, in the order of ids and calendars. */
  anyCopiesOf(
    reader: Reader,
    {
      copyOf,
      after,
      limit,
    }: {
      readonly copyOf: number
      readonly after: Pick<EventRow, 'calendarKey' | 'id'>
      readonly limit: number
    },
  ): Promise<EventRow[]> {
    const { calendarKey: afterKey, id: afterId } = after
    return reader.all(listAnyCopies, { copyOf, afterKey, afterId, limit })
  }

  /**
   * Live events and series after an id, in the order of ids, that may be invitations: attendee copies, and
   * imports that are not over yet, among which are events of the calendar itself.
   */
  invitationsOn(reader: Reader, page: InvitationPage): Promise<EventRow[]> {
    return reader.all(listInvitations, page)
  }

  /** Keeps what attendees have declined by deleting it when a calendar goes on under another key. */
  async keepDeclined(
    tx: Transaction,
    change: { readonly from: number; readonly to: number },
  ): Promise<void> {
    await tx.run(keepDeclined, change)
  }

  /** When the first event of a calendar starts, deleted ones included. */
  async firstStartMs(reader: Reader, calendarKey: number): Promise<number | undefined> {
    return (await reader.first(findFirstStart, { calendarKey }))?.startMs ?? undefined
  }

  /** All that differs from a series, or is missing from it. */
  exceptionsOf(reader: Reader, calendarKey: number, masterId: string): Promise<EventRow[]> {
    return reader.all(listExceptions, { calendarKey, masterId })
  }

  /** What a series has in the place of one of its instances, if anything. */
  exceptionAt(
    reader: Reader,
    { calendarKey, id: masterId }: EventRow,
    originalStart: number,
  ): Promise<EventRow | undefined> {
    return reader.first(findException, { calendarKey, masterId, originalStart })
  }

  /** The same, and instances that stayed on the calendar when the series was removed from it. */
  instancesOf(reader: Reader, calendarKey: number, masterId: string): Promise<EventRow[]> {
    return reader.all(listInstances, { calendarKey, masterId })
  }

  /** The number of exceptions of a series. */
  async countExceptions(reader: Reader, calendarKey: number, masterId: string): Promise<number> {
    return (await reader.first(countExceptions, { calendarKey, masterId }))!.count
  }

  /** Everything that has the identifier, deleted events included, in the order of ids. */
  async withUid(reader: Reader, calendarKey: number, icalUid: string): Promise<EventRow[]> {
    // Where it follows from the id it is not kept.
    const [, id] = /^([a-v0-9]+)@google\.com$/.exec(icalUid) ?? []
    if (id === undefined) {
      return (await reader.all(listWithStoredUid, { calendarKey, icalUid })).sort(inOrderOfIds)
    }
    const wanted = { calendarKey, icalUid, id, ofId: `${id}_`, afterId: `${id}\`` }
    return (await reader.all(listWithUid, wanted)).sort(inOrderOfIds)
  }

  /**
   * Forgets deleted events once no sync token is old enough to ask for them. Those that attendees still
   * have copies of stay until the copies are cancelled, and the copies of attendees who stay away stay
   * as long as the event.
   */
  async purge(tx: Transaction, before: number, limit: number): Promise<number> {
    if (this.#database.isDistributed) await this.#releaseShared(tx, { before, limit })
    const statement = this.#database.isDistributed ? purgeUnshared : purge
    const purged = await tx.all(statement, { before, limit })
    for (const { calendarKey, id } of purged) this.#cache.forget(tx, cacheKey(calendarKey, id))
    return purged.length
  }

  /**
   * Lets tombstones be purged whose copies are gone, or whose event is, where copies may be on other servers
   * than the event.
   */
  async #releaseShared(tx: Transaction, page: TombstonePage): Promise<void> {
    for (const { calendarKey, id, holders } of await tx.all(listHeldTombstones, page)) {
      const calendarIds = JSON.parse(holders) as string[]
      if (await this.#hasCopies(tx, { calendarKey, id }, calendarIds)) continue
      await tx.run(removeHolders, { calendarKey, id })
    }
    for (const { calendarKey, id, copyOf } of await tx.all(listLeftTombstones, page)) {
      const event = await this.findIn(tx, copyOf, id.replaceAll('_copy', ''))
      if (event?.presence !== 'live') await tx.run(freeCopy, { calendarKey, id })
    }
  }

  async #hasCopies(
    tx: Transaction,
    { calendarKey, id }: Pick<EventRow, 'calendarKey' | 'id'>,
    calendarIds: readonly string[],
  ): Promise<boolean> {
    for (const calendarId of calendarIds) {
      const holder = await tx.first(findKey, { id: calendarId })
      if (holder === undefined) continue
      const copies = await this.copiesOn(tx, holder.key, id)
      const isLive = ({ copyOf, presence }: EventRow) =>
        copyOf === calendarKey && presence !== 'tombstone'
      if (copies.some(isLive)) return true
    }
    return false
  }

  /** Removes some of what a calendar has left behind, and says how much that was. */
  async sweep(tx: Transaction, calendarKey: number, limit: number): Promise<number> {
    await tx.run(sweepHolders, { calendarKey })
    return (await tx.all(sweep, { calendarKey, limit })).length
  }

  /** Removes the lists of holders of events that are no longer known to sync. */
  async purgeHolders(tx: Transaction): Promise<void> {
    await tx.run(purgeHolders, none)
  }
}

/** Whether no part of the row changes without a new change number, as internal properties of copies do. */
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

/** Fewer columns, because each costs as much as some of the rendering. */
export const shownColumns = selection(shownRowColumns)

const find = query<{ calendarKey: number; id: string }, EventRow>(
  ({ calendarKey, id }) =>
    sql`select ${eventColumns} from ${calendarEvents} where ${withKey(calendarKey)} and id = ${id}`,
)

/** Inserts an event, and says what to do if there is one with the same id. */
const insertOr = (onConflict: Sql) =>
  command<EventRow & EventWords>((args) =>
    insertInto(
      calendarEvents,
      rowOf(calendarEvents, args, {
        bucket: bucketOf.key(args.calendarKey),
        updated_at: args.updatedAtMs,
      }),
      sql`on conflict (calendar_key, id, bucket) ${onConflict}`,
    ),
  )

const add = insertOr(sql`do nothing`)

const replace = updateAll(calendarEvents)

const put = insertOr(replace)

const putCopy = insertOr(sql`${replace} where ${calendarEvents}.copy_of = excluded.copy_of`)

const retouch = command<
  Pick<
    EventRow & EventWords,
    | 'calendarKey'
    | 'id'
    | 'changeNumber'
    | 'updatedAtMs'
    | 'isBusy'
    | 'awaits'
    | 'visibility'
    | 'zone'
    | 'words'
    | 'properties'
    | 'internal'
    | 'wire'
    | 'remindAt'
  >
>(
  (args) => sql`
    update ${calendarEvents} set change_number = ${args.changeNumber}, updated_at = ${args.updatedAtMs},
     is_busy = ${args.isBusy}, visibility = ${args.visibility}, zone = ${args.zone}, words = ${args.words}, properties = ${args.properties}, internal = ${args.internal},
     wire = ${args.wire}, remind_at = ${args.remindAt}, awaits = ${args.awaits}
   where ${withKey(args.calendarKey)} and id = ${args.id}`,
)

// One lookup in an index each.
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

// Sorted by whoever asks: to get the order by itself SQLite would walk through the whole calendar.
export const inOrderOfIds = (one: EventRow, other: EventRow): number =>
  one.id === other.id ? 0 : one.id < other.id ? -1 : 1

// A series and its exceptions share the identifier, and their ids begin alike.
const listWithStoredUid = query<{ calendarKey: number; icalUid: string }, EventRow>(
  ({ calendarKey, icalUid }) => sql`select ${eventColumns} from ${calendarEvents}
   where calendar_key = ${calendarKey} and ical_uid = ${icalUid} and ical_uid is not null`,
)

const listWithUid = query<
  { calendarKey: number; icalUid: string; id: string; ofId: string; afterId: string },
  EventRow
>(
  ({ calendarKey, icalUid, id, afterId, ofId }) => sql`select ${eventColumns} from ${calendarEvents}
   where ${withKey(calendarKey)} and ical_uid = ${icalUid} and ical_uid is not null
   union all
   select ${eventColumns} from ${calendarEvents}
   where ${withKey(calendarKey)} and ical_uid is null
     and id >= ${id} and id < ${afterId} and (id = ${id} or id > ${ofId})`,
)

interface CopiesWanted {
  readonly copyOf: number
  readonly id: string
  readonly ofId: string
  readonly afterId: string
}

const copiesWanted = (copyOf: number, id: string): CopiesWanted => ({
  copyOf,
  id,
  ofId: `${id}_`,
  afterId: `${id}\``,
})

// One range of ids, so that an index is read from its beginning to its end.
const ofEvent = ({ id, ofId, afterId }: Parameters<Omit<CopiesWanted, 'copyOf'>>) =>
  sql`and e.id >= ${id} and e.id < ${afterId} and (e.id = ${id} or e.id > ${ofId})`

const listCopiesOn = query<CopiesWanted & { calendarKey: number }, EventRow>(
  (args) => sql`select ${eventColumns} from ${calendarEvents} e
   where ${withKey(args.calendarKey, sql`e.`)} and e.copy_of is not null ${ofEvent(args)}`,
)

// One statement, because it is what most of the time goes to where an event has many copies.
const findSource = query<Omit<CopiesWanted, 'copyOf'> & SourceWanted, SourceRow>(
  (args) => sql`select ${eventColumns},
     (select c.id from ${calendars} c where c.key = e.calendar_key${inSameBucket(sql`c`, sql`e`)}) as "calendarId",
     case when exists (
       select 1 from ${calendarEvents} a
       where ${withKey(args.holderKey, sql`a.`)} and a.event_type in ('outOfOffice', 'focusTime')
         and a.presence = 'live'
     ) then 1 else 0 end as "hasHolderAbsences"
   from ${calendarEvents} e where ${withKey(args.calendarKey, sql`e.`)} and e.id = ${args.id}
   union all
   select ${eventColumns}, null, 0 from ${calendarEvents} e
   where ${withKey(args.holderKey, sql`e.`)} and e.copy_of is not null ${ofEvent(args)}`,
)

const findWithCalendar = query<
  { calendarKey: number; id: string },
  Omit<SourceRow, 'hasHolderAbsences'>
>(
  ({ calendarKey, id }) => sql`select ${eventColumns},
     (select c.id from ${calendars} c where ${ofKey(calendarKey)}) as "calendarId"
   from ${calendarEvents} e where ${withKey(calendarKey, sql`e.`)} and e.id = ${id}`,
)

const findAbsence = query<{ calendarKey: number }, { id: string }>(
  ({ calendarKey }) => sql`select id from ${calendarEvents}
   where ${withKey(calendarKey)} and event_type in ('outOfOffice', 'focusTime') and presence = 'live'
   limit 1`,
)

const setInternal = command<{ calendarKey: number; id: string; internal: string }>(
  ({ internal, calendarKey, id }) =>
    sql`update ${calendarEvents} set internal = ${internal} where ${withKey(calendarKey)} and id = ${id}`,
)

interface CopyPlace {
  /** The key of the organizer's calendar. */
  readonly copyOf: number
  readonly internal: string
}

const followTo = command<{ calendarKey: number; id: string } & CopyPlace>(
  ({
    copyOf,
    internal,
    calendarKey,
    id,
  }) => sql`update ${calendarEvents} set copy_of = ${copyOf}, internal = ${internal}
   where ${withKey(calendarKey)} and id = ${id}`,
)

const findHolders = query<{ calendarKey: number; id: string }, { holders: string }>(
  ({ calendarKey, id }) =>
    sql`select holders from ${calendarCopies} where ${withKey(calendarKey)} and event_id = ${id}`,
)

const setHolders = command<{ calendarKey: number; id: string; holders: string }>(
  ({ calendarKey, id, holders }) =>
    insertInto(
      calendarCopies,
      { bucket: bucketOf.key(calendarKey), calendar_key: calendarKey, event_id: id, holders },
      sql`on conflict (calendar_key, event_id, bucket) do update set holders = excluded.holders`,
    ),
)

const sweepHolders = command<{ calendarKey: number }>(
  ({ calendarKey }) => sql`delete from ${calendarCopies} where ${withKey(calendarKey)}`,
)

const purgeHolders = command<object>(
  () => sql`delete from ${calendarCopies} where not exists (
     select 1 from ${calendarEvents} e where e.calendar_key = ${calendarCopies}.calendar_key
       and e.id = ${calendarCopies}.event_id${inSameBucket(sql`e`, calendarCopies)})`,
)

const freeCopy = command<{ calendarKey: number; id: string }>(
  ({ calendarKey, id }) => sql`update ${calendarEvents} set copy_of = null
   where ${withKey(calendarKey)} and id = ${id} and copy_of is not null`,
)

const listAnyCopies = query<
  { copyOf: number; afterKey: number; afterId: string; limit: number },
  EventRow
>(
  (args) => sql`
    select ${eventColumns} from ${calendarEvents} where copy_of = ${args.copyOf} and copy_of is not null
     and (id, calendar_key) > (${args.afterId}, ${args.afterKey})
   order by id, calendar_key ${limit(args.limit)}`,
)

interface InvitationPage {
  readonly calendarKey: number
  readonly after: string
  readonly nowMs: number
  readonly limit: number
}

// The ids of imports begin with an underscore.
const listInvitations = query<InvitationPage, EventRow>(
  (args) => sql`select ${eventColumns} from ${calendarEvents}
   where ${withKey(args.calendarKey)} and id > ${args.after} and presence = 'live' and kind <> 'exception'
     and (copy_of is not null or (id > '_' and id < '\`' and end_ms > ${args.nowMs}))
   order by id ${limit(args.limit)}`,
)

// Quotes within the texts of `own` are escaped.
const keepDeclined = command<{ from: number; to: number }>(
  (args) => sql`update ${calendarEvents} set calendar_key = ${args.to}
   where ${withKey(args.from)} and copy_of is not null and internal like '%"hasLeft":true%'`,
)

const purge = command<{ before: number; limit: number }, { calendarKey: number; id: string }>(
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

interface TombstonePage {
  readonly before: number
  readonly limit: number
}

// What was shared is purged after it was released.
const purgeUnshared = command<TombstonePage, { calendarKey: number; id: string }>(
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

// In random order, so that those that have to stay do not keep others from being looked at.
const listHeldTombstones = query<
  TombstonePage,
  { calendarKey: number; id: string; holders: string }
>(
  (args) => sql`select h.calendar_key as "calendarKey", h.event_id as id, h.holders
   from ${calendarCopies} h
   join ${calendarEvents} e on e.calendar_key = h.calendar_key and e.id = h.event_id${inSameBucket(sql`h`, sql`e`)}
   where e.presence = 'tombstone' and e.updated_at < ${args.before}
   order by random() ${limit(args.limit)}`,
)

const listLeftTombstones = query<
  TombstonePage,
  { calendarKey: number; id: string; copyOf: number }
>(
  (args) => sql`select calendar_key as "calendarKey", id, copy_of as "copyOf" from ${calendarEvents}
   where presence = 'tombstone' and updated_at < ${args.before} and copy_of is not null
     and internal like '%"hasLeft":true%'
   order by random() ${limit(args.limit)}`,
)

const removeHolders = command<{ calendarKey: number; id: string }>(
  ({ calendarKey, id }) =>
    sql`delete from ${calendarCopies} where ${withKey(calendarKey)} and event_id = ${id}`,
)

const findKey = query<{ id: string }, { key: number }>(
  ({ id }) => sql`select key from ${calendars} where ${withId(id)}`,
)

const sweep = command<{ calendarKey: number; limit: number }, { id: string }>(
  (args) => sql`delete from ${calendarEvents} where ${withKey(args.calendarKey)} and id in (
     select id from ${calendarEvents} where ${withKey(args.calendarKey)} ${limit(args.limit)})
   returning id`,
)
