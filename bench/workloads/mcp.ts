import { compare } from '../comparison.ts'
import { eventAt, eventsPath, insertEvent } from '../event-requests.ts'
import type { Figure } from '../figure.ts'
import { benchFolder, makePlace } from '../place.ts'
import { requestBytes } from '../request.ts'
import { residentMb } from '../resident-memory.ts'
import { sampleReply } from '../sample-reply.ts'
import type { ServerProcess } from '../server-process.ts'

const rounds = { connections: 4, requestsPerRound: 500, rounds: 7, warmUpRequests: 2000 }
const revision = '2026-07-28'
const window = { timeMin: '2026-05-04T00:00:00Z', timeMax: '2026-06-04T00:00:00Z' }
const lunch = { startTime: '2031-05-06T12:00:00Z', endTime: '2031-05-06T13:00:00Z' }

/** What a tool call costs, against the operation behind it. */
export async function measureMcp(): Promise<Figure[]> {
  await using folder = await benchFolder()
  const place = await makePlace(folder.path)
  await using server = await place.start({ environment: { ALMANAC_MCP: 'on' } })
  const { token } = place
  const ids: string[] = []
  for (let index = 0; index < 25; index++) {
    const { body } = await sampleReply(server.port, insertEvent(token, eventAt(index)))
    ids.push(JSON.parse(body).id)
  }
  const query = new URLSearchParams({
    ...window,
    singleEvents: 'true',
    orderBy: 'startTime',
    maxResults: '25',
  })
  return [
    await ratio(server, 'get_event', {
      operation: requestBytes({ path: `${eventsPath}/${ids[1]}`, token }),
      tool: toolRequest(token, 'get_event', { eventId: ids[1] }),
    }),
    await ratio(server, 'list_events, 25 events', {
      operation: requestBytes({ path: `${eventsPath}?${query}`, token }),
      tool: toolRequest(token, 'list_events', {
        startTime: window.timeMin,
        endTime: window.timeMax,
      }),
    }),
    await ratio(server, 'create_event', {
      operation: insertEvent(token, {
        summary: 'Lunch',
        start: { dateTime: lunch.startTime },
        end: { dateTime: lunch.endTime },
      }),
      tool: toolRequest(token, 'create_event', { summary: 'Lunch', ...lunch }),
    }),
    await idleSessions(),
  ]
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
  name: string,
  { tool, operation }: { readonly tool: Buffer; readonly operation: Buffer },
): Promise<Figure> {
  const contenders = [tool, operation].map((request) => ({ server, requests: [request] }))
  const [called, plain] = (await compare(contenders, rounds)).map(({ cpuUs }) => cpuUs)
  return {
    name: `the tool ${name}, against the operation behind it`,
    value: called! / plain!,
    unit: 'times',
    bounds: { better: 'lower', floor: 1.5 },
    detail: `${called!.toFixed(1)} us of CPU against ${plain!.toFixed(1)} us`,
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
