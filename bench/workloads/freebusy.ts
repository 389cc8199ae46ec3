import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { againstBare } from '../against-bare.ts'
import { type Cost, compare } from '../comparison.ts'
import type { Figure } from '../figure.ts'
import { benchFolder, makePlace, type Place } from '../place.ts'
import { requestBytes } from '../request.ts'
import { sampleReply } from '../sample-reply.ts'
import { adder, type Row, scattered } from '../seed.ts'
import type { ServerProcess } from '../server-process.ts'

const calendarCount = 50
const seriesCount = 20
const sizes = [1_000, 10_000] as const
const weekStart = Temporal.Instant.from('2026-05-04T00:00:00Z')
const hourMs = 3_600_000

interface Sized {
  readonly place: Place
  readonly server: ServerProcess
  readonly ids: readonly string[]
}

/** A week of fifty calendars at once, on calendars of a thousand events and of ten thousand. */
export async function measureFreeBusy(): Promise<Figure[]> {
  await using folder = await benchFolder()
  await using resources = new AsyncDisposableStack()
  const sized: Sized[] = []
  for (const size of sizes) {
    const place = await makePlace(join(folder.path, String(size)))
    const ids = await seedBusyCalendars(place, size)
    sized.push({ place, ids, server: resources.use(await place.start()) })
  }
  return [await warm(sized[0]!), await afterChange(sized[0]!), await growth(sized)]
}

const warm = ({ place, server, ids }: Sized): Promise<Figure> =>
  againstBare({
    name: 'freebusy.query of a week of 50 calendars, nothing changed',
    bounds: { better: 'lower', floor: 12, aim: 6 },
    place,
    server,
    requests: [queryRequest(place, ids)],
    connections: 4,
    rounds: 9,
    requestsPerRound: 300,
    warmUpRequests: 1_000,
  })

async function afterChange({ place, server, ids }: Sized): Promise<Figure> {
  const inserts = ids.map((id) => insertRequest(place, id, singleBody))
  const query = queryRequest(place, ids)
  const [alone, pair] = (await compare(
    [
      { server, requests: inserts },
      { server, requests: inserts.flatMap((insert) => [insert, query]) },
    ],
    { connections: 1, rounds: 7, requestsPerRound: 200, warmUpRequests: 400 },
  )) as [Cost, Cost]
  return {
    name: 'the same after one of the calendars has changed',
    value: 2 * pair.cpuUs - alone.cpuUs,
    unit: 'us',
    detail: `a pair of insert and query ${(2 * pair.cpuUs).toFixed(1)} us, an insert ${alone.cpuUs.toFixed(1)} us`,
  }
}

// Every round asks for the same windows in turn, each a second later than the one before; they are
// more than are kept, so that none is known any more when it is asked for again.
const windowCount = 400

/** What ten times the events cost where all has to be read. */
async function growth(sized: readonly Sized[]): Promise<Figure> {
  const contenders = sized.map(({ place, server, ids }) => ({
    server,
    requests: Array.from({ length: windowCount }, (_, index) => queryRequest(place, ids, index)),
  }))
  const rounds = {
    connections: 4,
    rounds: 5,
    requestsPerRound: windowCount,
    warmUpRequests: windowCount,
  }
  const [small, large] = (await compare(contenders, rounds)) as [Cost, Cost]
  return {
    name: `the same for a window that is not in memory, ${sizes[1]} events a calendar against ${sizes[0]}`,
    value: large.cpuUs / small.cpuUs,
    unit: 'times',
    bounds: { better: 'lower', floor: 1.15 },
    detail: `${large.cpuUs.toFixed(1)} us against ${small.cpuUs.toFixed(1)} us`,
  }
}

function queryRequest({ token }: Place, ids: readonly string[], seconds = 0): Buffer {
  const timeMin = weekStart.add({ seconds })
  const body = JSON.stringify({
    timeMin: timeMin.toString(),
    timeMax: timeMin.add({ hours: 7 * 24 }).toString(),
    timeZone: 'Europe/Zurich',
    items: ids.map((id) => ({ id })),
  })
  return requestBytes({ method: 'POST', path: '/calendar/v3/freeBusy', token, body })
}

/** Calendars of the caller, all with the same events; gives their ids. No server may be running. */
async function seedBusyCalendars(place: Place, size: number): Promise<string[]> {
  const ids = await makeCalendars(place)
  using database = new DatabaseSync(join(place.folder, 'data', 'almanac.sqlite'))
  const rows = database.prepare('select * from calendar_events order by sequence').all() as Row[]
  const [single, ...series] = rows as [Row, ...Row[]]
  const add = adder(database, 'calendar_events', single)
  const templateKey = single.calendar_key as number
  const keys = database
    .prepare("select key from calendars where id like 'c\\_%' escape '\\'")
    .all()
    .map(({ key }) => key as number)
  database.exec('begin')
  for (const key of keys) {
    if (key !== templateKey) for (const row of series) add({ ...row, calendar_key: key })
    for (let index = 0; index < size; index++) add(busyRow(key, index - size / 2))
  }
  database
    .prepare("update calendars set sequence = ?, longest_ms = ? where id like 'c\\_%' escape '\\'")
    .run(100_000, hourMs)
  database.exec('commit; pragma wal_checkpoint(truncate)')
  return ids
}

/** One hour out of nine, in both directions from the week on: so many more are not in it. */
function busyRow(calendarKey: number, place: number): Row {
  const startMs = weekStart.epochMilliseconds + place * 9 * hourMs
  return {
    calendar_key: calendarKey,
    id: scattered(place + 50_000).slice(0, 26),
    sequence: 50_000 + place,
    start_ms: startMs,
    end_ms: startMs + hourMs,
  }
}

/** The first one has an event, and series, to copy. */
async function makeCalendars(place: Place): Promise<string[]> {
  await using server = await place.start()
  const { port } = server
  const ids: string[] = []
  for (let index = 0; index < calendarCount; index++) {
    const body = JSON.stringify({ summary: `Room ${index}`, timeZone: 'Europe/Zurich' })
    const path = '/calendar/v3/calendars'
    const request = requestBytes({ method: 'POST', path, token: place.token, body })
    ids.push(JSON.parse((await sampleReply(port, request)).body).id)
  }
  await sampleReply(port, insertRequest(place, ids[0]!, singleBody))
  for (let index = 0; index < seriesCount; index++) {
    await sampleReply(port, insertRequest(place, ids[0]!, seriesBody(index)))
  }
  return ids
}

const insertRequest = ({ token }: Place, calendarId: string, body: object): Buffer =>
  requestBytes({
    method: 'POST',
    path: `/calendar/v3/calendars/${calendarId}/events`,
    token,
    body: JSON.stringify(body),
  })

const singleBody = {
  summary: 'Booked',
  start: { dateTime: '2030-01-01T09:00:00Z' },
  end: { dateTime: '2030-01-01T10:00:00Z' },
}

/** Each on one day of the week, so that the week has twenty instances. */
function seriesBody(index: number): object {
  const date = Temporal.PlainDate.from('2025-01-06').add({ days: index % 5 })
  const hour = String(8 + (index % 9)).padStart(2, '0')
  const timeZone = 'Europe/Zurich'
  return {
    summary: `Series ${index}`,
    start: { dateTime: `${date}T${hour}:00:00`, timeZone },
    end: { dateTime: `${date}T${hour}:45:00`, timeZone },
    recurrence: ['RRULE:FREQ=WEEKLY'],
  }
}
