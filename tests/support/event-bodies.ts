import type { HttpReply, WireBody } from './http.ts'
import type { Site } from './sites.ts'
import type { WireUser } from './wire-user.ts'

/** An hour on the first of May. */
export const hour = {
  start: { dateTime: '2026-05-01T09:00:00Z' },
  end: { dateTime: '2026-05-01T10:00:00Z' },
}

/** The whole first of May. */
export const day = { start: { date: '2026-05-01' }, end: { date: '2026-05-02' } }

/** A time of both sides that says no more than what is given. */
export const between = (start: object, end: object = start) => ({ start, end })

export type MadeEvent = WireBody & { readonly id: string; readonly etag: string }

/** The events of one calendar, as one user calls them. */
export class CalendarEvents {
  readonly user: WireUser
  readonly calendarId: string

  constructor(user: WireUser, calendarId: string) {
    this.user = user
    this.calendarId = calendarId
  }

  get path(): string {
    return `/calendars/${this.calendarId}/events`
  }

  /** The same events for somebody else. */
  as(user: WireUser): CalendarEvents {
    return new CalendarEvents(user, this.calendarId)
  }

  insert(body?: unknown, query = '', headers?: Record<string, string>): Promise<HttpReply> {
    return this.user.post(`${this.path}${query}`, body, headers)
  }

  get(id: string, query = '', headers?: Record<string, string>): Promise<HttpReply> {
    return this.user.get(`${this.path}/${id}${query}`, headers)
  }

  put(id: string, body?: unknown, query = '', headers?: Record<string, string>) {
    return this.user.put(`${this.path}/${id}${query}`, body, headers)
  }

  patch(id: string, body?: unknown, query = '', headers?: Record<string, string>) {
    return this.user.patch(`${this.path}/${id}${query}`, body, headers)
  }

  delete(id: string, query = '', headers?: Record<string, string>): Promise<HttpReply> {
    return this.user.delete(`${this.path}/${id}${query}`, headers)
  }

  /** Adds an event that lasts an hour, unless told otherwise, and gives it as it was answered. */
  async make(body: object = {}, query = ''): Promise<MadeEvent> {
    return madeIn(await this.insert({ summary: 'Lunch', ...hour, ...body }, query))
  }

  /** The event as it is read. */
  async read(id: string, query = ''): Promise<MadeEvent> {
    return madeIn(await this.get(id, query))
  }

  async list(query = ''): Promise<WireBody & { readonly items: readonly WireBody[] }> {
    const reply = await this.user.get(`${this.path}${query}`)
    if (reply.status !== 200) throw new Error(`no list: ${reply.status} ${reply.text}`)
    return reply.json as WireBody & { readonly items: readonly WireBody[] }
  }

  /** Where one stands who has read everything. */
  async syncToken(): Promise<string> {
    return (await this.list()).nextSyncToken!
  }

  /** The events that have changed since, by id. */
  async changedSince(syncToken: string): Promise<(string | undefined)[]> {
    const { items } = await this.list(`?syncToken=${encodeURIComponent(syncToken)}`)
    return items.map(({ id }) => id)
  }
}

function madeIn(reply: HttpReply): MadeEvent {
  if (reply.status !== 200) throw new Error(`no event: ${reply.status} ${reply.text}`)
  return reply.json as MadeEvent
}

/** The events of the primary calendar of a user of its own. */
export async function primaryEvents(site: Site): Promise<CalendarEvents> {
  return new CalendarEvents(await site.user(), 'primary')
}

/** The events of a secondary calendar of a user of its own. */
export async function secondaryEvents(site: Site, calendar: object = {}): Promise<CalendarEvents> {
  const user = await site.user()
  const made = await user.newCalendar(calendar)
  return new CalendarEvents(user, made.calendar.id!)
}

/** The same events for a user of its own who has the role. */
export async function sharedWith(
  site: Site,
  events: CalendarEvents,
  role: string,
): Promise<CalendarEvents> {
  const guest = await site.user()
  const rule = { role, scope: { type: 'user', value: guest.email } }
  const path = `/calendars/${events.calendarId}/acl?sendNotifications=false`
  const reply = await events.user.post(path, rule)
  if (reply.status !== 200) throw new Error(`not shared: ${reply.status} ${reply.text}`)
  return events.as(guest)
}

/** Everything of an event that clients may write and that needs no flag, type or guest. */
export const fullBody = {
  status: 'tentative',
  summary: 'Ops ☎ 𝄞',
  description: '<b>Who</b> is\non call 🌲',
  location: 'Bern',
  colorId: '11',
  ...hour,
  transparency: 'transparent',
  visibility: 'confidential',
  sequence: 3,
  extendedProperties: { private: { a: '1' }, shared: { b: '2' } },
  anyoneCanAddSelf: true,
  guestsCanInviteOthers: false,
  guestsCanModify: true,
  guestsCanSeeOtherGuests: false,
  reminders: { useDefault: false, overrides: [{ method: 'popup', minutes: 10 }] },
  source: { url: 'https://example.com/ticket', title: 'Ticket' },
}
