import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { describe, expect, it } from 'vitest'
import { as, calendars, openSocket, readToEnd, until } from '../support/calling.ts'
import { type ServerProcess, type TestServer, wireEngines } from '../support/server.ts'

/** Makes reads of calendars slow and gives the promise of so many of them, once all are waiting. */
async function slowReads(
  server: TestServer,
  { token, count, delayMs }: { token: string; count: number; delayMs: number },
) {
  const bench = as(server.base)
  await bench.post('/_almanac/faults', { operation: 'calendar.calendars.get', delayMs, count })
  const replies = Promise.allSettled(
    Array.from({ length: count }, () => as(server.base, token).primary()),
  )
  // A fault that has struck as often as it shall is no longer listed.
  await until(
    () => bench.get('/_almanac/faults'),
    ({ json }) => (json.faults as unknown[]).length === 0,
  )
  return { replies }
}

/** Waits for the process without asking it once more. */
async function exitCode({ process }: ServerProcess): Promise<number | null> {
  if (process.exitCode === null && process.signalCode === null) await once(process, 'exit')
  return process.exitCode
}

const statusesOf = (settled: readonly PromiseSettledResult<{ status: number }>[]) =>
  settled.map((one) => (one.status === 'fulfilled' ? one.value.status : 'cut'))

// Whatever held a stop up would do so for longer than a test may take.
const patient = { ALMANAC_DRAIN_TIMEOUT_MS: '600000' }

/** A client that sends all its requests over one connection, as long as the server keeps it. */
function keptConnection(base: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return {
    async read(path: string): Promise<{ readonly status: number; readonly isLast: boolean }> {
      const outgoing = request(base + path, { agent }).end()
      const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
      incoming.resume()
      await once(incoming, 'end')
      return { status: incoming.statusCode!, isLast: incoming.headers.connection === 'close' }
    },
    close: () => agent.destroy(),
  }
}

/** The statuses of all answers up to the one that ends the connection. */
async function readUntilClosed({ read, close }: ReturnType<typeof keptConnection>) {
  const statuses: number[] = []
  for (let isLast = false; !isLast; ) {
    const answer = await read('/healthz')
    statuses.push(answer.status)
    isLast = answer.isLast
  }
  close()
  return statuses
}

for (const engine of wireEngines) {
  const skip = engine.unavailable !== undefined
  describe(`a server on ${engine.name} that is asked to stop`, { skip }, () => {
    it('keeps what it acknowledged', async () => {
      await using place = await engine.place()
      const server = await place.startProcess(patient)
      const { token } = await server.mint()
      const me = as(server.base, token)
      const writing = Promise.allSettled(
        Array.from({ length: 40 }, (_, index) => me.insert({ summary: `${index}` })),
      )
      await me.insert({ summary: 'first' })
      const code = server.stop()
      const made = (await writing).flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
      expect(await code).toBe(0)
      expect(made.every(({ status }) => status === 200)).toBe(true)
      const again = as((await place.start()).base, token)
      for (const { json } of made) {
        expect((await again.get(`${calendars}/${json.id}`)).json).toEqual(json)
      }
    })
  })
}

describe('a stop', () => {
  const [engine] = wireEngines

  it('finishes the requests under way, takes no new ones and exits with 0', async () => {
    await using place = await engine!.place()
    const server = await place.startProcess()
    const { token } = await server.mint()
    const { replies } = await slowReads(server, { token, count: 6, delayMs: 300 })
    server.process.kill('SIGTERM')
    await until(
      () =>
        openSocket(server.base).then(
          (socket) => {
            socket.destroy()
            return 'accepted'
          },
          (error: NodeJS.ErrnoException) => error.code,
        ),
      (answer) => answer === 'ECONNREFUSED',
    )
    expect(statusesOf(await replies)).toEqual([200, 200, 200, 200, 200, 200])
    expect(await exitCode(server)).toBe(0)
  })

  it('fails readiness checks first and serves as usual meanwhile', async () => {
    await using place = await engine!.place()
    const server = await place.startProcess({
      ALMANAC_DRAIN_DELAY_MS: '600000',
      ALMANAC_LOG_LEVEL: 'info',
    })
    const { token } = await server.mint()
    const client = keptConnection(server.base)
    server.process.kill('SIGTERM')
    await until(
      () => client.read('/readyz'),
      ({ status }) => status === 503,
    )
    expect(await client.read('/healthz')).toEqual({ status: 200, isLast: false })
    expect((await as(server.base, token).insert({ summary: 'late' })).status).toBe(200)
    const log = await until(
      async () => server.output().stderr,
      (text) => text.includes('"status":503'),
    )
    expect(log).not.toContain('"level":50')
    client.close()
    server.process.kill('SIGTERM')
    await exitCode(server)
  })

  it('then ends connections with an answer, and resets none', async () => {
    await using place = await engine!.place()
    const server = await place.startProcess({ ALMANAC_DRAIN_IDLE_MS: '600000' })
    const clients = Array.from({ length: 16 }, () => keptConnection(server.base))
    await Promise.all(clients.map((client) => client.read('/healthz')))
    server.process.kill('SIGTERM')
    const statuses = await Promise.all(clients.map((client) => readUntilClosed(client)))
    expect(new Set(statuses.flat())).toEqual(new Set([200]))
    server.process.kill('SIGTERM')
    await exitCode(server)
  })

  it('exits with 0 after these delays', async () => {
    await using place = await engine!.place()
    const server = await place.startProcess({
      ALMANAC_DRAIN_DELAY_MS: '20',
      ALMANAC_DRAIN_IDLE_MS: '20',
    })
    expect(await server.stop()).toBe(0)
  })

  it('is not held up by a log that nobody reads anymore', async () => {
    await using place = await engine!.place()
    const server = await place.startProcess()
    server.process.stderr!.destroy()
    server.process.kill('SIGTERM')
    expect(await exitCode(server)).toBe(0)
  })

  it('is not held up by connections that are kept alive', async () => {
    await using place = await engine!.place()
    const server = await place.startProcess(patient)
    const agent = new Agent({ keepAlive: true })
    const sockets = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const outgoing = request(`${server.base}/healthz`, { agent }).end()
        const [incoming] = await once(outgoing, 'response')
        incoming.resume()
        await once(incoming, 'end')
        return outgoing.socket!
      }),
    )
    expect(sockets.every(({ destroyed }) => !destroyed)).toBe(true)
    expect(await server.stop()).toBe(0)
    agent.destroy()
  })

  it('is not held up by connections that have sent nothing', async () => {
    await using place = await engine!.place()
    const server = await place.startProcess(patient)
    const socket = await openSocket(server.base)
    const closed = readToEnd(socket)
    await as(server.base).get('/healthz')
    expect(await server.stop()).toBe(0)
    expect(await closed).toBe('')
  })

  it('cuts requests that take longer than the time to drain', async () => {
    await using place = await engine!.place()
    const server = await place.startProcess({ ALMANAC_DRAIN_TIMEOUT_MS: '200' })
    const { token } = await server.mint()
    const { replies } = await slowReads(server, { token, count: 2, delayMs: 20_000 })
    expect(await server.stop()).toBe(0)
    expect(statusesOf(await replies)).toEqual(['cut', 'cut'])
  })

  it('that is requested twice happens at once', async () => {
    await using place = await engine!.place()
    const server = await place.startProcess(patient)
    const { token } = await server.mint()
    const { replies } = await slowReads(server, { token, count: 1, delayMs: 60_000 })
    server.process.kill('SIGTERM')
    await until(
      () =>
        openSocket(server.base).then(
          (socket) => !socket.destroy(),
          () => true,
        ),
      (isRefused) => isRefused,
    )
    server.process.kill('SIGTERM')
    await once(server.process, 'close')
    expect(server.process.exitCode).toBe(1)
    expect(statusesOf(await replies)).toEqual(['cut'])
  })

  it('fails readiness checks while it drains', async () => {
    await using place = await engine!.place()
    const server = await place.startProcess(patient)
    const { token } = await server.mint()
    const { replies } = await slowReads(server, { token, count: 1, delayMs: 20_000 })
    const socket = await openSocket(server.base)
    const answer = readToEnd(socket)
    // Half a request keeps the connection open when the server starts to drain.
    socket.write('GET /readyz HTTP/1.1\r\nHost: localhost\r\n')
    await as(server.base).get('/healthz')
    server.process.kill('SIGTERM')
    await until(
      () =>
        openSocket(server.base).then(
          (late) => !late.destroy(),
          () => true,
        ),
      (isRefused) => isRefused,
    )
    socket.write('\r\n')
    expect(await answer).toMatch(/^HTTP\/1\.1 503 [\s\S]*shutting down/)
    await server.kill()
    await replies
  })
})
