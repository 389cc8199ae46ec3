import type { HttpReply, WireBody } from './http.ts'
import { share } from './listed-calendars.ts'
import type { Site } from './sites.ts'
import type { WireUser } from './wire-user.ts'

/** Parameters of a list; those that can be repeated take several values. */
export type Query = Readonly<Record<string, string | number | boolean | readonly string[]>>

/** A calendar whose events are listed, and the one it belongs to. */
export class EventCalendar {
  readonly owner: WireUser
  readonly id: string

  constructor(owner: WireUser, id: string) {
    this.owner = owner
    this.id = id
  }

  get path(): string {
    return `/calendars/${this.id}`
  }

  get events(): string {
    return `${this.path}/events`
  }

  eventPath(eventId: string): string {
    return `${this.events}/${eventId}`
  }

  /** Adds an event, at ten in the morning of the fourth of May unless it says otherwise. */
  async add(body: object = {}, writer = this.owner): Promise<WireBody & { readonly id: string }> {
    const reply = await writer.post(this.events, { ...at('10:00', '11:00'), ...body })
    return done(reply) as WireBody & { readonly id: string }
  }

  async patch(eventId: string, body: object, writer = this.owner): Promise<WireBody> {
    return done(await writer.patch(this.eventPath(eventId), body))
  }

  async remove(eventId: string, writer = this.owner): Promise<void> {
    const { status, text } = await writer.delete(this.eventPath(eventId))
    if (status !== 204) throw new Error(`not removed: ${status} ${text}`)
  }

  /** Asks for a list, whatever comes of it. */
  ask(query: Query = {}, reader = this.owner, headers?: Record<string, string>) {
    return reader.get(`${this.events}${queryText(query)}`, headers)
  }

  /** One page. */
  async list(query: Query = {}, reader = this.owner): Promise<WireBody> {
    return done(await this.ask(query, reader))
  }

  /** The events of one page. */
  async items(query: Query = {}, reader = this.owner): Promise<readonly WireBody[]> {
    return (await this.list(query, reader)).items!
  }

  /** The titles on one page. */
  async titles(query: Query = {}, reader = this.owner): Promise<(string | undefined)[]> {
    return (await this.items(query, reader)).map(({ summary }) => summary)
  }

  /** All pages from the first to the last. */
  async walk(query: Query = {}, reader = this.owner): Promise<WireBody[]> {
    const pages = [await this.list(query, reader)]
    for (;;) {
      const pageToken = pages.at(-1)!.nextPageToken
      if (pageToken === undefined) return pages
      if (pages.length > 1000) throw new Error('the pages never end')
      pages.push(await this.list({ ...query, pageToken }, reader))
    }
  }

  /** A token that tells of whatever changes from now on. */
  async syncToken(query: Query = {}, reader = this.owner): Promise<string> {
    return (await this.walk(query, reader)).at(-1)!.nextSyncToken!
  }

  /** What has changed since a token, on one page. */
  async changes(syncToken: string, query: Query = {}, reader = this.owner) {
    return this.items({ syncToken, ...query }, reader)
  }

  /** Gives a user a role. */
  share(user: WireUser, role: string): Promise<void> {
    return share(this.owner, this.id, { with: `user:${user.email}`, as: role })
  }

  /** Somebody else, who has this role. */
  async guest(site: Site, role: string): Promise<WireUser> {
    const guest = await site.user()
    await this.share(guest, role)
    return guest
  }
}

/** A new calendar of somebody new, in Berlin unless it says otherwise. */
export async function eventCalendar(site: Site, body: object = {}): Promise<EventCalendar> {
  const owner = await site.user()
  const { calendar } = await owner.newCalendar({ timeZone: 'Europe/Berlin', ...body })
  return new EventCalendar(owner, calendar.id!)
}

/** The calendar that a new user has anyway, which alone takes events of every type. */
export async function primaryCalendar(site: Site): Promise<EventCalendar> {
  const owner = await site.user()
  done(await owner.patch('/calendars/primary', { timeZone: 'Europe/Berlin' }))
  return new EventCalendar(owner, owner.email)
}

/** From one time of day to another, of the fourth of May unless said otherwise, in UTC. */
export const at = (start: string, end: string, date = '2026-05-04') => ({
  start: { dateTime: `${date}T${start}:00Z`, timeZone: 'UTC' },
  end: { dateTime: `${date}T${end}:00Z`, timeZone: 'UTC' },
})

/** Whole days, the last one not included. */
export const days = (start: string, end: string) => ({ start: { date: start }, end: { date: end } })

/** The fourth of May at a time of day. */
export const moment = (time: string, date = '2026-05-04') => `${date}T${time}:00Z`

/** Each day at ten, three times unless said otherwise. */
export const daily = (count = 3) => ({ recurrence: [`RRULE:FREQ=DAILY;COUNT=${count}`] })

export const idsOf = (items: readonly WireBody[]) => items.map(({ id }) => id)

export const titlesOf = (items: readonly WireBody[]) => items.map(({ summary }) => summary)

export function queryText(query: Query): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const each of Array.isArray(value) ? value : [value]) params.append(name, String(each))
  }
  return params.size === 0 ? '' : `?${params}`
}

export function done({ status, text, json }: HttpReply): WireBody {
  if (status !== 200) throw new Error(`not done: ${status} ${text}`)
  return json
}
