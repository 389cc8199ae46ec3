import { hash } from 'node:crypto'
import { sharedPart } from '../../attendees/attendee-change.ts'
import type { Event } from '../../schemas/event.ts'
import { type EventRow, eventIn } from '../../store/events.ts'

/**
 * Identifies what the events of an object say to their attendees, without the responses of others (RFC 6638,
 * 3.2.10). Undefined if nobody is invited.
 */
export function scheduleTagOf(rows: readonly EventRow[], calendarId: string): string | undefined {
  // Most events have no attendees, and parsing them all is expensive.
  if (!rows.some(({ wire }) => wire.includes('"attendees"'))) return undefined
  const events = rows.map((row) => [row.presence, scheduledPart(eventIn(row), calendarId)])
  return `"${hash('sha256', JSON.stringify(events.sort()), 'base64url').slice(0, 22)}"`
}

function scheduledPart(event: Event, calendarId: string): string {
  const { attendees = [], ...rest } = sharedPart(event) as Event
  const invited = attendees.map(({ email, optional, resource, responseStatus }) => {
    const isOwn = email === calendarId
    return [email, optional, resource, isOwn ? responseStatus : '']
  })
  const properties = Object.entries(rest).sort(([one], [other]) => (one < other ? -1 : 1))
  return JSON.stringify([properties, invited.sort()])
}
