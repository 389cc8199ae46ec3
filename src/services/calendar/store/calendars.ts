import { users } from '#/auth/tables.ts'
import { resourceEtag } from '#/contract/etag.ts'
import { nextNumbers, noNumbers } from '#/kernel/change-numbers.ts'
import { duplicate } from '#/kernel/errors.ts'
import { CommittedCache } from '#/storage/committed-cache.ts'
import type { Database, Reader, Transaction } from '#/storage/port.ts'
import { insertInto, limit, rowOf, selection, sql } from '#/storage/sql/sql.ts'
import { adHocQuery, command, query, type Statement } from '#/storage/sql/statement.ts'
import { aclNumbers, type CalendarRow, calendarRowColumns } from '../calendar/calendar-row.ts'
import { quotaExceeded } from '../errors.ts'
import type { Calendar } from '../schemas/calendar.ts'
import { bucketOf, ofKey, withCalendarId, withId, withIds } from './buckets.ts'
import {
  CalendarNumbers,
  cachedCharactersMax,
  charactersOf,
  type Numbered,
  numberAssignments,
} from './calendar-numbers.ts'
import { type Changes, lostReach } from './changes.ts'
import type { Channels } from './channels.ts'
import { LocalAddresses } from './local-addresses.ts'
import { calendarAcl, calendarFeeds, calendarSubscriptions, calendars } from './tables.ts'

/** A new calendar, before it gets its numbers. */
type NewCalendarRow = Omit<
  CalendarRow,
  | 'wire'
  | 'etag'
  | 'changeNumber'
  | 'runs'
  | 'storedChangeNumber'
  | 'ownSince'
  | 'propertiesChangeNumber'
  | 'aclChangeNumber'
  | 'aclRuns'
>

/** A calendar with the name of its owner. */
type InvitedRow = CalendarRow & { readonly ownerName: string }

/** The same read of one calendar, and of several by a JSON array of their ids. */
interface CalendarReads<Row> {
  readonly one: Statement<{ id: string }, Row>
  readonly together: Statement<{ ids: string }, Row>
}

/** In a cluster, more calendars are read by one statement on all servers. */
const routedMax = 64

/** The calendars of the database, with a cache. */
export class Calendars {
  readonly #database: Database
  readonly #cache: CommittedCache<CalendarRow>
  readonly #changes: Changes
  readonly #channels: Channels
  /** The change numbers of calendars. */
  readonly numbers: CalendarNumbers
  /** The addresses of calendars and groups. */
  readonly addresses: LocalAddresses

  constructor(database: Database, watching: { changes: Changes; channels: Channels }) {
    this.#database = database
    this.#changes = watching.changes
    this.#channels = watching.channels
    this.#cache = new CommittedCache(database, {
      charactersMax: cachedCharactersMax,
      charactersOf,
    })
    this.numbers = new CalendarNumbers(database, {
      cache: this.#cache,
      changes: watching.changes,
      findIn: (tx, id) => this.findIn(tx, id),
    })
    this.addresses = new LocalAddresses(database)
  }

  /** Returns no promise if the calendar is cached. */
  find(id: string): CalendarRow | Promise<CalendarRow | undefined> {
    return this.#cache.peek(id) ?? this.#cache.load(id, () => this.#database.first(find, { id }))
  }

  /** Finds the calendar and keeps others from changing it until the transaction ends. */
  async lock(tx: Transaction, id: string): Promise<CalendarRow | undefined> {
    return this.#cache.peekIn(tx, id) ?? tx.first(lock, { id })
  }

  /** The same, as the transaction sees it. */
  findIn(tx: Transaction, id: string): Promise<CalendarRow | undefined> {
    return tx.first(find, { id })
  }

  /** The calendars with these ids, as far as they exist. */
  findAll(reader: Reader, ids: readonly string[]): Promise<CalendarRow[]> {
    return this.#all(reader, ids, { one: find, together: findAll })
  }

  /** The calendars with these ids, with the names of their owners. */
  findInvited(reader: Reader, ids: readonly string[]): Promise<InvitedRow[]> {
    return this.#all(reader, ids, { one: findOneInvited, together: findInvited })
  }

  async #all<Row>(
    reader: Reader,
    ids: readonly string[],
    { one, together }: CalendarReads<Row>,
  ): Promise<Row[]> {
    if (!this.#database.isDistributed || ids.length > routedMax) {
      return reader.all(together, { ids: JSON.stringify(ids) })
    }
    const found = await Promise.all([...new Set(ids)].map((id) => reader.first(one, { id })))
    return found.filter((calendar) => calendar !== undefined)
  }

  async ownerEmail(reader: Reader, ownerId: string): Promise<string> {
    return (await reader.first(findOwner, { ownerId }))!.email
  }

  /** Adds a calendar with its first change numbers; each of its first rules takes one. */
  async add(
    tx: Transaction,
    row: NewCalendarRow,
    { calendar, ruleCount }: { readonly calendar: Calendar; readonly ruleCount: number },
  ): Promise<CalendarRow> {
    const { last: changeNumber, runs } = nextNumbers(noNumbers, this.#database.incarnation)
    const etag = resourceEtag(changeNumber)
    const stored = {
      ...row,
      etag,
      wire: wireText(calendar, etag),
      changeNumber,
      runs,
      propertiesChangeNumber: changeNumber,
      aclChangeNumber: changeNumber + ruleCount - 1,
      aclRuns: runs,
    }
    if ((await tx.run(add, stored)) === 0) throw duplicate('A calendar with this address')
    this.addresses.noteLocal(tx, row.id)
    return stored
  }

  /** Replaces the properties of a locked calendar. */
  async change(
    tx: Transaction,
    current: CalendarRow,
    calendar: Calendar,
  ): Promise<Pick<CalendarRow, 'etag' | 'wire'>> {
    const { id, changeNumber, runs } = this.numbers.withNextNumber(current)
    const etag = resourceEtag(changeNumber)
    const wire = wireText(calendar, etag)
    await tx.run(update, { id, wire, etag, changeNumber, runs })
    this.#cache.forget(tx, id)
    return { etag, wire }
  }

  /** Changes the owner of a calendar; the owner in its wire form is changed separately. */
  async giveTo(tx: Transaction, change: { id: string; ownerId: string }): Promise<void> {
    await tx.run(giveTo, change)
    this.#cache.forget(tx, change.id)
  }

  /**
   * Shows or hides invitations on the primary calendar of a user. This counts as a change of the
   * calendar.
   */
  async hideInvitations(
    tx: Transaction,
    change: { readonly ownerId: string; readonly hidesInvitations: 0 | 1 },
  ): Promise<void> {
    const { ownerId, hidesInvitations } = change
    // The id of a primary calendar is the address of its owner.
    const current = await this.lock(tx, await this.ownerEmail(tx, ownerId))
    if (current === undefined) return
    const { id, changeNumber, runs } = this.numbers.withNextNumber(current)
    await tx.run(hideInvitations, { id, hidesInvitations, changeNumber, runs })
    this.#cache.forget(tx, id)
    this.#changes.note(tx, 'events', id)
  }

  /** Records a change of the access rules of a locked calendar, and returns the calendar after it. */
  async advanceAccess(
    tx: Transaction,
    current: CalendarRow,
    groupRules: number,
  ): Promise<CalendarRow> {
    const numbers = nextNumbers(aclNumbers(current), this.#database.incarnation)
    const { last: aclChangeNumber, runs: aclRuns } = numbers
    const { id } = current
    await tx.run(advanceAccess, { id, aclChangeNumber, aclRuns, groupRules })
    this.#cache.forget(tx, id)
    this.#changes.note(tx, 'acl', id)
    await tx.notify(lostReach, id)
    return { ...current, aclChangeNumber, aclRuns, groupRules }
  }

  async remove(tx: Transaction, id: string): Promise<void> {
    await tx.run(remove, { id })
    await this.#removeParts(tx, id)
  }

  /** Rejects a user who owns more calendars than allowed; 0 means no limit. */
  async requireAtMost(tx: Transaction, ownerId: string, ownedMax: number): Promise<void> {
    if (ownedMax === 0) return
    // The worker unlocks the list before the other workers commit the new calendar; the coordinator unlocks last.
    if (this.#database.isDistributed) await tx.first(lockOnCoordinator, { ownerId })
    const { count } = (await tx.first(countOwned, { ownerId }))!
    if (count > ownedMax) throw quotaExceeded(`A user can own at most ${ownedMax} calendars.`)
  }

  /** Call this in the transaction that removes the user. Returns the keys of orphaned events. */
  async removeOwnedBy(tx: Transaction, ownerId: string): Promise<number[]> {
    const removed = await tx.all(removeOwned, { ownerId })
    for (const { id } of removed) await this.#removeParts(tx, id)
    return removed.map(({ key }) => key)
  }

  /** Removes what belongs to a removed calendar, except for its events. */
  async #removeParts(tx: Transaction, id: string): Promise<void> {
    for (const removePart of removeParts) await tx.run(removePart, { id })
    await this.#channels.endOfCalendar(tx, id)
    this.#cache.forget(tx, id)
    await tx.notify(lostReach, id)
  }

  /** Empties the calendar by giving it another key. */
  async clear(tx: Transaction, current: CalendarRow, key: number): Promise<void> {
    const { id, changeNumber, runs } = this.numbers.withNextNumber(current)
    await tx.run(clear, { id, key, changeNumber, runs })
    this.#cache.forget(tx, id)
    this.#changes.note(tx, 'events', id)
  }

  /** The ids of the calendars with these keys, as far as they exist. */
  async idsOfKeys(reader: Reader, keys: readonly number[]): Promise<string[]> {
    const found = await Promise.all(keys.map((key) => reader.first(findByKey, { key })))
    return found.flatMap((calendar) => calendar?.id ?? [])
  }

  async hasKey(reader: Reader, key: number): Promise<boolean> {
    return (await this.findByKey(reader, key)) !== undefined
  }

  /** Rooms and other resources by id, after the given one. */
  resources(
    reader: Reader,
    page: { readonly after: string; readonly limit: number },
  ): Promise<CalendarRow[]> {
    return reader.all(listResources, page)
  }

  /** All calendars with the addresses of their owners, by id. */
  page(
    reader: Reader,
    page: { readonly after: string; readonly limit: number },
  ): Promise<{ readonly id: string; readonly ownerEmail: string }[]> {
    return reader.all(listAll, page)
  }

  findByKey(reader: Reader, key: number): Promise<CalendarRow | undefined> {
    return reader.first(findByKey, { key })
  }
}

function wireText(calendar: Calendar, etag: string): string {
  const { kind, etag: _, ...rest } = calendar
  return JSON.stringify({ kind, etag, ...rest })
}

const calendarColumns = selection(calendarRowColumns)

const find = query<{ id: string }, CalendarRow>(
  ({ id }) => sql`select ${calendarColumns} from ${calendars} where ${withId(id)}`,
)

const findAll = query<{ ids: string }, CalendarRow>(
  ({ ids }, dialect) =>
    sql`select ${calendarColumns} from ${calendars} where ${withIds(ids, dialect)}`,
)

const ownerName = sql`(select name from ${users} where ${users}.id = owner_id) as "ownerName"`

const findInvited = query<{ ids: string }, InvitedRow>(
  ({ ids }, dialect) =>
    sql`select ${calendarColumns}, ${ownerName} from ${calendars} where ${withIds(ids, dialect)}`,
)

const findOneInvited = query<{ id: string }, InvitedRow>(
  ({ id }) => sql`select ${calendarColumns}, ${ownerName} from ${calendars} where ${withId(id)}`,
)

const findOwner = query<{ ownerId: string }, { email: string }>(
  ({ ownerId }) => sql`select email from ${users} where id = ${ownerId}`,
)

const lock = query<{ id: string }, CalendarRow>(
  ({ id }, { forUpdate }) =>
    sql`select ${calendarColumns} from ${calendars} where ${withId(id)} ${forUpdate}`,
)

const add = command<CalendarRow>((args) =>
  insertInto(
    calendars,
    rowOf(calendars, args, {
      bucket: bucketOf.id(args.id),
      created_at: args.createdAtMs,
      counted_events: sql`0`,
      counted_bytes: sql`0`,
      counted_at: sql`0`,
      is_counted: sql`0`,
      reminders: sql`'none'`,
    }),
    sql`on conflict (id, bucket) do nothing`,
  ),
)

const update = command<Numbered & Pick<CalendarRow, 'wire' | 'etag'>>(
  (args) => sql`update ${calendars} set wire = ${args.wire}, etag = ${args.etag},
     properties_change_number = ${args.changeNumber}, ${numberAssignments(args)}
   where ${withId(args.id)}`,
)

const giveTo = command<{ id: string; ownerId: string }>(
  ({ ownerId, id }) => sql`update ${calendars} set owner_id = ${ownerId} where ${withId(id)}`,
)

const advanceAccess = command<
  Pick<CalendarRow, 'id' | 'aclChangeNumber' | 'aclRuns' | 'groupRules'>
>(
  ({ aclChangeNumber, aclRuns, groupRules, id }) => sql`update ${calendars}
   set acl_change_number = ${aclChangeNumber}, acl_runs = ${aclRuns}, group_rules = ${groupRules} where ${withId(id)}`,
)

const hideInvitations = command<Numbered & Pick<CalendarRow, 'hidesInvitations'>>(
  (args) => sql`update ${calendars}
   set hides_invitations = ${args.hidesInvitations}, ${numberAssignments(args)} where ${withId(args.id)}`,
)

const clear = command<Numbered & Pick<CalendarRow, 'key'>>(
  (args) => sql`update ${calendars}
   set key = ${args.key}, longest_ms = 0, counted_events = 0, counted_bytes = 0, ${numberAssignments(args)}
   where ${withId(args.id)}`,
)

const findByKey = query<{ key: number }, CalendarRow>(
  ({ key }) => sql`select ${calendarColumns} from ${calendars} where ${ofKey(key)}`,
)

const listResources = query<{ after: string; limit: number }, CalendarRow>(
  (args) => sql`
    select ${calendarColumns} from ${calendars} where is_resource = 1 and id > ${args.after}
   order by id ${limit(args.limit)}`,
)

const listAll = query<{ after: string; limit: number }, { id: string; ownerEmail: string }>(
  (args) => sql`select ${calendars}.id, ${users}.email as "ownerEmail"
   from ${calendars} join ${users} on ${users}.id = ${calendars}.owner_id
   where ${calendars}.id > ${args.after} order by ${calendars}.id ${limit(args.limit)}`,
)

const remove = command<{ id: string }>(
  ({ id }) => sql`delete from ${calendars} where ${withId(id)}`,
)

const removeParts = [calendarAcl, calendarFeeds, calendarSubscriptions].map((table) =>
  command<{ id: string }>(({ id }) => sql`delete from ${table} where ${withCalendarId(id)}`),
)

const lockOnCoordinator = adHocQuery<{ ownerId: string }>(
  ({ ownerId }) => sql`select pg_advisory_xact_lock(7141623, hashtext(${ownerId}))::text`,
)

const countOwned = query<{ ownerId: string }, { count: number }>(
  ({ ownerId }) => sql`select count(*) as count from ${calendars} where owner_id = ${ownerId}`,
)

const removeOwned = command<{ ownerId: string }, { id: string; key: number }>(
  ({ ownerId }) => sql`delete from ${calendars} where owner_id = ${ownerId} returning id, key`,
)
