import { t } from '../../texts/calendar.ts'
import type { Occurrence } from '../state/occurrences.ts'
import { clockTime, clockTimes, isAllDay, momentOf } from '../time/event-time.ts'
import type { DayRange } from '../time/views.ts'

/** An event on one of its days. */
interface AgendaLine {
  readonly occurrence: Occurrence
  readonly day: string
  readonly time: string
  readonly ms: number
}

/** The events in a range by day and time. An event of several days appears on each of them. */
export function agendaLines(
  occurrences: readonly Occurrence[],
  range: DayRange,
  zone: string,
): readonly AgendaLine[] {
  const { compare } = Temporal.PlainDate
  const lines: AgendaLine[] = []
  for (const occurrence of occurrences) {
    const { event } = occurrence
    const start = momentOf(event.start, zone)
    const first = start.toPlainDate()
    const last = lastDayOf(occurrence, zone)
    let day = compare(first, range.start) < 0 ? range.start : first
    for (; compare(day, last) <= 0 && compare(day, range.end) < 0; day = day.add({ days: 1 })) {
      const isFirst = day.equals(first)
      const isLast = day.equals(last)
      lines.push({
        occurrence,
        day: day.toString(),
        // Most lines are never shown.
        get time() {
          return timeOnDay(occurrence, zone, { isFirst, isLast })
        },
        ms: isFirst ? start.epochMilliseconds : day.toZonedDateTime(zone).epochMilliseconds,
      })
    }
  }
  return lines.toSorted((one, other) => one.ms - other.ms)
}

/** An event that ends at midnight does not belong to the next day, unless it has no length. */
function lastDayOf({ event }: Occurrence, zone: string): Temporal.PlainDate {
  const [start, end] = [momentOf(event.start, zone), momentOf(event.end, zone)]
  const isShort = Temporal.ZonedDateTime.compare(start, end) >= 0
  return (isShort ? start : end.subtract({ nanoseconds: 1 })).toPlainDate()
}

function timeOnDay(
  occurrence: Occurrence,
  zone: string,
  { isFirst, isLast }: { readonly isFirst: boolean; readonly isLast: boolean },
): string {
  const { event } = occurrence
  if (isAllDay(event) || !(isFirst || isLast)) return t.allDay
  if (isFirst && isLast) return timeWords(occurrence, zone)
  return isFirst
    ? t.fromTime(clockTime(momentOf(event.start, zone)))
    : t.untilTime(clockTime(momentOf(event.end, zone)))
}

export function timeWords({ event }: Occurrence, zone: string): string {
  if (isAllDay(event)) return t.allDay
  return clockTimes(momentOf(event.start, zone), momentOf(event.end, zone))
}
