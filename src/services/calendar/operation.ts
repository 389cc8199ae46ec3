import { type Call, type Contract, operationsOf, type User } from '#/contract/operation.ts'
import type { Transaction } from '#/storage/port.ts'
import { CallStore } from './call-store.ts'
import type { CalendarDependencies, CalendarStores } from './dependencies.ts'
import type { ExternalMail } from './mail/external-mail.ts'
import type { Access, CalendarAccess } from './sharing/access.ts'
import type { CalendarWriter } from './writing/calendar-writer.ts'

/** A transaction that writes events of a calendar. */
export interface EventWriting {
  readonly tx: Transaction
  readonly access: Access
  readonly writer: CalendarWriter
}

export interface BothWritings {
  readonly source: EventWriting
  readonly destination: EventWriting
}

/** What the handlers of this service need: its dependencies, and the call. */
export interface CalendarContext extends CalendarDependencies {
  readonly caller: User
  readonly store: CallStore
  /** Throws if the etag in the request is not this one. */
  readonly requireMatch: (etag: string) => void
  readonly noteWritten: Call['noteWritten']
  /** The address that the caller used for this server. */
  readonly origin: () => string
  /** Refuses mail to other servers beyond the daily allowance. */
  readonly externalMail: ExternalMail
}

/** What writing an event and following the write needs. */
export interface EventWriteContext extends CalendarStores {
  readonly caller: User
  readonly externalMail: Pick<ExternalMail, 'charge'>
}

export const operation = operationsOf<CalendarAccess, CalendarContext>()

/** Completes a call with what the handlers use. */
export function calendarContext(
  calendar: CalendarDependencies & Pick<CalendarContext, 'externalMail'>,
) {
  return (call: Call, contract: Contract): CalendarContext & Call => ({
    ...calendar,
    params: call.params,
    body: call.body,
    // Operations that need no token do not use the caller.
    caller: call.caller as User,
    origin: call.origin,
    requireMatch: call.requireMatch,
    noteWritten: call.noteWritten,
    store: new CallStore(calendar, call, contract),
  })
}
