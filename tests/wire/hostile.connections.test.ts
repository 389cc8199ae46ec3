import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { calendars, openSocket, readToEnd } from '../support/calling.ts'
import { expectWell } from '../support/civil.ts'
import { exchange } from '../support/raw-socket.ts'
import { wireEngines } from '../support/server.ts'
import { sharedServers } from '../support/shared-server.ts'

describe('a hostile connection', { concurrent: true }, () => {
  const [engine] = wireEngines
  const shared = sharedServers(engine!, {
    environment: {
      ALMANAC_HEADERS_TIMEOUT_MS: '400',
      ALMANAC_REQUEST_TIMEOUT_MS: '800',
      ALMANAC_KEEP_ALIVE_TIMEOUT_MS: '100',
    },
  })
  const server = () => shared.servers[0]!

  /** A busy machine may take longer than the server waits, so a refusal of these requests is no failure. */
  const eventually = <T>(act: () => Promise<T>): Promise<T> => vi.waitFor(act, { timeout: 60_000 })

  it('of random bytes gets a civil refusal or is closed', async () => {
    const start = fc.constantFrom(
      '',
      'GET / HTTP/1.1\r\n',
      'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n',
      'POST /calendar/v3/calendars HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n',
      'POST / HTTP/1.1\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\n',
      'POST / HTTP/1.1\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n',
      'GET / HTTP/9.9\r\n\r\n',
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
      'CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n',
      'GET / HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
      'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n',
    )
    const connections = fc.array(fc.tuple(start, fc.uint8Array({ maxLength: 300 })), {
      minLength: 20,
      maxLength: 20,
    })
    await fc.assert(
      fc.asyncProperty(connections, async (opened) => {
        // Side by side, because most of them wait for the server to lose its patience.
        const answers = await Promise.all(
          opened.map(([head, bytes]) =>
            exchange(
              server().base,
              // The blank lines end whatever the bytes have begun.
              Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n\r\n0\r\n\r\n\r\n\r\n')]),
            ),
          ),
        )
        for (const answer of answers) expectCivilAnswer(answer)
      }),
      { numRuns: 3 },
    )
    await eventually(() => expectWell(server()))
  })

  it('that sends half a head and falls silent gets 408 or is closed', async () => {
    const sockets = await Promise.all(Array.from({ length: 50 }, () => openSocket(server().base)))
    const answers = sockets.map((socket) => {
      const answer = readToEnd(socket)
      socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: ')
      return answer
    })
    for (const answer of await Promise.all(answers)) {
      if (answer === '') continue
      expect(answer).toMatch(/^HTTP\/1\.1 408 /)
      expect(answer).toContain('"reason":"requestTimeout"')
    }
  })

  it('that sends half a body and falls silent gets 408 or is closed', async () => {
    const socket = await openSocket(server().base)
    const answer = readToEnd(socket)
    socket.write(`POST ${calendars} HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"summ`)
    expect(await answer).toMatch(/^$|^HTTP\/1\.1 40[08] /)
  })

  it.each([calendars, '/token'])(
    'that sends thousands of chunks of one byte to %s is closed',
    async (path) => {
      const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n`
      const sent = await exchange(server().base, `${head}${'1\r\na\r\n'.repeat(5_000)}0\r\n\r\n`)
      expect(sent).toBe('')
    },
  )

  it('that disconnects within a body or before the response affects no other', async () => {
    const { token } = await eventually(() => server().mint())
    const head = `POST ${calendars} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n`
    for (const text of [
      `${head}Content-Length: 1000\r\n\r\n{"summary":`,
      `${head}Transfer-Encoding: chunked\r\n\r\n5\r\n{"sum`,
      `${head}Content-Length: 15\r\n\r\n{"summary":"x"}`,
    ]) {
      await Promise.all(
        Array.from({ length: 60 }, async () => {
          const socket = await openSocket(server().base)
          await new Promise((resolve) => socket.write(text, resolve))
          socket.on('error', () => {})
          socket.resetAndDestroy()
        }),
      )
    }
    await eventually(() => expectWell(server()))
  })

  it('gets 431 for a head and 413 for a body beyond the bounds', async () => {
    const { base } = server()
    await eventually(async () => {
      const long = await exchange(
        base,
        `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(40_000)}\r\n\r\n`,
      )
      expect(long).toMatch(/^HTTP\/1\.1 431 /)
      expect(JSON.parse(long.slice(long.indexOf('{'))).error.errors[0].reason).toBeTruthy()
    })
    await eventually(async () => {
      const large = await exchange(
        base,
        `POST ${calendars} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 99999999999\r\n\r\n`,
      )
      expect(large).toMatch(/^HTTP\/1\.1 413 /)
      expect(JSON.parse(large.slice(large.indexOf('{'))).error.errors[0].reason).toBe(
        'uploadTooLarge',
      )
    })
    await eventually(() => expectWell(server()))
  })
})

it('a client that reads nothing of its responses is disconnected', async () => {
  await using place = await wireEngines[0]!.place()
  const server = await place.start({ ALMANAC_STALLED_RESPONSE_MS: '300' })
  const socket = await openSocket(server.base)
  socket.on('error', () => {}).pause()
  const document = 'GET /discovery/v1/apis/calendar/v3/rest HTTP/1.1\r\nHost: x\r\n\r\n'
  socket.write(document.repeat(400))
  // Without reading, a client learns that a connection is closed only from what it sends.
  const send = () => {
    socket.write(document)
    expect(socket.destroyed).toBe(true)
  }
  await vi.waitFor(send, { timeout: 60_000, interval: 1_000 })
  await expectWell(server)
})

function expectCivilAnswer(answer: string): void {
  for (const [, status] of answer.matchAll(/^HTTP\/1\.1 (\d+)/gm)) {
    expect(Number(status)).toBeLessThan(500)
  }
  const last = answer.slice(answer.lastIndexOf('HTTP/1.1 '))
  if (!/^HTTP\/1\.1 4/.test(last)) return
  const { error } = JSON.parse(last.slice(last.indexOf('\r\n\r\n')))
  expect(error.errors[0].reason).toMatch(/^\w+$/)
}
