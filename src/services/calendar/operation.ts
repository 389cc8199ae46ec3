import { type Call, type Contract, operationsOf, type User } from '#/contract/operation.ts'
import type { Clock } from '#/kernel/clock.ts'
import { base32hex } from '#/kernel/identifiers.ts'
import type { RandomBytes } from '#/kernel/randomness.ts'
import type { Database, Reader, Transaction } from '#/storage/port.ts'
import { type CalendarAccess, calendarIdFor, requireAccess } from './access.ts'
import { type CalendarRow, findCalendar, lockCalendar } from './store/calendars.ts'

/** What the calendar service stands on. */
export interface CalendarParts {
  readonly database: Database
  readonly clock: Clock
  readonly randomBytes: RandomBytes
  readonly syncTokenLifetimeMs: number
}

/** The handle of one call: what it gives has passed the checks that the contract declares. */
export interface CalendarStore {
  readonly epoch: number
  readonly reader: Reader
  /** Reads, after checking that the caller may see the calendar that the call names. */
  read<T>(body: (calendar: CalendarRow) => Promise<T>): Promise<T>
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
    store: storeOf(parts.database, call, contract),
    syncTokenLifetimeMs,
    newCalendarId: () => `c_${base32hex(52, randomBytes)}@group.calendar.google.com`,
    newLabelId: () => uuidOf(randomBytes(16)),
  })
}

function storeOf(database: Database, call: Call, contract: Contract): CalendarStore {
  const caller = call.caller as User
  const calendarId = () => calendarIdFor(caller, String(call.params.calendarId))
  return {
    epoch: database.epoch,
    reader: database,
    async read(body) {
      const calendar = await findCalendar(database, calendarId())
      requireAccess(calendar, caller, contract)
      return body(calendar)
    },
    write: (body) =>
      database.transaction(async (tx) => {
        const calendar = await lockCalendar(tx, calendarId())
        requireAccess(calendar, caller, contract)
        return body(tx, calendar)
      }),
    transaction: (body) => database.transaction(body),
  }
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
