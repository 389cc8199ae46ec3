import { type ChangeNumbers, nextNumbers, noNumbers } from '#/kernel/change-numbers.ts'
import { CommittedCache } from '#/storage/committed-cache.ts'
import type { Database, Reader, Transaction } from '#/storage/port.ts'
import { insertInto, limit, owner, rowOf, sql, updateAll } from '#/storage/sql/sql.ts'
import { command, query } from '#/storage/sql/statement.ts'
import type { CalendarRow } from '../calendar/calendar-row.ts'
import type { EntryChoices } from '../calendar/entry-choices.ts'
import { mailedMinutes, type Reminder } from '../event/properties/event-reminders.ts'
import { withCalendarIds } from './buckets.ts'
import type { Changes } from './changes.ts'
import { calendarAcl, calendarList, calendarUsers } from './tables.ts'

/** A stored entry. A removed one stays for a while. */
export interface EntryRow {
  readonly calendarId: string
  readonly isHidden: 0 | 1
  readonly isDeleted: 0 | 1
  /** The user's choices for this calendar, as JSON. */
  readonly choices: string
  readonly changeNumber: number
}

interface EntryKey {
  readonly userId: string
  readonly calendarId: string
}

interface EntryPage {
  readonly userId: string
  readonly after: string
  readonly since: number
  readonly withHidden: 0 | 1
  readonly withDeleted: 0 | 1
  readonly limit: number
}

/** The cached part of an entry; empty if there is no entry. */
interface CachedEntry {
  readonly defaultReminders: readonly Reminder[]
}

const cachedCharactersMax = 4 * 1024 * 1024
const numbersCharactersMax = 2 * 1024 * 1024

/** The calendar lists of users. */
export class CalendarLists {
  readonly #database: Database
  readonly #cache: CommittedCache<CachedEntry>
  /** The change numbers of lists. */
  readonly #numbers: CommittedCache<ChangeNumbers>
  readonly #changes: Changes

  constructor(database: Database, changes: Changes) {
    this.#database = database
    this.#changes = changes
    this.#cache = new CommittedCache(database, {
      charactersMax: cachedCharactersMax,
      charactersOf: ({ defaultReminders }) => 200 + 50 * defaultReminders.length,
    })
    this.#numbers = new CommittedCache(database, {
      charactersMax: numbersCharactersMax,
      charactersOf: () => 200,
    })
  }

  /** The user's default reminders on the calendar. */
  defaultReminders(key: EntryKey): readonly Reminder[] | Promise<readonly Reminder[]> {
    const cached = this.#cache.peek(cacheKey(key))
    if (cached !== undefined) return cached.defaultReminders
    const read = async () => cachedEntry(await this.#database.first(find, key))
    return this.#cache.load(cacheKey(key), read).then(({ defaultReminders }) => defaultReminders)
  }

  /** The change numbers of the user's list. */
  async numbersOf(reader: Reader, userId: string): Promise<ChangeNumbers> {
    return (await reader.first(findNumbers, { userId })) ?? noNumbers
  }

  find(reader: Reader, key: EntryKey): Promise<EntryRow | undefined> {
    return reader.first(find, key)
  }

  /** Entries by calendar id. */
  page(reader: Reader, page: EntryPage): Promise<EntryRow[]> {
    return reader.all(listPage, page)
  }

  /** Locks the user's list until the transaction ends. */
  async lock(tx: Transaction, userId: string): Promise<void> {
    await tx.first(lock, { userId })
  }

  /** Takes the next change number of the user's list, and locks the list. */
  async advance(tx: Transaction, userId: string): Promise<number> {
    const cached = this.#numbers.peekIn(tx, userId)
    const numbers = cached === undefined ? await this.#advance(tx, userId) : this.#next(cached)
    if (cached !== undefined) await tx.runLast(setNumbers, userId, { userId, ...numbers })
    this.#numbers.keep(tx, userId, numbers)
    this.#changes.note(tx, 'calendarList', userId)
    return numbers.last
  }

  async #advance(tx: Transaction, userId: string): Promise<ChangeNumbers> {
    const next = await tx.first(advance, { userId })
    if (next === undefined) throw new Error('a user of calendars has no row')
    if (next.runs.startsWith(this.#database.incarnation)) return next
    // The first change in this incarnation starts a new run of numbers.
    const numbers = this.#next({ ...next, last: next.last - 1 })
    await tx.run(setNumbers, { userId, ...numbers })
    return numbers
  }

  #next(numbers: ChangeNumbers): ChangeNumbers {
    return nextNumbers(numbers, this.#database.incarnation)
  }

  async put(
    tx: Transaction,
    userId: string,
    entry: EntryRow & { readonly changedAt: number },
  ): Promise<void> {
    await tx.run(put, { userId, ...entry, remindAt: remindsByMail(entry) ? entry.changedAt : null })
    this.#cache.forget(tx, cacheKey({ userId, calendarId: entry.calendarId }))
  }

  /** Adds a calendar to the list of its owner. */
  async add(
    tx: Transaction,
    { userId, calendarId }: EntryKey,
    { choices, nowMs }: { readonly choices: EntryChoices; readonly nowMs: number },
  ): Promise<void> {
    await this.put(tx, userId, {
      calendarId,
      isHidden: 0,
      isDeleted: 0,
      choices: JSON.stringify(choices),
      changeNumber: await this.advance(tx, userId),
      changedAt: nowMs,
    })
  }

  /** Calendars on the list that were deleted, or that none of the rules gives access to. */
  async listLost(reader: Reader, userId: string, ruleIds: readonly string[]): Promise<string[]> {
    const listed = (await reader.all(listEntries, { userId })).map(({ calendarId }) => calendarId)
    const calendarIds = JSON.stringify(listed)
    const rows = await reader.all(listReached, { calendarIds, ruleIds: JSON.stringify(ruleIds) })
    const reached = new Set(rows.map(({ calendarId }) => calendarId))
    return listed.filter((calendarId) => !reached.has(calendarId))
  }

  /** Calendars that a rule grants access to and that are not on the user's list. */
  async withoutEntries(
    reader: Reader,
    { userId, ruleIds, countMax }: { userId: string; ruleIds: readonly string[]; countMax: number },
  ): Promise<string[]> {
    const listed = (await reader.all(listEntries, { userId })).map(({ calendarId }) => calendarId)
    const texts = { ruleIds: JSON.stringify(ruleIds), listed: JSON.stringify(listed) }
    const found = await reader.all(listUnlisted, { ...texts, limit: countMax })
    return found.map(({ calendarId }) => calendarId)
  }

  async remove(
    tx: Transaction,
    { userId, calendarId, nowMs }: { userId: string; calendarId: string; nowMs: number },
  ): Promise<void> {
    const changeNumber = await this.advance(tx, userId)
    await tx.run(remove, { userId, calendarId, changeNumber, changedAt: nowMs })
    this.#cache.forget(tx, cacheKey({ userId, calendarId }))
  }

  purge(tx: Transaction, before: number): Promise<number> {
    return tx.run(purge, { before })
  }
}

const cacheKey = ({ userId, calendarId }: EntryKey) => `${userId} ${calendarId}`

const cachedEntry = (entry: EntryRow | undefined): CachedEntry => ({
  defaultReminders: remindersIn(entry?.choices),
})

/** The default reminders in a user's choices. */
export function remindersIn(choices: string | undefined): readonly Reminder[] {
  const { defaultReminders = [] } = JSON.parse(choices ?? '{}') as EntryChoices
  return defaultReminders
}

/** Hidden and removed calendars have no reminders. */
const remindsByMail = (entry: EntryRow): boolean =>
  entry.isHidden === 0 &&
  entry.isDeleted === 0 &&
  mailedMinutes(cachedEntry(entry).defaultReminders).length > 0

/** Whether the calendar is the user's primary one, which comes first in the list. */
export const isPrimaryOf = ({ isPrimary, ownerId }: CalendarRow, userId: string): boolean =>
  isPrimary === 1 && ownerId === userId

const columns = sql`calendar_id as "calendarId", is_hidden as "isHidden", is_deleted as "isDeleted",
  choices, change_number as "changeNumber"`

const numberColumns = sql`list_change_number as last, list_runs as runs`

const findNumbers = query<{ userId: string }, ChangeNumbers>(
  ({ userId }) =>
    sql`select ${numberColumns} from ${calendarUsers} where user_id = ${owner(userId)}`,
)

const lock = query<{ userId: string }, { userId: string }>(
  ({ userId }, { forUpdate }) =>
    sql`select user_id as "userId" from ${calendarUsers} where user_id = ${owner(userId)} ${forUpdate}`,
)

const advance = command<{ userId: string }, ChangeNumbers>(
  ({ userId }) => sql`update ${calendarUsers} set list_change_number = list_change_number + 1
   where user_id = ${owner(userId)} returning ${numberColumns}`,
)

const setNumbers = command<{ userId: string } & ChangeNumbers>(
  ({ last, runs, userId }) =>
    sql`update ${calendarUsers} set list_change_number = ${last}, list_runs = ${runs} where user_id = ${owner(userId)}`,
)

const find = query<EntryKey, EntryRow>(
  ({ userId, calendarId }) =>
    sql`select ${columns} from ${calendarList} where user_id = ${owner(userId)} and calendar_id = ${calendarId}`,
)

const listPage = query<EntryPage, EntryRow>(
  (args) => sql`select ${columns} from ${calendarList}
   where user_id = ${owner(args.userId)} and calendar_id > ${args.after} and change_number > ${args.since}
     and (is_hidden = 0 or ${args.withHidden} = 1) and (is_deleted = 0 or ${args.withDeleted} = 1)
   order by calendar_id ${limit(args.limit)}`,
)

const put = command<EntryRow & { userId: string; changedAt: number; remindAt: number | null }>(
  (args) =>
    insertInto(
      calendarList,
      rowOf(calendarList, args),
      sql`on conflict (user_id, calendar_id) ${updateAll(calendarList)}`,
    ),
)

const listUnlisted = query<
  { ruleIds: string; listed: string; limit: number },
  { calendarId: string }
>(
  ({ ruleIds, listed, limit: countMax }, { inTexts }) => sql`
    select distinct calendar_id as "calendarId" from ${calendarAcl}
     where rule_id ${inTexts(ruleIds)} and role <> 'none' and not (calendar_id ${inTexts(listed)})
     order by calendar_id ${limit(countMax)}`,
)

const listEntries = query<{ userId: string }, { calendarId: string }>(
  ({ userId }) => sql`select calendar_id as "calendarId" from ${calendarList}
   where user_id = ${owner(userId)} and is_deleted = 0 order by calendar_id`,
)

const listReached = query<{ calendarIds: string; ruleIds: string }, { calendarId: string }>(
  ({ calendarIds, ruleIds }, dialect) => sql`
    select distinct calendar_id as "calendarId" from ${calendarAcl}
   where ${withCalendarIds(calendarIds, dialect)} and role <> 'none' and rule_id ${dialect.inTexts(ruleIds)}`,
)

const remove = command<{
  userId: string
  calendarId: string
  changeNumber: number
  changedAt: number
}>(
  ({ changeNumber, changedAt, userId, calendarId }) => sql`update ${calendarList}
   set is_hidden = 0, is_deleted = 1, choices = '{}', change_number = ${changeNumber}, changed_at = ${changedAt},
     remind_at = null
   where user_id = ${owner(userId)} and calendar_id = ${calendarId}`,
)

const purge = command<{ before: number }>(
  ({ before }) => sql`delete from ${calendarList} where is_deleted = 1 and changed_at < ${before}`,
)
