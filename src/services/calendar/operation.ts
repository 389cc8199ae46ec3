import { findUserById } from '#/auth/directory-users.ts'
import type { Domains } from '#/auth/domains.ts'
import { type Call, type Contract, operationsOf, type User } from '#/contract/operation.ts'
import type { Enqueue } from '#/jobs/enqueue.ts'
import type { Clock } from '#/kernel/clock.ts'
import { notFound } from '#/kernel/errors.ts'
import { base32hex } from '#/kernel/identifiers.ts'
import type { RandomBytes } from '#/kernel/randomness.ts'
import type { Database, Reader, Transaction } from '#/storage/port.ts'
import {
  type CalendarAccess,
  calendarIdFor,
  looksAtPublicRole,
  requireAccess,
  type Standing,
} from './access.ts'
import { newCalendarKey } from './calendar-key.ts'
import { newConference } from './conference.ts'
import type { NewConference } from './domain/event/event-context.ts'
import type { Role } from './domain/role.ts'
import { CalendarWriter } from './events/calendar-writer.ts'
import type { PageCache } from './events/page-cache.ts'
import type { SeriesModels } from './events/series-models.ts'
import type { BusyBlockCache } from './freebusy/busy-block-cache.ts'
import type { FreeBusyLimits } from './freebusy/expanded-items.ts'
import type { AccessRules } from './store/access-rules.ts'
import type { CalendarLists } from './store/calendar-lists.ts'
import type { CalendarRow, Calendars } from './store/calendars.ts'
import type { EffectiveRoles } from './store/effective-roles.ts'
import type { Events } from './store/events.ts'
import type { UserSettings } from './store/user-settings.ts'

/** What the calendar service stands on. */
export interface CalendarParts {
  readonly database: Database
  readonly calendars: Calendars
  readonly rules: AccessRules
  readonly roles: EffectiveRoles
  readonly lists: CalendarLists
  readonly events: Events
  readonly models: SeriesModels
  readonly pages: PageCache
  readonly busyBlocks: BusyBlockCache
  readonly settings: UserSettings
  readonly domains: Domains
  readonly enqueue: Enqueue
  readonly clock: Clock
  readonly randomBytes: RandomBytes
  readonly syncTokenLifetimeMs: number
  readonly attendeesMax: number
  readonly freeBusyLimits: FreeBusyLimits
  /** Events of other types are imported, as plain ones. */
  readonly importsOtherTypes: boolean
  /** The address of a conference, with `{code}` where its code stands. */
  readonly conferenceUrl: string
}

/** The handle of one call: what it gives has passed the checks that the contract declares. */
export interface CalendarStore
  extends Pick<
    CalendarParts,
    | 'calendars'
    | 'rules'
    | 'roles'
    | 'lists'
    | 'events'
    | 'models'
    | 'pages'
    | 'busyBlocks'
    | 'settings'
    | 'domains'
  > {
  readonly epoch: number
  /** For what no calendar guards. */
  readonly reader: Reader
  /** Reads, after checking that the caller may see the calendar that the call names. */
  read<T>(body: (standing: Standing) => T | Promise<T>): T | Promise<T>
  /** Writes, after locking that calendar and checking the caller's role in the same transaction. */
  write<T>(body: (tx: Transaction, standing: Standing) => Promise<T>): Promise<T>
  /** Writes events of that calendar: the same, with its next number taken. */
  writeEvents<T>(body: (tx: Transaction, writing: EventWriting) => Promise<T>): Promise<T>
  /** The same with another calendar, of which the caller has to be as much. */
  writeBoth<T>(
    otherId: string,
    body: (tx: Transaction, both: BothWritings) => Promise<T>,
  ): Promise<T>
  /** Writes what belongs to no calendar yet, or to the caller alone. */
  transaction<T>(body: (tx: Transaction) => Promise<T>): Promise<T>
  /** The calendar of this id after the same checks, not locked. */
  standing(calendarId: string, tx?: Transaction): Standing | Promise<Standing>
}

/** A calendar of which events are written. */
export interface EventWriting {
  readonly standing: Standing
  readonly writer: CalendarWriter
}

export interface BothWritings {
  readonly source: EventWriting
  readonly destination: EventWriting
}

/** What the handlers of this service are given. */
export interface CalendarGiven {
  readonly caller: User
  readonly clock: Clock
  readonly store: CalendarStore
  /** Throws when the caller has named an etag that is not this one. */
  readonly requireMatch: (etag: string) => void
  /** The address that the caller used for this server. */
  readonly origin: () => string
  readonly enqueue: Enqueue
  readonly syncTokenLifetimeMs: number
  readonly attendeesMax: number
  readonly freeBusyLimits: FreeBusyLimits
  readonly importsOtherTypes: boolean
  readonly newCalendarId: () => string
  readonly newCalendarKey: () => number
  readonly newEventId: () => string
  readonly newConference: () => NewConference
  readonly newLabelId: () => string
}

export const operation = operationsOf<CalendarAccess, CalendarGiven>()

/** Completes a call with what the handlers use. */
export function calendarGiven(parts: CalendarParts) {
  const { clock, randomBytes, conferenceUrl } = parts
  const { syncTokenLifetimeMs, enqueue, attendeesMax, freeBusyLimits, importsOtherTypes } = parts
  return (call: Call, contract: Contract): CalendarGiven & Call => ({
    ...call,
    // Operations that take less than a token do not look at who calls.
    caller: call.caller as User,
    clock,
    store: new CallStore(parts, call, contract),
    enqueue,
    syncTokenLifetimeMs,
    attendeesMax,
    freeBusyLimits,
    importsOtherTypes,
    newCalendarId: () => newCalendarId(clock.nowMs(), randomBytes),
    newCalendarKey: () => newCalendarKey(randomBytes),
    newEventId: () => newEventId(clock.nowMs(), randomBytes),
    newConference: () => newConference(conferenceUrl, randomBytes),
    newLabelId: () => uuidOf(randomBytes(16)),
  })
}

class CallStore implements CalendarStore {
  readonly #parts: CalendarParts
  readonly #call: Call
  readonly #contract: Contract

  constructor(parts: CalendarParts, call: Call, contract: Contract) {
    this.#parts = parts
    this.#call = call
    this.#contract = contract
  }

  get calendars(): Calendars {
    return this.#parts.calendars
  }

  get rules(): AccessRules {
    return this.#parts.rules
  }

  get roles(): EffectiveRoles {
    return this.#parts.roles
  }

  get lists(): CalendarLists {
    return this.#parts.lists
  }

  get events(): Events {
    return this.#parts.events
  }

  get models(): SeriesModels {
    return this.#parts.models
  }

  get pages(): PageCache {
    return this.#parts.pages
  }

  get busyBlocks(): BusyBlockCache {
    return this.#parts.busyBlocks
  }

  get settings(): UserSettings {
    return this.#parts.settings
  }

  get domains(): Domains {
    return this.#parts.domains
  }

  get epoch(): number {
    return this.#parts.database.epoch
  }

  get reader(): Reader {
    return this.#parts.database
  }

  read<T>(body: (standing: Standing) => T | Promise<T>): T | Promise<T> {
    const standing = this.standing(String(this.#call.params.calendarId))
    return standing instanceof Promise ? standing.then(body) : body(standing)
  }

  write<T>(body: (tx: Transaction, standing: Standing) => Promise<T>): Promise<T> {
    const { caller, params } = this.#call
    const id = calendarIdFor(caller, String(params.calendarId))
    return this.#parts.database.transaction(async (tx) => {
      const calendar = await this.calendars.lock(tx, id)
      return body(tx, await this.#admitted(calendar, tx))
    })
  }

  writeEvents<T>(body: (tx: Transaction, writing: EventWriting) => Promise<T>): Promise<T> {
    const { caller, params } = this.#call
    const id = calendarIdFor(caller, String(params.calendarId))
    return this.#parts.database.transaction(async (tx) => {
      const writing = await this.#writing(await this.calendars.reserve(tx, id), tx)
      const result = await body(tx, writing)
      await writing.writer.end()
      return result
    })
  }

  writeBoth<T>(
    otherId: string,
    body: (tx: Transaction, both: BothWritings) => Promise<T>,
  ): Promise<T> {
    const { caller, params } = this.#call
    const sourceId = calendarIdFor(caller, String(params.calendarId))
    const destinationId = calendarIdFor(caller, otherId)
    return this.#parts.database.transaction(async (tx) => {
      const rows = new Map<string, CalendarRow | undefined>()
      // Always in the same order, so that two that meet wait for each other and not in a circle.
      for (const id of [...new Set([sourceId, destinationId])].sort()) {
        rows.set(id, await this.calendars.reserve(tx, id))
      }
      const source = await this.#writing(rows.get(sourceId), tx)
      const destination = await this.#writing(rows.get(destinationId), tx)
      const result = await body(tx, { source, destination })
      await source.writer.end()
      await destination.writer.end()
      return result
    })
  }

  async #writing(calendar: CalendarRow | undefined, tx: Transaction): Promise<EventWriting> {
    const standing = await this.#admitted(calendar, tx)
    const { calendars, events } = this
    const nowMs = this.#parts.clock.nowMs()
    const at = { tx, calendar: standing.calendar, nowMs }
    return { standing, writer: new CalendarWriter({ calendars, events, epoch: this.epoch }, at) }
  }

  transaction<T>(body: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#parts.database.transaction(body)
  }

  standing(calendarId: string, tx?: Transaction): Standing | Promise<Standing> {
    const id = calendarIdFor(this.#call.caller, calendarId)
    const found = tx === undefined ? this.calendars.find(id) : this.calendars.findIn(tx, id)
    return found instanceof Promise
      ? found.then((calendar) => this.#admitted(calendar, tx))
      : this.#admitted(found, tx)
  }

  #admitted(calendar: CalendarRow | undefined, tx?: Transaction): Standing | Promise<Standing> {
    const { caller } = this.#call
    if (calendar === undefined) throw notFound()
    const { calendarId: least } = this.#contract.access as CalendarAccess
    if (least === 'administrator') return this.#admittedByOffice(calendar, tx)
    if (looksAtPublicRole(caller, this.#contract)) return this.#admittedAsPublic(calendar, tx)
    const admit = (role: Role) => requireAccess({ calendar, role }, caller, this.#contract)
    const role = this.roles.of(calendar, caller, tx)
    return role instanceof Promise ? role.then(admit) : admit(role)
  }

  /** What the public may do decides how far some scopes reach. */
  async #admittedAsPublic(calendar: CalendarRow, tx?: Transaction): Promise<Standing> {
    const { caller } = this.#call
    const role = await this.roles.of(calendar, caller, tx)
    const publicRole = await this.roles.of(calendar, { kind: 'anonymous' }, tx)
    return requireAccess({ calendar, role, publicRole }, caller, this.#contract)
  }

  /** Administrators see every calendar; to others it is what it always is. */
  async #admittedByOffice(calendar: CalendarRow, tx?: Transaction): Promise<Standing> {
    const caller = this.#call.caller as User
    const user = await findUserById(tx ?? this.reader, caller.userId)
    if (user?.isAdmin) return { calendar, role: 'owner' }
    const role = await this.roles.of(calendar, caller, tx)
    return requireAccess({ calendar, role }, caller, this.#contract)
  }
}

// Ids that begin with the time stand beside each other in the index, so that a commit touches fewer
// pages; what follows cannot be guessed.
const timed = (nowMs: number) => Math.max(nowMs, 0).toString(32).padStart(10, '0')

const newCalendarId = (nowMs: number, randomBytes: RandomBytes): string =>
  `c_${timed(nowMs)}${base32hex(42, randomBytes)}@group.calendar.google.com`

const newEventId = (nowMs: number, randomBytes: RandomBytes): string =>
  timed(nowMs) + base32hex(16, randomBytes)

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
