import { requestBytes } from './request.ts'

/** Makes a calendar as a client would that says the usual about it. */
export const insertRequest = (token: string): Buffer =>
  requestBytes({
    method: 'POST',
    path: '/calendar/v3/calendars',
    token,
    body: JSON.stringify({
      summary: 'Team calendar',
      description: 'Where we meet, and when.',
      location: 'Zurich',
      timeZone: 'Europe/Zurich',
    }),
  })
