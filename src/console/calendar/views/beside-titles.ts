import { momentMs } from '../../locale/index.ts'
import type { Occurrence } from '../state/occurrences.ts'
import { isAllDay } from '../time/event-time.ts'

/** The height of an hour has room for the lines of nearly all titles. */
const titleMs = 60 * 60_000

/** The keys of the events with others beside their titles: those that begin together, or soon after. */
export function eventsBesideTitles(occurrences: readonly Occurrence[]): ReadonlySet<string> {
  const spans = occurrences
    .filter(({ event }) => !isAllDay(event))
    .map(({ key, event: { start, end } }) => {
      const startMs = momentMs(start.dateTime!)
      return { key, startMs, titleEndMs: Math.min(startMs + titleMs, momentMs(end.dateTime!)) }
    })
    .toSorted((one, other) => one.startMs - other.startMs)
  const hasOther = ({ startMs, titleEndMs }: (typeof spans)[number], index: number): boolean =>
    spans[index - 1]?.startMs === startMs || (spans[index + 1]?.startMs ?? titleEndMs) < titleEndMs
  return new Set(spans.filter(hasOther).map(({ key }) => key))
}
