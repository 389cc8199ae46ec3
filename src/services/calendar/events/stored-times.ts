import type { EventTimes } from '../domain/event/times.ts'
import type { Event } from '../schemas/event.ts'
import type { EventRow } from '../store/events.ts'

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
