import { againstReplies } from '../against-bare.ts'
import { type Cost, compare } from '../comparison.ts'
import { eventsPath, getPath, insertEvent, patchEvent } from '../event-requests.ts'
import { sampleLists } from '../event-windows.ts'
import type { Figure } from '../figure.ts'
import { benchFolder, makePlace, type Place } from '../place.ts'
import { sampleReply } from '../sample-reply.ts'
import type { SharedPlaces } from '../shared-places.ts'
import { shuffledPasses } from '../varied-requests.ts'

const zones = ['Europe/Zurich', 'America/New_York', 'Asia/Tokyo', 'Australia/Sydney']
const seriesCount = 200
const monthCount = 31
const weekCount = 300

/** Two hundred series of one calendar in four zones, expanded over months that each begin a day later. */
export async function measureMonths(places: SharedPlaces): Promise<Figure> {
  const { place } = await places.filledBy(fillSeries)
  await using server = await place.start()
  const list = (index: number, pass: number) => getPath(place.token, monthPath(index, pass))
  return await againstReplies({
    name: `events.list of instances by start time, ${monthCount} months, ${seriesCount} series in ${zones.length} zones`,
    bounds: { better: 'lower', floor: 3, aim: 1.3 },
    place,
    server,
    replies: await sampleLists(server.port, firstPass(monthCount, list)),
    requests: () => shuffledPasses(monthCount, list),
    connections: 4,
    rounds: 5,
    requestsPerRound: monthCount,
    warmUpRequests: 40 * monthCount,
  })
}

/** A month of these series after one of them has changed, and a week of a very old series. */
export async function measureSeries(): Promise<Figure[]> {
  await using folder = await benchFolder()
  const place = await makePlace(folder.path)
  const { token } = place
  const ids = await fillSeries(place)
  await using server = await place.start()
  const { body } = await sampleReply(server.port, insertEvent(token, oldSeries))
  const old = JSON.parse(body).id as string
  const month = getPath(token, monthPath(0, 0))
  let version = 0
  let sent = 0
  const patch = () => patchEvent(token, ids[++version % ids.length]!, version)
  const rounds = { connections: 1, rounds: 7, requestsPerRound: 100, warmUpRequests: 200 }
  const [alone, pair] = (await compare(
    [
      { server, requests: patch },
      { server, requests: () => (sent++ % 2 === 0 ? patch() : month) },
    ],
    rounds,
  )) as [Cost, Cost]
  const week = (index: number, pass: number) => getPath(token, weekPath(old, index, pass))
  return [
    {
      name: 'events.list of a month as instances after one of 200 series has changed',
      value: (2 * pair.cpuUs - alone.cpuUs) / 1000,
      unit: 'ms',
      bounds: { better: 'lower', floor: 15, aim: 5 },
      detail: `a pair of patch and list ${((2 * pair.cpuUs) / 1000).toFixed(2)} ms, a patch ${(alone.cpuUs / 1000).toFixed(2)} ms`,
    },
    await againstReplies({
      name: 'events.instances of a daily series, 20 years after its start',
      bounds: { better: 'lower', floor: 3, aim: 1.5 },
      place,
      server,
      replies: await sampleLists(server.port, firstPass(weekCount, week)),
      requests: () => shuffledPasses(weekCount, week),
      connections: 16,
      rounds: 9,
      requestsPerRound: 2_000,
      warmUpRequests: 10_000,
    }),
  ]
}

const firstPass = (count: number, request: (index: number, pass: number) => Buffer): Buffer[] =>
  Array.from({ length: count }, (_, index) => request(index, 0))

/** Gives the ids of the series. No server may be running. */
async function fillSeries({ start, token }: Place): Promise<string[]> {
  await using server = await start()
  const ids: string[] = []
  for (let index = 0; index < seriesCount; index++) {
    const { body } = await sampleReply(server.port, insertEvent(token, seriesBody(index)))
    ids.push(JSON.parse(body).id)
  }
  return ids
}

function seriesBody(index: number): object {
  const timeZone = zones[index % zones.length]!
  const hour = String(8 + (index % 9)).padStart(2, '0')
  const days = index % 2 === 0 ? 'MO,WE,FR' : 'TU,TH'
  return {
    summary: `Series ${index}`,
    location: 'Room 12',
    start: { dateTime: `2025-01-06T${hour}:00:00`, timeZone },
    end: { dateTime: `2025-01-06T${hour}:45:00`, timeZone },
    recurrence: [`RRULE:FREQ=WEEKLY;BYDAY=${days}`],
  }
}

const oldSeries = {
  summary: 'Every day',
  start: { dateTime: '2006-01-02T07:00:00', timeZone: 'Europe/Zurich' },
  end: { dateTime: '2006-01-02T07:30:00', timeZone: 'Europe/Zurich' },
  recurrence: ['RRULE:FREQ=DAILY'],
}

/** 31 days, in most of which the clocks change somewhere. */
function monthPath(index: number, pass: number): string {
  const from = midnight('2026-03-15', index, pass)
  const to = midnight('2026-04-15', index, pass)
  return `${eventsPath}?singleEvents=true&orderBy=startTime&maxResults=2500&timeMin=${from}&timeMax=${to}`
}

function weekPath(id: string, index: number, pass: number): string {
  const from = midnight('2026-01-05', index, pass)
  const to = midnight('2026-01-12', index, pass)
  return `${eventsPath}/${id}/instances?timeMin=${from}&timeMax=${to}`
}

/** Seconds after midnight, so many days later: no instance starts or ends so shortly after it. */
const midnight = (date: string, days: number, pass: number): string =>
  String(Temporal.Instant.from(`${date}T00:00:00Z`).add({ hours: 24 * days, seconds: pass + 1 }))
