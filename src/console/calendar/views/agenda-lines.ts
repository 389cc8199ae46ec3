import { t } from '../../texts/calendar.ts'
import type { Occurrence } from '../state/occurrences.ts'
import { eventDays } from '../time/event-days.ts'
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
  const { names, starts, spanOf } = eventDays(range, zone)
  const lines: AgendaLine[] = []
  for (const occurrence of occurrences) {
    const { startMs, first, last } = spanOf(occurrence.event)
    const end = Math.min(last + 1, names.length)
    for (let index = Math.max(0, first); index < end; index++) {
      const isFirst = index === first
      const isLast = index === last
      lines.push({
        occurrence,
        day: names[index]!,
        // Most lines are never shown.
        get time() {
          return timeOnDay(occurrence, zone, { isFirst, isLast })
        },
        ms: isFirst ? startMs : starts[index]!,
      })
    }
  }
  return lines.toSorted((one, other) => one.ms - other.ms)
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
