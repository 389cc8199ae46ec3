import { type Cost, compare, type Rounds } from '../comparison.ts'
import { eventAt, eventsPath, eventTimes, getPath, insertEvent } from '../event-requests.ts'
import { seedEvents } from '../event-seed.ts'
import type { Figure } from '../figure.ts'
import { benchFolder, callerEmail, makePlace, type Place } from '../place.ts'
import { radicale } from '../radicale.ts'
import { requestBytes } from '../request.ts'
import { sampleReply } from '../sample-reply.ts'
import type { ServerProcess } from '../server-process.ts'
import { type NextRequest, shuffledPasses } from '../varied-requests.ts'

const eventCount = 10_000
/** Radicale takes minutes for a query of as many. */
const radicaleEventCount = 1_000
const calendarCount = 50
const multigetCount = 50
const monthCount = 6

const home = `/caldav/calendars/${encodeURIComponent(callerEmail)}/`
const calendar = `${home}${encodeURIComponent(callerEmail)}/`
const namespaces = 'xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"'
const withText = '<d:prop><d:getetag/><c:calendar-data/></d:prop>'

interface Measured {
  readonly name: string
  readonly floor: number
  readonly dav: (path: string) => NextRequest
  readonly json: NextRequest
  readonly rounds: Rounds
  /** How many requests Radicale is sent in a round; it takes seconds for some. */
  readonly radicaleRequests: number
}

/** What requests of calendar programs cost, against the operations on the same events and against Radicale. */
export async function measureCaldav(): Promise<Figure[]> {
  await using folder = await benchFolder()
  const place = await makePlace(folder.path)
  const ids = await seedEvents(place, eventCount)
  await using server = await place.start()
  for (let index = 1; index < calendarCount; index++) {
    const body = JSON.stringify({ summary: `Calendar ${index}` })
    const path = '/calendar/v3/calendars'
    await sampleReply(server.port, requestBytes({ method: 'POST', path, token: place.token, body }))
  }
  await using other = await radicale(folder.path, {
    calendarCount,
    eventCount: radicaleEventCount,
    objectAt,
  })
  const figures: Figure[] = []
  for (const measured of await workloads(place, { ids, server })) {
    figures.push(...(await figuresOf(measured, { server, other })))
  }
  return figures
}

async function workloads(
  { token }: Place,
  { ids, server }: { readonly ids: readonly string[]; readonly server: ServerProcess },
): Promise<Measured[]> {
  const dav = (method: string, path: string, body: string) =>
    requestBytes({ method, path, token, body, contentType: 'application/xml' })
  const report = (path: string, name: string, content: string) =>
    dav('REPORT', path, `<${name} ${namespaces}>${content}</${name}>`)
  const tokens = await syncTokens(server, token)
  return [
    {
      name: `PROPFIND of a home with ${calendarCount} calendars`,
      floor: 3,
      dav: (path) => {
        const at = path.replace(/[^/]*\/$/, '')
        const body = `<d:propfind ${namespaces}><d:prop><d:displayname/><d:resourcetype/><d:sync-token/><d:current-user-privilege-set/><c:supported-calendar-component-set/></d:prop></d:propfind>`
        return () => withDepth(dav('PROPFIND', at, body))
      },
      json: () => getPath(token, '/calendar/v3/users/me/calendarList?maxResults=250'),
      rounds: { connections: 4, requestsPerRound: 100, rounds: 5, warmUpRequests: 200 },
      radicaleRequests: 4,
    },
    {
      name: 'calendar-query of a month',
      floor: 2,
      dav: (path) =>
        shuffledPasses(monthCount, (index, pass) => {
          const { start, end } = month(index, pass)
          const range = `<c:time-range start="${compact(start)}" end="${compact(end)}"/>`
          const filter = `<c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="VEVENT">${range}</c:comp-filter></c:comp-filter></c:filter>`
          return report(path, 'c:calendar-query', withText + filter)
        }),
      json: shuffledPasses(monthCount, (index, pass) => {
        const { start, end } = month(index, pass)
        const query = `timeMin=${start}&timeMax=${end}&maxResults=2500`
        return getPath(token, `${eventsPath}?${query}`)
      }),
      rounds: { connections: 2, requestsPerRound: 24, rounds: 5, warmUpRequests: 24 },
      radicaleRequests: 1,
    },
    {
      name: `calendar-multiget of ${multigetCount}`,
      floor: 3,
      dav: (path) =>
        shuffledPasses(40, (index) => {
          const hrefs = chosen(ids, index).map((id) => `<d:href>${path}${id}.ics</d:href>`)
          return report(path, 'c:calendar-multiget', withText + hrefs.join(''))
        }),
      json: shuffledPasses(40, (index, pass) => {
        const from = eventTimes(index * multigetCount).start.add({ seconds: pass })
        return getPath(token, `${eventsPath}?timeMin=${from}&maxResults=${multigetCount}`)
      }),
      rounds: { connections: 4, requestsPerRound: 80, rounds: 5, warmUpRequests: 160 },
      radicaleRequests: 4,
    },
    {
      name: 'sync-collection after one change',
      floor: 3,
      dav: (path) => () => {
        const sync = `<d:sync-token>${tokens.dav}</d:sync-token><d:sync-level>1</d:sync-level>`
        return report(path, 'd:sync-collection', `${sync}<d:prop><d:getetag/></d:prop>`)
      },
      json: () => getPath(token, `${eventsPath}?syncToken=${tokens.json}`),
      rounds: { connections: 4, requestsPerRound: 300, rounds: 5, warmUpRequests: 600 },
      radicaleRequests: 0,
    },
    {
      name: 'PUT of a new object',
      floor: 3,
      dav: (path) => {
        let index = eventCount
        return () => {
          const at = `${path}new-${++index}.ics`
          const body = objectAt(index)
          return requestBytes({
            method: 'PUT',
            path: at,
            token,
            body,
            contentType: 'text/calendar',
          })
        }
      },
      json: inserts(token),
      rounds: { connections: 4, requestsPerRound: 200, rounds: 5, warmUpRequests: 500 },
      radicaleRequests: 10,
    },
  ]
}

function inserts(token: string): NextRequest {
  let index = 2 * eventCount
  return () => insertEvent(token, { ...eventAt(++index), attendees: [] })
}

async function figuresOf(
  { name, floor, dav, json, rounds, radicaleRequests }: Measured,
  { server, other }: { readonly server: ServerProcess; readonly other: ServerProcess | undefined },
): Promise<Figure[]> {
  const own = [
    { server, requests: dav(calendar) },
    { server, requests: json },
  ]
  const [object, operation] = (await compare(own, rounds)) as [Cost, Cost]
  const figures: Figure[] = [
    {
      name: `${name}, against the JSON operation`,
      value: object.cpuUs / operation.cpuUs,
      unit: 'times',
      bounds: { better: 'lower', floor },
      detail: `${object.cpuUs.toFixed(0)} us against ${operation.cpuUs.toFixed(0)} us`,
    },
  ]
  if (other === undefined || radicaleRequests === 0) return figures
  const few = {
    connections: 1,
    requestsPerRound: radicaleRequests,
    rounds: 3,
    warmUpRequests: radicaleRequests,
  }
  const contenders = [
    { server, requests: dav(calendar) },
    { server: other, requests: dav('/bench/calendar0/') },
  ]
  const [ours, theirs] = (await compare(contenders, few)) as [Cost, Cost]
  figures.push({
    name: `${name}, Radicale against Almanac`,
    value: theirs.cpuUs / ours.cpuUs,
    unit: 'times',
    bounds: { better: 'higher', floor: 20 },
    detail: `${theirs.cpuUs.toFixed(0)} us against ${ours.cpuUs.toFixed(0)} us`,
  })
  return figures
}

/** Tokens of both wires, and one change after them. */
async function syncTokens(
  server: ServerProcess,
  token: string,
): Promise<{ readonly dav: string; readonly json: string }> {
  const { port } = server
  const body = `<d:propfind ${namespaces}><d:prop><d:sync-token/></d:prop></d:propfind>`
  const base = `http://127.0.0.1:${port}`
  const headers = { Authorization: `Bearer ${token}` }
  const found = await fetch(base + calendar, { method: 'PROPFIND', headers, body })
  const dav = /<d:sync-token>(.*?)<\/d:sync-token>/.exec(await found.text())![1]!
  let json: string | undefined
  for (let page = ''; json === undefined; ) {
    const reply = await fetch(`${base}${eventsPath}?maxResults=2500${page}`, { headers })
    const { nextSyncToken, nextPageToken } = (await reply.json()) as Record<string, string>
    json = nextSyncToken
    page = `&pageToken=${nextPageToken}`
  }
  await sampleReply(port, insertEvent(token))
  return { dav, json }
}

/** Each pass moves the month by a second, so that none is asked for twice. */
function month(index: number, pass: number) {
  const { start } = eventTimes(index * 48 * 30)
  const from = start.add({ seconds: pass })
  return { start: from, end: from.add({ hours: 24 * 30 }) }
}

const compact = (instant: Temporal.Instant): string =>
  instant.toString({ smallestUnit: 'second' }).replace(/[-:]/g, '')

const chosen = (ids: readonly string[], index: number): readonly string[] =>
  ids.slice(index * multigetCount, (index + 1) * multigetCount)

const withDepth = (request: Buffer): Buffer =>
  Buffer.from(request.toString('latin1').replace('\r\n\r\n', '\r\nDepth: 1\r\n\r\n'), 'latin1')

/** An object of a calendar program like the event of this index. */
export function objectAt(index: number): string {
  const { summary, description, location } = eventAt(index)
  const { start, end } = eventTimes(index)
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Bench//EN',
    'BEGIN:VEVENT',
    `UID:bench-${index}@almanac.test`,
    'DTSTAMP:20260101T000000Z',
    `DTSTART:${compact(start)}`,
    `DTEND:${compact(end)}`,
    `SUMMARY:${summary}`,
    `DESCRIPTION:${description}`,
    `LOCATION:${location}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n')
}
