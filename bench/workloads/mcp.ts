import { compareByRound, median } from '../comparison.ts'
import { eventAt, eventsPath, eventTimes } from '../event-requests.ts'
import { insertEvents } from '../event-seed.ts'
import type { Figure } from '../figure.ts'
import { randomNumbers, wordsOf } from '../generated-volumes.ts'
import { benchFolder, makePlace } from '../place.ts'
import { type RequestFacts, requestBytes } from '../request.ts'
import { residentMb } from '../resident-memory.ts'
import type { ServerProcess } from '../server-process.ts'
import { shuffledPasses } from '../varied-requests.ts'
import type { WorkloadOptions } from '../workload.ts'
import { importGeneratedVolumes, searchPaths } from './books-search.ts'

// Node compiles the code of a call until some 5000 have been answered.
const rounds = {
  connections: 4,
  requestsPerRound: 250,
  rounds: 400,
  warmUpRequests: 6000,
  lastingMsMax: 30_000,
}
const revision = '2026-07-28'
const events = 2000
const volumes = 2000
const variants = 500

/** What a tool call costs, against the operation behind it. No two requests of a row are alike. */
export async function measureMcp({ only = mcpRows }: WorkloadOptions): Promise<Figure[]> {
  const figures = await measureTools(only)
  return only.includes(sessionsRow) ? [...figures, await idleSessions()] : figures
}

async function measureTools(only: readonly string[]): Promise<Figure[]> {
  await using folder = await benchFolder()
  const place = await makePlace(folder.path)
  await importGeneratedVolumes(place, volumes)
  const ids = await insertEvents(place, events)
  // The operation must not find results that the tool has searched for.
  const environment = { ALMANAC_MCP: 'on', ALMANAC_SEARCH_ANSWERS_MAX: '1' }
  await using server = await place.start({ environment })
  const figures: Figure[] = []
  for (const row of rowsFor(ids)) {
    if (only.includes(row.tool)) figures.push(await ratio(server, row, place.token))
  }
  return figures
}

const sessionsRow = 'sessions'

export const mcpRows = [
  'get_event',
  'list_events',
  'search_events',
  'search_books',
  'create_event',
  'update_event',
  sessionsRow,
]

/** A tool, and the requests that do the same without it. */
interface Row {
  readonly tool: string
  readonly about: string
  /** Makes a call; `pass` counts how often all variants have been called before. */
  readonly call: (variant: number, pass: number) => Call
}

interface Call {
  readonly args: object
  readonly operations: readonly Omit<RequestFacts, 'token'>[]
}

function rowsFor(ids: readonly string[]): Row[] {
  const eventOf = (variant: number, pass: number) => ids[(variant + pass * variants) % ids.length]!
  return [
    {
      tool: 'get_event',
      about: 'any event of a calendar',
      call: (variant, pass) => {
        const eventId = eventOf(variant, pass)
        return { args: { eventId }, operations: [{ path: `${eventsPath}/${eventId}` }] }
      },
    },
    {
      tool: 'list_events',
      about: '25 events of any span of time',
      call: (variant, pass) => {
        const { from, to } = span((variant * (events - eventsPerPage)) / variants, pass)
        const query = { ...listQuery, timeMin: from, timeMax: to }
        return {
          args: { startTime: from, endTime: to },
          operations: [{ path: `${eventsPath}?${new URLSearchParams(query)}` }],
        }
      },
    },
    {
      tool: 'search_events',
      about: 'two words of an event, within six weeks',
      call: (variant, pass) => {
        const at = (variant * (events - eventsPerPage)) / variants
        const { from, to } = span(at, pass, 2000)
        const q = wordsOf(randomNumbers(Math.floor(at) + 2), 3)
          .split(' ')
          .slice(0, 2)
          .join(' ')
        const query = { ...listQuery, q, timeMin: from, timeMax: to }
        return {
          args: { query: q, startTime: from, endTime: to },
          operations: [{ path: `${eventsPath}?${new URLSearchParams(query)}` }],
        }
      },
    },
    {
      tool: 'search_books',
      about: 'titles, authors, ISBNs, phrases and words',
      call: (variant, pass) => {
        const [path = ''] = searchPaths(1, volumes, variant + pass * variants)
        const query = new URL(path, 'http://almanac.test').searchParams.get('q')
        return { args: { query }, operations: [{ path }] }
      },
    },
    {
      tool: 'create_event',
      about: 'with texts and an attendee',
      call: (variant, pass) => {
        const { start, end, attendees, ...content } = eventAt(variant + pass * variants)
        const body = { ...content, start, end, attendees }
        return {
          args: {
            ...content,
            startTime: start.dateTime,
            endTime: end.dateTime,
            timeZone: start.timeZone,
            attendees,
          },
          operations: [{ method: 'POST', path: eventsPath, body: JSON.stringify(body) }],
        }
      },
    },
    {
      tool: 'update_event',
      about: 'another title for any event, against get and patch',
      call: (variant, pass) => {
        const eventId = eventOf(variant, pass)
        const summary = `Planning ${pass} ${variant}`
        const path = `${eventsPath}/${eventId}`
        const body = JSON.stringify({ summary: `${summary} again` })
        return {
          args: { eventId, summary },
          operations: [{ path }, { method: 'PATCH', path, body }],
        }
      },
    },
  ]
}

const eventsPerPage = 25
const listQuery = { singleEvents: 'true', orderBy: 'startTime', maxResults: String(eventsPerPage) }

/** A span of time with this many events. A pass moves it by a second, which changes no event in it. */
function span(first: number, pass: number, length = eventsPerPage) {
  const shift = { seconds: pass + 1 }
  const at = (index: number) => String(eventTimes(Math.floor(index)).start.add(shift))
  return { from: at(first + 1), to: at(first + length - 1) }
}

const sessions = 500
const sessionsPerUser = 25

/** What clients of older revisions take that have initialized a session and do nothing. */
async function idleSessions(): Promise<Figure> {
  await using folder = await benchFolder()
  const place = await makePlace(folder.path)
  await using server = await place.start({ environment: { ALMANAC_MODE: 'dev' } })
  // The libraries of the protocol are loaded with the first session.
  await openSession(server, await tokenOf(server, 'first@almanac.test'))
  const before = residentMb(server.pid)
  for (let user = 0; user < sessions / sessionsPerUser; user++) {
    const token = await tokenOf(server, `user${user}@almanac.test`)
    for (let count = 0; count < sessionsPerUser; count++) await openSession(server, token)
  }
  return {
    name: `memory of ${sessions} idle sessions of older revisions`,
    value: residentMb(server.pid) - before,
    unit: 'MB',
    bounds: { better: 'lower', floor: 100 },
    detail: 'resident, over a server with one session',
  }
}

async function tokenOf({ port }: ServerProcess, email: string): Promise<string> {
  const path = `http://127.0.0.1:${port}/_almanac/tokens`
  const reply = await fetch(path, { method: 'POST', body: JSON.stringify({ email }) })
  return ((await reply.json()) as { token: string }).token
}

async function openSession({ port }: ServerProcess, token: string): Promise<void> {
  const reply = await fetch(`http://127.0.0.1:${port}/mcp`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      Accept: 'application/json, text/event-stream',
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name: 'bench', version: '1' },
      },
    }),
  })
  await reply.text()
  if (reply.headers.get('mcp-session-id') === null) throw new Error('There is no session.')
}

async function ratio(
  server: ServerProcess,
  { tool, about, call }: Row,
  token: string,
): Promise<Figure> {
  const tools = shuffledPasses(variants, (variant, pass) =>
    toolRequest(token, tool, call(variant, pass).args),
  )
  const perCall = call(0, 1).operations.length
  const operations = Array.from({ length: perCall }, (_, at) =>
    shuffledPasses(variants, (variant, pass) =>
      requestBytes({ ...call(variant, pass).operations[at]!, token }),
    ),
  )
  const contenders = [tools, ...operations].map((requests) => ({ server, requests }))
  const [called = [], ...plain] = await compareByRound(contenders, rounds)
  const calledUs = called.map(({ cpuUs }) => cpuUs)
  const plainUs = called.map((_, at) => plain.reduce((sum, costs) => sum + costs[at]!.cpuUs, 0))
  // The speed of a machine changes from minute to minute, and hardly within a round of all contenders.
  const ratios = calledUs.map((us, at) => us / plainUs[at]!)
  return {
    name: `the tool ${tool}, against the operation behind it`,
    value: median(ratios),
    unit: 'times',
    bounds: { better: 'lower', floor: 1.5 },
    detail: `${about}: ${median(calledUs).toFixed(1)} us of CPU against ${median(plainUs).toFixed(1)} us`,
  }
}

/** A tool call of the stateless revision, as the official client sends it. */
function toolRequest(token: string, name: string, args: object): Buffer {
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: {
      name,
      arguments: args,
      _meta: {
        'io.modelcontextprotocol/protocolVersion': revision,
        'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  })
  const lines = [
    'POST /mcp HTTP/1.1',
    'Host: 127.0.0.1',
    `Authorization: Bearer ${token}`,
    'Accept: application/json, text/event-stream',
    'Content-Type: application/json',
    `MCP-Protocol-Version: ${revision}`,
    'Mcp-Method: tools/call',
    `Mcp-Name: ${name}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`)
}
