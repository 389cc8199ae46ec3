import { ApiError, invalidField } from '#/kernel/errors.ts'
import { isSameJson } from '#/kernel/same-json.ts'
import type { Transaction } from '#/storage/port.ts'
import type { CurrentEvent, DescribedEvent, EventContent } from '../event/described-event.ts'
import { contentOf, withoutAbsent } from '../event/event-content.ts'
import { ownIn } from '../event/personal-properties.ts'
import { staleSequence } from '../event/sequence.ts'
import type { EventWriting } from '../operation.ts'
import { currentOf, findTarget, type Target } from '../reading/target.ts'
import type { Event } from '../schemas/event.ts'
import { type CalendarRow, calendarIn } from '../store/calendars.ts'
import type { EventRow, Events } from '../store/events.ts'
import type { CalendarWriter } from '../writing/calendar-writer.ts'
import { type Rewriting, rewritten } from '../writing/rewriting.ts'
import type { Changed } from './changing.ts'
import { nearestInstanceId, originalId, shownGuests } from './copied-event.ts'
import { originalAfter, requireSameFlags } from './guest-change.ts'
import { findGuests } from './guests.ts'
import { declineInstances } from './instance-declines.ts'
import { type Inviting, type InvitingGiven, withInvited } from './inviting.ts'
import { invitedBy, refresh, spread } from './spreading.ts'

type Given = InvitingGiven
type Asked = Rewriting & Pick<EventWriting, 'others'>

/**
 * Writes what a guest has made of a copy. What is the guest's to say reaches the organizer and all other
 * copies; the rest stays on this copy until the organizer changes the event.
 */
export async function changedCopy(given: Given, asked: Asked): Promise<Changed> {
  const { tx, others, standing, current, described } = asked
  const original = await findOriginal(given, asked)
  if (original === undefined && isImportedAnew(asked)) return detachCopy(given, asked)
  requireSameFlags(current.event, described)
  requireCurrentSequence(asked)
  const isLeaving = current.event.status !== 'cancelled' && described.content.status === 'cancelled'
  // Without an event of the organizer that the guest has a part in there is nobody to tell.
  if (original === undefined) {
    return { next: await rewrittenCopy(given, asked, { original: current.event, isLeaving }) }
  }
  const guestId = standing.calendar.id
  const wish = { guestId, current, described, isLeaving, original: original.current }
  const inviting = {
    tx,
    others,
    writer: original.writer,
    id: original.current.event.recurringEventId ?? original.current.event.id!,
    described: originalAfter(wish),
    before: original.current,
    answering: guestId,
  }
  const next = await changedOriginal(given, original, inviting)
  if (isLeaving && next.row.kind === 'series' && next.instance === undefined) {
    await leaveExceptions(given, asked, { original, masterId: next.row.id })
  }
  const event = next.instance ? original.current.event : (JSON.parse(next.row.wire) as Event)
  const copy = await rewrittenCopy(given, asked, { original: event, isLeaving })
  const spreading = { tx, writer: original.writer, others }
  const written = [...(await spread(given, spreading))]
  if (next.instance === undefined) await declineInstances(given, inviting, next.row)
  const isReturning = current.event.status === 'cancelled' && copy.row.presence === 'live'
  // Where the copy has times of its own, nothing of the organizer's stands in this place.
  if (isReturning && original.current.event.id === originalId(current.event.id!)) {
    const id = originalId(current.event.recurringEventId ?? current.event.id!)
    written.push(...(await refresh(given, spreading, { id, guest: asked.writer })))
  }
  return {
    next: lastOf(copy, written),
    original: { standing: original.standing, before: original.current.event, next },
  }
}

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

/** The copy as it is once all copies were brought up to the event. */
function lastOf(copy: Target, written: readonly EventRow[]): Target {
  if (copy.instance !== undefined) return copy
  const { calendarKey, id } = copy.row
  const row = written.findLast((other) => other.calendarKey === calendarKey && other.id === id)
  return row === undefined ? copy : { row }
}

function requireCurrentSequence({ sequence, current }: Asked): void {
  const held = current.event.sequence ?? 0
  if ((sequence ?? held) < held) throw staleSequence(held)
}

interface Original {
  readonly writer: CalendarWriter
  readonly standing: Rewriting['standing']
  readonly target: Target
  readonly current: CurrentEvent
}

/** The event that the copy is one of, unless it is gone or has no place for the guest any more. */
async function findOriginal(given: Given, asked: Asked): Promise<Original | undefined> {
  const { store, caller } = given
  const { tx, others, target, current } = asked
  const { id, organizer } = current.event
  const [writer] = await others.open([organizer?.email ?? ''])
  if (writer === undefined || writer.calendar.key !== target.row.copyOf) return undefined
  const { calendar } = writer
  const found =
    (await foundTarget(store.events, tx, { calendar, id: originalId(id!) })) ??
    (await nearestTarget(store.events, tx, { calendar, copy: target.row, id: id! }))
  if (found === undefined || found.row.presence !== 'live') return undefined
  const zone = calendarIn(calendar).timeZone ?? 'UTC'
  const original = {
    writer,
    standing: { calendar, role: 'owner' },
    target: found,
    current: currentOf(found, { userId: caller.userId, zone }),
  } as const
  return (await isTakenOff(given, asked, original)) ? undefined : original
}

/** Whoever is no longer invited has a cancelled copy, and comes back by an invitation alone. */
async function isTakenOff(
  given: Given,
  { tx, standing, current: copy }: Asked,
  { writer: { calendar }, current }: Original,
): Promise<boolean> {
  if (copy.event.status !== 'cancelled') return false
  const attendees = invitedBy(current.event, calendar)
  const guests = await findGuests(given, tx, { lists: [attendees], organizer: calendar.id })
  return !guests.calendarIdsOf(attendees).has(standing.calendar.id)
}

/** The instance that is meant where the copy of a series has times of its own. */
async function nearestTarget(
  events: Events,
  tx: Transaction,
  { calendar, copy, id }: { calendar: CalendarRow; copy: EventRow; id: string },
): Promise<Target | undefined> {
  const { calendarKey } = copy
  const nearest = await nearestInstanceId(events, tx, {
    id,
    calendarKey,
    organizerKey: calendar.key,
  })
  return nearest === undefined ? undefined : foundTarget(events, tx, { calendar, id: nearest })
}

async function foundTarget(
  events: Events,
  reader: Transaction,
  { calendar, id }: { readonly calendar: CalendarRow; readonly id: string },
): Promise<Target | undefined> {
  try {
    return await findTarget({ events, reader }, calendar.key, id)
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined
    throw error
  }
}

async function changedOriginal(
  given: Given,
  { writer, standing, target, current }: Original,
  inviting: Inviting,
): Promise<Target> {
  const { attendees: before = [] } = current.event
  const { attendees = [] } = inviting.described.content
  if (attendees.length > Math.max(given.attendeesMax, before.length)) {
    throw invalidField(`An event has at most ${given.attendeesMax} attendees.`)
  }
  const { tx } = inviting
  const described = await withInvited(given, inviting)
  const isAnswer = isAnswerAlone(current, described)
  return rewritten(given, { tx, standing, writer, target, current, described, isAnswer })
}

/** Whoever leaves a series has declined all of it, also where it has lists of its own. */
async function leaveExceptions(
  given: Given,
  { tx, standing }: Asked,
  { original, masterId }: { readonly original: Original; readonly masterId: string },
): Promise<void> {
  const { writer } = original
  const guestId = standing.calendar.id
  const rows = await given.store.events.exceptionsOf(tx, writer.calendar.key, masterId)
  const zone = calendarIn(writer.calendar).timeZone ?? 'UTC'
  for (const row of rows.filter(({ presence }) => presence === 'live')) {
    const target = { row }
    const current = currentOf(target, { userId: given.caller.userId, zone })
    const { event, ...rest } = current
    const attendees = event.attendees?.map((attendee) =>
      attendee.email === guestId ? { ...attendee, responseStatus: 'declined' } : attendee,
    )
    if (attendees === undefined) continue
    const described = { ...rest, content: { ...contentOf(event), attendees } }
    const { standing: organizer } = original
    await rewritten(given, {
      tx,
      standing: organizer,
      writer,
      target,
      current,
      described,
      isAnswer: true,
    })
  }
}

function isAnswerAlone({ event, times }: CurrentEvent, described: DescribedEvent): boolean {
  const { attendees: _then, ...before } = contentOf(event)
  const { attendees: _now, ...after } = described.content
  return isSameJson(before, after) && isSameJson(times, described.times)
}

interface CopyChange {
  readonly original: Event
  readonly isLeaving: boolean
}

/** Writes what the copy itself says, at the revision of the organizer's event. */
function rewrittenCopy(given: Given, asked: Asked, change: CopyChange): Promise<Target> {
  const { tx, standing, writer, target, current, described } = asked
  const { original } = change
  const { attendees: _attendees, attendeesOmitted: _omitted, ...content } = described.content
  const { visibility = 'default' } = content
  const isChosen = visibility !== (current.event.visibility ?? 'default')
  const { status, ...mark } = statusAfter(asked, change)
  const { anyoneCanAddSelf } = current.event
  const guests = shownGuests(original, standing.calendar.id)
  return rewritten(given, {
    tx,
    standing,
    writer,
    target,
    current,
    described: {
      ...described,
      content: withoutAbsent({ ...content, status, ...guests, anyoneCanAddSelf }) as EventContent,
    },
    revision: original.sequence ?? 0,
    marks: { ...mark, ...(isChosen && { visibility }) },
  })
}

/** Who has deleted a copy can bring it back; what the organizer has ended stays over. */
function statusAfter(
  { target, current, described }: Asked,
  { original, isLeaving }: CopyChange,
): { readonly status: string; readonly hasLeft?: boolean } {
  const { status = 'confirmed' } = described.content
  if (isLeaving) return { status, hasLeft: true }
  if (current.event.status !== 'cancelled' || status === 'cancelled') return { status }
  const canReturn = target.instance === undefined && ownIn(target.row.own).hasLeft === true
  if (!canReturn) return { status: 'cancelled' }
  return { status: original.status ?? 'confirmed', hasLeft: false }
}
