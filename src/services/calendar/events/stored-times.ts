import type { EventTimes } from '../domain/event/times.ts'
import type { Event } from '../schemas/event.ts'
import type { EventRow } from '../store/events.ts'

type TimeColumns = Pick<EventRow, 'isAllDay' | 'startMs' | 'endMs' | 'kind'>

/** When a stored event is. A series' row tells the end of the whole, so the text is asked. */
export function timesIn(row: TimeColumns, event: Event): EventTimes {
  const { startMs } = row
  const endMs = row.kind === 'series' ? startMs + lengthOf(event) : row.endMs
  if (row.isAllDay === 1) return { isAllDay: true, startMs, endMs }
  const startZone = event.start?.timeZone ?? 'UTC'
  return { isAllDay: false, startMs, endMs, startZone, endZone: event.end?.timeZone ?? startZone }
}

const lengthOf = ({ start, end }: Event): number => msOf(end) - msOf(start)

function msOf(time: Event['start']): number {
  const text = time?.dateTime ?? `${time?.date}T00:00:00Z`
  return Temporal.Instant.from(text).epochMilliseconds
}
