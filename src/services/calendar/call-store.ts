import { managesUsers } from '#/auth/directory/admin-roles.ts'
import { findUserById } from '#/auth/directory/directory-users.ts'
import type { Call, Caller, Contract, User } from '#/contract/operation.ts'
import { notFound } from '#/kernel/errors.ts'
import type { Transaction, TransactionOptions } from '#/storage/port.ts'
import { type MailOptions, sendUpdatesOf } from './attendees/attendee-mail.ts'
import type { CalendarRow } from './calendar/calendar-row.ts'
import type { CalendarDependencies } from './dependencies.ts'
import { contentAt } from './event/internal-properties.ts'
import type { Reminder } from './event/properties/event-reminders.ts'
import type { BothWritings, EventWriting } from './operation.ts'
import type { Target } from './reading/target.ts'
import {
  type Access,
  type CalendarAccess,
  calendarIdFor,
  looksAtPublicRole,
  requireAccess,
} from './sharing/access.ts'
import type { Role } from './sharing/access-rule.ts'
import { remindersIn } from './store/calendar-lists.ts'
import type { EventRow } from './store/events.ts'
import { CalendarWriter } from './writing/calendar-writer.ts'

/** Whether a row is what reconciliation has made of a written one: a copy, or an event with responses. */
const isReconciled = (row: EventRow, written: EventRow): boolean =>
  written.copyOf !== null || (row.copyOf === null && contentAt(row) === contentAt(written))

type Soon<T> = T | Promise<T>

type FoundEvent = Soon<EventRow | undefined>
export type FoundReminders = Soon<readonly Reminder[]>

/** Reads and writes for one call. Calendars have passed the checks that its contract declares. */
export class CallStore {
  readonly #context: CalendarDependencies
  readonly #call: Call
  readonly #contract: Contract
  #hasFollowers = false

  constructor(dependencies: CalendarDependencies, call: Call, contract: Contract) {
    this.#context = dependencies
    this.#call = call
    this.#contract = contract
  }

  /** Reads, after checking that the caller may see the calendar that the call names. */
  read<T>(body: (access: Access) => Soon<T>): Soon<T> {
    const access = this.access(String(this.#call.params.calendarId))
    return access instanceof Promise ? access.then(body) : body(access)
  }

  /** The same for one event of that calendar; a promise unless it is cached. */
  readEvent<T>(eventId: string, body: (access: Access, found: FoundEvent) => Soon<T>): Soon<T> {
    const { joined } = this.#context
    if (joined === undefined) {
      return this.read((access) =>
        body(access, this.#context.events.find(access.calendar.key, eventId)),
      )
    }
    return joined
      .calendarWithEvent(this.#calendarId, eventId)
      .then(async ([calendar, event]) => body(await this.#accessTo(calendar), event))
  }

  /** The same for a list of its events, with the caller's default reminders. */
  readList<T>(body: (access: Access, reminders: () => FoundReminders) => Soon<T>): Soon<T> {
    const { joined } = this.#context
    const { caller } = this.#call
    const userId = caller.kind === 'user' ? caller.userId : ''
    if (joined === undefined) {
      return this.read((access) =>
        body(access, () =>
          this.#context.lists.defaultReminders({ userId, calendarId: access.calendar.id }),
        ),
      )
    }
    return joined
      .calendarWithChoices(this.#calendarId, userId)
      .then(async ([calendar, choices]) =>
        body(await this.#accessTo(calendar), () => remindersIn(choices)),
      )
  }

  /** The calendar that the call names. */
  get #calendarId(): string {
    return calendarIdFor(this.#call.caller, String(this.#call.params.calendarId))
  }

  /** Writes after locking that calendar and checking the caller's role in the same transaction. */
  write<T>(body: (tx: Transaction, access: Access) => Promise<T>): Promise<T> {
    return this.#following(async (tx) => {
      const calendar = await this.#context.calendars.lock(tx, this.#calendarId)
      return body(tx, await this.#accessTo(calendar, tx))
    })
  }

  /** The same for writing events of that calendar, with its next change number reserved. */
  writeEvents<T>(
    body: (writing: EventWriting) => Promise<T>,
    { canConfirm = true }: Pick<TransactionOptions, 'canConfirm'> = {},
  ): Promise<T> {
    const id = this.#calendarId
    const options = { locks: `calendar ${id}`, canConfirm }
    return this.#writing(options, async (tx) => {
      const writing = await this.#openWriting(
        await this.#context.calendars.numbers.reserve(tx, id),
        tx,
      )
      return { result: await body(writing), writers: [writing.writer] }
    })
  }

  /** The same with a second calendar, on which the caller needs the same role. */
  writeBoth<T>(otherId: string, body: (both: BothWritings) => Promise<T>): Promise<T> {
    const sourceId = this.#calendarId
    const destinationId = calendarIdFor(this.#call.caller, otherId)
    // Always in the same order, to prevent deadlocks.
    const ids = [...new Set([sourceId, destinationId])].sort()
    return this.#writing({ locks: `calendar ${ids[0]}`, isAlone: ids.length > 1 }, async (tx) => {
      const rows = new Map<string, CalendarRow | undefined>()
      for (const id of ids) rows.set(id, await this.#context.calendars.numbers.reserve(tx, id))
      const source = await this.#openWriting(rows.get(sourceId), tx)
      const destination = await this.#openWriting(rows.get(destinationId), tx)
      const writers = [source.writer, destination.writer]
      return { result: await body({ source, destination }), writers }
    })
  }

  /** Runs a transaction that writes events of some calendars. */
  #writing<T>(
    options: TransactionOptions,
    body: (tx: Transaction) => Promise<{ result: T; writers: readonly CalendarWriter[] }>,
  ): Promise<T> {
    return this.#following(async (tx) => {
      const { result, writers } = await body(tx)
      for (const writer of writers) {
        await this.#context.reconciler.begin(tx, writer, this.#cause)
        await writer.end()
      }
      return result
    }, options)
  }

  /** Runs a transaction, and waits until attendee copies on this server follow what it has written. */
  async #following<T>(
    body: (tx: Transaction) => Promise<T>,
    options?: TransactionOptions,
  ): Promise<T> {
    const { wait } = this.#call
    const { result, hasJobs } = await this.#context.prompt.follow(body, { ...options, wait })
    if (hasJobs) this.#hasFollowers = true
    return result
  }

  get #cause() {
    const { caller, params } = this.#call
    const { userId, email } = caller as User
    return { by: { userId, email }, sendUpdates: sendUpdatesOf(params as MailOptions) } as const
  }

  /** The written event as it is after attendee copies were reconciled, without later changes by others. */
  async latest(target: Target): Promise<Target> {
    if (!this.#hasFollowers || target.instance !== undefined) return target
    const { row: written } = target
    const row = await this.#context.events.find(written.calendarKey, written.id)
    return row !== undefined && isReconciled(row, written) ? { row } : target
  }

  async #openWriting(calendar: CalendarRow | undefined, tx: Transaction) {
    const access = await this.#accessTo(calendar, tx)
    const at = { tx, calendar: access.calendar, nowMs: this.#context.clock.nowMs() }
    return { tx, access, writer: new CalendarWriter(this.#context, at) }
  }

  /** The calendar with this id, after the same checks and without a lock. */
  access(calendarId: string, tx?: Transaction): Soon<Access> {
    const id = calendarIdFor(this.#call.caller, calendarId)
    const found =
      tx === undefined ? this.#context.calendars.find(id) : this.#context.calendars.findIn(tx, id)
    return found instanceof Promise
      ? found.then((calendar) => this.#accessTo(calendar, tx))
      : this.#accessTo(found, tx)
  }

  #accessTo(calendar: CalendarRow | undefined, tx?: Transaction): Soon<Access> {
    const { caller } = this.#call
    if (calendar === undefined) throw notFound()
    const { calendarId: least } = this.#contract.access as CalendarAccess
    if (least === 'administrator') return this.#accessByOffice(calendar, tx)
    if (looksAtPublicRole(caller, this.#contract)) return this.#publicAccess(calendar, tx)
    const admit = (role: Role) => requireAccess({ calendar, role }, caller, this.#contract)
    const role = this.#context.roles.of(calendar, caller, tx)
    return role instanceof Promise ? role.then(admit) : admit(role)
  }

  /** Some scopes depend on the role of the public. */
  async #publicAccess(calendar: CalendarRow, tx?: Transaction): Promise<Access> {
    const { caller } = this.#call
    const role = await this.#context.roles.of(calendar, caller, tx)
    const publicRole = await this.#context.roles.of(calendar, { kind: 'anonymous' }, tx)
    return requireAccess({ calendar, role, publicRole }, caller, this.#contract)
  }

  /** Owners and user administrators have access to every calendar; others have their usual access. */
  async #accessByOffice(calendar: CalendarRow, tx?: Transaction): Promise<Access> {
    const caller = this.#call.caller as User
    const user = await findUserById(tx ?? this.#context.database, caller.userId)
    if (managesUsers(user?.adminRole)) return { calendar, role: 'owner' }
    const role = await this.#context.roles.of(calendar, caller, tx)
    return requireAccess({ calendar, role }, caller, this.#contract)
  }
}

/** The contract of calls that do not come through the API, such as those of calendar programs. */
export const innerContract = (
  id: string,
  rules: Pick<Contract, 'scopes'> & { readonly access: CalendarAccess },
): Contract => ({ id, http: 'POST /', summary: '', params: {}, cost: 1, ...rules })

interface InnerCall {
  readonly calendarId: string
  readonly caller: Caller
  readonly origin: string
}

/** Such a call, about a calendar. */
export const innerCall = ({ calendarId, caller, origin }: InnerCall): Call => ({
  params: { calendarId },
  body: undefined,
  caller,
  requireMatch: () => {},
  origin: () => origin,
})
