import { momentMs } from '../../locale/index.ts'
import type { Occurrence } from '../state/occurrences.ts'
import { isAllDay } from '../time/event-time.ts'
import type { DayRange } from '../time/views.ts'
import type { EventTime } from '../wire/types.ts'

/** An event that ends before this hour does not appear on its last day in a month. */
export const nightEndHour = 9
const nightMs = nightEndHour * 3_600_000
const dayMs = 86_400_000

interface MonthEvents {
  readonly drawn: readonly Occurrence[]
  /** The number of events of a day that are not drawn. */
  readonly leftOut: ReadonlyMap<string, number>
}

interface MonthOptions {
  readonly range: DayRange
  readonly zone: string
  /** The number of events that a day has room for at most. */
  readonly perDayMax: number
  /** A day whose events are all drawn. */
  readonly wholeDay: string | undefined
}

/**
 * The events that the days of a month have room for. The calendar library compares the others with each other
 * without drawing any of them.
 */
export function monthEvents(
  occurrences: readonly Occurrence[],
  { range, zone, perDayMax, wholeDay }: MonthOptions,
): MonthEvents {
  const days = daysOf(range)
  const starts = days.map((day) => day.toZonedDateTime(zone).epochMilliseconds)
  const indexAt = (ms: number): number => {
    // Days of 23 and of 25 hours are why this is only close.
    let index = Math.floor((ms - starts[0]!) / dayMs)
    if (index > 0 && ms < (starts[index] ?? Number.POSITIVE_INFINITY)) index--
    while (index + 1 < starts.length && ms >= starts[index + 1]!) index++
    return index
  }
  const msOf = ({ date, dateTime }: EventTime): number =>
    typeof dateTime === 'string'
      ? momentMs(dateTime)
      : Temporal.PlainDate.from(date!).toZonedDateTime(zone).epochMilliseconds
  const spans = occurrences.map((occurrence) => {
    const { event } = occurrence
    const startMs = msOf(event.start)
    const endMs = msOf(event.end)
    const first = indexAt(startMs)
    let last = Math.max(first, indexAt(endMs - 1))
    if (last > first && !isAllDay(event) && endMs - (starts[last] ?? endMs) < nightMs) last--
    return { occurrence, startMs, endMs, first: Math.max(0, first), last }
  })
  spans.sort((one, other) => one.startMs - other.startMs || other.endMs - one.endMs)
  const drawn: Occurrence[] = []
  const drawnOn = days.map(() => 0)
  const leftOut = new Map<string, number>()
  const whole = days.findIndex((day) => day.toString() === wholeDay)
  const names = days.map(String)
  for (const { occurrence, first, last } of spans) {
    const on = drawnOn.slice(first, last + 1)
    const isDrawn = on.some((count, index) => count < perDayMax || first + index === whole)
    if (isDrawn) drawn.push(occurrence)
    for (let index = first; index < first + on.length; index++) {
      if (isDrawn) drawnOn[index]!++
      else leftOut.set(names[index]!, (leftOut.get(names[index]!) ?? 0) + 1)
    }
  }
  return { drawn, leftOut }
}

function daysOf({ start, end }: DayRange): readonly Temporal.PlainDate[] {
  const days: Temporal.PlainDate[] = []
  for (let day = start; Temporal.PlainDate.compare(day, end) < 0; day = day.add({ days: 1 })) {
    days.push(day)
  }
  return days
}
