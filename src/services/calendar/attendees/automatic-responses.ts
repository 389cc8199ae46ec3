import type { User } from '#/contract/operation.ts'
import { isSameJson } from '#/kernel/text/same-json.ts'
import type { Transaction } from '#/storage/port.ts'
import { type CalendarRow, calendarIn, timeZoneOf } from '../calendar/calendar-row.ts'
import type { CalendarStores } from '../dependencies.ts'
import { timesAt } from '../event/internal-properties.ts'
import { isSameTimes, timesIn } from '../event/times.ts'
import { type Block, busyBlocksOf, doMeet, wholeDays } from '../reading/busy-blocks.ts'
import { seriesModel } from '../recurrence/series-models.ts'
import type { EventAttendee } from '../schemas/event.ts'
import { storedEvents } from '../store/event-pages.ts'
import { type EventRow, eventIn } from '../store/events.ts'
import { msPerDay } from '../time/civil-date.ts'
import { absencesOf, declinedFor } from './absences.ts'
import { type DeclinedInstance, entryOf, type Response, responseOf } from './attendee-change.ts'
import { originalId } from './organizer-event.ts'
import type { SharedEvent, SharedRow } from './shared-event.ts'

interface Invitation {
  readonly tx: Transaction
  /** The invited calendar, which the transaction has locked. */
  readonly calendar: CalendarRow
  readonly nowMs: number
  /** The user who invited it. */
  readonly by: User
  readonly shared: SharedEvent
  /** All exceptions of the organizer's series. */
  readonly exceptions: readonly EventRow[]
  /** The copies that the calendar has of the event. */
  readonly existing: readonly EventRow[]
  /** The change number of the organizer's event that the copies reflect. */
  readonly upTo: number
  /** Whether the calendar has any absences during which it may decline invitations. */
  readonly mayBeAway: boolean
}

export interface AutomaticResponses {
  /** Keyed by the id of the organizer's event or exception. */
  readonly responses: ReadonlyMap<string, Response>
  /** The instances of the series that the calendar declines. */
  readonly declines: readonly DeclinedInstance[]
}

/**
 * The automatic responses of a calendar to an event that newly invites it or that moved. Rooms respond
 * according to their bookings; people who are out of office decline.
 */
export async function automaticResponses(
  dependencies: CalendarStores,
  invitation: Invitation,
): Promise<AutomaticResponses> {
  const responses = new Map<string, Response>()
  const { whole, exceptions, isWholeWritten } = invitation.shared
  let declines: readonly DeclinedInstance[] = []
  for (const shared of isWholeWritten ? [whole, ...exceptions] : exceptions) {
    const entry = entryToAnswer(shared, invitation)
    if (entry === undefined) continue
    const answered = await answeredEntry(dependencies, invitation, { shared, entry })
    if (answered.responseStatus !== entry.responseStatus) {
      const { additionalGuests: _, ...response } = responseOf(answered)
      responses.set(shared.row.id, response)
    } else if (shared.row.kind === 'series')
      declines = await declinesOf(dependencies, invitation, shared)
  }
  return { responses, declines }
}

/** The attendee entry of the calendar, if it has to respond. */
function entryToAnswer(
  { row, isInvited, stored }: SharedRow,
  { calendar, existing, upTo }: Invitation,
): EventAttendee | undefined {
  if (row.presence !== 'live' || !isInvited) return undefined
  const entry = entryOf(stored(), calendar.id)
  const live = existing.filter(({ presence }) => presence === 'live')
  const copy =
    live.find(({ id }) => originalId(id) === row.id) ??
    live.find(({ id }) => originalId(id) === row.masterId)
  if (entry === undefined || copy === undefined) return entry
  const shown = eventIn(copy)
  // A move to another calendar of the organizer does not change the times.
  const isSameTime =
    originalId(copy.id) === row.id &&
    isSameTimes(timesIn(copy, shown), timesIn(row, stored())) &&
    isSameJson(shown.recurrence, stored().recurrence)
  if (timesAt(row) > upTo && !isSameTime) return entry
  // A room responds for itself; a response that others set for it is overruled.
  const isOverruled =
    calendar.isResource === 1 &&
    entryOf(shown, calendar.id)?.responseStatus !== entry.responseStatus
  return isOverruled ? entry : undefined
}

interface InvitedAttendee {
  readonly shared: SharedRow
  readonly entry: EventAttendee
}

/** The entry with the automatic response. People who are not away respond themselves. */
async function answeredEntry(
  dependencies: CalendarStores,
  invitation: Invitation,
  { shared, entry }: InvitedAttendee,
): Promise<EventAttendee> {
  const { tx, calendar } = invitation
  if (calendar.isResource === 1) {
    return { ...entry, responseStatus: await roomResponse(dependencies, invitation, shared) }
  }
  // The instances of a series are declined one by one.
  const isSeries = shared.row.kind === 'series'
  if (isSeries || !isInTheWay(invitation, shared.row) || entry.responseStatus === 'declined') {
    return entry
  }
  const blocks = eventBlocks(dependencies, invitation, shared)
  const dayMs = shared.row.isAllDay === 1 ? msPerDay : 0
  const { startMs, endMs } = shared.row
  const window = { startMs: startMs - dayMs, endMs: endMs + dayMs }
  const limit = dependencies.answerLimits.instancesMax
  const absences = await absencesOf(calendar, { tx, window, limit })
  const absence = absences.find((one) => doMeet(blocks, one.blocks))
  return absence === undefined ? entry : declinedFor(absence, entry)
}

/** Whether an absence can decline the event: it blocks time, and someone else invited the person. */
const isInTheWay = (
  { calendar: { id, isPrimary }, by, mayBeAway }: Invitation,
  { isBusy }: EventRow,
): boolean => mayBeAway && isPrimary === 1 && id !== by.email && isBusy === 1

/** The response of a room. A room that does not respond automatically leaves it to its managers. */
async function roomResponse(
  dependencies: CalendarStores,
  invitation: Invitation,
  shared: SharedRow,
): Promise<'accepted' | 'declined' | 'needsAction'> {
  const { tx, calendar, by } = invitation
  if (calendarIn(calendar).autoAcceptInvitations !== true) return 'needsAction'
  // Anyone who can see the free/busy times of a room can book it.
  const canBook = (await dependencies.roles.of(calendar, by, tx)) !== 'none'
  return canBook && (await isFree(dependencies, invitation, shared)) ? 'accepted' : 'declined'
}

async function isFree(
  dependencies: CalendarStores,
  invitation: Invitation,
  shared: SharedRow,
): Promise<boolean> {
  const { tx, calendar } = invitation
  const blocks = eventBlocks(dependencies, invitation, shared)
  if (blocks.length === 0) return true
  const endMs = Math.max(...blocks.map((block) => block.endMs))
  const window = { startMs: blocks[0]!.startMs, endMs }
  const context = { source: storedEvents(tx), models: { of: seriesModel } }
  // The room's own copy of the event is not a conflict.
  const busy = await busyBlocksOf(context, calendar, window, invitation.shared.whole.row.id)
  return busy !== undefined && !doMeet(blocks, busy)
}

/** The times the calendar is invited to, ordered, without instances that it declined automatically. */
function eventBlocks(
  dependencies: CalendarStores,
  invitation: Invitation,
  { row }: SharedRow,
): readonly Block[] {
  const { calendar, exceptions } = invitation
  const zone = timeZoneOf(calendar)
  const blockTimes = ({ startMs, endMs }: Block, isAllDay: boolean) =>
    isAllDay ? wholeDays({ startMs, endMs }, zone) : { startMs, endMs }
  if (row.kind !== 'series') return [blockTimes(row, row.isAllDay === 1)]
  const { window, starts, lengthMs, isAllDay } = seriesOf(dependencies, invitation)
  const others = exceptions.filter(
    (one) =>
      one.presence === 'live' &&
      one.startMs < window.endMs &&
      one.endMs > window.startMs &&
      entryOf(eventIn(one), calendar.id)?.responseStatus !== 'declined',
  )
  return [
    ...starts.map((startMs) => blockTimes({ startMs, endMs: startMs + lengthMs }, isAllDay)),
    ...others.map((one) => blockTimes(one, one.isAllDay === 1)),
  ].sort((one, other) => one.startMs - other.startMs)
}

/** The part of a series that is checked, with the original starts that have no exception. */
function seriesOf(
  { answerLimits: { horizonMs, instancesMax: limit } }: CalendarStores,
  { nowMs, exceptions, shared: { model } }: Invitation,
) {
  const { series, lengthMs, isAllDay } = model!
  const startMs = Math.max(series.firstStart, nowMs)
  const window = { startMs, endMs: startMs + horizonMs }
  const there = exceptions.filter(({ presence }) => presence !== 'tombstone')
  const taken = new Set(there.map(({ originalStart }) => originalStart))
  const range = { from: startMs - lengthMs + 1, to: window.endMs, limit }
  const starts = series.originalStarts(range).filter((start) => !taken.has(start))
  return { window, starts, lengthMs, isAllDay }
}

/** The instances of a series during absences of a person; each is declined separately. */
async function declinesOf(
  dependencies: CalendarStores,
  invitation: Invitation,
  { row, stored }: SharedRow,
): Promise<readonly DeclinedInstance[]> {
  const { tx, calendar } = invitation
  if (calendar.isResource === 1 || !isInTheWay(invitation, row)) return []
  if (entryOf(stored(), calendar.id)?.responseStatus === 'declined') return []
  const { instancesMax: limit, declinesMax } = dependencies.answerLimits
  const { window, starts, lengthMs, isAllDay } = seriesOf(dependencies, invitation)
  const absences = await absencesOf(calendar, { tx, window, limit })
  const zone = timeZoneOf(calendar)
  const declines = starts.flatMap((originalStart) => {
    const block = { startMs: originalStart, endMs: originalStart + lengthMs }
    const blocks = [isAllDay ? wholeDays(block, zone) : block]
    const absence = absences.find((one) => doMeet(blocks, one.blocks))
    if (absence === undefined) return []
    return { originalStart, ...(absence.message && { comment: absence.message }) }
  })
  return declines.slice(0, declinesMax)
}
