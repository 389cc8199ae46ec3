import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { type Cost, compare } from '../comparison.ts'
import { createCalendars, insertInto, patchAt } from '../event-calendars.ts'
import { getPath } from '../event-requests.ts'
import type { Figure } from '../figure.ts'
import { sendLoad } from '../load.ts'
import { benchFolder, makePlace, type Place } from '../place.ts'
import { startPostgres } from '../postgres.ts'
import type { ServerProcess } from '../server-process.ts'
import { inTurn, type NextRequest } from '../varied-requests.ts'

const size = { calendars: 32, eventsPerCalendar: 20 }
const rounds = { connections: 16, requestsPerRound: 1_500, rounds: 7, warmUpRequests: 4_000 }

/**
 * Single events of 32 calendars on PostgreSQL against the same on SQLite, with the CPU of the database's own
 * processes. Lists are measured by `reads --postgres`.
 */
export async function measureEventsPostgres(): Promise<Figure[]> {
  await using folder = await benchFolder()
  // The database server runs as another user and has to reach its folder.
  chmodSync(folder.path, 0o755)
  await using postgres = await startPostgres(folder.path)
  const there = await makePlace(join(folder.path, 'postgres-place'), postgres.url)
  const here = await makePlace(join(folder.path, 'sqlite-place'))
  await using thereServer = await there.start()
  await using hereServer = await here.start()
  const sides = [
    { server: hereServer, requests: await requestsFor(here, hereServer), others: () => [] },
    {
      server: thereServer,
      requests: await requestsFor(there, thereServer),
      others: () => postgres.pids(),
    },
  ]
  const figures: Figure[] = []
  for (const { name, kind, floor, aim } of measured) {
    const contenders = sides.map(({ requests, ...side }) => ({ ...side, requests: requests[kind] }))
    const [sqlite, onPostgres] = (await compare(contenders, rounds)) as [Cost, Cost]
    figures.push({
      name: `${name}, PostgreSQL against SQLite`,
      value: onPostgres.cpuUs / sqlite.cpuUs,
      unit: 'times',
      bounds: { better: 'lower', floor, ...(aim !== undefined && { aim }) },
      detail: `${onPostgres.cpuUs.toFixed(1)} us against ${sqlite.cpuUs.toFixed(1)} us, the database included; 32 calendars`,
    })
  }
  return figures
}

type Kind = 'get' | 'insert' | 'patch'

interface Measured {
  readonly name: string
  readonly kind: Kind
  readonly floor: number
  readonly aim?: number
}

const measured: readonly Measured[] = [
  { name: 'events.get', kind: 'get', floor: 2.5 },
  { name: 'durable insert of an event', kind: 'insert', floor: 2.5, aim: 1.8 },
  { name: 'patch of an event', kind: 'patch', floor: 3, aim: 2 },
]

/** Creates calendars with events, and requests that visit them in turn. */
async function requestsFor(
  { token }: Place,
  { port }: ServerProcess,
): Promise<Record<Kind, NextRequest>> {
  const calendars = await createCalendars({ port, token, ...size })
  let count = size.calendars * size.eventsPerCalendar
  const insert = () => insertInto(token, calendars[count % size.calendars]!.path, count++)
  await sendLoad({ port, requests: insert, count: 1_000, connections: 16 })
  const events = Array.from({ length: size.eventsPerCalendar }, (_, index) =>
    calendars.map((calendar) => calendar.events[index]!),
  ).flat()
  let version = 0
  const patch = () => patchAt(token, events[version++ % events.length]!, version)
  return { get: inTurn(events.map((path) => getPath(token, path))), insert, patch }
}
