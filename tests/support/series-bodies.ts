import type { HttpReply, WireBody } from './http.ts'
import type { Site } from './sites.ts'
import type { WireUser } from './wire-user.ts'

export const berlin = 'Europe/Berlin'

/** Four Mondays of June at nine o'clock in Berlin, which is seven in UTC. */
export const mondays = seriesOf('RRULE:FREQ=WEEKLY;COUNT=4')

/** The original starts of these Mondays, as the ends of the ids of their instances. */
export const mondayStarts = [
  '20260601T070000Z',
  '20260608T070000Z',
  '20260615T070000Z',
  '20260622T070000Z',
]

/** Whole days from the first of June on. */
export const wholeDays = {
  summary: 'Holidays',
  start: { date: '2026-06-01' },
  end: { date: '2026-06-02' },
  recurrence: ['RRULE:FREQ=DAILY;COUNT=3'],
}

interface Begin {
  /** A local time without an offset. */
  readonly start?: string
  readonly zone?: string
  readonly minutes?: number
}

/** A timed series with a rule, or with lines of any kind; from the first of June unless told. */
export function seriesOf(
  lines: string | readonly string[],
  { start = '2026-06-01T09:00:00', zone = berlin, minutes = 60 }: Begin = {},
) {
  return {
    summary: 'Stand-up',
    ...timed(start, { zone, minutes }),
    recurrence: typeof lines === 'string' ? [lines] : lines,
  }
}

/** The start and end of something that begins at a local time. */
export function timed(start: string, { zone = berlin, minutes = 60 } = {}) {
  const end = Temporal.PlainDateTime.from(start).add({ minutes })
  return {
    start: { dateTime: start, timeZone: zone },
    end: { dateTime: end.toString({ smallestUnit: 'second' }), timeZone: zone },
  }
}

/** An event as tests of series read it. */
export interface WireEvent extends WireBody {
  readonly id: string
  readonly etag: string
  readonly status: string
  readonly start: WireTime
  readonly end: WireTime
  readonly originalStartTime: WireTime
  readonly recurringEventId: string
  readonly recurrence: readonly string[]
  readonly iCalUID: string
  readonly sequence: number
}

interface WireTime {
  readonly date?: string
  readonly dateTime?: string
  readonly timeZone?: string
}

type Query = Readonly<Record<string, string | number | boolean>>

/** A calendar of its own for a test about series, and what such tests do with it. */
export class SeriesCalendar {
  readonly user: WireUser
  readonly path: string

  constructor(user: WireUser, path: string) {
    this.user = user
    this.path = path
  }

  /** The path of an event or an instance. */
  at(id: string): string {
    return `${this.path}/events/${id}`
  }

  async insert(body: object): Promise<WireEvent> {
    return expectEvent(await this.user.post(`${this.path}/events`, body))
  }

  async get(id: string): Promise<WireEvent> {
    return expectEvent(await this.user.get(this.at(id)))
  }

  async patch(id: string, body: object): Promise<WireEvent> {
    return expectEvent(await this.user.patch(this.at(id), body))
  }

  async delete(id: string): Promise<void> {
    const { status, text } = await this.user.delete(this.at(id))
    if (status !== 204) throw new Error(`not deleted: ${status} ${text}`)
  }

  /** All pages of a list. */
  list(query: Query = {}): Promise<WireEvent[]> {
    return this.#walk(`${this.path}/events`, query).then(({ items }) => items)
  }

  /** What is expanded, in the order of time. */
  expanded(query: Query = {}): Promise<WireEvent[]> {
    return this.list({ singleEvents: true, orderBy: 'startTime', ...query })
  }

  /** All pages of the instances of a series. */
  instances(id: string, query: Query = {}): Promise<WireEvent[]> {
    return this.#walk(`${this.at(id)}/instances`, query).then(({ items }) => items)
  }

  /** A function that gives what has changed since it was last called. */
  async syncing(query: Query = {}): Promise<() => Promise<WireEvent[]>> {
    let { syncToken } = await this.#walk(`${this.path}/events`, query)
    return async () => {
      const walked = await this.#walk(`${this.path}/events`, { ...query, syncToken })
      syncToken = walked.syncToken
      return walked.items
    }
  }

  async #walk(path: string, query: Query): Promise<{ items: WireEvent[]; syncToken: string }> {
    const items: WireEvent[] = []
    for (let pageToken: string | undefined; ; ) {
      const reply = await this.user.get(
        `${path}?${queryText({ ...query, ...(pageToken && { pageToken }) })}`,
      )
      if (reply.status !== 200) throw new Error(`no list: ${reply.status} ${reply.text}`)
      items.push(...(reply.json.items as WireEvent[]))
      pageToken = reply.json.nextPageToken
      if (pageToken === undefined) return { items, syncToken: reply.json.nextSyncToken! }
    }
  }
}

export async function newSeriesCalendar(
  site: Site,
  { zone = berlin }: { zone?: string } = {},
): Promise<SeriesCalendar> {
  const user = await site.user()
  const { path } = await user.newCalendar({ timeZone: zone })
  return new SeriesCalendar(user, path)
}

/** A calendar with one series on it. */
export async function calendarWith(
  site: Site,
  body: object,
  options: { zone?: string } = {},
): Promise<{ calendar: SeriesCalendar; master: WireEvent }> {
  const calendar = await newSeriesCalendar(site, options)
  return { calendar, master: await calendar.insert(body) }
}

export const queryText = (query: Query): string =>
  new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, String(value)]),
  ).toString()

/** The starts of events as they are shown, without offsets: dates, or local times. */
export const startsOf = (events: readonly WireEvent[]): string[] =>
  events.map(({ start }) => start.date ?? start.dateTime!.replace(/(Z|[+-]\d\d:\d\d)$/, ''))

/** The ends of the ids of instances, which say when they were meant to begin. */
export const originalStartsOf = (events: readonly WireEvent[]): string[] =>
  events.map(({ id }) => id.slice(id.lastIndexOf('_') + 1))

export const statusesOf = (events: readonly WireEvent[]): Record<string, string> =>
  Object.fromEntries(events.map(({ id, status }) => [id, status]))

function expectEvent(reply: HttpReply): WireEvent {
  if (reply.status !== 200) throw new Error(`no event: ${reply.status} ${reply.text}`)
  return reply.json as WireEvent
}
