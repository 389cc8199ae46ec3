import type { User } from '#/contract/operation.ts'
import { isSameJson } from '#/kernel/same-json.ts'
import type { Transaction } from '#/storage/port.ts'
import { contentOf } from '../event/event-content.ts'
import { timesAt } from '../event/personal-properties.ts'
import { isSameTimes, timesIn } from '../event/times.ts'
import { doMeet, wholeDays } from '../free-times/busy-blocks.ts'
import type { CalendarDependencies } from '../operation.ts'
import type { Event, EventAttendee } from '../schemas/event.ts'
import { type CalendarRow, timeZoneOf } from '../store/calendars.ts'
import { type EventRow, eventIn } from '../store/events.ts'
import { originalId } from './copied-event.ts'
import { type AskedTimes, absencesOf, askedWindow, firstAnswer } from './first-answer.ts'
import type { Response } from './guest-change.ts'
import type { DeclinedInstance } from './request.ts'
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

interface AutomaticResponses {
  /** By the id of the organizer's event or exception. */
  readonly responses: ReadonlyMap<string, Response>
  /** Instances of the series that the calendar cannot come to. */
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
    const response = await responseTo(parts, asking, { shared, entry })
    if (response !== undefined) responses.set(shared.row.id, response)
    else if (shared.row.kind === 'series') declines = await declinesOf(parts, asking, shared)
  }
  return { responses, declines }
}

/** The entry of the calendar on the list of attendees, if it has to be asked. */
function askedEntry(
  { row, guestIds, stored }: SharedRow,
  { calendar, held, upTo }: Asking,
): EventAttendee | undefined {
  if (row.presence !== 'live' || !guestIds.has(calendar.id)) return undefined
  const entry = entryOf(stored(), calendar.id)
  const live = held.filter(({ presence }) => presence === 'live')
  const copy =
    live.find(({ id }) => originalId(id) === row.id) ??
    live.find(({ id }) => originalId(id) === row.masterId)
  if (entry === undefined || copy === undefined) return entry
  const shown = eventIn(copy)
  // An event that has come to another calendar of the organizer is at the same time as before.
  if (timesAt(row) > upTo && !isAtSameTime({ copy, shown }, { row, event: stored() })) return entry
  const own = entryOf(shown, calendar.id)
  // A room speaks for itself, whatever others put down for it.
  const isOverruled = calendar.isResource === 1 && own?.responseStatus !== entry.responseStatus
  return isOverruled ? entry : undefined
}

/** Whether a copy is one of an event, and shows it when it is. */
function isAtSameTime(
  { copy, shown }: { readonly copy: EventRow; readonly shown: Event },
  { row, event }: { readonly row: EventRow; readonly event: Event },
): boolean {
  const isSamePlace = originalId(copy.id) === row.id
  return (
    isSamePlace &&
    isSameTimes(timesIn(copy, shown), timesIn(row, event)) &&
    isSameJson(shown.recurrence, event.recurrence)
  )
}

const entryOf = ({ attendees }: Event, id: string): EventAttendee | undefined =>
  attendees?.find(({ email }) => email === id)

async function responseTo(
  parts: Parts,
  asking: Asking,
  { shared, entry }: { readonly shared: SharedRow; readonly entry: EventAttendee },
): Promise<Response | undefined> {
  const {
    tx,
    calendar,
    nowMs,
    by,
    shared: { whole },
    exceptions,
  } = asking
  const { row } = shared
  const isPerson = calendar.isResource === 0
  if (isPerson && !isCalledAway(asking, row)) return undefined
  const asked = askedTimes(parts, shared, { nowMs, exceptions })
  const absences =
    isPerson && row.kind !== 'series'
      ? await absencesOf([calendar], {
          tx,
          window: around(asked),
          limit: parts.answerLimits.instancesMax,
        })
      : new Map<number, never>()
  const answered = await firstAnswer(
    { store: parts, caller: by },
    {
      tx,
      calendar,
      attendee: entry,
      id: whole.row.id,
      asked,
      absences: absences.get(calendar.key) ?? [],
    },
  )
  if (answered === entry || answered.responseStatus === entry.responseStatus) return undefined
  const { responseStatus, comment } = answered
  return {
    ...(responseStatus !== undefined && { responseStatus }),
    ...(comment !== undefined && { comment }),
  }
}

/** Whether an event can be in the way of somebody's absence: it blocks time, and others have asked. */
const isCalledAway = (
  { calendar: { id, isPrimary }, by, mayBeAway }: Asking,
  { isBusy }: EventRow,
): boolean => mayBeAway && isPrimary === 1 && id !== by.email && isBusy === 1

function askedTimes(
  { answerLimits: limits }: Parts,
  { row, stored }: SharedRow,
  { nowMs, exceptions }: { readonly nowMs: number; readonly exceptions: readonly EventRow[] },
): AskedTimes {
  const event = stored()
  const described = { content: contentOf(event), times: timesIn(row, event) }
  return { described, exceptions: row.kind === 'series' ? exceptions : [], nowMs, limits }
}

/** All-day events are stored as if in UTC, which is at most a day away. */
function around(asked: AskedTimes) {
  const { startMs, endMs } = askedWindow(asked)
  const dayMs = asked.described.times.isAllDay ? 86_400_000 : 0
  return { startMs: startMs - dayMs, endMs: endMs + dayMs }
}

/** The instances of a series that fall into absences of a person, each to be declined by itself. */
async function declinesOf(
  parts: Parts,
  asking: Asking,
  shared: SharedRow,
): Promise<readonly DeclinedInstance[]> {
  const {
    tx,
    calendar,
    nowMs,
    shared: { model },
    exceptions,
  } = asking
  if (calendar.isResource === 1 || !isCalledAway(asking, shared.row)) return []
  if (entryOf(shared.stored(), calendar.id)?.responseStatus === 'declined') return []
  const { instancesMax: limit, declinesMax } = parts.answerLimits
  const window = askedWindow(askedTimes(parts, shared, { nowMs, exceptions }))
  const absences = (await absencesOf([calendar], { tx, window, limit })).get(calendar.key) ?? []
  if (absences.length === 0) return []
  const taken = new Set(
    exceptions.flatMap(({ presence, originalStart }) => (presence === 'gone' ? [] : originalStart)),
  )
  const zone = timeZoneOf(calendar)
  const { series, lengthMs, isAllDay } = model!
  const originalStarts = series.originalStarts({
    from: window.startMs - lengthMs + 1,
    to: window.endMs,
    limit,
  })
  const declines = originalStarts.flatMap((originalStart) => {
    const block = { startMs: originalStart, endMs: originalStart + lengthMs }
    const wanted = [isAllDay ? wholeDays(block, zone) : block]
    const absence = taken.has(originalStart)
      ? undefined
      : absences.find(({ blocks }) => doMeet(wanted, blocks))
    return absence === undefined
      ? []
      : { originalStart, ...(absence.message && { comment: absence.message }) }
  })
  return declines.slice(0, declinesMax)
}
