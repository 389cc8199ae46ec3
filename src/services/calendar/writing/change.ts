import type { Stored } from '#/contract/answer.ts'
import type { Transaction } from '#/storage/port.ts'
import { changed } from '../attendees/changing.ts'
import { requireOpenEvent, selfAdded } from '../attendees/inviting.ts'
import { etagFor } from '../event/etag.ts'
import type { CurrentEvent, EventContext, EventDraft } from '../event/event-draft.ts'
import type { CalendarContext, EventWriting } from '../operation.ts'
import { currentOf, findTarget, requirePrivateAccess, type Target } from '../reading/target.ts'
import { shownTarget, viewOf } from '../rendering/event-reply.ts'
import type { Event } from '../schemas/event.ts'
import type { Access } from '../sharing/access.ts'
import { isAtLeast } from '../sharing/access-rule.ts'
import { calendarIn, timeZoneOf } from '../store/calendars.ts'
import { followWrite } from './consequences.ts'

type WritingGiven = Pick<
  CalendarContext,
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
  readonly describe: (current: CurrentEvent, context: EventContext) => EventDraft
  /** Which revision the body names, if it does. */
  readonly sequence?: number | null | undefined
}

/** Changes the event or instance that a call names, if it is as the caller has seen it. */
export function changedEvent(
  given: WritingGiven,
  params: Params,
  { describe, sequence }: Change,
): Promise<Stored<Event>> {
  const { store, caller } = given
  return writtenEvent(given, params, async (tx, writing) => {
    const { access } = writing
    const { eventId } = params
    const isWriter = isAtLeast(access.role, 'writerWithoutPrivateAccess')
    if (!isWriter) await requireOpenEvent(store, { tx, access, eventId })
    const found = await requireTarget(given, { tx, writing, eventId })
    const context = eventContext(given, { access, flags: params })
    const wanted = describe(found.current, context)
    const described = isWriter ? wanted : selfAdded(found.current, wanted, caller.email)
    const { writer } = writing
    const { target, current } = found
    const options = params
    const asked = { tx, access, writer, target, current, described, sequence, options }
    const { next } = await changed(given, asked)
    await followWrite(given, { tx, writing, options, found, next })
    return next
  })
}

type ReplyGiven = Pick<CalendarContext, 'store' | 'caller' | 'origin'>

/** Writes an event and replies with it as it is once attendee copies on this server have followed. */
export async function writtenEvent(
  { store, caller, origin }: ReplyGiven,
  params: { readonly maxAttendees?: number },
  body: (tx: Transaction, writing: EventWriting) => Promise<Target>,
): Promise<Stored<Event>> {
  const { target, access } = await store.writeEvents(async (tx, writing) => ({
    target: await body(tx, writing),
    access: writing.access,
  }))
  return shownTarget(await store.latest(target), viewOf(access, { caller, origin }, params))
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
  const { calendar, role } = writing.access
  const { events } = store
  const known = events.known(tx, calendar.key, eventId)
  const target =
    known === undefined
      ? await findTarget({ events, reader: tx }, calendar.key, eventId)
      : { row: known }
  requirePrivateAccess(target, { role, userId: caller.userId })
  requireMatch(etagFor(target.row, caller.userId))
  const zone = timeZoneOf(calendar)
  return { target, current: currentOf(target, { userId: caller.userId, zone }) }
}

interface Flags {
  readonly conferenceDataVersion?: number
  readonly eventLabelVersion?: number
  readonly supportsAttachments?: boolean
}

interface Writing {
  readonly access: Access
  readonly flags: Flags
}

const noLabels: ReadonlySet<string> = new Set()

/** What the rules of events have to know of the calendar, of the call and of who calls. */
export function eventContext(
  {
    caller,
    attendeesMax,
    newConference,
  }: Pick<CalendarContext, 'caller' | 'attendeesMax' | 'newConference'>,
  { access, flags }: Writing,
): EventContext {
  const { calendar } = access
  const { timeZone = 'UTC', conferenceProperties, labelProperties } = calendarIn(calendar)
  const labels = labelProperties?.eventLabels ?? []
  return {
    calendar: {
      id: calendar.id,
      isPrimary: calendar.isPrimary === 1,
      timeZone,
      conferenceTypes: conferenceProperties?.allowedConferenceSolutionTypes ?? [],
      labelIds:
        labels.length === 0
          ? noLabels
          : new Set(labels.flatMap(({ id }) => (id === undefined ? [] : [id]))),
    },
    reading: {
      conferenceDataVersion: flags.conferenceDataVersion ?? 0,
      eventLabelVersion: flags.eventLabelVersion ?? 0,
      supportsAttachments: flags.supportsAttachments ?? false,
    },
    newConference,
    // A service account that acts for nobody calls as itself and is its own client.
    isBareServiceAccount: caller.clientId === caller.userId,
    attendeesMax,
  }
}
