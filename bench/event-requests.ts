import { requestBytes } from './request.ts'

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

export const insertEvent = (token: string, body: object = eventBody): Buffer =>
  requestBytes({ method: 'POST', path: eventsPath, token, body: JSON.stringify(body) })

/** Each version differs from the next, because a patch that changes nothing writes nothing. */
export const patchEvent = (token: string, id: string, version: number): Buffer =>
  requestBytes({
    method: 'PATCH',
    path: `${eventsPath}/${id}`,
    token,
    body: JSON.stringify({ summary: `Weekly planning ${version}` }),
  })

export const getPath = (token: string, path: string): Buffer => requestBytes({ path, token })
