import type { User } from '#/contract/operation.ts'
import { isSameJson } from '#/kernel/text/same-json.ts'
import type { Transaction } from '#/storage/port.ts'
import { timesAt } from '../event/internal-properties.ts'
import { isSameTimes, timesIn } from '../event/times.ts'
import { type Block, busyBlocksOf, doMeet, wholeDays } from '../free-times/busy-blocks.ts'
import type { CalendarDependencies } from '../operation.ts'
import { seriesModel } from '../recurrence/series-models.ts'
import type { Event, EventAttendee } from '../schemas/event.ts'
import { type CalendarRow, calendarIn, timeZoneOf } from '../store/calendars.ts'
import { storedEvents } from '../store/event-pages.ts'
import { type EventRow, eventIn } from '../store/events.ts'
import { msPerDay } from '../time/civil-date.ts'
import { absencesOf, declinedFor } from './absences.ts'
import { type DeclinedInstance, type Response, responseOf } from './attendee-change.ts'
import { originalId } from './organizer-event.ts'
import type { SharedEvent, SharedRow } from './shared-event.ts'

type Parts = Pick<CalendarDependencies, 'roles' | 'answerLimits'>

interface Asking {
  readonly tx: Transaction
  /** The calendar that is invited; the transaction has locked it. */
  readonly calendar: CalendarRow
  readonly nowMs: number
  /** Who has invited it. */
  readonly by: User
  readonly shared: SharedEvent
  /** All exceptions of the organizer's series. */
  readonly exceptions: readonly EventRow[]
  /** What the calendar has of the event. */
  readonly held: readonly EventRow[]
  /** The change number of the organizer's event that the copies are up to date with. */
  readonly upTo: number
  /** Whether the calendar has times at all in which it may decline invitations. */
  readonly mayBeAway: boolean
}

export interface AutomaticResponses {
  /** By the id of the organizer's event or exception. */
  readonly responses: ReadonlyMap<string, Response>
  /** Instances of the series that the calendar declines. */
  readonly declines: readonly DeclinedInstance[]
}

/**
 * What a calendar responds by itself to an event that it is newly invited to, or that has moved: rooms
 * by what else they hold, people who are out of office by declining.
 */
export async function automaticResponses(
  parts: Parts,
  asking: Asking,
): Promise<AutomaticResponses> {
  const responses = new Map<string, Response>()
  const { whole, exceptions, isWholeWritten } = asking.shared
  let declines: readonly DeclinedInstance[] = []
  for (const shared of isWholeWritten ? [whole, ...exceptions] : exceptions) {
    const entry = askedEntry(shared, asking)
    if (entry === undefined) continue
    const answered = await answeredEntry(parts, asking, { shared, entry })
    if (answered.responseStatus !== entry.responseStatus) {
      const { additionalGuests: _, ...response } = responseOf(answered)
      responses.set(shared.row.id, response)
    } else if (shared.row.kind === 'series') declines = await declinesOf(parts, asking, shared)
  }
  return { responses, declines }
}

/** The entry of the calendar on the list of attendees, if it has to respond. */
function askedEntry(
  { row, isInvited, stored }: SharedRow,
  { calendar, held, upTo }: Asking,
): EventAttendee | undefined {
  if (row.presence !== 'live' || !isInvited) return undefined
  const entry = entryOf(stored(), calendar)
  const live = held.filter(({ presence }) => presence === 'live')
  const copy =
    live.find(({ id }) => originalId(id) === row.id) ??
    live.find(({ id }) => originalId(id) === row.masterId)
  if (entry === undefined || copy === undefined) return entry
  const shown = eventIn(copy)
  // An event that was moved to another calendar of the organizer is at the same time as before.
  const isSameTime =
    originalId(copy.id) === row.id &&
    isSameTimes(timesIn(copy, shown), timesIn(row, stored())) &&
    isSameJson(shown.recurrence, stored().recurrence)
  if (timesAt(row) > upTo && !isSameTime) return entry
  // A room speaks for itself, whatever others put down for it.
  const isOverruled =
    calendar.isResource === 1 && entryOf(shown, calendar)?.responseStatus !== entry.responseStatus
  return isOverruled ? entry : undefined
}

const entryOf = ({ attendees }: Event, { id }: CalendarRow): EventAttendee | undefined =>
  attendees?.find(({ email }) => email === id)

interface Asked {
  readonly shared: SharedRow
  readonly entry: EventAttendee
}

/** The entry with the response of the calendar. People are asked unless they are away. */
async function answeredEntry(
  parts: Parts,
  asking: Asking,
  { shared, entry }: Asked,
): Promise<EventAttendee> {
  const { tx, calendar } = asking
  if (calendar.isResource === 1) {
    return { ...entry, responseStatus: await roomResponse(parts, asking, shared) }
  }
  // The instances of a series are declined one by one.
  const isSeries = shared.row.kind === 'series'
  if (isSeries || !isInTheWay(asking, shared.row) || entry.responseStatus === 'declined') {
    return entry
  }
  const blocks = askedBlocks(parts, asking, shared)
  const dayMs = shared.row.isAllDay === 1 ? msPerDay : 0
  const { startMs, endMs } = shared.row
  const window = { startMs: startMs - dayMs, endMs: endMs + dayMs }
  const limit = parts.answerLimits.instancesMax
  const absences = await absencesOf(calendar, { tx, window, limit })
  const absence = absences.find((one) => doMeet(blocks, one.blocks))
  return absence === undefined ? entry : declinedFor(absence, entry)
}

/** Whether an event can be in the way of a person's absence: it blocks time, and others have invited. */
const isInTheWay = (
  { calendar: { id, isPrimary }, by, mayBeAway }: Asking,
  { isBusy }: EventRow,
): boolean => mayBeAway && isPrimary === 1 && id !== by.email && isBusy === 1

/** What a room responds. Where it does not respond by itself, its managers are asked. */
async function roomResponse(
  parts: Parts,
  asking: Asking,
  shared: SharedRow,
): Promise<'accepted' | 'declined' | 'needsAction'> {
  const { tx, calendar, by } = asking
  if (calendarIn(calendar).autoAcceptInvitations !== true) return 'needsAction'
  // A room can be booked by those who see when it is free.
  const canBook = (await parts.roles.of(calendar, by, tx)) !== 'none'
  return canBook && (await isFree(parts, asking, shared)) ? 'accepted' : 'declined'
}

async function isFree(parts: Parts, asking: Asking, shared: SharedRow): Promise<boolean> {
  const { tx, calendar } = asking
  const wanted = askedBlocks(parts, asking, shared)
  if (wanted.length === 0) return true
  const endMs = Math.max(...wanted.map((block) => block.endMs))
  const window = { startMs: wanted[0]!.startMs, endMs }
  const context = { source: storedEvents(tx), models: { of: seriesModel } }
  // What the room has of the event itself is not in its way.
  const busy = await busyBlocksOf(context, calendar, window, asking.shared.whole.row.id)
  return busy !== undefined && !doMeet(wanted, busy)
}

/** When the calendar is asked to come, in the order of time, except for what it has declined by itself. */
function askedBlocks(parts: Parts, asking: Asking, { row }: SharedRow): readonly Block[] {
  const { calendar, exceptions } = asking
  const zone = timeZoneOf(calendar)
  const placed = ({ startMs, endMs }: Block, isAllDay: boolean) =>
    isAllDay ? wholeDays({ startMs, endMs }, zone) : { startMs, endMs }
  if (row.kind !== 'series') return [placed(row, row.isAllDay === 1)]
  const { window, starts, lengthMs, isAllDay } = askedSeries(parts, asking)
  const others = exceptions.filter(
    (one) =>
      one.presence === 'live' &&
      one.startMs < window.endMs &&
      one.endMs > window.startMs &&
      entryOf(eventIn(one), calendar)?.responseStatus !== 'declined',
  )
  return [
    ...starts.map((startMs) => placed({ startMs, endMs: startMs + lengthMs }, isAllDay)),
    ...others.map((one) => placed(one, one.isAllDay === 1)),
  ].sort((one, other) => one.startMs - other.startMs)
}

/** The part of a series that is looked at, with the original starts that have no exceptions. */
function askedSeries(
  { answerLimits: { horizonMs, instancesMax: limit } }: Parts,
  { nowMs, exceptions, shared: { model } }: Asking,
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

/** The instances of a series that fall into absences of a person, each to be declined by itself. */
async function declinesOf(
  parts: Parts,
  asking: Asking,
  { row, stored }: SharedRow,
): Promise<readonly DeclinedInstance[]> {
  const { tx, calendar } = asking
  if (calendar.isResource === 1 || !isInTheWay(asking, row)) return []
  if (entryOf(stored(), calendar)?.responseStatus === 'declined') return []
  const { instancesMax: limit, declinesMax } = parts.answerLimits
  const { window, starts, lengthMs, isAllDay } = askedSeries(parts, asking)
  const absences = await absencesOf(calendar, { tx, window, limit })
  const zone = timeZoneOf(calendar)
  const declines = starts.flatMap((originalStart) => {
    const block = { startMs: originalStart, endMs: originalStart + lengthMs }
    const wanted = [isAllDay ? wholeDays(block, zone) : block]
    const absence = absences.find(({ blocks }) => doMeet(wanted, blocks))
    if (absence === undefined) return []
    return { originalStart, ...(absence.message && { comment: absence.message }) }
  })
  return declines.slice(0, declinesMax)
}
