import { describe, expect, it } from 'vitest'
import { callInBatch } from '../support/batch-call.ts'
import { as, calendars, until } from '../support/calling.ts'
import { send } from '../support/http.ts'
import { readMetrics } from '../support/metrics-text.ts'
import { type TestServer, wireEngines } from '../support/server.ts'
import { sharedServers } from '../support/shared-server.ts'

const primary = `${calendars}/primary`

/** The log lines of requests with an id, once there are so many. */
const linesOf = async (server: TestServer, id: string, count = 1) => {
  const lines = await until(
    () =>
      server
        .output()
        .stderr.split('\n')
        .filter((line) => line.includes(`"requestId":"${id}"`)),
    ({ length }) => length >= count,
  )
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>)
}

describe('the id of a request', () => {
  const shared = sharedServers(wireEngines[0]!)

  it('is the one that the client chose, and names the request in the log', async () => {
    const [server] = shared.servers as [TestServer]
    const { token } = await server.mint()
    const id = 'trace-4711:a.b'
    const reply = await as(server.base, token).get(primary, { 'X-Request-Id': id })
    expect([reply.status, reply.headers['x-request-id']]).toEqual([200, id])
    expect(await linesOf(server, id)).toMatchObject([
      {
        operation: 'calendar.calendars.get',
        status: 200,
        userId: expect.stringMatching(/^\d+$/),
        clientId: 'workbench',
        peer: '127.0.0.1',
      },
    ])
  })

  it.each(['two words', '"', 'x'.repeat(129)])('is a new one instead of %j', async (id) => {
    const [server] = shared.servers as [TestServer]
    const reply = await as(server.base).get('/healthz', { 'X-Request-Id': id })
    expect(reply.status).toBe(200)
    expect(reply.headers['x-request-id']).toMatch(/^[\w-]{12}-[0-9a-z]+$/)
  })

  it.each([
    ['a refusal', 'GET', primary],
    ['an unknown path', 'GET', '/nowhere'],
    ['a preflight', 'OPTIONS', primary],
    ['sign-in', 'GET', '/.well-known/openid-configuration'],
    ['the console', 'GET', '/'],
  ])('stands on %s', async (_, method, path) => {
    const [server] = shared.servers as [TestServer]
    const headers = { 'X-Request-Id': 'mine' }
    expect((await send(server.base + path, { method, headers })).headers['x-request-id']).toBe(
      'mine',
    )
  })

  it('is shared by the calls of a batch', async () => {
    const [server] = shared.servers as [TestServer]
    const { token } = await server.mint()
    const call = { line: `GET ${primary}` }
    await callInBatch([call, call], {
      base: server.base,
      path: '/batch/calendar/v3',
      token,
      headers: { 'X-Request-Id': 'batch-1' },
    })
    const operations = (await linesOf(server, 'batch-1', 3)).map(({ operation }) => operation)
    expect(operations.filter((operation) => operation === 'calendar.calendars.get')).toHaveLength(2)
  })

  it('names sign-in and console requests, which are counted too', async () => {
    const [server] = shared.servers as [TestServer]
    const headers = { 'X-Request-Id': 'page-1' }
    await send(`${server.base}/.well-known/openid-configuration`, { headers })
    await send(`${server.base}/`, { headers })
    const lines = await linesOf(server, 'page-1', 2)
    expect(lines.map(({ operation }) => operation)).toEqual(['oauth', 'console'])
    const { text } = await as(server.base).get('/metrics')
    const counted = readMetrics(text, 'prometheus').get('almanac_requests_total')!.samples
    for (const operation of ['oauth', 'console']) {
      expect(counted.some(({ labels }) => labels.operation === operation)).toBe(true)
    }
  })
})
