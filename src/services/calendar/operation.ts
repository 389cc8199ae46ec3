import { type Call, type Contract, operationsOf, type User } from '#/contract/operation.ts'
import type { Clock } from '#/kernel/clock.ts'
import { base32hex } from '#/kernel/identifiers.ts'
import type { RandomBytes } from '#/kernel/randomness.ts'
import type { Database, Transaction } from '#/storage/port.ts'
import { type CalendarAccess, calendarIdFor, requireAccess } from './access.ts'
import type { CalendarRow, Calendars } from './store/calendars.ts'
import type { UserSettings } from './store/user-settings.ts'

/** What the calendar service stands on. */
export interface CalendarParts {
  readonly database: Database
  readonly calendars: Calendars
  readonly settings: UserSettings
  readonly clock: Clock
  readonly randomBytes: RandomBytes
  readonly syncTokenLifetimeMs: number
}

/** The handle of one call: what it gives has passed the checks that the contract declares. */
export interface CalendarStore {
  readonly epoch: number
  readonly calendars: Calendars
  readonly settings: UserSettings
  /** Reads, after checking that the caller may see the calendar that the call names. */
  read<T>(body: (calendar: CalendarRow) => T): T | Promise<T>
  /** Writes, after locking that calendar and checking the caller's role in the same transaction. */
  write<T>(body: (tx: Transaction, calendar: CalendarRow) => Promise<T>): Promise<T>
  /** Writes what belongs to no calendar yet, or to the caller alone. */
  transaction<T>(body: (tx: Transaction) => Promise<T>): Promise<T>
}

/** What the handlers of this service are given. */
export interface CalendarGiven {
  readonly caller: User
  readonly clock: Clock
  readonly store: CalendarStore
  /** Throws when the caller has named an etag that is not this one. */
  readonly requireMatch: (etag: string) => void
  readonly syncTokenLifetimeMs: number
  readonly newCalendarId: () => string
  readonly newLabelId: () => string
}

export const operation = operationsOf<CalendarAccess, CalendarGiven>()

/** Completes a call with what the handlers use. */
export function calendarGiven(parts: CalendarParts) {
  const { clock, randomBytes, syncTokenLifetimeMs } = parts
  return (call: Call, contract: Contract): CalendarGiven & Call => ({
    ...call,
    // Operations that take less than a token do not look at who calls.
    caller: call.caller as User,
    clock,
    store: new CallStore(parts, call, contract),
    syncTokenLifetimeMs,
    newCalendarId: () => newCalendarId(clock.nowMs(), randomBytes),
    newLabelId: () => uuidOf(randomBytes(16)),
  })
}

class CallStore implements CalendarStore {
  readonly #call: Call
  readonly #contract: Contract
  readonly #database: Database
  readonly calendars: Calendars
  readonly settings: UserSettings

  constructor({ database, calendars, settings }: CalendarParts, call: Call, contract: Contract) {
    this.#call = call
    this.#contract = contract
    this.#database = database
    this.calendars = calendars
    this.settings = settings
  }

  get epoch(): number {
    return this.#database.epoch
  }

  read<T>(body: (calendar: CalendarRow) => T): T | Promise<T> {
    const found = this.calendars.find(this.#calendarId)
    return found instanceof Promise
      ? found.then((calendar) => body(this.#allowed(calendar)))
      : body(this.#allowed(found))
  }

  write<T>(body: (tx: Transaction, calendar: CalendarRow) => Promise<T>): Promise<T> {
    return this.#database.transaction(async (tx) => {
      const calendar = await this.calendars.lock(tx, this.#calendarId)
      return body(tx, this.#allowed(calendar))
    })
  }

  transaction<T>(body: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#database.transaction(body)
  }

  get #calendarId(): string {
    const { caller, params } = this.#call
    return calendarIdFor(caller as User, String(params.calendarId))
  }

  #allowed(calendar: CalendarRow | undefined): CalendarRow {
    requireAccess(calendar, this.#call.caller as User, this.#contract)
    return calendar
  }
}

// Ids that begin with the time stand beside each other in the index, so that a commit touches fewer
// pages; what follows cannot be guessed.
function newCalendarId(nowMs: number, randomBytes: RandomBytes): string {
  const time = nowMs.toString(32).padStart(10, '0')
  return `c_${time}${base32hex(42, randomBytes)}@group.calendar.google.com`
}

/** A random (version 4) UUID out of the given bytes. */
function uuidOf(bytes: Uint8Array): string {
  const marked = Buffer.from(bytes)
  marked[6] = (marked[6]! & 0x0f) | 0x40
  marked[8] = (marked[8]! & 0x3f) | 0x80
  const hex = marked.toString('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-')
}
