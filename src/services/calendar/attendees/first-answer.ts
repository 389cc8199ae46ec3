import type { Transaction } from '#/storage/port.ts'
import type { EventDraft } from '../event/event-draft.ts'
import {
  type Block,
  busyBlocksOf,
  doMeet,
  seriesBlocks,
  wholeDays,
} from '../free-times/busy-blocks.ts'
import type { CalendarContext } from '../operation.ts'
import { modelOf, seriesModel } from '../recurrence/series-models.ts'
import type { Event, EventAttendee } from '../schemas/event.ts'
import { absencesIn } from '../store/busy-times.ts'
import { type CalendarRow, calendarIn, timeZoneOf } from '../store/calendars.ts'
import { storedEvents } from '../store/event-pages.ts'
import { type EventRow, eventIn } from '../store/events.ts'

interface Invitation {
  readonly tx: Transaction
  /** The calendar that is invited; the transaction has locked it. */
  readonly calendar: CalendarRow
  readonly attendee: EventAttendee
  /** The event, or the series that it is one of. */
  readonly id: string
  readonly asked: AskedTimes
  /** When the calendar declines invitations to what takes place once. */
  readonly absences: readonly Absence[]
}

/**
 * What a calendar of this server says to an invitation at once. Rooms answer by themselves. People are
 * asked, so that it is what the organizer has put down for them, unless they have something else to do.
 */
export async function firstAnswer(
  given: Given,
  { tx, calendar, attendee, id, asked, absences }: Invitation,
): Promise<EventAttendee> {
  if (calendar.isResource === 1) {
    const responseStatus = await roomAnswer(given, { tx, calendar, id, asked })
    return { ...attendee, responseStatus }
  }
  if (attendee.responseStatus === 'declined' || absences.length === 0) return attendee
  const blocks = askedBlocks(asked, calendar)
  const absence = absences.find((one) => doMeet(blocks, one.blocks))
  return absence === undefined ? attendee : declinedFor(absence, attendee)
}

/** The attendee with the answer of an absence, in its words. */
export const declinedFor = (
  { message }: Pick<Absence, 'message'>,
  attendee: EventAttendee,
): EventAttendee => ({
  ...attendee,
  responseStatus: 'declined',
  ...(message !== undefined && { comment: message }),
})

interface Given {
  readonly store: Pick<CalendarContext['store'], 'roles'>
  readonly caller: CalendarContext['caller']
}

interface Booking {
  readonly tx: Transaction
  /** The room; the transaction has locked it, so that nobody else is given the same time. */
  readonly calendar: CalendarRow
  /** The event, or the series that it is one of: what the room has of it is in nobody's way. */
  readonly id: string
  readonly asked: AskedTimes
}

/** What a room says to an invitation. Where it does not answer by itself, its managers are asked. */
async function roomAnswer(
  given: Given,
  booking: Booking,
): Promise<'accepted' | 'declined' | 'needsAction'> {
  if (calendarIn(booking.calendar).autoAcceptInvitations !== true) return 'needsAction'
  const isGiven = (await mayBook(given, booking)) && (await isFree(booking))
  return isGiven ? 'accepted' : 'declined'
}

/** A room is booked by those who may see when it is free. */
async function mayBook({ store, caller }: Given, { tx, calendar }: Booking): Promise<boolean> {
  return (await store.roles.of(calendar, caller, tx)) !== 'none'
}

async function isFree({ tx, calendar, id, asked }: Booking): Promise<boolean> {
  const wanted = askedBlocks(asked, calendar)
  if (wanted.length === 0) return true
  const window = {
    startMs: wanted[0]!.startMs,
    endMs: Math.max(...wanted.map(({ endMs }) => endMs)),
  }
  const context = { source: storedEvents(tx), models: { of: seriesModel } }
  const busy = await busyBlocksOf(context, calendar, window, id)
  return busy !== undefined && !doMeet(wanted, busy)
}

/** A time in which somebody wants invitations to be declined. */
export interface Absence {
  readonly message: string | undefined
  /** In the order of time. */
  readonly blocks: readonly Block[]
}

/** What an event says of invitations that come into its way. */
export function decliningOf({ outOfOfficeProperties, focusTimeProperties }: Event) {
  const { autoDeclineMode: mode, declineMessage } =
    outOfOfficeProperties ?? focusTimeProperties ?? {}
  return {
    declinesAll: mode === 'declineAllConflictingInvitations',
    declinesNew:
      mode === 'declineAllConflictingInvitations' ||
      mode === 'declineOnlyNewConflictingInvitations',
    message: declineMessage || undefined,
  }
}

interface Looked {
  readonly tx: Transaction
  readonly window: Block
  readonly limit: number
}

/** When the calendars decline what is new, by their keys. */
export async function absencesOf(
  calendars: readonly CalendarRow[],
  { tx, window, limit }: Looked,
): Promise<ReadonlyMap<number, readonly Absence[]>> {
  if (calendars.length === 0) return new Map()
  const byKey = new Map(calendars.map((calendar) => [calendar.key, calendar]))
  const rows = await absencesIn(tx, {
    calendarKeys: [...byKey.keys()],
    startsBefore: window.endMs,
    endsAfter: window.startMs,
    limit,
  })
  const absences = new Map<number, Absence[]>()
  for (const row of rows) {
    const { declinesNew, message } = decliningOf(eventIn(row))
    if (!declinesNew) continue
    const zone = timeZoneOf(byKey.get(row.calendarKey)!)
    const blocks = await blocksOf(row, { tx, window, zone })
    const known = absences.get(row.calendarKey) ?? []
    absences.set(row.calendarKey, [...known, { message, blocks }])
  }
  return absences
}

/** When an event is on in a window. Absences have times of day. */
export async function blocksOf(
  row: EventRow,
  { tx, window, zone }: Pick<Looked, 'tx' | 'window'> & { readonly zone: string },
): Promise<readonly Block[]> {
  if (row.kind !== 'series') return [{ startMs: row.startMs, endMs: row.endMs }]
  const context = { source: storedEvents(tx), models: { of: seriesModel } }
  return (await seriesBlocks(context, [row], { window, zone })) ?? []
}

/** How much is looked at to answer an invitation. */
export interface AnswerLimits {
  /** How far ahead a series is looked at. */
  readonly horizonMs: number
  readonly instancesMax: number
  /** How many invitations one change declines. */
  readonly declinesMax: number
}

export interface AskedTimes {
  readonly described: Pick<EventDraft, 'content' | 'times'>
  /** What differs from the series, where it is one that there was. */
  readonly exceptions: readonly EventRow[]
  readonly nowMs: number
  readonly limits: AnswerLimits
}

/** When an invitation is looked at: all of an event, and of a series what is soon to come. */
export function askedWindow({
  described: { content, times },
  nowMs,
  limits,
}: Omit<AskedTimes, 'exceptions'>): Block {
  const { startMs, endMs } = times
  if (content.recurrence === undefined) return { startMs, endMs }
  const from = Math.max(modelOf(content, times).series.firstStart, nowMs)
  return { startMs: from, endMs: from + limits.horizonMs }
}

/** When a calendar is asked to come, in the order of time, but for what it has declined by itself. */
function askedBlocks(asked: AskedTimes, calendar: CalendarRow): readonly Block[] {
  const zone = timeZoneOf(calendar)
  const { described, limits } = asked
  const { content, times } = described
  const placed = ({ startMs, endMs }: Block, isAllDay: boolean) =>
    isAllDay ? wholeDays({ startMs, endMs }, zone) : { startMs, endMs }
  if (content.recurrence === undefined) return [placed(times, times.isAllDay)]
  const { series, lengthMs } = modelOf(content, times)
  const { startMs, endMs } = askedWindow(asked)
  const range = { from: startMs - lengthMs + 1, to: endMs, limit: limits.instancesMax }
  const there = asked.exceptions.filter(({ presence }) => presence !== 'gone')
  const taken = new Set(there.map(({ originalStart }) => originalStart))
  const regular = series
    .originalStarts(range)
    .filter((originalStart) => !taken.has(originalStart))
    .map((originalStart) =>
      placed({ startMs: originalStart, endMs: originalStart + lengthMs }, times.isAllDay),
    )
  const others = there
    .filter((row) => row.presence === 'live' && row.startMs < endMs && row.endMs > startMs)
    .filter((row) => !hasDeclined(row, calendar))
    .map((row) => placed(row, row.isAllDay === 1))
  return [...regular, ...others].sort((one, other) => one.startMs - other.startMs)
}

function hasDeclined({ wire }: EventRow, { id }: CalendarRow): boolean {
  const { attendees = [] } = JSON.parse(wire) as Event
  return attendees.some(
    ({ email, responseStatus }) => email === id && responseStatus === 'declined',
  )
}
