import type { CalendarGiven } from '../operation.ts'
import { viewOf } from '../rendering/event-reply.ts'
import type { Event } from '../schemas/event.ts'
import { itemsAfter } from './items.ts'
import { eventQuery } from './query.ts'

interface Searching extends Pick<CalendarGiven, 'store' | 'caller' | 'origin'> {
  readonly nowMs: number
  readonly retentionMs: number
}

interface Wanted {
  readonly q: string
  readonly timeMin: string
  readonly timeMax: string
  readonly count: number
}

interface FoundEvent {
  readonly calendarId: string
  readonly event: Event
  readonly startMs: number
}

/** The first events of a calendar that fit, as the caller sees them; none where it is out of sight. */
export async function foundOn(
  { store, caller, origin, nowMs, retentionMs }: Searching,
  calendarId: string,
  { count, ...wanted }: Wanted,
): Promise<FoundEvent[]> {
  const calendar = await store.calendars.find(calendarId)
  if (calendar === undefined) return []
  const role = await store.roles.of(calendar, caller)
  if (role === 'none') return []
  const view = viewOf({ calendar, role }, { caller, origin }, {})
  const hidesInvitations = calendar.hidesInvitations === 1
  const context = { calendarKey: calendar.key, hidesInvitations, role, caller, nowMs, retentionMs }
  const query = eventQuery({ ...wanted, singleEvents: true, orderBy: 'startTime' }, context)
  const { reader, models } = store
  const { longestMs } = calendar
  const reading = { reader, models, view, query, longestMs, nowMs, listed: query.window }
  const items = await itemsAfter(reading, { after: '', count, since: undefined })
  return items.map(({ text }) => {
    const event = JSON.parse(text()) as Event
    return { calendarId, event, startMs: startOf(event, view.calendarZone) }
  })
}

/** Whole days begin when the zone of their calendar says. */
function startOf({ start }: Event, zone: string): number {
  if (start?.dateTime !== undefined) return Temporal.Instant.from(start.dateTime).epochMilliseconds
  return Temporal.PlainDate.from(start?.date ?? '1970-01-01').toZonedDateTime(zone)
    .epochMilliseconds
}
