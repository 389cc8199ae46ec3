import { invalidField } from '#/kernel/errors.ts'
import { isSameJson } from '#/kernel/text/same-json.ts'
import { type CalendarRow, timeZoneOf } from '../calendar/calendar-row.ts'
import { resourceDeleted } from '../errors.ts'
import { contentOf, withoutAbsent } from '../event/event-content.ts'
import type { CurrentEvent, EventContent, EventDraft } from '../event/event-draft.ts'
import {
  type InternalProperties,
  internalIn,
  lastApplied,
  noInternal,
} from '../event/internal-properties.ts'
import { staleSequence } from '../event/sequence.ts'
import type { EventWriteContext } from '../operation.ts'
import { currentOf, type Target } from '../reading/target.ts'
import type { Event, EventAttendee } from '../schemas/event.ts'
import { eventIn } from '../store/events.ts'
import { type Rewriting, rewriteEvent } from '../writing/rewriting.ts'
import {
  attendeeChange,
  joinedChange,
  originalAfter,
  type Request,
  requireSameFlags,
} from './attendee-change.ts'
import { chargeForChange, sendUpdatesOf } from './attendee-mail.ts'
import {
  findGuests,
  Invitation,
  isShared,
  requireCopiesAtMost,
  withNamedAttendees,
} from './guests.ts'
import { currentSource, originalId, originalTarget, type SourceId } from './organizer-event.ts'
import { shownGuests } from './shared-event.ts'

/**
 * Writes a change of an event to its calendar. If the event is an attendee copy, a request to the organizer's
 * event is stored with it.
 */
export function changeEvent(context: EventWriteContext, rewriting: Rewriting): Promise<Target> {
  if (rewriting.target.row.copyOf === null) return changeOriginal(context, rewriting)
  const { access, current } = rewriting
  // The tombstone of an event that was moved to another calendar.
  if (current.event.organizer?.email === access.calendar.id) throw resourceDeleted()
  return changeCopy(context, rewriting)
}

async function changeOriginal(context: EventWriteContext, requested: Rewriting): Promise<Target> {
  const { invitedElsewhere } = requested.options ?? {}
  const rewriting = invitedElsewhere ? { ...requested, marks: { invitedElsewhere } } : requested
  const { access, current } = rewriting
  const draft = declinedByLeaving(rewriting)
  const { organizer = current.event.organizer ?? {} } = rewriting
  const isInviting =
    draft.content.attendees !== undefined &&
    isShared({ ...current.event, organizer }, access.calendar.id)
  if (!isInviting) return rewriteEvent(context, { ...rewriting, draft })
  const invited = await withNamedAttendees(context, { ...rewriting, draft, before: current })
  return rewriteEvent(context, { ...rewriting, draft: invited })
}

/** Deleting the event of an external organizer declines it, unless the organizer cancelled it. */
function declinedByLeaving({ access, current, draft, organizer }: Rewriting): EventDraft {
  const { id } = access.calendar
  const { status, organizer: from } = current.event
  const { content } = draft
  const isLeft = status !== 'cancelled' && content.status === 'cancelled'
  if (!isLeft || organizer !== undefined || from?.email === id) return draft
  const attendees = content.attendees?.map((attendee) =>
    attendee.email === id ? { ...attendee, responseStatus: 'declined' as const } : attendee,
  )
  return attendees === undefined ? draft : { ...draft, content: { ...content, attendees } }
}

/**
 * Writes an attendee's change to a copy. The part that concerns others becomes a request; the rest stays on
 * the copy until the organizer changes the event.
 */
async function changeCopy(context: EventWriteContext, rewriting: Rewriting): Promise<Target> {
  const { access, current, draft } = rewriting
  const original = await findOriginal(context, rewriting)
  if (original === undefined && isImportedAnew(rewriting)) return detachCopy(context, rewriting)
  requireSameFlags(current.event, draft)
  requireCurrentSequence(rewriting)
  const wasCancelled = current.event.status === 'cancelled'
  const isCancelled = draft.content.status === 'cancelled'
  const isLeaving = !wasCancelled && isCancelled
  const isReturning = wasCancelled && !isCancelled
  if (rewriting.options?.isReplyWithheld) {
    const event = withOwnResponse(current.event, draft, access.calendar.id)
    return rewriteCopy(context, rewriting, { original: event, isLeaving })
  }
  // Without an organizer's event that invites the attendee, nobody can apply a request.
  if (original === undefined) {
    return rewriteCopy(context, rewriting, { original: current.event, isLeaving })
  }
  const attendeeId = access.calendar.id
  const stated = attendeeChange({ attendeeId, current, draft, isLeaving })
  const { waiting, number, base } = await requestsBefore(context, rewriting, original)
  const change = waiting ? joinedChange(waiting.change, stated, { isReturning }) : stated
  const after = originalAfter({ attendeeId, change, original: original.current })
  const isSame = saysTheSame(original.current, after)
  requireRoom(context, original.current, after)
  if (!isLeaving && !isSame) await requireRoomForCopies(context, rewriting, { original, after })
  const before = original.current.event
  const changed = { ...before, ...after.content } as Event
  await chargeForChange(context, {
    ...rewriting,
    calendar: original.calendar,
    before,
    event: changed,
  })
  // An attendee who leaves a declined series may have accepted some of its instances.
  const { row, instance } = rewriting.target
  const isLeavingSeries = isLeaving && row.kind === 'series' && instance === undefined
  const isRequesting = waiting !== undefined || !isSame || isLeavingSeries
  const request = isRequesting
    ? { number, base, change, ...causeOf(context, rewriting) }
    : undefined
  const event = { ...before, attendees: after.content.attendees } as Event
  const copy = await rewriteCopy(context, rewriting, { original: event, isLeaving, request })
  const isBack = isReturning && copy.row.presence === 'live'
  if (isRequesting || isBack) rewriting.writer.noteBehind({ ...original.source, isRequesting })
  return copy
}

/** The copy with the response of its attendee, which the organizer does not learn of. */
function withOwnResponse(event: Event, { content }: EventDraft, attendeeId: string): Event {
  const isOwn = ({ email }: EventAttendee) => email === attendeeId
  const own = content.attendees?.find(isOwn)
  if (own === undefined || event.attendees === undefined) return event
  return { ...event, attendees: event.attendees.map((one) => (isOwn(one) ? own : one)) }
}

/** Whether the organizer's event stays unchanged. */
const saysTheSame = ({ event, times }: CurrentEvent, after: EventDraft): boolean =>
  isSameJson(contentOf(event), after.content) && isSameJson(times, after.times)

interface RequestsBefore {
  /** The pending request of the same copy. */
  readonly waiting: Request | undefined
  /** The number of the calendar's next request. */
  readonly number: number
  /** The change number of the organizer's event that the copy reflects. */
  readonly base: number
}

async function requestsBefore(
  { events, copies: attendeeCopies }: EventWriteContext,
  { tx, access, target }: Rewriting,
  { source }: Original,
): Promise<RequestsBefore> {
  const { calendar } = access
  const original = await events.findIn(tx, source.key, source.id)
  const copies = await attendeeCopies.list(tx, { calendarKey: calendar.key, id: source.id })
  const internals = copies.map(({ internal }) => internalIn(internal))
  const applied = original === undefined ? 0 : lastApplied(original, calendar.id)
  const internal = target.instance === undefined ? internalIn(target.row.internal) : noInternal
  const { request } = internal
  // A deleted copy, and the instances of a deleted series, reflect the event at the time of the deletion.
  const whole = copies.find(({ masterId }) => masterId === null)
  const away = [whole ? internalIn(whole.internal) : noInternal, internal].find(isAway)
  const shown = away === undefined ? internals : [away]
  return {
    waiting: request !== undefined && request.number > applied ? request : undefined,
    number: 1 + Math.max(applied, ...internals.map((one) => one.request?.number ?? 0)),
    base: Math.max(0, ...shown.map(({ upTo = 0 }) => upTo)),
  }
}

const isAway = ({ hasLeft, hasReturned }: InternalProperties): boolean =>
  hasLeft === true || hasReturned === true

/** The author of the request, and who gets mail about it. */
const causeOf = (
  { caller: { userId, email } }: EventWriteContext,
  { options = {} }: Rewriting,
): Pick<Request, 'by' | 'sendUpdates'> => ({
  by: { userId, email },
  sendUpdates: sendUpdatesOf(options),
})

function requireRoom(
  { attendeesMax }: EventWriteContext,
  { event: { attendees: before = [] } }: CurrentEvent,
  { content: { attendees = [] } }: EventDraft,
): void {
  if (attendees.length > Math.max(attendeesMax, before.length)) {
    throw invalidField(`An event has at most ${attendeesMax} attendees.`)
  }
}

interface Growth {
  readonly original: Original
  readonly after: EventDraft
}

/** Refuses a change that would give the organizer's series more copies than it can have. */
async function requireRoomForCopies(
  context: EventWriteContext,
  { tx }: Rewriting,
  { original: { source, calendar, current, isPlainInstance }, after }: Growth,
): Promise<void> {
  const { attendees } = after.content
  const isGrowing = (attendees?.length ?? 0) > (current.event.attendees?.length ?? 0)
  if (!isPlainInstance && (!isGrowing || isSingle(current.event))) return
  const { events } = context
  const exceptionCount = await events.countExceptions(tx, source.key, source.id)
  const guests = await findGuests(context, tx, { lists: [attendees], organizer: calendar.id })
  requireCopiesAtMost(context, {
    guestsCount: guests.calendarIdsOf(attendees).size,
    exceptionsCount: exceptionCount + (isPlainInstance ? 1 : 0),
  })
}

const isSingle = ({ recurrence, recurringEventId }: Event): boolean =>
  recurrence === undefined && recurringEventId === undefined

/** Whether an import restores an event whose copy was cancelled. */
const isImportedAnew = ({ organizer, current, draft }: Rewriting): boolean =>
  organizer !== undefined &&
  current.event.status === 'cancelled' &&
  draft.content.status !== 'cancelled'

/** Detaches a copy and its exceptions from the organizer's event, which does not invite the calendar. */
async function detachCopy(context: EventWriteContext, rewriting: Rewriting): Promise<Target> {
  const { tx, target } = rewriting
  const { events, copies } = context
  const next = await rewriteEvent(context, {
    ...rewriting,
    isDetached: true,
    marks: { hasLeft: false },
  })
  const { calendarKey, id } = target.row
  await copies.detach(tx, await events.instancesOf(tx, calendarKey, id))
  return next
}

function requireCurrentSequence({ sequence, current }: Rewriting): void {
  const stored = current.event.sequence ?? 0
  if ((sequence ?? stored) < stored) throw staleSequence(stored)
}

interface Original {
  readonly source: SourceId
  readonly calendar: CalendarRow
  readonly current: CurrentEvent
  /** Whether the target is an instance without an exception. */
  readonly isPlainInstance: boolean
}

/** The organizer's event of a copy, if it exists and still invites the attendee. */
async function findOriginal(
  context: EventWriteContext,
  rewriting: Rewriting,
): Promise<Original | undefined> {
  const { calendars, events, copies, caller } = context
  const { tx, access, target, current } = rewriting
  const { copyOf } = target.row
  const id = originalId(current.event.recurringEventId ?? current.event.id!)
  const source = await currentSource(copies, tx, { key: copyOf!, id })
  const calendar = await calendars.findByKey(tx, source.key)
  if (calendar === undefined || calendar.id === access.calendar.id) return undefined
  const copy = target.row
  const found = await originalTarget(events, tx, { calendar, copy, id: current.event.id! })
  if (found === undefined || found.row.presence !== 'live') return undefined
  const invitation = new Invitation(tx, { organizer: calendar, guest: access.calendar })
  if (!(await invitation.includes(eventIn(found.row)))) return undefined
  const zone = timeZoneOf(calendar)
  return {
    source,
    calendar,
    current: currentOf(found, { userId: caller.userId, zone }),
    isPlainInstance: found.instance !== undefined,
  }
}

interface CopyChange {
  readonly original: Event
  readonly isLeaving: boolean
  readonly request?: Request | undefined
}

/** Writes the copy's own content at the revision of the organizer's event. */
function rewriteCopy(
  context: EventWriteContext,
  rewriting: Rewriting,
  change: CopyChange,
): Promise<Target> {
  const { tx, access, writer, target, current, draft } = rewriting
  const { original } = change
  const { attendees: _attendees, attendeesOmitted: _omitted, ...content } = draft.content
  const { visibility = 'default' } = content
  const isChosen = visibility !== (current.event.visibility ?? 'default')
  const { status, ...mark } = statusAfter(rewriting, change)
  const { anyoneCanAddSelf } = current.event
  const guests = shownGuests(original, access.calendar.id)
  return rewriteEvent(context, {
    tx,
    access,
    writer,
    target,
    current,
    draft: {
      ...draft,
      content: withoutAbsent({ ...content, status, ...guests, anyoneCanAddSelf }) as EventContent,
    },
    revision: original.sequence ?? 0,
    marks: {
      ...mark,
      ...(isChosen && { visibility }),
      ...(change.request && { request: change.request }),
    },
  })
}

/** An attendee can restore a copy that they deleted, but not an event that the organizer cancelled. */
function statusAfter(
  { target, current, draft, options }: Rewriting,
  { original, isLeaving }: CopyChange,
): { readonly status: string } & Rewriting['marks'] {
  const { status = 'confirmed' } = draft.content
  if (isLeaving) {
    return { status, hasLeft: true, hasLeftSilently: options?.isReplyWithheld ?? false }
  }
  if (current.event.status !== 'cancelled' || status === 'cancelled') return { status }
  const canReturn =
    target.instance === undefined && internalIn(target.row.internal).hasLeft === true
  const { status: present = 'confirmed' } = original
  if (!canReturn || present === 'cancelled') return { status: 'cancelled' }
  return { status: present, hasLeft: false, hasReturned: true }
}
