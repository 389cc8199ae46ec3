import { invalidField } from '#/kernel/errors.ts'
import { isSameJson } from '#/kernel/same-json.ts'
import { contentOf, withoutAbsent } from '../event/event-content.ts'
import type { CurrentEvent, EventContent, EventDraft } from '../event/event-draft.ts'
import { noOwn, type Own, ownIn } from '../event/personal-properties.ts'
import { staleSequence } from '../event/sequence.ts'
import { currentOf, type Target } from '../reading/target.ts'
import type { Event } from '../schemas/event.ts'
import { type CalendarRow, timeZoneOf } from '../store/calendars.ts'
import { type Rewriting, rewritten } from '../writing/rewriting.ts'
import { lastApplied } from './applied-requests.ts'
import type { Changed } from './changing.ts'
import { originalId, shownGuests } from './copied-event.ts'
import { guestChange, joinedChange, originalAfter, requireSameFlags } from './guest-change.ts'
import { findGuests, requireCopiesAtMost } from './guests.ts'
import { Invitation } from './invitation.ts'
import { chargeForGuest, type TellingGiven } from './invitations.ts'
import type { InvitingGiven } from './inviting.ts'
import { originalTarget } from './original-target.ts'
import { currentSource, type SourceId } from './reconciliation.ts'
import type { Request } from './request.ts'
import { rowContent } from './shared-event.ts'

type Given = InvitingGiven & Partial<Pick<TellingGiven, 'externalMail'>>
type Asked = Rewriting

/**
 * Writes what a guest has made of a copy. What is the guest's to say reaches the organizer and all other
 * copies; the rest stays on this copy until the organizer changes the event.
 */
export async function changedCopy(given: Given, asked: Asked): Promise<Changed> {
  const { access, current, described } = asked
  const original = await findOriginal(given, asked)
  if (original === undefined && isImportedAnew(asked)) return detachCopy(given, asked)
  requireSameFlags(current.event, described)
  requireCurrentSequence(asked)
  const isLeaving = current.event.status !== 'cancelled' && described.content.status === 'cancelled'
  // Without an event of the organizer that the guest has a part in there is nobody to tell.
  if (original === undefined) {
    return { next: await rewrittenCopy(given, asked, { original: current.event, isLeaving }) }
  }
  const guestId = access.calendar.id
  const stated = guestChange({ guestId, current, described, isLeaving })
  const { waiting, number, base } = await requestsBefore(given, asked, original)
  const isReturning =
    current.event.status === 'cancelled' && described.content.status !== 'cancelled'
  const change = waiting ? joinedChange(waiting.change, stated, { isReturning }) : stated
  const after = originalAfter({ guestId, change, original: original.current })
  requireRoom(given, original.current, after)
  if (!isLeaving && !saysTheSame(original.current, after)) {
    await requireRoomForCopies(given, asked, { original, after })
  }
  await chargeForGuest(given, { ...asked, original, after })
  const event = { ...original.current.event, attendees: after.content.attendees }
  const isRequested = waiting !== undefined || !saysTheSame(original.current, after)
  const request = isRequested ? { number, base, change, ...causeOf(given, asked) } : undefined
  const written = { original: event as Event, isLeaving, ...(request && { request }) }
  const copy = await rewrittenCopy(given, asked, written)
  const isBack = isReturning && copy.row.presence === 'live'
  const isRequesting = request !== undefined
  if (isRequesting || isBack) asked.writer.noteBehind({ ...original.source, isRequesting })
  return { next: copy }
}

/** Whether the organizer's event stays as it is. */
const saysTheSame = ({ event, times }: CurrentEvent, after: EventDraft): boolean =>
  isSameJson(contentOf(event), after.content) && isSameJson(times, after.times)

interface RequestsBefore {
  /** What the organizer's event has yet to take over from the same copy. */
  readonly waiting: Request | undefined
  /** The number of the calendar's next request. */
  readonly number: number
  /** The change number of the organizer's event that the copy shows. */
  readonly base: number
}

async function requestsBefore(
  { store: { events } }: Given,
  { tx, access, target }: Asked,
  { source }: Original,
): Promise<RequestsBefore> {
  const { calendar } = access
  const original = await events.findIn(tx, source.key, source.id)
  const copies = await events.copiesOn(tx, calendar.key, source.id)
  const held = copies.map(({ own }) => ownIn(own))
  const applied = original === undefined ? 0 : lastApplied(original, calendar)
  const own = target.instance === undefined ? ownIn(target.row.own) : noOwn
  const { request } = own
  // Whatever was away shows what it has shown then, and so do the instances of a series.
  const whole = copies.find(({ masterId }) => masterId === null)
  const away = [whole ? ownIn(whole.own) : noOwn, own].find(isAway)
  const shown = away === undefined ? held : [away]
  return {
    waiting: request !== undefined && request.number > applied ? request : undefined,
    number: 1 + Math.max(applied, ...held.map((one) => one.request?.number ?? 0)),
    base: Math.max(0, ...shown.map(({ upTo = 0 }) => upTo)),
  }
}

const isAway = ({ hasLeft, hasReturned }: Own): boolean => hasLeft === true || hasReturned === true

/** Whose request it is, and whom they want to be told. */
const causeOf = (
  { caller: { userId, email } }: Given,
  { options: { sendUpdates, sendNotifications } = {} }: Asked,
): Pick<Request, 'by' | 'sendUpdates'> => ({
  by: { userId, email },
  sendUpdates: sendUpdates ?? (sendNotifications ? 'all' : 'none'),
})

function requireRoom(
  { attendeesMax }: Given,
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
  context: Given,
  { tx }: Asked,
  { original: { source, calendar, current, isPlainInstance }, after }: Growth,
): Promise<void> {
  const { attendees } = after.content
  const isGrowing = (attendees?.length ?? 0) > (current.event.attendees?.length ?? 0)
  if (!isPlainInstance && (!isGrowing || isSingle(current.event))) return
  const { events } = context.store
  const known = await events.countExceptions(tx, source.key, source.id)
  const guests = await findGuests(context, tx, { lists: [attendees], organizer: calendar.id })
  requireCopiesAtMost(context, {
    guestsCount: guests.calendarIdsOf(attendees).size,
    exceptionsCount: known + (isPlainInstance ? 1 : 0),
  })
}

const isSingle = ({ recurrence, recurringEventId }: Event): boolean =>
  recurrence === undefined && recurringEventId === undefined

/** An import brings an event back whose copy was cancelled. */
const isImportedAnew = ({ organizer, current, described }: Asked): boolean =>
  organizer !== undefined &&
  current.event.status === 'cancelled' &&
  described.content.status !== 'cancelled'

/** Makes a copy, with its exceptions, an event of its own: the organizer does not invite the calendar. */
async function detachCopy({ store, ...given }: Given, asked: Asked): Promise<Changed> {
  const { tx, target } = asked
  const marks = { hasLeft: false }
  const next = await rewritten({ store, ...given }, { ...asked, isDetached: true, marks })
  const { calendarKey, id } = target.row
  await store.events.freeCopies(tx, await store.events.instancesOf(tx, calendarKey, id))
  return { next }
}

function requireCurrentSequence({ sequence, current }: Asked): void {
  const held = current.event.sequence ?? 0
  if ((sequence ?? held) < held) throw staleSequence(held)
}

interface Original {
  readonly source: SourceId
  readonly calendar: CalendarRow
  readonly current: CurrentEvent
  /** It is an instance that has followed its series so far. */
  readonly isPlainInstance: boolean
}

/** The event that the copy is one of, unless it is gone or does not invite the guest any more. */
async function findOriginal(given: Given, asked: Asked): Promise<Original | undefined> {
  const { store, caller } = given
  const { tx, access, target, current } = asked
  const { copyOf } = target.row
  const id = originalId(current.event.recurringEventId ?? current.event.id!)
  const source = await currentSource(store.events, tx, { key: copyOf!, id })
  const calendar = await store.calendars.findByKey(tx, source.key)
  if (calendar === undefined || calendar.id === access.calendar.id) return undefined
  const copy = target.row
  const found = await originalTarget(store.events, tx, { calendar, copy, id: current.event.id! })
  if (found === undefined || found.row.presence !== 'live') return undefined
  const invitation = new Invitation(tx, { organizer: calendar, guest: access.calendar })
  if ((await invitation.to(rowContent(found.row))).size === 0) return undefined
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
  readonly request?: Request
}

/** Writes what the copy itself says, at the revision of the organizer's event. */
function rewrittenCopy(given: Given, asked: Asked, change: CopyChange): Promise<Target> {
  const { tx, access, writer, target, current, described } = asked
  const { original } = change
  const { attendees: _attendees, attendeesOmitted: _omitted, ...content } = described.content
  const { visibility = 'default' } = content
  const isChosen = visibility !== (current.event.visibility ?? 'default')
  const { status, ...mark } = statusAfter(asked, change)
  const { anyoneCanAddSelf } = current.event
  const guests = shownGuests(original, access.calendar.id)
  return rewritten(given, {
    tx,
    access,
    writer,
    target,
    current,
    described: {
      ...described,
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

/** Who has deleted a copy can bring it back; what the organizer has ended stays over. */
function statusAfter(
  { target, current, described }: Asked,
  { original, isLeaving }: CopyChange,
): { readonly status: string } & Rewriting['marks'] {
  const { status = 'confirmed' } = described.content
  if (isLeaving) return { status, hasLeft: true }
  if (current.event.status !== 'cancelled' || status === 'cancelled') return { status }
  const canReturn = target.instance === undefined && ownIn(target.row.own).hasLeft === true
  const { status: present = 'confirmed' } = original
  if (!canReturn || present === 'cancelled') return { status: 'cancelled' }
  return { status: present, hasLeft: false, hasReturned: true }
}
