import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { as, calendars, openSocket, readToEnd, settings, until } from '../support/calling.ts'
import { expectCivil, expectWell } from '../support/civil.ts'
import { expectCheap } from '../support/cpu-time.ts'
import type { HttpReply } from '../support/http.ts'
import { type TestServer, wireEngines } from '../support/server.ts'
import { sharedServers } from '../support/shared-server.ts'

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
    it(`do not wait for clients that send ${what}`, async () => {
      const [server] = shared.servers as [TestServer]
      const { token } = await server.mint()
      await as(server.base).get('/healthz')
      const replies = await expectCheap(server, async () => {
        let isDone = false
        const attacking = Promise.all([1, 2, 3].map(() => attack(token, server.base))).finally(
          () => {
            isDone = true
          },
        )
        while (!isDone) {
          expect((await as(server.base).get('/healthz')).status).toBe(200)
          await pause(5)
        }
        return attacking
      })
      for (const reply of replies) {
        expectCivil(reply)
        expect(reply.text).not.toMatch(/^HTTP\/1\.1 5\d\d/m)
      }
    })
  }
})
