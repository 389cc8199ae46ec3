import { randomNumbers, wordsOf } from './generated-volumes.ts'
import { requestBytes } from './request.ts'
import type { NextRequest } from './varied-requests.ts'

export const eventsPath = '/calendar/v3/calendars/primary/events'

/** An event as a client would add it that says the usual about it. */
export const eventBody = {
  summary: 'Weekly planning',
  description: 'What comes next, and who does it.',
  location: 'Room 12',
  start: { dateTime: '2026-05-04T09:00:00+02:00', timeZone: 'Europe/Zurich' },
  end: { dateTime: '2026-05-04T10:00:00+02:00', timeZone: 'Europe/Zurich' },
  attendees: [{ email: 'one@elsewhere.test' }, { email: 'two@elsewhere.test' }],
}

const firstStart = Temporal.Instant.from(eventBody.start.dateTime)

/** When the event of an index takes place: one starts every half hour and lasts an hour. */
export function eventTimes(index: number): { start: Temporal.Instant; end: Temporal.Instant } {
  const start = firstStart.add({ minutes: 30 * index })
  return { start, end: start.add({ hours: 1 }) }
}

/** An event of 0.8 kB with times and texts of its own; every tenth is private. */
export function eventAt(index: number) {
  const random = randomNumbers(index + 1)
  const { timeZone } = eventBody.start
  const { start, end } = eventTimes(index)
  return {
    ...eventBody,
    summary: wordsOf(random, 3),
    description: wordsOf(random, 4),
    location: `Room ${index % 40}`,
    attendees: eventBody.attendees.slice(0, 1),
    start: { dateTime: String(start), timeZone },
    end: { dateTime: String(end), timeZone },
    ...(index % 10 === 0 && { visibility: 'private' }),
  }
}

export const insertEvent = (token: string, body: object = eventBody): Buffer =>
  requestBytes({ method: 'POST', path: eventsPath, token, body: JSON.stringify(body) })

/** Inserts of events that differ from each other; all of them have the `shared` properties. */
export function eventInserts(token: string, shared: object = {}): NextRequest {
  let index = 0
  return () => insertEvent(token, { ...eventAt(index++), ...shared })
}

/** Each version differs from the next, because a patch that changes nothing writes nothing. */
export const patchEvent = (token: string, id: string, version: number): Buffer =>
  requestBytes({
    method: 'PATCH',
    path: `${eventsPath}/${id}`,
    token,
    body: JSON.stringify({ summary: `Weekly planning ${version}` }),
  })

export const getPath = (token: string, path: string): Buffer => requestBytes({ path, token })
