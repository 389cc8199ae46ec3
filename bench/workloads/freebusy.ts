import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { againstReplies } from '../against-bare.ts'
import { type Cost, compare } from '../comparison.ts'
import type { Figure } from '../figure.ts'
import { benchFolder, makePlace, type Place } from '../place.ts'
import { requestBytes } from '../request.ts'
import { type Reply, sampleReply } from '../sample-reply.ts'
import { adder, type Row, scattered } from '../seed.ts'
import type { ServerProcess } from '../server-process.ts'
import type { SharedPlaces } from '../shared-places.ts'
import { type NextRequest, shuffledPasses } from '../varied-requests.ts'

const calendarCount = 50
const seriesCount = 20
const weekCount = 200
const sizes = [1_000, 10_000] as const
const middle = Temporal.Instant.from('2026-05-04T00:00:00Z')
const firstWeek = middle.subtract({ hours: (24 * weekCount) / 2 })
const hourMs = 3_600_000

const rounds = {
  connections: 4,
  rounds: 5,
  requestsPerRound: weekCount / 2,
  warmUpRequests: 10 * weekCount,
}

const singleEvents = (place: Place) => seedBusyCalendars(place, { size: sizes[0], series: 0 })

/** Weeks of fifty calendars at once, each starting a day later than another. */
export async function measureWeeks(places: SharedPlaces): Promise<Figure> {
  const { place, content: ids } = await places.filledBy(singleEvents)
  await using server = await place.start()
  const figure = await weeksAgainstBare({ place, ids, server })
  return { ...figure, bounds: { better: 'lower', floor: 10, aim: 6 } }
}

interface Calendars {
  readonly place: Place
  readonly ids: readonly string[]
}

interface Served extends Calendars {
  readonly server: ServerProcess
}

/** The same with series on each of the calendars, and what ten times the single events cost. */
export async function measureFreeBusy(): Promise<Figure[]> {
  await using folder = await benchFolder()
  await using resources = new AsyncDisposableStack()
  const sized: Served[] = []
  for (const size of sizes) {
    const place = await makePlace(join(folder.path, String(size)))
    const ids = await seedBusyCalendars(place, { size, series: seriesCount })
    sized.push({ place, ids, server: resources.use(await place.start()) })
  }
  const withSeries = await weeksAgainstBare(sized[0]!)
  const contenders = sized.map(({ server, ...calendars }) => ({
    server,
    requests: weekQueries(calendars),
  }))
  const [small, large] = (await compare(contenders, rounds)) as [Cost, Cost]
  return [
    { ...withSeries, name: `${withSeries.name}, ${seriesCount} series each` },
    {
      name: `the same, ${sizes[1]} single events each against ${sizes[0]}`,
      value: large.cpuUs / small.cpuUs,
      unit: 'times',
      bounds: { better: 'lower', floor: 1.15 },
      detail: `${large.cpuUs.toFixed(1)} us against ${small.cpuUs.toFixed(1)} us`,
    },
  ]
}

async function weeksAgainstBare({ place, ids, server }: Served): Promise<Figure> {
  const replies: Reply[] = []
  for (let index = 0; index < weekCount; index++) {
    replies.push(await sampleReply(server.port, weekQuery({ place, ids }, index, 0)))
  }
  return againstReplies({
    name: `freebusy.query of ${calendarCount} calendars, ${weekCount} weeks`,
    place,
    server,
    replies,
    requests: () => weekQueries({ place, ids }),
    ...rounds,
  })
}

const weekQueries = (calendars: Calendars): NextRequest =>
  shuffledPasses(weekCount, (index, pass) => weekQuery(calendars, index, pass))

/** Each pass moves the week by a second, so that none is asked for twice. */
function weekQuery({ place: { token }, ids }: Calendars, index: number, pass: number): Buffer {
  const timeMin = firstWeek.add({ hours: 24 * index, seconds: pass })
  const body = JSON.stringify({
    timeMin: timeMin.toString(),
    timeMax: timeMin.add({ hours: 7 * 24 }).toString(),
    timeZone: 'Europe/Zurich',
    items: ids.map((id) => ({ id })),
  })
  return requestBytes({ method: 'POST', path: '/calendar/v3/freeBusy', token, body })
}

interface Filling {
  /** How many single events each calendar has. */
  readonly size: number
  readonly series: number
}

/** Calendars of the caller, all with the same events; gives their ids. No server may be running. */
async function seedBusyCalendars(place: Place, { size, series }: Filling): Promise<string[]> {
  const ids = await makeCalendars(place, series)
  using database = new DatabaseSync(join(place.folder, 'data', 'almanac.sqlite'))
  const rows = database
    .prepare('select * from calendar_events order by change_number')
    .all() as Row[]
  const [single, ...seriesRows] = rows as [Row, ...Row[]]
  const add = adder(database, 'calendar_events', single)
  const templateKey = single.calendar_key as number
  const keys = database
    .prepare("select key from calendars where id like 'c\\_%' escape '\\'")
    .all()
    .map(({ key }) => key as number)
  database.exec('begin')
  for (const key of keys) {
    if (key !== templateKey) for (const row of seriesRows) add({ ...row, calendar_key: key })
    for (let index = 0; index < size; index++) add(busyRow(key, index - size / 2))
  }
  database
    .prepare(
      "update calendars set change_number = ?, longest_ms = ? where id like 'c\\_%' escape '\\'",
    )
    .run(100_000, hourMs)
  database.exec('commit; pragma wal_checkpoint(truncate)')
  return ids
}

/** One hour out of nine, in both directions from the middle on. */
function busyRow(calendarKey: number, place: number): Row {
  const startMs = middle.epochMilliseconds + place * 9 * hourMs
  return {
    calendar_key: calendarKey,
    id: scattered(place + 50_000).slice(0, 26),
    change_number: 50_000 + place,
    start_ms: startMs,
    end_ms: startMs + hourMs,
  }
}

/** The first one has an event, and series, to copy. */
async function makeCalendars(place: Place, series: number): Promise<string[]> {
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
  for (let index = 0; index < series; index++) {
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
