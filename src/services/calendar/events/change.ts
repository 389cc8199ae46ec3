import type { Stored } from '#/contract/operation.ts'
import type { Transaction } from '#/storage/port.ts'
import type { CurrentEvent, DescribedEvent, EventContext } from '../domain/event/described-event.ts'
import { isAtLeast } from '../domain/role.ts'
import type { CalendarGiven, EventWriting } from '../operation.ts'
import type { Event } from '../schemas/event.ts'
import { calendarIn } from '../store/calendars.ts'
import { eventContext } from './context.ts'
import { changed } from './copies/changing.ts'
import { declineExisting } from './copies/existing-invitations.ts'
import { requireOpenEvent, selfAdded } from './copies/self-adding.ts'
import { etagFor } from './etag.ts'
import { shownTarget } from './event-reply.ts'
import { tellOfAnswers, tellOfChange } from './invitations.ts'
import { currentOf, findTarget, requirePrivateAccess, type Target } from './target.ts'
import { viewOf } from './view.ts'

export type WritingGiven = Pick<
  CalendarGiven,
  | 'store'
  | 'caller'
  | 'requireMatch'
  | 'attendeesMax'
  | 'answerLimits'
  | 'copiesPerEventMax'
  | 'newConference'
  | 'enqueue'
  | 'externalMail'
> & { readonly origin: () => string }

interface Params {
  readonly eventId: string
  readonly maxAttendees?: number
  readonly conferenceDataVersion?: number
  readonly eventLabelVersion?: number
  readonly supportsAttachments?: boolean
  readonly sendUpdates?: 'all' | 'externalOnly' | 'none'
  readonly sendNotifications?: boolean
}

interface Change {
  readonly describe: (current: CurrentEvent, context: EventContext) => DescribedEvent
  /** Which revision the body names, if it does. */
  readonly sequence?: number | null | undefined
}

/** Changes the event or instance that a call names, if it is as the caller has seen it. */
export function changedEvent(
  given: WritingGiven,
  params: Params,
  { describe, sequence }: Change,
): Promise<Stored<Event>> {
  const { store, caller, origin } = given
  return store.writeEvents(async (tx, writing) => {
    const { standing } = writing
    const { eventId } = params
    const isWriter = isAtLeast(standing.role, 'writerWithoutPrivateAccess')
    if (!isWriter) await requireOpenEvent(store, { tx, standing, eventId })
    const found = await requireTarget(given, { tx, writing, eventId })
    const context = eventContext(given, { standing, flags: params })
    const wanted = describe(found.current, context)
    const described = isWriter ? wanted : selfAdded(found.current, wanted, caller.email)
    const { writer, others } = writing
    const { target, current } = found
    const asked = { tx, standing, writer, others, target, current, described, sequence }
    const change = await changed(given, asked)
    const { next, original } = change
    await tellOfChange(given, { tx, standing, wishes: params, found, next, original })
    const before = found.current.event
    if (next.instance === undefined) {
      await declineExisting(given, { tx, writing, wishes: params, row: next.row, before })
    }
    const { row } = (original ?? change).next
    await tellOfAnswers(given, { tx, standing, wishes: params, row, others })
    return shownTarget(change.next, viewOf(standing, { caller, origin }, params))
  })
}

interface Named {
  readonly tx: Transaction
  readonly writing: EventWriting
  readonly eventId: string
}

/** The event that a call names, which its caller may change. */
export async function requireTarget(
  { store, caller, requireMatch }: Pick<WritingGiven, 'store' | 'caller' | 'requireMatch'>,
  { tx, writing, eventId }: Named,
): Promise<{ readonly target: Target; readonly current: CurrentEvent }> {
  const { calendar, role } = writing.standing
  const { events } = store
  const known = events.known(tx, calendar.key, eventId)
  const target =
    known === undefined
      ? await findTarget({ events, reader: tx }, calendar.key, eventId)
      : { row: known }
  requirePrivateAccess(target, { role, userId: caller.userId })
  requireMatch(etagFor(target.row, caller.userId))
  const zone = calendarIn(calendar).timeZone ?? 'UTC'
  return { target, current: currentOf(target, { userId: caller.userId, zone }) }
}
