import { join } from 'node:path'
import { type Cost, compare, type Rounds } from '../comparison.ts'
import { cpuTimeOfAllThreadsUs } from '../cpu-time.ts'
import { eventAt, eventsPath, eventTimes, getPath, insertEvent } from '../event-requests.ts'
import { seedEvents } from '../event-seed.ts'
import type { Figure } from '../figure.ts'
import { randomNumbers } from '../generated-volumes.ts'
import { sendLoad } from '../load.ts'
import { benchFolder, callerEmail, makePlace, type Place } from '../place.ts'
import { radicale } from '../radicale.ts'
import { requestBytes } from '../request.ts'
import { sampleReply } from '../sample-reply.ts'
import type { ServerProcess } from '../server-process.ts'
import { type NextRequest, shuffledPasses, withHeader } from '../varied-requests.ts'
import type { WorkloadOptions } from '../workload.ts'

const eventCount = 10_000
/** Radicale takes minutes for a query of as many. It is compared with a calendar of the same size as well. */
const radicaleEventCount = 1_000
const radicaleMsMax = 20_000
const calendarCount = 50
const multigetCount = 50
const changedCount = 100
const monthCount = 6
/** Node compiles the code of a request until some thousands have been answered. */
const warmUpRequests = 3_000

const namespaces = 'xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"'
const withText = '<d:prop><d:getetag/><c:calendar-data/></d:prop>'

/** A calendar in a home with others, as a calendar program sees it. Addresses end with a slash. */
interface Target {
  readonly server: ServerProcess
  readonly authorization: string
  readonly home: string
  readonly calendar: string
  /** The names of objects that are there. */
  readonly names: readonly string[]
}

/** The rows of the workload, by the kind of request. */
export const caldavRows = ['propfind', 'month', 'multiget', 'sync', 'put', 'change'] as const

interface Measured {
  readonly row: (typeof caldavRows)[number]
  readonly name: string
  readonly floor: number
  readonly dav: (target: Target) => Promise<NextRequest>
  readonly json: NextRequest
  readonly rounds: Rounds
  /** How many requests Radicale is sent in a round; none if it is not compared. */
  readonly radicaleRequests: number
}

/** What requests of calendar programs cost, against the operations on the same events and against Radicale. */
export async function measureCaldav({ only = caldavRows }: WorkloadOptions): Promise<Figure[]> {
  await using folder = await benchFolder()
  const place = await makePlace(join(folder.path, 'own'))
  const ids = await seedEvents(place, eventCount)
  await using server = await place.start()
  const own = await targetAt(
    place,
    server,
    ids.map((id) => `${id}.ics`),
  )
  const smallPlace = await makePlace(join(folder.path, 'small'))
  await using smallServer = await smallPlace.start()
  await using program = await radicale(folder.path, {
    user: callerEmail,
    calendarCount,
    eventCount: radicaleEventCount,
    objectAt,
  })
  if (program === undefined) {
    process.stderr.write('Radicale is not installed, so nothing is compared with it.\n')
  }
  const names = Array.from({ length: radicaleEventCount }, (_, index) => `${index}.ics`)
  const other = program && {
    server: program,
    authorization: own.authorization,
    home: `/${callerEmail}/`,
    calendar: `/${callerEmail}/calendar0/`,
    names,
  }
  const small = other && (await targetAt(smallPlace, smallServer, names))
  if (small !== undefined) await putAll(small)
  const figures: Figure[] = []
  for (const measured of await workloads(place, own)) {
    if (!only.includes(measured.row)) continue
    figures.push(...(await figuresOf(measured, { own, small, other })))
  }
  return figures
}

/** A home with as many calendars as are compared, the first of which has objects of these names. */
async function targetAt(
  place: Place,
  server: ServerProcess,
  names: readonly string[],
): Promise<Target> {
  const { token } = place
  for (let index = 1; index < calendarCount; index++) {
    const body = JSON.stringify({ summary: `Calendar ${index}` })
    const path = '/calendar/v3/calendars'
    await sampleReply(server.port, requestBytes({ method: 'POST', path, token, body }))
  }
  const home = `/caldav/calendars/${callerEmail}/`
  return {
    server,
    authorization: await passwordOf(place),
    home,
    calendar: `${home}${callerEmail}/`,
    names,
  }
}

/** Adds the objects that Radicale has. */
async function putAll(target: Target): Promise<void> {
  const { server, names } = target
  let index = 0
  const requests = () => put(target, names[index]!, objectAt(index++))
  await sendLoad({ port: server.port, requests, count: names.length, connections: 4 })
}

/** The credentials of a program that signs in with an app password, which Radicale accepts as well. */
async function passwordOf({ almanac }: Place): Promise<string> {
  const [password] = (await almanac('app-password', 'create', callerEmail, 'bench')).split('\n')
  return `Basic ${Buffer.from(`${callerEmail}:${password}`).toString('base64')}`
}

const davRequest = (
  { authorization }: Target,
  { method, path, body }: { readonly method: string; readonly path: string; readonly body: string },
): Buffer => requestBytes({ method, path, authorization, body, contentType: 'application/xml' })

const report = (target: Target, name: string, content: string): Buffer =>
  davRequest(target, {
    method: 'REPORT',
    path: target.calendar,
    body: `<${name} ${namespaces}>${content}</${name}>`,
  })

const put = ({ authorization, calendar }: Target, name: string, body: string): Buffer =>
  requestBytes({
    method: 'PUT',
    path: calendar + name,
    authorization,
    body,
    contentType: 'text/calendar',
  })

async function workloads({ token }: Place, own: Target): Promise<Measured[]> {
  const changedIds = await insertChanging(own.server, token)
  const syncToken = await jsonSyncToken(own.server, token)
  return [
    {
      row: 'propfind',
      name: `PROPFIND of a home with ${calendarCount} calendars`,
      floor: 3,
      dav: async (target) => {
        const body = `<d:propfind ${namespaces}><d:prop><d:displayname/><d:resourcetype/><d:sync-token/><d:current-user-privilege-set/><c:supported-calendar-component-set/></d:prop></d:propfind>`
        const request = davRequest(target, { method: 'PROPFIND', path: target.home, body })
        return () => withHeader(request, 'Depth: 1')
      },
      json: () => getPath(token, '/calendar/v3/users/me/calendarList?maxResults=250'),
      rounds: { connections: 4, requestsPerRound: 100, rounds: 5, warmUpRequests: 1000 },
      radicaleRequests: 40,
    },
    {
      row: 'month',
      name: 'calendar-query of a month',
      floor: 2,
      dav: async (target) =>
        shuffledPasses(monthCount, (index, pass) => {
          const { start, end } = month(index, pass)
          const range = `<c:time-range start="${compact(start)}" end="${compact(end)}"/>`
          const filter = `<c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="VEVENT">${range}</c:comp-filter></c:comp-filter></c:filter>`
          return report(target, 'c:calendar-query', withText + filter)
        }),
      json: shuffledPasses(monthCount, (index, pass) => {
        const { start, end } = month(index, pass)
        const query = `timeMin=${start}&timeMax=${end}&maxResults=2500`
        return getPath(token, `${eventsPath}?${query}`)
      }),
      rounds: { connections: 2, requestsPerRound: 24, rounds: 5, warmUpRequests: 24 },
      radicaleRequests: 0,
    },
    {
      row: 'multiget',
      name: `calendar-multiget of ${multigetCount}`,
      floor: 3,
      dav: async (target) => {
        // No two requests name the same objects.
        const random = randomNumbers(1)
        const names = target.names.slice(0, radicaleEventCount)
        const anyHref = () =>
          `<d:href>${target.calendar}${names[Math.floor(random() * names.length)]}</d:href>`
        return () => {
          const hrefs = Array.from({ length: multigetCount }, anyHref)
          return report(target, 'c:calendar-multiget', withText + hrefs.join(''))
        }
      },
      json: shuffledPasses(radicaleEventCount / multigetCount, (index, pass) => {
        const from = eventTimes(index * multigetCount).start.add({ seconds: pass })
        return getPath(token, `${eventsPath}?timeMin=${from}&maxResults=${multigetCount}`)
      }),
      rounds: { connections: 4, requestsPerRound: 300, rounds: 5, warmUpRequests },
      radicaleRequests: 100,
    },
    {
      row: 'sync',
      name: 'sync-collection after one change',
      floor: 3,
      dav: async (target) => {
        const sync = `<d:sync-token>${await tokenBeforeChange(target)}</d:sync-token><d:sync-level>1</d:sync-level>`
        const request = report(target, 'd:sync-collection', `${sync}<d:prop><d:getetag/></d:prop>`)
        return () => request
      },
      json: () => getPath(token, `${eventsPath}?syncToken=${syncToken}`),
      rounds: { connections: 4, requestsPerRound: 300, rounds: 5, warmUpRequests },
      radicaleRequests: 40,
    },
    {
      row: 'put',
      name: 'PUT of a new object',
      floor: 3,
      dav: async (target) => {
        let index = newObjects
        newObjects += newObjectsMax
        return () => put(target, `new-${++index}.ics`, objectAt(index))
      },
      json: inserts(token),
      rounds: { connections: 4, requestsPerRound: 200, rounds: 5, warmUpRequests },
      radicaleRequests: 40,
    },
    {
      row: 'change',
      name: 'PUT of a changed object',
      floor: 3,
      dav: async (target) => {
        for (let index = 0; index < changedCount; index++) {
          await expectSuccess(target, put(target, `changed-${index}.ics`, changedObject(index, 0)))
        }
        return shuffledPasses(changedCount, (index, pass) =>
          put(target, `changed-${index}.ics`, changedObject(index, pass)),
        )
      },
      json: shuffledPasses(changedCount, (index, pass) =>
        requestBytes({
          method: 'PUT',
          path: `${eventsPath}/${changedIds[index]}`,
          token,
          body: JSON.stringify({ ...eventAt(index), attendees: [], summary: `Version ${pass}` }),
        }),
      ),
      rounds: { connections: 4, requestsPerRound: 200, rounds: 5, warmUpRequests },
      radicaleRequests: 100,
    },
  ]
}

/** Names of new objects that no other round uses. */
let newObjects = 10 * eventCount
const newObjectsMax = 10_000

function inserts(token: string): NextRequest {
  let index = 2 * eventCount
  return () => insertEvent(token, { ...eventAt(++index), attendees: [] })
}

async function insertChanging({ port }: ServerProcess, token: string): Promise<string[]> {
  const ids: string[] = []
  for (let index = 0; index < changedCount; index++) {
    const request = insertEvent(token, { ...eventAt(index), attendees: [] })
    ids.push((JSON.parse((await sampleReply(port, request)).body) as { id: string }).id)
  }
  return ids
}

const changedObject = (index: number, version: number): string =>
  objectAt(changedFrom + index).replace(/SUMMARY:.*/, `SUMMARY:Version ${version}`)
const changedFrom = 20 * eventCount

async function figuresOf(
  { name, floor, dav, json, rounds, radicaleRequests }: Measured,
  {
    own,
    small,
    other,
  }: {
    readonly own: Target
    /** An Almanac whose calendar has the objects of that of Radicale. */
    readonly small: Target | undefined
    readonly other: Target | undefined
  },
): Promise<Figure[]> {
  const requests = await dav(own)
  const { server } = own
  const [object, operation] = (await compare(
    [
      { server, requests },
      { server, requests: json },
    ],
    rounds,
  )) as [Cost, Cost]
  const figures: Figure[] = [
    {
      name: `${name}, against the JSON operation`,
      value: object.cpuUs / operation.cpuUs,
      unit: 'times',
      bounds: { better: 'lower', floor },
      detail: `${object.cpuUs.toFixed(0)} us against ${operation.cpuUs.toFixed(0)} us`,
    },
  ]
  if (small === undefined || other === undefined || radicaleRequests === 0) return figures
  const ofSmall = { server: small.server, requests: await dav(small) }
  const { port } = small.server
  const { connections, warmUpRequests, requestsPerRound } = rounds
  // By then, the other Almanac has answered as many.
  const count = warmUpRequests + rounds.rounds * requestsPerRound
  await sendLoad({ port, requests: ofSmall.requests, count, connections })
  const contenders = [
    { server, requests },
    ofSmall,
    { server: other.server, requests: await dav(other), cpuTime: cpuTimeOfAllThreadsUs },
  ]
  const few = {
    connections: 1,
    requestsPerRound: radicaleRequests,
    rounds: 5,
    warmUpRequests: radicaleRequests,
    lastingMsMax: radicaleMsMax,
  }
  const [ours, oursOfSameSize, theirs] = (await compare(contenders, few)) as [Cost, Cost, Cost]
  const against = (what: string, { cpuUs }: Cost): Figure => ({
    name: `${name}, Radicale against Almanac${what}`,
    value: theirs.cpuUs / cpuUs,
    unit: 'times',
    bounds: { better: 'higher', floor: 20 },
    detail: `${theirs.cpuUs.toFixed(0)} us against ${cpuUs.toFixed(0)} us`,
  })
  return [
    ...figures,
    against(` with ${eventCount / radicaleEventCount} times the events`, ours),
    against(' with as many events', oursOfSameSize),
  ]
}

/** The sync token of a calendar, in which an object is changed afterwards. */
async function tokenBeforeChange(target: Target): Promise<string> {
  const { server, authorization, calendar } = target
  const found = await fetch(`http://127.0.0.1:${server.port}${calendar}`, {
    method: 'PROPFIND',
    headers: { Authorization: authorization, Depth: '0' },
    body: `<d:propfind ${namespaces}><d:prop><d:sync-token/></d:prop></d:propfind>`,
  })
  const token = /sync-token>([^<]+)</.exec(await found.text())?.[1]
  if (token === undefined) throw new Error('A calendar has no sync token.')
  await expectSuccess(target, put(target, 'once.ics', objectAt(changedFrom - 1)))
  return token
}

const expectSuccess = ({ server: { port } }: Target, request: Buffer): Promise<number> =>
  sendLoad({ port, requests: [request], count: 1, connections: 1 })

/** A sync token of the JSON wire; the next change is one that the requests of programs make. */
async function jsonSyncToken({ port }: ServerProcess, token: string): Promise<string> {
  let query = 'maxResults=2500'
  for (;;) {
    const address = `http://127.0.0.1:${port}${eventsPath}?${query}`
    const reply = await fetch(address, { headers: { Authorization: `Bearer ${token}` } })
    const { nextSyncToken, nextPageToken } = (await reply.json()) as Record<string, string>
    if (nextSyncToken !== undefined) return nextSyncToken
    query = `maxResults=2500&pageToken=${nextPageToken}`
  }
}

/** Each pass moves the month by a second, so that none is asked for twice. */
function month(index: number, pass: number) {
  const { start } = eventTimes(index * 48 * 30)
  const from = start.add({ seconds: pass })
  return { start: from, end: from.add({ hours: 24 * 30 }) }
}

const compact = (instant: Temporal.Instant): string =>
  instant.toString({ smallestUnit: 'second' }).replace(/[-:]/g, '')

/** An object of a calendar program like the event of this index. */
function objectAt(index: number): string {
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
