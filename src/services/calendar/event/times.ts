import { invalidField, requiredField, severalRefusals } from '#/kernel/errors.ts'
import { eventDurationExceedsLimit, timeRangeEmpty } from '../errors.ts'
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
  /** UTC midnights of the first day and of the day after the last. */
  readonly startMs: number
  readonly endMs: number
}

/** Whether two events have the same times and zones. */
export function isSameTimes(one: EventTimes, other: EventTimes): boolean {
  if (one.startMs !== other.startMs || one.endMs !== other.endMs) return false
  if (one.isAllDay || other.isAllDay) return one.isAllDay === other.isAllDay
  return one.startZone === other.startZone && one.endZone === other.endZone
}

/** The start and end of an event, rendered in a zone. */
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

/** A time with the offset of the zone it is rendered in, and the name of its own zone. */
export const shownTime = (
  instantMs: number,
  { zone, ownZone }: { readonly zone: string; readonly ownZone: string },
): EventDateTime => ({ dateTime: dateTimeText(instantMs, zone), timeZone: ownZone })

/**
 * `2026-05-01T15:00:00+02:00`, with `Z` if the offset is zero. Historical offsets that are not whole
 * minutes and years with five digits have no wire format; such times are rendered in UTC.
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

function offsetText(minutes: number): string {
  const pad = (number: number) => String(Math.trunc(Math.abs(number))).padStart(2, '0')
  return `${minutes < 0 ? '-' : '+'}${pad(minutes / 60)}:${pad(minutes % 60)}`
}

type TimeColumns = Pick<EventRow, 'isAllDay' | 'startMs' | 'endMs' | 'kind'>

/**
 * The times of a stored event. The row of a series spans all instances, so its times are read from
 * its wire form.
 */
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

/** The creation time: whole seconds, written with three decimals. */
export const createdText = (ms: number): string => civilTimeText(ms, '.000Z')

let last = { ms: 0, text: '1970-01-01T00:00:00.000Z' }

/** The time of the last change, in milliseconds. */
export function updatedText(ms: number): string {
  // Consecutive changes often have the same time.
  if (ms !== last.ms) {
    const fraction = String(((ms % 1000) + 1000) % 1000).padStart(3, '0')
    last = { ms, text: civilTimeText(ms, `.${fraction}Z`) }
  }
  return last.text
}

/**
 * Converts an instant into the UTC midnights that rows of all-day events use: a midnight of the zone
 * becomes a UTC midnight, and instants just before and after it compare as such. The wall clock isn't
 * enough, because in some zones it skips or repeats a midnight.
 */
export function midnightTerm(zone: string, instantMs: number): number {
  const midnight = Math.floor(wallMsAt(zone, instantMs) / msPerDay) * msPerDay
  return midnight + Math.sign(instantMs - instantMsAt(zone, midnight))
}

/** The original start of an instance; without an offset, its time is that of a zone. */
export function originalStartOf(
  { date, dateTime, timeZone }: EventDateTime,
  zone: string,
): number | undefined {
  if (date !== undefined) return midnightIn(date)
  return dateTime === undefined ? undefined : instantIn(dateTime, timeZone ?? zone)
}

// Longer events would slow down every search by time.
const lengthDaysMax = 3653
const lengthMsMax = lengthDaysMax * msPerDay

type TimesBody = Pick<Event, 'start' | 'end' | 'recurrence'>
type SideName = 'start' | 'end'

/** The times that a body describes. */
export function draftTimes(body: TimesBody, calendarZone: string): EventTimes {
  // When both are wrong, clients expect the error about the end.
  const end = requireSide('end', body.end)
  const start = requireSide('start', body.start)
  requireZones(start, end)
  if ((start.date === undefined) !== (end.date === undefined)) {
    throw invalidField('Start and end times must either both be date or both be dateTime.')
  }
  const isRecurring = (body.recurrence ?? []).length > 0
  const times =
    start.date === undefined
      ? timedTimes({ start, end, isRecurring, calendarZone })
      : wholeDays(start.date, end.date!)
  requireNamedYears(times)
  if (times.endMs - times.startMs > lengthMsMax) throw eventDurationExceedsLimit(lengthDaysMax)
  return times
}

/** Requires exactly one of `date` and `dateTime`. */
function requireSide(name: SideName, side: EventDateTime = {}): EventDateTime {
  if (!side.date && !side.dateTime) throw requiredField(`Missing ${name} time.`)
  if (side.date && side.dateTime) throw invalidTime(name)
  return side
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

function timedTimes({ start, end, isRecurring, calendarZone }: TimedSides): TimedTimes {
  // A series needs a named zone, because an offset doesn't say when daylight saving starts.
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
  // Equal dates mean that one day.
  return { isAllDay: true, startMs, endMs: Math.max(endMs, startMs + msPerDay) }
}

function requireNamedYears({ startMs, endMs }: EventTimes): void {
  if (!hasNamedYear(startMs)) throw invalidTime('start')
  if (!hasNamedYear(endMs)) throw invalidTime('end')
}
