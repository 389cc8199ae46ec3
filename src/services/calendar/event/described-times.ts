import {
  eventDurationExceedsLimit,
  invalidField,
  requiredField,
  severalRefusals,
  timeRangeEmpty,
} from '#/kernel/errors.ts'
import type { Event, EventDateTime } from '../schemas/event.ts'
import { msPerDay } from '../time/civil-date.ts'
import { hasNamedYear, instantIn, midnightIn } from '../time/moment.ts'
import { isTimeZone, timeZoneNamed } from '../time/zone-offsets.ts'
import type { EventTimes, TimedTimes, WholeDays } from './times.ts'

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
