import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { againstReplies } from '../../against-bare.ts'
import { type Cost, compare } from '../../comparison.ts'
import { eventsPath, getPath } from '../../event-requests.ts'
import { insertEvents } from '../../event-seed.ts'
import { sampleWindows, windowCount, windowList, windowLists } from '../../event-windows.ts'
import type { Figure } from '../../figure.ts'
import type { Place } from '../../place.ts'
import { requestBytes } from '../../request.ts'
import { sampleReply } from '../../sample-reply.ts'
import type { SharedPlaces } from '../../shared-places.ts'
import {
  type NextRequest,
  sampleHeader,
  shuffledPasses,
  withHeader,
} from '../../varied-requests.ts'

const events = 10_000
// Of 8 MB each on the wire: together ten times the memory that a server has for pages of events by default.
const calendarCount = 80
const windowsPerCalendar = 5
// Without a common divisor with the number of windows: neighbors ask for windows far from each other.
const windowStride = 37

// Each calendar is listed once: some of them to warm up, the others in the rounds.
const warmUpLists = 4_000
const warmUpCalendars = 10
const calendarsPerRound = 14
const roundCount = (calendarCount - warmUpCalendars) / calendarsPerRound

/** Calendars that nobody has asked for since the start, in a process that has answered many lists before. */
export async function measureFirstLists(places: SharedPlaces): Promise<Figure> {
  const { place, content: ids } = await places.filledBy(manyCalendars)
  await using server = await place.start()
  const options = { events, token: place.token }
  return await againstReplies({
    name: `the first list of a calendar, 250 out of ${events} events, process warm`,
    bounds: { better: 'lower', floor: 12, aim: 7 },
    place,
    server,
    replies: await sampleWindows(server.port, options),
    requests: () => firstLists(windowLists(options), place, ids),
    connections: 1,
    rounds: roundCount,
    requestsPerRound: calendarsPerRound,
    warmUpRequests: warmUpLists + warmUpCalendars,
  })
}

/** Lists of another calendar to warm up, then one list of each calendar. */
function firstLists(warmUp: NextRequest, { token }: Place, ids: readonly string[]): NextRequest {
  let sent = 0
  return () => {
    const number = sent++ - warmUpLists
    if (number < 0) return warmUp()
    const id = ids[number]
    if (id === undefined) throw new Error('Every calendar has been listed already.')
    const window = (number * windowStride) % windowCount
    const request = windowList(window, 1, { events, token, path: pathOf(id) })
    return withHeader(request, `${sampleHeader}: ${window}`)
  }
}

// What every list costs when nothing of a calendar stays in memory.
const sqlPath = { ALMANAC_READ_MODEL_MB: '0' }

/** More calendars than fit into memory, against a server that keeps nothing of them there. */
export async function measureRotation(places: SharedPlaces): Promise<Figure> {
  const { place, content: ids } = await places.filledBy(manyCalendars)
  const copy = join(place.folder, 'copy')
  cpSync(join(place.folder, 'data'), copy, { recursive: true })
  await using server = await place.start()
  await using reference = await place.start({
    environment: { ...sqlPath, ALMANAC_DATA_DIR: copy },
  })
  const rotation = () =>
    shuffledPasses(ids.length * windowsPerCalendar, (index, pass) => {
      const path = pathOf(ids[index % ids.length]!)
      const window = Math.floor((index / ids.length) * (windowCount / windowsPerCalendar))
      return windowList(window, pass, { events, token: place.token, path })
    })
  const [sql, rotating] = (await compare(
    [
      { server: reference, requests: rotation() },
      { server, requests: rotation() },
    ],
    {
      connections: 16,
      rounds: 7,
      requestsPerRound: ids.length * windowsPerCalendar,
      warmUpRequests: 2 * ids.length * windowsPerCalendar,
    },
  )) as [Cost, Cost]
  return {
    name: `${ids.length} calendars of ${events} events in rotation, against the SQL path`,
    value: rotating.cpuUs / sql.cpuUs,
    unit: 'times',
    bounds: { better: 'lower', floor: 1.5, aim: 1.1 },
    detail: `${rotating.cpuUs.toFixed(1)} us against ${sql.cpuUs.toFixed(1)} us`,
  }
}

const pathOf = (id: string) => eventsPath.replace('primary', id)

/** Calendars of the caller with the events of the primary one; gives their ids. */
async function manyCalendars(place: Place): Promise<string[]> {
  await insertEvents(place, events)
  const ids = await insertCalendars(place)
  copyPrimary(place, ids)
  await using server = await place.start()
  await sampleWindows(server.port, { events, token: place.token, path: pathOf(ids.at(-1)!) })
  return ids
}

function copyPrimary({ folder }: Place, ids: readonly string[]): void {
  using database = new DatabaseSync(join(folder, 'data', 'almanac.sqlite'))
  const columns = database
    .prepare("select name from pragma_table_info('calendar_events') where name <> 'calendar_key'")
    .all()
    .map(({ name }) => name)
    .join(', ')
  const copyEvents = database.prepare(
    `insert into calendar_events (calendar_key, ${columns})
     select (select key from calendars where id = :id), ${columns} from calendar_events
     where calendar_key = (select key from calendars where is_primary = 1)`,
  )
  const copyNumbers = database.prepare(
    `update calendars set (change_number, longest_ms, runs) =
       (select change_number, longest_ms, runs from calendars where is_primary = 1) where id = :id`,
  )
  database.exec('begin')
  for (const id of ids) {
    copyEvents.run({ id })
    copyNumbers.run({ id })
  }
  database.exec('commit; pragma wal_checkpoint(truncate)')
}

// In the zone of the primary calendar: the copied events are as they would be if clients had added them there.
async function insertCalendars({ start, token }: Place): Promise<string[]> {
  await using server = await start()
  const path = '/calendar/v3/calendars'
  const primary = await sampleReply(server.port, getPath(token, `${path}/primary`))
  const { timeZone } = JSON.parse(primary.body) as { timeZone: string }
  const body = JSON.stringify({ summary: 'Team calendar', timeZone })
  const ids: string[] = []
  for (let index = 0; index < calendarCount; index++) {
    const reply = await sampleReply(
      server.port,
      requestBytes({ method: 'POST', path, token, body }),
    )
    ids.push((JSON.parse(reply.body) as { id: string }).id)
  }
  return ids
}
