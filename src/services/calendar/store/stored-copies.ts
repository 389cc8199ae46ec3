import type { Database, Reader, Transaction } from '#/storage/port.ts'
import { limit, selection, sql } from '#/storage/sql/sql.ts'
import { command, type Parameters, query } from '#/storage/sql/statement.ts'
import { inSameBucket, ofKey, withEventId, withKey } from './buckets.ts'
import {
  type EventKey,
  type EventRow,
  type Events,
  type EventWords,
  eventColumns,
  eventRowColumns,
  insertEvent,
  replaceEvent,
} from './events.ts'
import { calendarEvents, calendarInbox, calendars } from './tables.ts'

interface SourceOptions extends EventKey {
  /** The key of the calendar whose copies are read as well. */
  readonly holderKey: number
}

interface HolderFlags {
  /** Whether the other calendar has times in which it may decline invitations. */
  readonly hasHolderAbsences: 0 | 1
  /** Whether a calendar program reads the scheduling inbox of the other calendar's user. */
  readonly hasHolderInbox: 0 | 1
}

/** The organizer's event with the id of its calendar, which is null once the calendar is deleted. */
export interface SourceRow extends EventRow, HolderFlags {
  readonly calendarId: string | null
}

interface FoundSource {
  readonly source: SourceRow | undefined
  readonly copies: readonly EventRow[]
}

/** The attendee copies of events, which are events of other calendars. */
export class StoredCopies {
  readonly #database: Database
  readonly #events: Events

  constructor(database: Database, events: Events) {
    this.#database = database
    this.#events = events
  }

  /** The organizer's event, with the copies that another calendar has of it and of its exceptions. */
  async findSource(reader: Reader, options: SourceOptions): Promise<FoundSource> {
    const { calendarKey, id } = options
    if (this.#database.isDistributed) return this.#findDistributedSource(reader, options)
    const found = await reader.all(findSource, { ...options, ...idRange(id) })
    const isSource = (row: EventRow) => row.calendarKey === calendarKey && row.id === id
    return { source: found.find(isSource), copies: found.filter((row) => !isSource(row)) }
  }

  /** Needs no statement that reads two calendars, which can be on different servers. */
  async #findDistributedSource(reader: Reader, options: SourceOptions): Promise<FoundSource> {
    const { calendarKey, id, holderKey } = options
    const [source, rows] = await Promise.all([
      reader.first(findWithCalendar, { calendarKey, id }),
      reader.all(findHeld, { holderKey, ...idRange(id) }),
    ])
    const { hasHolderAbsences = 0, hasHolderInbox = 0 } = rows[0] ?? {}
    const copies = rows.filter((row): row is HolderFlags & EventRow => row.id !== null)
    return { source: source && { ...source, hasHolderAbsences, hasHolderInbox }, copies }
  }

  /** The copies that one calendar has of an event and its exceptions, for any organizer. */
  list(reader: Reader, { calendarKey, id }: EventKey): Promise<EventRow[]> {
    return reader.all(list, { calendarKey, ...idRange(id) })
  }

  /**
   * Writes copies, each over the earlier one. Returns those that were not written because their calendars
   * have another event with their id.
   */
  async put<Row extends EventRow & EventWords>(
    tx: Transaction,
    rows: readonly Row[],
  ): Promise<readonly Row[]> {
    const counts = await Promise.all(rows.map((row) => tx.run(put, row)))
    for (const row of rows) this.#events.forget(tx, row)
    return rows.filter((_, index) => counts[index] === 0)
  }

  /** Makes a copy follow its event to another calendar, which is no change of the copy. */
  async followTo(
    tx: Transaction,
    { calendarKey, id }: EventKey,
    next: { /** The key of the organizer's calendar. */ copyOf: number; internal: string },
  ): Promise<void> {
    await tx.run(followTo, { calendarKey, id, ...next })
    this.#events.forget(tx, { calendarKey, id })
  }

  /** Turns copies into events of their own, which are no longer reconciled. */
  async detach(tx: Transaction, copies: readonly EventKey[]): Promise<void> {
    await Promise.all(copies.map(({ calendarKey, id }) => tx.run(detach, { calendarKey, id })))
    for (const copy of copies) this.#events.forget(tx, copy)
  }

  /** A page of the copies of all events that a calendar has organized, ordered by id and calendar. */
  listOrganizedBy(reader: Reader, page: OrganizerPage): Promise<EventRow[]> {
    return reader.all(listOrganizedBy, page)
  }

  /**
   * A page of live events and series, ordered by id, that may be invitations: attendee copies, and imports that
   * are not over yet, among which are events of the calendar itself.
   */
  listInvitations(reader: Reader, page: InvitationPage): Promise<EventRow[]> {
    return reader.all(listInvitations, page)
  }

  /** Gives the copies that attendees declined by deleting them to the next key of their calendar. */
  async keepDeclined(
    tx: Transaction,
    change: { readonly from: number; readonly to: number },
  ): Promise<void> {
    await tx.run(keepDeclined, change)
  }
}

interface IdRange {
  readonly id: string
  readonly ofId: string
  readonly afterId: string
}

/** The ids of an event and of its exceptions, which begin with it and an underscore. */
const idRange = (id: string): IdRange => ({ id, ofId: `${id}_`, afterId: `${id}\`` })

// One range of ids, so that an index is read from its beginning to its end.
const inIdRange = ({ id, ofId, afterId }: Parameters<IdRange>) =>
  sql`and e.id >= ${id} and e.id < ${afterId} and (e.id = ${id} or e.id > ${ofId})`

const list = query<IdRange & { calendarKey: number }, EventRow>(
  (args) => sql`select ${eventColumns} from ${calendarEvents} e
   where ${withKey(args.calendarKey, sql`e.`)} and e.copy_of is not null ${inIdRange(args)}`,
)

const holderFlags = ({ holderKey }: Pick<Parameters<SourceOptions>, 'holderKey'>) => sql`
     case when exists (
       select 1 from ${calendarEvents} a
       where ${withKey(holderKey, sql`a.`)} and a.event_type in ('outOfOffice', 'focusTime')
         and a.presence = 'live'
     ) then 1 else 0 end as "hasHolderAbsences",
     case when exists (
       select 1 from ${calendarInbox} i where ${withKey(holderKey, sql`i.`)} and i.name = ''
     ) then 1 else 0 end as "hasHolderInbox"`

// One statement, because reconciling an event with many copies spends most of its time here.
const findSource = query<IdRange & SourceOptions, SourceRow>(
  (args) => sql`select ${eventColumns},
     (select c.id from ${calendars} c where c.key = e.calendar_key${inSameBucket(sql`c`, sql`e`)}) as "calendarId",
     ${holderFlags(args)}
   from ${calendarEvents} e where ${withKey(args.calendarKey, sql`e.`)} and e.id = ${args.id}
   union all
   select ${eventColumns}, null, 0, 0 from ${calendarEvents} e
   where ${withKey(args.holderKey, sql`e.`)} and e.copy_of is not null ${inIdRange(args)}`,
)

const findWithCalendar = query<EventKey, Omit<SourceRow, 'hasHolderAbsences' | 'hasHolderInbox'>>(
  ({ calendarKey, id }) => sql`select ${eventColumns},
     (select c.id from ${calendars} c where ${ofKey(calendarKey)}) as "calendarId"
   from ${calendarEvents} e where ${withKey(calendarKey, sql`e.`)} and e.id = ${id}`,
)

const copyColumns = selection(eventRowColumns, { alias: 'e' })

// A row without an event if the calendar has no copy.
const findHeld = query<
  IdRange & { holderKey: number },
  HolderFlags & (EventRow | { readonly id: null })
>(
  (args) => sql`select ${copyColumns}, ${holderFlags(args)}
   from ${calendars} h left join ${calendarEvents} e
     on e.calendar_key = h.key and e.copy_of is not null${inSameBucket(sql`e`, sql`h`)} ${inIdRange(args)}
   where ${ofKey(args.holderKey, sql`h.`)}`,
)

const put = insertEvent(sql`${replaceEvent} where ${calendarEvents}.copy_of = excluded.copy_of`)

const followTo = command<EventKey & { copyOf: number; internal: string }>(
  (args) => sql`update ${calendarEvents} set copy_of = ${args.copyOf}, internal = ${args.internal}
   where ${withEventId(args.calendarKey, args.id)}`,
)

const detach = command<EventKey>(
  ({ calendarKey, id }) => sql`update ${calendarEvents} set copy_of = null
   where ${withEventId(calendarKey, id)} and copy_of is not null`,
)

interface OrganizerPage {
  /** The key of the organizer's calendar. */
  readonly copyOf: number
  readonly afterKey: number
  readonly afterId: string
  readonly limit: number
}

const listOrganizedBy = query<OrganizerPage, EventRow>(
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

// Quotes within the texts of `internal` are escaped.
const keepDeclined = command<{ from: number; to: number }>(
  (args) => sql`update ${calendarEvents} set calendar_key = ${args.to}
   where ${withKey(args.from)} and copy_of is not null and internal like '%"hasLeft":true%'`,
)
