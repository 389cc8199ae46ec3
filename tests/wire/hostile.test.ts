import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { as, calendars, openSocket, readToEnd, settings, until } from '../support/calling.ts'
import { type HttpReply, send } from '../support/http.ts'
import { exchange } from '../support/raw-socket.ts'
import { type TestServer, wireEngines } from '../support/server.ts'
import { sharedServers } from '../support/shared-server.ts'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND']

const oddText = fc.oneof(
  fc.string({ maxLength: 30 }),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom('\0', '\ud800', '__proto__', 'constructor', '../..', '%', '%zz', '%ff%fe', '*'),
  fc.constantFrom('primary', 'weekStart', 'timezone', '1e999', '-1', 'null', '{}', "'; drop --"),
)

const encoded = oddText.map((text) => {
  const well = text.toWellFormed()
  // Half of them as a client would write them, the others nearly so.
  return text.length % 2 === 0 ? encodeURIComponent(well) : well.replace(/[^!-~]|[#\s]/g, '%00')
})

const path = fc.oneof(
  encoded.map((id) => `${calendars}/${id}`),
  encoded.map((id) => `${calendars}/${id}/clear`),
  encoded.map((id) => `${settings}/${id}`),
  encoded.map((id) => `/almanac/v1/users/me/settings/${id}`),
  encoded.map((id) => `/discovery/v1/apis/${id}/v3/rest`),
  fc.constantFrom(calendars, settings, '/calendar/v3/colors', '/batch', '/batch/calendar/v3', '/'),
  fc.array(encoded, { maxLength: 5 }).map((parts) => `/${parts.join('/')}`),
)

const parameter = fc.constantFrom(
  'fields',
  'alt',
  'prettyPrint',
  'quotaUser',
  'key',
  'maxResults',
  'pageToken',
  'syncToken',
  'access_token',
  'unknown',
)

const query = fc
  .array(fc.tuple(parameter, encoded), { maxLength: 4 })
  .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('&'))

const json = fc.oneof(
  fc.json({ maxDepth: 4 }),
  fc.json().map((text) => text.slice(0, -1)),
  fc
    .record(
      {
        summary: fc.anything(),
        description: fc.anything(),
        timeZone: oddText,
        value: oddText,
        labelProperties: fc.anything(),
        conferenceProperties: fc.anything(),
      },
      { requiredKeys: [] },
    )
    .map((body) => JSON.stringify(body, (_, value) => (typeof value === 'bigint' ? 7 : value))),
)

const body = fc.oneof(
  fc.constant(undefined),
  json.map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
)

const headers = fc.record(
  {
    'Content-Type': fc.constantFrom(
      'application/json',
      'application/json; charset=utf-16',
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/mixed; boundary=b',
      'multipart/mixed',
      ';;;',
    ),
    'Content-Encoding': fc.constantFrom('gzip', 'br', 'identity', 'gzip, gzip'),
    'If-Match': fc.constantFrom('*', '""', 'W/"', '"1", "2"', ',,,'),
    'If-None-Match': fc.constantFrom('*', '""', 'x'),
    'X-HTTP-Method-Override': fc.constantFrom('PATCH', 'GET', 'NOPE', '__proto__', 'DELETE'),
    'Accept-Encoding': fc.constantFrom('gzip', '*;q=0', 'gzip;q=x', ',,'),
    Authorization: fc.constantFrom('Bearer', 'Bearer x', 'Basic eDp5', 'bearer  ', 'Bearer \u00ff'),
    'X-Goog-Quota-User': fc.constantFrom('x', '\u00ff', ' '),
    'X-Goog-Api-Key': fc.constantFrom('', 'x'),
    'X-Forwarded-Host': fc.constantFrom('a/b', '[::', 'x:99999'),
    Expect: fc.constantFrom('100-continue', 'a miracle'),
    Origin: fc.constantFrom('null', 'http://x'),
    Range: fc.constant('bytes=0-1'),
  },
  { requiredKeys: [] },
)

/** Never our fault, and always in the form that clients read. */
function expectCivil(reply: Pick<HttpReply, 'status' | 'text' | 'json'>, method = 'GET'): void {
  expect(reply.status).toBeLessThan(500)
  if (reply.status < 400 || method === 'HEAD') return
  expect(reply.json.error?.code).toBe(reply.status)
  expect(reply.json.error?.errors[0]?.reason).toMatch(/^\w+$/)
  expect(reply.text).not.toMatch(/node_modules|\.ts:\d+/)
}

/** Answers as fast and as right as before. */
async function expectWell(server: TestServer): Promise<void> {
  const { token } = await server.mint()
  const began = performance.now()
  expect((await as(server.base, token).primary()).status).toBe(200)
  expect((await as(server.base).get('/readyz')).status).toBe(200)
  expect(performance.now() - began).toBeLessThan(2_000)
  expect(server.output().stderr).not.toContain('request failed')
}

for (const engine of wireEngines) {
  const skip = engine.unavailable !== undefined
  describe(`a hostile client on ${engine.name}`, { skip }, () => {
    const shared = sharedServers(engine)

    it('gets a well-formed refusal or answer to whatever it asks', async () => {
      const [server] = shared.servers as [TestServer]
      const { token } = await server.mint()
      await fc.assert(
        fc.asyncProperty(
          fc.record({ method: fc.constantFrom(...methods), path, query, body, headers }),
          async ({ method, path, query, body, headers }) => {
            const reply = await send(`${server.base}${path}?${query}`, {
              method,
              body,
              headers: { Authorization: `Bearer ${token}`, ...headers } as Record<string, string>,
            })
            expectCivil(reply, method)
          },
        ),
        { numRuns: 600 },
      )
      await expectWell(server)
    })

    it('gets one reply for each part of whatever it sends as a batch', async () => {
      const [server] = shared.servers as [TestServer]
      const { token } = await server.mint()
      const line = fc.tuple(fc.constantFrom(...methods, 'get', 'x y'), path, query)
      const part = fc.oneof(
        fc
          .tuple(line, json)
          .map(([[method, path, query], text]) =>
            [
              'Content-Type: application/http',
              'Content-ID: <1>',
              '',
              `${method} ${path}?${query}`,
              'Content-Type: application/json',
              '',
              text,
            ].join('\r\n'),
          ),
        fc.string({ maxLength: 100 }),
        fc.string({ unit: 'binary', maxLength: 60 }),
      )
      await fc.assert(
        fc.asyncProperty(
          fc.array(part, { maxLength: 8 }),
          fc.constantFrom('', '?prettyPrint=true', '?fields=id', '?quotaUser=x&alt=json'),
          fc.nat(20),
          async (parts, query, cut) => {
            const text = `${parts.map((one) => `--b\r\n${one}\r\n`).join('')}--b--`
            const whole = Buffer.from(text)
            const reply = await as(server.base, token).post(
              `/batch${query}`,
              // Some end too early.
              cut < 5 ? whole.subarray(0, whole.length - cut) : whole,
              { 'Content-Type': 'multipart/mixed; boundary=b' },
            )
            expectCivil(reply)
            expect(reply.text).not.toMatch(/^HTTP\/1\.1 5\d\d/m)
          },
        ),
        { numRuns: 150 },
      )
      await expectWell(server)
    })

    it('spoils no other part of a batch with a part that cannot be read', async () => {
      const [server] = shared.servers as [TestServer]
      const { token } = await server.mint()
      const good = { path: `${calendars}/primary` }
      for (const bad of ['%zz', '?fields=%zz', '?%ff', `?${'a&'.repeat(1200)}`]) {
        for (const outer of ['/batch', '/batch?prettyPrint=false']) {
          const replies = await as(server.base, token).batch(
            [good, { path: `${calendars}/primary${bad}` }, good],
            outer,
          )
          expect(replies.map(({ status }) => status)).toEqual([200, 400, 200])
        }
      }
    })

    it('gets 400 for gzip data that is cut off anywhere or damaged', async () => {
      const [server] = shared.servers as [TestServer]
      const { token } = await server.mint()
      const whole = gzipSync(JSON.stringify({ summary: 'compressed' }))
      const send = (bytes: Buffer) =>
        as(server.base, token).post(calendars, bytes, {
          'Content-Type': 'application/json',
          'Content-Encoding': 'gzip',
        })
      expect((await send(whole)).status).toBe(200)
      for (let length = 1; length < whole.length; length += 3) {
        const reply = await send(whole.subarray(0, length))
        expect([length, reply.status]).toEqual([length, 400])
        expectCivil(reply)
      }
      const damaged = Buffer.from(whole)
      damaged[14]! ^= 0xff
      expect((await send(damaged)).status).toBe(400)
      const bomb = gzipSync(Buffer.alloc(200_000_000, 0x20), { level: 9 })
      const reply = await send(bomb)
      expect(reply.status).toBe(413)
      expectCivil(reply)
    })
  })
}

describe('a hostile connection', () => {
  const [engine] = wireEngines
  const shared = sharedServers(engine!, {
    environment: {
      ALMANAC_HEADERS_TIMEOUT_MS: '400',
      ALMANAC_REQUEST_TIMEOUT_MS: '800',
      ALMANAC_KEEP_ALIVE_TIMEOUT_MS: '100',
    },
  })
  const server = () => shared.servers[0]!

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
    await fc.assert(
      fc.asyncProperty(start, fc.uint8Array({ maxLength: 300 }), async (head, bytes) => {
        const answer = await exchange(
          server().base,
          // The blank lines end whatever the bytes have begun.
          Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n\r\n0\r\n\r\n\r\n\r\n')]),
        )
        for (const [, status] of answer.matchAll(/^HTTP\/1\.1 (\d+)/gm)) {
          expect(Number(status)).toBeLessThan(500)
        }
        const last = answer.slice(answer.lastIndexOf('HTTP/1.1 '))
        if (!/^HTTP\/1\.1 4/.test(last)) return
        const { error } = JSON.parse(last.slice(last.indexOf('\r\n\r\n')))
        expect(error.errors[0].reason).toMatch(/^\w+$/)
      }),
      { numRuns: 60 },
    )
    await expectWell(server())
  })

  it('that sends half a head and falls silent gets 408 or is closed', async () => {
    const sockets = await Promise.all(Array.from({ length: 50 }, () => openSocket(server().base)))
    const answers = sockets.map((socket) => {
      const answer = readToEnd(socket)
      socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: ')
      return answer
    })
    const began = performance.now()
    for (const answer of await Promise.all(answers)) {
      if (answer === '') continue
      expect(answer).toMatch(/^HTTP\/1\.1 408 /)
      expect(answer).toContain('"reason":"requestTimeout"')
    }
    expect(performance.now() - began).toBeLessThan(10_000)
  })

  it('that sends half a body and falls silent gets 408 or is closed', async () => {
    const socket = await openSocket(server().base)
    const answer = readToEnd(socket)
    socket.write(`POST ${calendars} HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"summ`)
    const began = performance.now()
    expect(await answer).toMatch(/^$|^HTTP\/1\.1 40[08] /)
    expect(performance.now() - began).toBeLessThan(10_000)
  })

  it('that goes away in the middle of a body or before the answer harms nobody', async () => {
    const { token } = await server().mint()
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
    await expectWell(server())
  })

  it('gets 431 for a head and 413 for a body beyond the bounds', async () => {
    const { base } = server()
    const long = await exchange(
      base,
      `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(40_000)}\r\n\r\n`,
    )
    expect(long).toMatch(/^HTTP\/1\.1 431 /)
    expect(JSON.parse(long.slice(long.indexOf('{'))).error.errors[0].reason).toBeTruthy()
    const large = await exchange(
      base,
      `POST ${calendars} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 99999999999\r\n\r\n`,
    )
    expect(large).toMatch(/^HTTP\/1\.1 413 /)
    expect(JSON.parse(large.slice(large.indexOf('{'))).error.errors[0].reason).toBe(
      'uploadTooLarge',
    )
    await expectWell(server())
  })
})

describe('many connections', () => {
  const [engine] = wireEngines
  const shared = sharedServers(engine!)

  it('are all answered: 2,000 at a time', async () => {
    const [server] = shared.servers as [TestServer]
    const { token } = await server.mint()
    const head = `GET ${calendars}/primary HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n`
    const sockets = await Promise.all(Array.from({ length: 2_000 }, () => openSocket(server.base)))
    const answers = sockets.map((socket) => {
      const answer = readToEnd(socket)
      socket.write(`${head}Connection: close\r\n\r\n`)
      return answer
    })
    const statuses = (await Promise.all(answers)).map((answer) => answer.slice(9, 12))
    expect(new Set(statuses)).toEqual(new Set(['200']))
    await expectWell(server)
  })

  it('beyond the bound are closed, and those within it are served', async () => {
    await using place = await engine!.place()
    const server = await place.start({ ALMANAC_CONNECTIONS_MAX: '20' })
    const sockets = await Promise.all(Array.from({ length: 60 }, () => openSocket(server.base)))
    const answers = sockets.map((socket) => {
      const answer = readToEnd(socket)
      socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
      return answer
    })
    const served = (await Promise.all(answers)).filter((answer) => answer.includes(' 200 '))
    expect(served.length).toBeGreaterThanOrEqual(20)
    await until(
      () => as(server.base).get('/healthz'),
      ({ status }) => status === 200,
    )
  })

  const megabytes = 1_000_000
  const deep = `{"summary":"x","a":${'['.repeat(60)}${']'.repeat(60)}}`
  for (const [what, attack] of [
    [
      '5 MB of brackets',
      (token, base) => as(base, token).post(calendars, '['.repeat(5 * megabytes)),
    ],
    [
      '5 MB of text in one property',
      (token, base) => as(base, token).insert({ summary: 'x'.repeat(4.9 * megabytes) }),
    ],
    [
      '5 MB of small members',
      (token, base) =>
        as(base, token).post(calendars, `{${'"a":1,'.repeat(0.8 * megabytes)}"a":1}`),
    ],
    [
      '5 MB of escaped quotes',
      (token, base) =>
        as(base, token).post(calendars, `{"summary":"${'\\"'.repeat(2.4 * megabytes)}"}`),
    ],
    [
      '5 MB of backslashes',
      (token, base) =>
        as(base, token).post(calendars, `{"summary":"${'\\'.repeat(4.9 * megabytes)}`),
    ],
    ['a nested body', (token, base) => as(base, token).post(calendars, deep)],
    [
      'a huge selection of fields',
      (token, base) =>
        as(base, token).get(`${settings}?fields=${'items/id,'.repeat(1700)}items/value`),
    ],
    [
      'a selection of fields in a form',
      (token, base) =>
        as(base, token).post(settings, `fields=${'items('.repeat(0.8 * megabytes)}`, {
          'Content-Type': 'application/x-www-form-urlencoded',
          'X-HTTP-Method-Override': 'GET',
        }),
    ],
    [
      'a form of many pairs',
      (token, base) =>
        as(base, token).post(settings, 'a=b&'.repeat(1.2 * megabytes), {
          'Content-Type': 'application/x-www-form-urlencoded',
          'X-HTTP-Method-Override': 'GET',
        }),
    ],
    [
      'a batch of 1,000 parts of garbage',
      (token, base) =>
        as(base, token).post('/batch', `${'--b\r\n\r\ngarbage %zz\r\n'.repeat(1000)}--b--`, {
          'Content-Type': 'multipart/mixed; boundary=b',
        }),
    ],
    [
      'a batch of a million boundaries',
      (token, base) =>
        as(base, token).post('/batch', '--b\r\n'.repeat(megabytes), {
          'Content-Type': 'multipart/mixed; boundary=b',
        }),
    ],
    [
      'a batch that is one line of dashes',
      (token, base) =>
        as(base, token).post('/batch', '-'.repeat(20 * megabytes), {
          'Content-Type': 'multipart/mixed; boundary=-----',
        }),
    ],
  ] as [string, (token: string, base: string) => Promise<HttpReply>][]) {
    it(`wait for nobody who sends ${what}`, async () => {
      const [server] = shared.servers as [TestServer]
      const { token } = await server.mint()
      await as(server.base).get('/healthz')
      let isDone = false
      const attacking = Promise.all([1, 2, 3].map(() => attack(token, server.base))).finally(() => {
        isDone = true
      })
      const durations: number[] = []
      while (!isDone) {
        const began = performance.now()
        expect((await as(server.base).get('/healthz')).status).toBe(200)
        durations.push(performance.now() - began)
      }
      for (const reply of await attacking) {
        expectCivil(reply)
        expect(reply.text).not.toMatch(/^HTTP\/1\.1 5\d\d/m)
      }
      expect(Math.max(0, ...durations)).toBeLessThan(1_000)
    })
  }
})
