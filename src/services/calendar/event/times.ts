import {
  eventDurationExceedsLimit,
  invalidField,
  requiredField,
  severalRefusals,
  timeRangeEmpty,
} from '#/kernel/errors.ts'
import type { Event, EventDateTime } from '../schemas/event.ts'
import type { EventRow } from '../store/events.ts'
import {
  civilDateText,
  civilTimeText,
  hasNamedYear,
  midnightIn,
  msPerDay,
} from '../time/civil-date.ts'
import {
  instantIn,
  instantMsAt,
  isTimeZone,
  offsetMsAt,
  timeZoneNamed,
  wallMsAt,
} from '../time/zone-offsets.ts'

/** When an event is. */
export type EventTimes = TimedTimes | WholeDays

interface TimedTimes {
  readonly isAllDay: false
  /** Instants in milliseconds since 1970. */
  readonly startMs: number
  readonly endMs: number
  readonly startZone: string
  readonly endZone: string
}

interface WholeDays {
  readonly isAllDay: true
  /** The midnights of the first day and of the day after the last, as if they were in UTC. */
  readonly startMs: number
  readonly endMs: number
}

/** Whether two events are at the same time, in the same zones. */
export function isSameTimes(one: EventTimes, other: EventTimes): boolean {
  if (one.startMs !== other.startMs || one.endMs !== other.endMs) return false
  if (one.isAllDay || other.isAllDay) return one.isAllDay === other.isAllDay
  return one.startZone === other.startZone && one.endZone === other.endZone
}

/** The start and end of an event as they are shown in a zone. */
export const shownTimes = (
  times: EventTimes,
  zone: string,
): { readonly start: EventDateTime; readonly end: EventDateTime } =>
  times.isAllDay
    ? { start: shownDate(times.startMs), end: shownDate(times.endMs) }
    : {
        start: shownTime(times.startMs, { zone, ownZone: times.startZone }),
        end: shownTime(times.endMs, { zone, ownZone: times.endZone }),
      }

export const shownDate = (ms: number): EventDateTime => ({ date: civilDateText(ms) })

/** A time with the offset of the zone it is shown in, and the name of the zone it belongs to. */
export const shownTime = (
  instantMs: number,
  { zone, ownZone }: { readonly zone: string; readonly ownZone: string },
): EventDateTime => ({ dateTime: dateTimeText(instantMs, zone), timeZone: ownZone })

/**
 * `2026-05-01T15:00:00+02:00`, and `Z` where the offset is zero. Offsets of long ago that are not
 * whole minutes have no form on the wire, nor have years of five digits: such times are shown in UTC.
 */
export function dateTimeText(instantMs: number, zone: string): string {
  const offsetMs = offsetMsAt(zone, instantMs)
  const wallMs = instantMs + offsetMs
  if (offsetMs === 0 || offsetMs % minuteMs !== 0 || !hasNamedYear(wallMs)) {
    return civilTimeText(instantMs, 'Z')
  }
  return civilTimeText(wallMs, offsetText(offsetMs / minuteMs))
}

const minuteMs = 60_000
const knownOffsets = new Map<number, string>()

// There are few offsets, so each of them is written once.
function offsetText(minutes: number): string {
  let text = knownOffsets.get(minutes)
  if (text === undefined) {
    const pad = (number: number) => String(Math.trunc(Math.abs(number))).padStart(2, '0')
    text = `${minutes < 0 ? '-' : '+'}${pad(minutes / 60)}:${pad(minutes % 60)}`
    knownOffsets.set(minutes, text)
  }
  return text
}

type TimeColumns = Pick<EventRow, 'isAllDay' | 'startMs' | 'endMs' | 'kind'>

/** When a stored event is. The row of a series spans all its instances, so its text tells the times. */
export function timesIn(row: TimeColumns, event: Event): EventTimes {
  const isSeries = row.kind === 'series'
  const startMs = isSeries ? msOf(event.start) : row.startMs
  const endMs = isSeries ? msOf(event.end) : row.endMs
  if (row.isAllDay === 1) return { isAllDay: true, startMs, endMs }
  const startZone = event.start?.timeZone ?? 'UTC'
  return { isAllDay: false, startMs, endMs, startZone, endZone: event.end?.timeZone ?? startZone }
}

function msOf(time: Event['start']): number {
  const text = time?.dateTime ?? `${time?.date}T00:00:00Z`
  return Temporal.Instant.from(text).epochMilliseconds
}

/** When an event was made: whole seconds, written with three decimals. */
export const createdText = (ms: number): string => civilTimeText(ms, '.000Z')

let last = { ms: 0, text: '1970-01-01T00:00:00.000Z' }

/** When something last changed, to the millisecond. */
export function updatedText(ms: number): string {
  // Changes come in groups of the same moment.
  if (ms !== last.ms) {
    const fraction = String(((ms % 1000) + 1000) % 1000).padStart(3, '0')
    last = { ms, text: civilTimeText(ms, `.${fraction}Z`) }
  }
  return last.text
}

/**
 * Where an instant lies among the midnights of a zone, in the terms of rows of whole days: at one,
 * or by a trifle before or after it. The wall clock alone does not tell, since in some zones it
 * skips a midnight or shows one twice.
 */
export function midnightTerm(zone: string, instantMs: number): number {
  const midnight = Math.floor(wallMsAt(zone, instantMs) / msPerDay) * msPerDay
  return midnight + Math.sign(instantMs - instantMsAt(zone, midnight))
}

// One that is longer would be in the way of every search in time.
const lengthDaysMax = 3653
const lengthMsMax = lengthDaysMax * msPerDay

type Draft = Pick<Event, 'start' | 'end' | 'recurrence'>
type SideName = 'start' | 'end'

/** When an event is that a body describes. */
export function describedTimes(draft: Draft, calendarZone: string): EventTimes {
  // Clients see which refusal wins: that of the end.
  const end = requireSide('end', draft.end)
  const start = requireSide('start', draft.start)
  requireZones(start, end)
  if ((start.date === undefined) !== (end.date === undefined)) {
    throw invalidField('Start and end times must either both be date or both be dateTime.')
  }
  const isRecurring = (draft.recurrence ?? []).length > 0
  const times =
    start.date === undefined
      ? timed({ start, end, isRecurring, calendarZone })
      : wholeDays(start.date, end.date!)
  requireNamedYears(times)
  if (times.endMs - times.startMs > lengthMsMax) throw eventDurationExceedsLimit(lengthDaysMax)
  return times
}

/** A side of which exactly one of date and time is set. */
function requireSide(name: SideName, given: EventDateTime = {}): EventDateTime {
  if (!given.date && !given.dateTime) throw requiredField(`Missing ${name} time.`)
  if (given.date && given.dateTime) throw invalidTime(name)
  return given
}

const invalidTime = (name: SideName) => invalidField(`Invalid ${name} time.`)

function requireZones(start: EventDateTime, end: EventDateTime): void {
  if (isSoundZone(start) && isSoundZone(end)) return
  const refusals = Object.entries({ start, end })
    .filter(([, side]) => !isSoundZone(side))
    .map(([name]) => invalidField(`Invalid time zone definition for ${name} time.`))
  throw severalRefusals(...refusals)
}

const isSoundZone = ({ timeZone }: EventDateTime) => !timeZone || isTimeZone(timeZone)

interface TimedSides {
  readonly start: EventDateTime
  readonly end: EventDateTime
  readonly isRecurring: boolean
  readonly calendarZone: string
}

function timed({ start, end, isRecurring, calendarZone }: TimedSides): TimedTimes {
  // An offset does not say when the clocks of a series change.
  if (isRecurring) requireOwnZones(start, end)
  const startZone = timeZoneNamed(start.timeZone || calendarZone)!
  const endZone = timeZoneNamed(end.timeZone || calendarZone)!
  const startMs = instantIn(start.dateTime!, startZone)
  const endMs = instantIn(end.dateTime!, endZone)
  if (startMs === undefined) throw invalidTime('start')
  if (endMs === undefined) throw invalidTime('end')
  if (endMs < startMs) throw timeRangeEmpty()
  return { isAllDay: false, startMs, endMs, startZone, endZone }
}

function requireOwnZones(start: EventDateTime, end: EventDateTime): void {
  if (!start.timeZone) throw requiredField('Missing time zone definition for start time.')
  if (!end.timeZone) throw requiredField('Missing time zone definition for end time.')
}

function wholeDays(startDate: string, endDate: string): WholeDays {
  const startMs = midnightIn(startDate)
  const endMs = midnightIn(endDate)
  if (endMs < startMs) throw timeRangeEmpty()
  // Who gives the same date twice means that day.
  return { isAllDay: true, startMs, endMs: Math.max(endMs, startMs + msPerDay) }
}

function requireNamedYears({ startMs, endMs }: EventTimes): void {
  if (!hasNamedYear(startMs)) throw invalidTime('start')
  if (!hasNamedYear(endMs)) throw invalidTime('end')
}
