import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyText } from '../support/any-text.ts'
import { as, calendars, settings } from '../support/calling.ts'
import { expectCivil, expectWell } from '../support/civil.ts'
import { send } from '../support/http.ts'
import { embeddedEngine, type TestServer } from '../support/server.ts'
import { sharedServers } from '../support/shared-server.ts'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND']

const oddText = fc.oneof(
  fc.string({ maxLength: 30 }),
  anyText({ maxLength: 30 }),
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

describe('a hostile client', () => {
  const shared = sharedServers(embeddedEngine)

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
          // CalDAV answers at the root as well, and refuses in words or XML.
          const isOfCaldav =
            method === 'PROPFIND' &&
            /^(?:text\/plain|application\/xml)/.test(reply.headers['content-type'] ?? '')
          if (isOfCaldav) expect(reply.status).toBeLessThan(500)
          else expectCivil(reply, method)
        },
      ),
      { numRuns: 300 },
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
      anyText({ maxLength: 60 }),
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
      { numRuns: 100 },
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
