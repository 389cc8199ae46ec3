import { nextNumbers } from '#/kernel/change-numbers.ts'
import { recent, VersionedCache } from '#/kernel/versioned-cache.ts'
import type { CommittedCache } from '#/storage/committed-cache.ts'
import type { Database, Transaction } from '#/storage/port.ts'
import { selection, sql } from '#/storage/sql/sql.ts'
import { command, type Parameters } from '#/storage/sql/statement.ts'
import { type CalendarRow, calendarRowColumns, eventNumbers } from '../calendar/calendar-row.ts'
import { withId } from './buckets.ts'
import type { Changes } from './changes.ts'
import { calendars } from './tables.ts'

export const cachedCharactersMax = 16 * 1024 * 1024

export const charactersOf = ({ id, wire, runs, aclRuns }: CalendarRow): number =>
  id.length + wire.length + runs.length + aclRuns.length

interface NumbersContext {
  /** The calendars as they were committed last. */
  readonly cache: CommittedCache<CalendarRow>
  readonly changes: Changes
  /** Reads a calendar as a transaction sees it. */
  readonly findIn: (tx: Transaction, id: string) => Promise<CalendarRow | undefined>
}

/** Gives out the change numbers of calendars: a write reserves the next one and settles it at its end. */
export class CalendarNumbers {
  readonly #database: Database
  readonly #cache: CommittedCache<CalendarRow>
  readonly #changes: Changes
  readonly #findIn: NumbersContext['findIn']
  /** Calendars after the last writes of this process, where other processes write as well. */
  readonly #lastSeen = new VersionedCache<CalendarRow>({
    sizeMax: cachedCharactersMax,
    sizeOf: charactersOf,
  })
  readonly #foreignWrites = new ForeignWrites()

  constructor(database: Database, { cache, changes, findIn }: NumbersContext) {
    this.#database = database
    this.#cache = cache
    this.#changes = changes
    this.#findIn = findIn
  }

  /**
   * Locks the calendar and takes its next change number, which the returned row contains. Call this
   * once per calendar and transaction.
   */
  async reserve(tx: Transaction, id: string): Promise<CalendarRow | undefined> {
    if (tx.optimistic !== undefined) return this.#assumedRow(tx, id)
    const cached = this.#cache.peekIn(tx, id)
    const calendar =
      cached === undefined ? await this.#reservedRow(tx, id) : this.withNextNumber(cached)
    if (calendar === undefined) return undefined
    if (cached === undefined) {
      this.#cache.keep(tx, id, calendar)
      this.#noteSeen(tx, calendar)
    }
    this.#changes.note(tx, 'events', id)
    return calendar
  }

  /** The calendar as this process knows it, which `settle` confirms. */
  async #assumedRow(tx: Transaction, id: string): Promise<CalendarRow | undefined> {
    const last = this.#lastSeen.get(id, this.#database.incarnation)
    const isAssumed = last !== undefined && !this.#foreignWrites.isExpected(id)
    const found = isAssumed ? last : await this.#findIn(tx, id)
    if (found === undefined) return undefined
    const isForeign = this.#foreignWrites.note(last, found)
    this.#changes.note(tx, 'events', id)
    const calendar = isForeign || last === undefined ? found : last
    const { ownSince = calendar.changeNumber } = calendar
    return this.withNextNumber({ ...calendar, ownSince })
  }

  async #reservedRow(tx: Transaction, id: string): Promise<CalendarRow | undefined> {
    const calendar = await tx.first(reserve, { id })
    if (calendar === undefined) return undefined
    const before = { ...calendar, changeNumber: calendar.changeNumber - 1 }
    this.#foreignWrites.note(this.#lastSeen.get(id, this.#database.incarnation), before)
    if (calendar.runs.startsWith(this.#database.incarnation)) return calendar
    // The first change in this incarnation starts a new run of numbers.
    const { storedChangeNumber: _, ...begun } = this.withNextNumber(before)
    await tx.run(settle, begun)
    return begun
  }

  /** The calendar with its next change number, taken in memory and stored by `settle`. */
  withNextNumber(calendar: CalendarRow): CalendarRow {
    const { last, runs } = nextNumbers(eventNumbers(calendar), this.#database.incarnation)
    return { ...calendar, changeNumber: last, runs, storedChangeNumber: calendar.changeNumber }
  }

  /** Notes how many numbers were taken in the end, and how long events are. */
  async settle(
    tx: Transaction,
    calendar: CalendarRow,
    storedChangeNumber = calendar.changeNumber,
  ): Promise<void> {
    const { id, changeNumber, runs, longestMs, ownerId, aclChangeNumber } = calendar
    const numbers = { id, changeNumber, runs, longestMs }
    if (tx.optimistic === undefined) await tx.runLast(settle, id, numbers, settleAgain)
    else {
      const seen = { storedChangeNumber, ownerId, aclChangeNumber }
      tx.optimistic.confirm(settleIf, { ...numbers, ...seen })
    }
    this.#cache.keep(tx, id, calendar)
    this.#changes.note(tx, 'events', id)
    this.#noteSeen(tx, calendar)
  }

  #noteSeen(tx: Transaction, calendar: CalendarRow): void {
    const { incarnation } = this.#database
    if (this.#database.foreignChanges() !== undefined) return
    tx.afterCommit(() => this.#lastSeen.set(calendar.id, incarnation, calendar))
  }
}

const foreignCalendarsMax = 10_000
/** After this many writes in a row that find no change by another process, none is expected. */
const ownWritesMin = 8

/**
 * The calendars that other processes have written recently. A write reads them first, because an assumption
 * that fails costs more than a write with locks, and whatever is in the same statement fails with it.
 */
class ForeignWrites {
  readonly #calendars = recent<{ ownWritesLeft: number }>(foreignCalendarsMax)

  /** Whether another process is likely to have written the calendar. */
  isExpected(id: string): boolean {
    return this.#calendars.has(id)
  }

  /** Compares a calendar with its last state in this process, and returns whether they differ. */
  note(seen: CalendarRow | undefined, found: CalendarRow): boolean {
    if (seen === undefined || seen === found) return false
    const { id } = found
    const isForeign =
      seen.changeNumber !== found.changeNumber ||
      seen.aclChangeNumber !== found.aclChangeNumber ||
      seen.ownerId !== found.ownerId
    const calendar = this.#calendars.get(id)
    if (isForeign) this.#calendars.set(id, { ownWritesLeft: ownWritesMin })
    else if (calendar !== undefined && --calendar.ownWritesLeft === 0) this.#calendars.delete(id)
    return isForeign
  }
}

const calendarColumns = selection(calendarRowColumns)

export type Numbered = Pick<CalendarRow, 'id' | 'changeNumber' | 'runs'>

// Jobs find changed calendars by these columns. Further changes do not change the columns, so that PostgreSQL does
// not write their indexes again.
const noteChange = sql`is_counted = 0, reminders = case when reminders = 'checked' then 'due' else reminders end`

/** Sets the change number of a calendar, and what a change resets. */
export const numberAssignments = ({ changeNumber, runs }: Parameters<Numbered>) =>
  sql`change_number = ${changeNumber}, runs = ${runs}, ${noteChange}`

const reserve = command<{ id: string }, CalendarRow>(
  ({ id }) =>
    sql`update ${calendars} set change_number = change_number + 1, ${noteChange}
     where ${withId(id)} returning ${calendarColumns}`,
)

const settle = command<Numbered & Pick<CalendarRow, 'longestMs'>>(
  (args) => sql`update ${calendars} set longest_ms = ${args.longestMs}, ${numberAssignments(args)}
   where ${withId(args.id)}`,
)

// For a calendar that is already marked as changed for jobs. SQLite writes an index again if an update sets one of
// its columns, even to the same value.
const settleAgain = command<Numbered & Pick<CalendarRow, 'longestMs'>>(
  (args) => sql`update ${calendars}
   set longest_ms = ${args.longestMs}, change_number = ${args.changeNumber}, runs = ${args.runs}
   where ${withId(args.id)} and is_counted = 0 and reminders <> 'checked'`,
)

// Every change of a calendar changes one of these.
const settleIf = command<
  Numbered &
    Pick<CalendarRow, 'longestMs' | 'ownerId' | 'aclChangeNumber'> & {
      readonly storedChangeNumber: number
    }
>(
  (args) => sql`update ${calendars}
    set longest_ms = ${args.longestMs}, ${numberAssignments(args)}
    where ${withId(args.id)} and change_number = ${args.storedChangeNumber}
      and acl_change_number = ${args.aclChangeNumber} and owner_id = ${args.ownerId}`,
)
