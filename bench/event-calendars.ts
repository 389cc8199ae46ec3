import { eventAt } from './event-requests.ts'
import { requestBytes } from './request.ts'
import { sampleReply } from './sample-reply.ts'

/** The path of the events of a calendar, and those of some events on it. */
export interface EventCalendar {
  readonly path: string
  readonly events: readonly string[]
}

interface Wanted {
  readonly port: number
  readonly token: string
  readonly calendars: number
  readonly eventsPerCalendar: number
}

/** Creates calendars with events over the wire. */
export async function createCalendars({
  port,
  token,
  calendars,
  eventsPerCalendar,
}: Wanted): Promise<EventCalendar[]> {
  const created: EventCalendar[] = []
  for (let index = 0; index < calendars; index++) {
    const summary = `Team ${index}`
    const body = JSON.stringify({ summary })
    const reply = await sampleReply(
      port,
      requestBytes({ method: 'POST', path: '/calendar/v3/calendars', token, body }),
    )
    const path = `/calendar/v3/calendars/${encodeURIComponent(idIn(reply.body))}/events`
    const events: string[] = []
    for (let count = 0; count < eventsPerCalendar; count++) {
      const { body } = await sampleReply(port, insertInto(token, path, count * calendars + index))
      events.push(`${path}/${idIn(body)}`)
    }
    created.push({ path, events })
  }
  return created
}

const idIn = (body: string): string => (JSON.parse(body) as { id: string }).id

/** Inserts an event without attendees, as most are. */
export function insertInto(token: string, path: string, index: number): Buffer {
  const { attendees: _, ...event } = eventAt(index) as { attendees: unknown }
  return requestBytes({ method: 'POST', path, token, body: JSON.stringify(event) })
}

/** Changes an event. Each version differs from the next. */
export const patchAt = (token: string, path: string, version: number): Buffer =>
  requestBytes({
    method: 'PATCH',
    path,
    token,
    body: JSON.stringify({ summary: `Version ${version}` }),
  })
