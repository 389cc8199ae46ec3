import { until } from './calling.ts'
import { type HttpReply, send, type WireBody } from './http.ts'
import type { Site } from './sites.ts'
import type { WireUser } from './wire-user.ts'

const two = (number: number) => String(number).padStart(2, '0')

/** An hour on a day of May 2026, at ten in the morning unless told otherwise. */
export const hourOn = (day: number, hour = 10) => ({
  start: { dateTime: `2026-05-${two(day)}T${two(hour)}:00:00Z`, timeZone: 'UTC' },
  end: { dateTime: `2026-05-${two(day)}T${two(hour + 1)}:00:00Z`, timeZone: 'UTC' },
})

/** Three days in a row from the fourth of May 2026 on. */
export const threeDays = { ...hourOn(4), recurrence: ['RRULE:FREQ=DAILY;COUNT=3'] }

/** The path of the events of a calendar: the primary one unless told otherwise. */
export const eventsOf = (calendarId = 'primary') => `/calendars/${calendarId}/events`

/** Adds an event, which has to succeed. */
export async function newEvent(
  user: WireUser,
  body: object = {},
  calendarId?: string,
): Promise<WireBody & { readonly id: string; readonly etag: string }> {
  const reply = await user.post(eventsOf(calendarId), { summary: 'Talk', ...hourOn(4), ...body })
  if (reply.status !== 200) throw new Error(`no event: ${reply.status} ${reply.text}`)
  return reply.json as WireBody & { id: string; etag: string }
}

/** Imports an event with an identifier, and with times that a test does not care about. */
export const importEvent = (
  user: WireUser,
  body: object,
  calendarId?: string,
): Promise<HttpReply> =>
  user.post(`${eventsOf(calendarId)}/import`, {
    iCalUID: 'talk@elsewhere.example',
    summary: 'Talk',
    ...hourOn(4),
    ...body,
  })

/** The items of all pages of a list, in order, and the token that the last page ends with. */
export async function walk(
  user: WireUser,
  path: string,
  query: Record<string, string> = {},
): Promise<{ items: WireBody[]; nextSyncToken: string }> {
  const items: WireBody[] = []
  const asked = new URLSearchParams(query)
  for (;;) {
    const { status, text, json } = await user.get(`${path}?${asked}`)
    if (status !== 200) throw new Error(`no list: ${status} ${text}`)
    items.push(...json.items!)
    if (json.nextPageToken === undefined) return { items, nextSyncToken: json.nextSyncToken! }
    asked.set('pageToken', json.nextPageToken)
  }
}

/** What a list tells since a token, each with its id and its status. */
export async function told(
  user: WireUser,
  calendarId: string,
  syncToken: string,
): Promise<Record<string, unknown>> {
  const { items } = await walk(user, eventsOf(calendarId), { syncToken })
  return Object.fromEntries(items.map(({ id, status }) => [id, status]))
}

export const syncTokenOf = async (user: WireUser, calendarId?: string): Promise<string> =>
  (await walk(user, eventsOf(calendarId))).nextSyncToken

/** Waits until a server has removed what deleted and cleared calendars have left behind. */
export const swept = (base: string, deadlineMs = 30_000): Promise<string> =>
  until(
    async () => (await send(`${base}/metrics`)).text,
    (metrics) => !/^almanac_jobs\{[^}]*"calendar\.sweep"[^}]*\} [1-9]/m.test(metrics),
    deadlineMs,
  )

/** Somebody with an event on the primary calendar, and a calendar in Berlin to move it to. */
export async function movingScene(site: Site, body: object = {}) {
  const user = await site.user()
  const { calendar } = await user.newCalendar({ summary: 'Work', timeZone: 'Europe/Berlin' })
  return { user, event: await newEvent(user, body), destination: calendar.id! }
}

export const moveTo = (
  user: WireUser,
  eventId: string,
  {
    from = 'primary',
    to,
    headers,
  }: { from?: string; to: string; headers?: Record<string, string> },
): Promise<HttpReply> =>
  user.post(`${eventsOf(from)}/${eventId}/move?destination=${to}`, undefined, headers)
