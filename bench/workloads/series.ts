import { againstBare } from '../against-bare.ts'
import { type Cost, compare } from '../comparison.ts'
import { eventsPath, getPath, insertEvent, patchEvent } from '../event-requests.ts'
import type { Figure } from '../figure.ts'
import { benchFolder, makePlace } from '../place.ts'
import { sampleReply } from '../sample-reply.ts'

const zones = ['Europe/Zurich', 'America/New_York', 'Asia/Tokyo', 'Australia/Sydney']
const seriesCount = 200

// A month with the change to summer time in it, in which a weekday series has 10 or 11 instances.
const monthPath = `${eventsPath}?singleEvents=true&maxResults=2500&timeMin=2026-03-15T00:00:00Z&timeMax=2026-04-15T00:00:00Z`

/** Two hundred series of one calendar in four zones, expanded over a month, and a very old one. */
export async function measureSeries(): Promise<Figure[]> {
  await using folder = await benchFolder()
  const place = await makePlace(folder.path)
  const { token } = place
  await using server = await place.start()
  const ids: string[] = []
  for (let index = 0; index < seriesCount; index++) {
    const { body } = await sampleReply(server.port, insertEvent(token, seriesBody(index)))
    ids.push(JSON.parse(body).id)
  }
  const old = JSON.parse((await sampleReply(server.port, insertEvent(token, oldSeries))).body).id
  const at = { place, server }
  const month = getPath(token, monthPath)
  const warm = await againstBare({
    name: 'events.list of a month, 200 series in 4 zones as instances, warm',
    bounds: { better: 'lower', floor: 3, aim: 1.5 },
    ...at,
    requests: [month],
    connections: 4,
    rounds: 7,
    requestsPerRound: 200,
    warmUpRequests: 600,
  })
  const patches = Array.from({ length: 50 }, (_, index) => patchEvent(token, ids[index]!, index))
  const rounds = { connections: 1, rounds: 7, requestsPerRound: 100, warmUpRequests: 200 }
  const [alone, pair] = (await compare(
    [
      { server, requests: patches },
      { server, requests: patches.flatMap((patch) => [patch, month]) },
    ],
    rounds,
  )) as [Cost, Cost]
  return [
    warm,
    {
      name: 'the same after a series has changed',
      value: (2 * pair.cpuUs - alone.cpuUs) / 1000,
      unit: 'ms',
      bounds: { better: 'lower', floor: 15, aim: 5 },
      detail: `a pair of patch and list ${((2 * pair.cpuUs) / 1000).toFixed(2)} ms, a patch ${(alone.cpuUs / 1000).toFixed(2)} ms`,
    },
    await againstBare({
      name: 'events.instances of a daily series, 20 years after its start',
      bounds: { better: 'lower', floor: 3, aim: 1.5 },
      ...at,
      requests: Array.from({ length: 300 }, (_, index) =>
        getPath(token, instancesPath(old, index)),
      ),
      connections: 16,
      rounds: 9,
      requestsPerRound: 4_000,
      warmUpRequests: 20_000,
    }),
  ]
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

/** A week of it, another one for each index. */
function instancesPath(id: string, index: number): string {
  const from = Temporal.PlainDate.from('2026-01-05').add({ days: index })
  return `${eventsPath}/${id}/instances?timeMin=${from}T00:00:00Z&timeMax=${from.add({ days: 7 })}T00:00:00Z`
}
