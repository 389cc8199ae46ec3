import type { Occurrence } from '../state/occurrences.ts'
import { eventDays } from '../time/event-days.ts'
import { isAllDay } from '../time/event-time.ts'
import type { DayRange } from '../time/views.ts'

/** An event that ends before this hour does not appear on its last day in a month. */
export const nightEndHour = 9
const hourMs = 3_600_000

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
  const { names, starts, spanOf } = eventDays(range, zone)
  const spans = occurrences.map((occurrence) => {
    const { event } = occurrence
    const { startMs, endMs, first, last } = spanOf(event)
    const isNight =
      last > first && !isAllDay(event) && endMs - (starts[last] ?? endMs) < nightEndHour * hourMs
    return {
      occurrence,
      startMs,
      endMs,
      first: Math.max(0, first),
      last: isNight ? last - 1 : last,
    }
  })
  spans.sort((one, other) => one.startMs - other.startMs || other.endMs - one.endMs)
  const drawn: Occurrence[] = []
  const drawnOn = names.map(() => 0)
  const leftOut = new Map<string, number>()
  const whole = names.indexOf(wholeDay ?? '')
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
