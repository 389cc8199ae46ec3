import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { type Cost, compareSides, type Side } from '../comparison.ts'
import { createCalendars, type EventCalendar, insertInto, patchAt } from '../event-calendars.ts'
import { eventTimes, getPath } from '../event-requests.ts'
import type { Figure } from '../figure.ts'
import { type Client, sendFromClients } from '../load.ts'
import { benchFolder, makePlace, type Place } from '../place.ts'
import { type BenchPostgres, startPostgres } from '../postgres.ts'
import type { ServerProcess } from '../server-process.ts'

const processesMax = 4
const clientsCount = 16
const size = { calendars: 32, eventsPerCalendar: 20 }
const rounds = { requestsPerRound: 800, rounds: 5, warmUpRequests: 1_600 }

/** How clients use several processes. */
interface Scenario {
  readonly name: string
  readonly processes: number
  /** The process of a client's request with this number. */
  readonly processOf: (client: number, request: number) => number
  /** How many clients use the same calendars; one if absent. */
  readonly sharing?: number
}

const alone: Scenario = { name: '1 process', processes: 1, processOf: () => 0 }

const stay = (processes: number): Scenario => ({
  name: `${processes} processes, clients stay`,
  processes,
  processOf: (client) => client % processes,
})

const hop = (processes: number): Scenario => ({
  name: `${processes} processes, clients hop`,
  processes,
  processOf: (client, request) => (client + request) % processes,
})

// Both of them write all the time, so that each finds what the other has written.
const contend: Scenario = {
  ...stay(2),
  name: '2 processes write the same calendars',
  sharing: 2,
}

const kinds = ['get', 'list', 'insert', 'patch'] as const
type Kind = (typeof kinds)[number]

const scenarios = [alone, stay(2), hop(2), stay(processesMax), hop(processesMax)]

/**
 * Requests for 32 calendars from 16 clients to one, two and four processes on one PostgreSQL, in turns. Each
 * client has two calendars of its own, unless it shares them. One that stays has one process, and one that hops
 * takes another one for each request.
 */
export async function measureProcesses(): Promise<Figure[]> {
  await using folder = await benchFolder()
  // The database server runs as another user and has to reach its folder.
  chmodSync(folder.path, 0o755)
  await using postgres = await startPostgres(folder.path)
  const place = await makePlace(join(folder.path, 'place'), postgres.url)
  await using resources = new AsyncDisposableStack()
  const servers: ServerProcess[] = []
  for (let index = 0; index < processesMax; index++) {
    servers.push(resources.use(await place.start()))
  }
  const figures: Figure[] = []
  for (const kind of kinds) {
    const isWrite = kind === 'insert' || kind === 'patch'
    const measured = isWrite ? [...scenarios, contend] : scenarios
    const sides: Side[] = []
    for (const scenario of measured) {
      sides.push(await sideOf(scenario, { kind, place, servers, postgres }))
    }
    const costs = await compareSides(sides, rounds)
    figures.push(...costs.map((cost, index) => figureOf(kind, measured[index]!, cost, costs[0]!)))
  }
  return figures
}

function figureOf(kind: Kind, { name }: Scenario, cost: Cost, base: Cost): Figure {
  const serversUs = cost.cpuUs - cost.othersUs
  const share = Math.round((100 * cost.othersUs) / cost.cpuUs)
  return {
    name: `events.${kind}, ${name}`,
    value: cost.cpuUs / base.cpuUs,
    unit: 'times',
    detail: `${cost.cpuUs.toFixed(0)} us: servers ${serversUs.toFixed(0)}, database ${cost.othersUs.toFixed(0)} (${share} %); ${cost.perSecond.toFixed(0)} requests/s`,
  }
}

interface Given {
  readonly kind: Kind
  readonly place: Place
  readonly servers: readonly ServerProcess[]
  readonly postgres: BenchPostgres
}

/** Calendars and clients for one scenario; no other one uses the same calendars. */
async function sideOf(scenario: Scenario, given: Given): Promise<Side> {
  const { processes, processOf, sharing = 1 } = scenario
  const { kind, place, postgres } = given
  const servers = given.servers.slice(0, processes)
  const { port } = servers[0]!
  const calendars = await createCalendars({ port, token: place.token, ...size })
  const clients = Array.from({ length: clientsCount }, (_, client): Client => {
    const group = Math.floor(client / sharing)
    const groups = clientsCount / sharing
    const own = calendars.filter((_, index) => index % groups === group)
    const next = requestsOf(kind, place.token, { own, processes, first: client })
    let request = 0
    return () => ({
      port: servers[processOf(client, request++)]!.port,
      request: next(),
    })
  })
  return {
    pids: servers.map(({ pid }) => pid),
    others: () => postgres.pids(),
    send: (count) => sendFromClients({ clients, count }),
  }
}

interface Clients {
  readonly own: readonly EventCalendar[]
  readonly processes: number
  /** Where to begin, so that clients that share calendars differ. */
  readonly first: number
}

/** The requests of one client. Each calendar is visited on all processes before the next one. */
function requestsOf(kind: Kind, token: string, { own, processes, first }: Clients): () => Buffer {
  let count = 0
  return () => {
    const visit = Math.floor(count / processes)
    const { path, events } = own[visit % own.length]!
    const index = clientsCount * count++ + first
    const event = events[(first + Math.floor(visit / own.length)) % events.length]!
    if (kind === 'get') return getPath(token, event)
    if (kind === 'patch') return patchAt(token, event, index)
    if (kind === 'insert') return insertInto(token, path, index)
    const from = eventTimes(0).start.add({ seconds: count })
    return getPath(
      token,
      `${path}?timeMin=${from}&maxResults=10&orderBy=startTime&singleEvents=true`,
    )
  }
}
