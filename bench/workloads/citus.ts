import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { type BenchCluster, openCluster, query } from '../cluster.ts'
import { type Contender, type Cost, compare } from '../comparison.ts'
import { cpuMeter } from '../cpu-time.ts'
import { createCalendars, type EventCalendar, insertInto } from '../event-calendars.ts'
import { eventAt, eventTimes, getPath } from '../event-requests.ts'
import type { Figure } from '../figure.ts'
import { benchFolder, makePlace, type Place } from '../place.ts'
import { startPostgres } from '../postgres.ts'
import { requestBytes } from '../request.ts'
import type { ServerProcess } from '../server-process.ts'
import { inTurn, type NextRequest } from '../varied-requests.ts'
import type { WorkloadOptions } from '../workload.ts'
import { importGeneratedVolumes, searchPaths } from './books-search.ts'

const size = { calendars: 32, eventsPerCalendar: 20 }
const freeBusyCalendars = 10
const volumeCount = 2_000
const guests = ['guest1@almanac.test', 'guest2@almanac.test']

/** Kinds of requests, with what a cluster of two workers may cost in proportion to one PostgreSQL. */
const kinds = {
  get: { name: 'events.get', floor: 1.8, aim: 1.3, requests: 600 },
  list: { name: 'events.list', floor: 1.8, aim: 1.3, requests: 600 },
  insert: { name: 'events.insert', floor: 1.8, aim: 1.4, requests: 600 },
  invite: { name: 'events.insert with two guests of the server', floor: 2, requests: 200 },
  freeBusy: { name: `freebusy.query of ${freeBusyCalendars} calendars`, floor: 1.5, requests: 300 },
  search: { name: 'volumes.list', floor: 1.5, requests: 300 },
} as const

type Kind = keyof typeof kinds

/** What can be measured alone. */
export const citusKinds = Object.keys(kinds) as readonly Kind[]

/**
 * Requests to Almanac on Citus against the same on one PostgreSQL, with the CPU of all database servers. The
 * addresses in `ALMANAC_BENCH_CITUS_URLS` name empty databases of clusters on this machine, for example with one, two and
 * four workers.
 */
export async function measureCitus({ only }: WorkloadOptions): Promise<Figure[]> {
  const urls = (process.env.ALMANAC_BENCH_CITUS_URLS ?? '').split(',').filter(Boolean)
  if (urls.length === 0) {
    process.stderr.write('skipped: ALMANAC_BENCH_CITUS_URLS is not set\n')
    return []
  }
  await using folder = await benchFolder()
  // The database server runs as another user and has to reach its folder.
  chmodSync(folder.path, 0o755)
  await using postgres = await startPostgres(folder.path)
  await using resources = new AsyncDisposableStack()
  const chosen = citusKinds.filter((kind) => only?.includes(kind) ?? true)
  const open = async (name: string, url: string, database: Measured['database']) => {
    const place = await makePlace(join(folder.path, name), url)
    if (chosen.includes('search')) {
      await importGeneratedVolumes(place, volumeCount)
      // A server does so by itself within a minute.
      await query(url, 'analyze book_terms, book_volumes, book_words')
    }
    for (const email of guests) await place.almanac('user', 'create', email)
    const server = resources.use(await place.start())
    return { server, database, requests: await requestsFor(place, server) }
  }
  const single = await open('postgres', postgres.url, postgres)
  const clusters: (Measured & { database: BenchCluster })[] = []
  for (const url of urls) {
    const cluster = await openCluster(url)
    clusters.push({ ...(await open(`citus-${clusters.length}`, url, cluster)), database: cluster })
  }
  const figures: Figure[] = []
  for (const kind of chosen) {
    for (const figure of await measureKind(kind, single, clusters)) {
      process.stderr.write(
        `${figure.name}: ${figure.value.toFixed(2)} ${figure.unit}, ${figure.detail}\n`,
      )
      figures.push(figure)
    }
  }
  return figures
}

interface Measured {
  readonly server: ServerProcess
  readonly database: { readonly pids: () => readonly number[] }
  readonly requests: Record<Kind, NextRequest>
}

async function measureKind(
  kind: Kind,
  single: Measured,
  clusters: readonly (Measured & { database: BenchCluster })[],
): Promise<Figure[]> {
  const { name, floor, requests, ...others } = kinds[kind]
  const contenders = [single, ...clusters].map(
    ({ server, database, requests }): Contender => ({
      server,
      requests: requests[kind],
      others: () => database.pids(),
    }),
  )
  const rounds = {
    connections: 16,
    requestsPerRound: requests,
    rounds: 5,
    warmUpRequests: 3 * requests,
  }
  const shares = clusters.map(({ database }) => coordinatorShare(database))
  const [base, ...costs] = (await compare(contenders, rounds)) as [Cost, ...Cost[]]
  return costs.map((cost, index): Figure => {
    const { workers } = clusters[index]!.database
    const percent = Math.round(100 * shares[index]!())
    const database = `database ${cost.othersUs.toFixed(0)}, ${percent} % of it the coordinator`
    return {
      name: `${name}, Citus with ${workers} ${workers === 1 ? 'worker' : 'workers'} against one PostgreSQL`,
      value: cost.cpuUs / base.cpuUs,
      unit: 'times',
      ...(workers === 2 && { bounds: { better: 'lower', floor, ...others } }),
      detail: `${cost.cpuUs.toFixed(0)} us (${database}) against ${base.cpuUs.toFixed(0)} us (database ${base.othersUs.toFixed(0)})`,
    }
  })
}

/** Returns the coordinator's share of the database's CPU since the call. */
function coordinatorShare({ coordinatorPids, pids }: BenchCluster): () => number {
  const spentByCoordinator = cpuMeter(coordinatorPids)
  const spentByAll = cpuMeter(pids)
  return () => spentByCoordinator() / spentByAll()
}

/** Creates calendars with events, and requests that visit them in turn. */
async function requestsFor(
  { token }: Place,
  { port }: ServerProcess,
): Promise<Record<Kind, NextRequest>> {
  const calendars = await createCalendars({ port, token, ...size })
  // Each request visits another calendar than the one before.
  const paths = Array.from({ length: size.eventsPerCalendar }, (_, index) =>
    calendars.map(({ events }) => events[index]!),
  ).flat()
  const count = counter()
  const calendarAt = (index: number): EventCalendar => calendars[index % calendars.length]!
  const searches = searchPaths(5_000, volumeCount)
  return {
    get: inTurn(paths.map((path) => getPath(token, path))),
    list: () => {
      const index = count()
      const from = eventTimes(0).start.add({ seconds: index })
      const query = `timeMin=${from}&maxResults=10&orderBy=startTime&singleEvents=true`
      return getPath(token, `${calendarAt(index).path}?${query}`)
    },
    insert: () => {
      const index = count()
      return insertInto(token, calendarAt(index).path, index)
    },
    invite: () => {
      const index = count()
      const attendees = guests.map((email) => ({ email }))
      const body = JSON.stringify({ ...eventAt(index), attendees })
      return requestBytes({ method: 'POST', path: calendarAt(index).path, token, body })
    },
    freeBusy: () => {
      const index = count()
      const timeMin = eventTimes(0).start.add({ seconds: index })
      const body = JSON.stringify({
        timeMin: timeMin.toString(),
        timeMax: timeMin.add({ hours: 7 * 24 }).toString(),
        items: Array.from({ length: freeBusyCalendars }, (_, offset) => ({
          id: idIn(calendarAt(index + offset)),
        })),
      })
      return requestBytes({ method: 'POST', path: '/calendar/v3/freeBusy', token, body })
    },
    search: inTurn(searches.map((path) => getPath(token, path))),
  }
}

const counter = (): (() => number) => {
  let count = size.calendars * size.eventsPerCalendar
  return () => count++
}

const idIn = ({ path }: EventCalendar): string => decodeURIComponent(path.split('/')[4]!)
