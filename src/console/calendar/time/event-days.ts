import { momentMs } from '../../locale/index.ts'
import type { CalendarEvent, EventTime } from '../wire/types.ts'
import type { DayRange } from './views.ts'

const dayMs = 86_400_000

/** An event on the days of a range, which are counted from zero. */
interface DaySpan {
  readonly startMs: number
  readonly endMs: number
  /** Negative if the event begins before the range. */
  readonly first: number
  /** At least the length of the range if the event ends after it. */
  readonly last: number
}

interface EventDays {
  /** The days of the range. */
  readonly names: readonly string[]
  /** When each of them begins, and the day after the range. */
  readonly starts: readonly number[]
  readonly spanOf: (event: Pick<CalendarEvent, 'start' | 'end'>) => DaySpan
}

/**
 * The days that events have in a range. Days are compared as numbers, because dates of thousands of events would
 * take most of the time until they are drawn.
 */
export function eventDays({ start, end }: DayRange, zone: string): EventDays {
  const names: string[] = []
  for (let day = start; Temporal.PlainDate.compare(day, end) < 0; day = day.add({ days: 1 })) {
    names.push(day.toString())
  }
  const midnights = new Map<string, number>()
  const midnightOf = (date: string): number => {
    const ms =
      midnights.get(date) ?? Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds
    midnights.set(date, ms)
    return ms
  }
  const starts = [...names, end.toString()].map(midnightOf)
  const indexAt = (ms: number): number => {
    // Days of 23 and of 25 hours are why this is only close.
    let index = Math.floor((ms - starts[0]!) / dayMs)
    if (ms < starts[index]!) index--
    while (index + 1 < starts.length && ms >= starts[index + 1]!) index++
    return index
  }
  const msOf = ({ date, dateTime }: EventTime): number =>
    typeof dateTime === 'string' ? momentMs(dateTime) : midnightOf(date!)
  return {
    names,
    starts,
    spanOf({ start, end }) {
      const startMs = msOf(start)
      const endMs = msOf(end)
      const first = indexAt(startMs)
      // An event that ends at midnight does not belong to the next day, unless it has no length.
      return { startMs, endMs, first, last: Math.max(first, indexAt(endMs - 1)) }
    },
  }
}
