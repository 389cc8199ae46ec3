import { describe, expect, it } from 'vitest'
import { as, calendars, type Reply, until } from '../support/calling.ts'
import { embeddedEngine, runAlmanac, type TestServer, wireEngines } from '../support/server.ts'
import { sharedServers } from '../support/shared-server.ts'

// Ten seconds into a minute; the clock stands still unless a test moves it.
const noon = '2027-03-01T12:00:10Z'

const freeze = (server: TestServer, now = noon) =>
  as(server.base).post('/_almanac/clock', { now, frozen: true })

const advance = (server: TestServer, by: number | string) =>
  as(server.base).post('/_almanac/clock', { advance: by })

/** Statuses of so many reads one after another. */
async function read(count: number, base: string, token: string): Promise<number[]> {
  const statuses: number[] = []
  for (let index = 0; index < count; index++) {
    statuses.push((await as(base, token).primary()).status)
  }
  return statuses
}

const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value)

interface Use {
  subject: string
  minute: number
  day: number
  minuteMax?: number
  dayMax?: number
}

async function uses(server: TestServer): Promise<Use[]> {
  return (await as(server.base).get('/_almanac/quota')).json.subjects as Use[]
}

function expectRefusal(reply: Reply, reason: string, status = 403): void {
  expect(reply.status).toBe(status)
  expect(reply.json.error).toMatchObject({
    code: status,
    errors: [{ domain: 'usageLimits', reason }],
  })
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
}

for (const engine of wireEngines) {
  const skip = engine.unavailable !== undefined

  describe(`quota without ceilings on ${engine.name}`, { skip }, () => {
    it('is metered and shown, and rejects nobody', async () => {
      await using place = await engine.place()
      const server = await place.start()
      await freeze(server)
      const { token } = await server.mint()
      const { token: other } = await server.mint()
      expect(await read(40, server.base, token)).toEqual(times(40, 200))
      await as(server.base, other).patch(`${calendars}/primary`, { location: 'here' })
      const subjects = await uses(server)
      const users = subjects.filter(({ subject }) => subject.startsWith('user:'))
      expect(users.map(({ minute, day }) => ({ minute, day }))).toEqual([
        { minute: 40, day: 40 },
        { minute: 3, day: 3 },
      ])
      expect(subjects.find(({ subject }) => subject === 'client:workbench')).toEqual({
        subject: 'client:workbench',
        minute: 43,
        day: 43,
      })
      const { text } = await as(server.base).get('/metrics')
      expect(text).toMatch(/^almanac_quota_units_total 43$/m)
      expect(text).toMatch(/^almanac_quota_refusals_total\{tier="user"\} 0$/m)
    })
  })

  describe(`a ceiling for users on ${engine.name}`, { skip }, () => {
    const shared = sharedServers(engine, { environment: { ALMANAC_QUOTA_USER_PER_MINUTE: '5' } })

    it('rejects the sixth unit of a minute and no other caller', async () => {
      const [server] = shared.servers as [TestServer]
      await freeze(server)
      const { token } = await server.mint()
      const { token: other } = await server.mint()
      expect(await read(5, server.base, token)).toEqual(times(5, 200))
      expectRefusal(await as(server.base, token).primary(), 'userRateLimitExceeded')
      expect(await read(5, server.base, other)).toEqual(times(5, 200))
      const shown = (await uses(server)).find(({ minuteMax }) => minuteMax !== undefined)
      expect(shown).toMatchObject({ minute: 5, minuteMax: 5 })
      expect((await as(server.base).get('/metrics')).text).toMatch(
        /^almanac_quota_refusals_total\{tier="user"\} [1-9]/m,
      )
    })

    // What follows does not depend on the engine.
    if (engine !== embeddedEngine) return

    it('lets the caller in again after the time that Retry-After names, and not before', async () => {
      const [server] = shared.servers as [TestServer]
      await freeze(server, '2027-03-02T12:00:10Z')
      const { token } = await server.mint()
      await read(5, server.base, token)
      const refused = await as(server.base, token).primary()
      const waitS = Number(refused.headers['retry-after'])
      expect(waitS).toBeLessThanOrEqual(120)
      await advance(server, waitS - 1)
      expectRefusal(await as(server.base, token).primary(), 'userRateLimitExceeded')
      await advance(server, 1)
      expect(await read(1, server.base, token)).toEqual([200])
      await advance(server, 'PT2M')
      expect(await read(5, server.base, token)).toEqual(times(5, 200))
    })

    it('charges three units for a patch and nothing for a refused request', async () => {
      const [server] = shared.servers as [TestServer]
      await freeze(server, '2027-03-03T12:00:10Z')
      const { token } = await server.mint()
      const me = as(server.base, token)
      const patch = () => me.patch(`${calendars}/primary`, { location: 'here' })
      expect((await patch()).status).toBe(200)
      for (let tries = 0; tries < 3; tries++) {
        expectRefusal(await patch(), 'userRateLimitExceeded')
      }
      expect(await read(3, server.base, token)).toEqual([200, 200, 403])
    })

    it('charges a batch the sum of its parts', async () => {
      const [server] = shared.servers as [TestServer]
      await freeze(server, '2027-03-04T12:00:10Z')
      const { token } = await server.mint()
      const get = { path: `${calendars}/primary` }
      const patch = { method: 'PATCH', path: `${calendars}/primary`, body: { location: 'there' } }
      const replies = await as(server.base, token).batch([get, patch])
      expect(replies.map(({ status }) => status)).toEqual([200, 200])
      const more = await as(server.base, token).batch([get, get, get])
      expect(more.map(({ status }) => status).sort()).toEqual([200, 403, 403])
      expectRefusal(more.find(({ status }) => status === 403)!, 'userRateLimitExceeded')
    })

    it('charges requests that fail later, but not those without credentials', async () => {
      const [server] = shared.servers as [TestServer]
      await freeze(server, '2027-03-05T12:00:10Z')
      const { token } = await server.mint()
      const me = as(server.base, token)
      for (const status of [404, 404, 404, 404, 404, 403]) {
        expect((await me.get(`${calendars}/nowhere`)).status).toBe(status)
      }
      for (let tries = 0; tries < 8; tries++) {
        expect((await as(server.base).primary()).status).toBe(401)
      }
    })

    it('cannot be bypassed by naming another user', async () => {
      const [server] = shared.servers as [TestServer]
      await freeze(server, '2027-03-06T12:00:10Z')
      const { email, token } = await server.mint()
      const { json: other } = await as(server.base).post('/_almanac/tokens', {
        email,
        clientId: 'another client',
      })
      await read(5, server.base, token)
      for (const me of [as(server.base, token), as(server.base, other.token as string)]) {
        expectRefusal(await me.primary(), 'userRateLimitExceeded')
        expectRefusal(await me.get(`${calendars}/primary?quotaUser=ann`), 'userRateLimitExceeded')
        const headers = { 'X-Goog-Quota-User': 'bob' }
        expectRefusal(await me.get(`${calendars}/primary`, headers), 'userRateLimitExceeded')
      }
    })

    it('charges a quotaUser with odd characters like any other', async () => {
      const [server] = shared.servers as [TestServer]
      await freeze(server, '2027-03-07T12:00:10Z')
      const { token } = await server.mint()
      for (const name of ['%00', 'a%00b', '%F0%9F%93%85'.repeat(30), '%27%22%3B--', '%ED%9F%BF']) {
        const reply = await as(server.base, token).get(`${calendars}/primary?quotaUser=${name}`)
        expect([name, reply.status]).toEqual([name, expect.toBeOneOf([200, 400])])
      }
      expect((await as(server.base).get('/_almanac/quota')).status).toBe(200)
    })
  })

  describe(`other ceilings on ${engine.name}`, { skip }, () => {
    it('of a day survive a restart and end at midnight', async () => {
      await using place = await engine.place()
      const environment = { ALMANAC_QUOTA_USER_PER_DAY: '4' }
      const server = await place.start(environment)
      await freeze(server)
      const { token } = await server.mint()
      expect(await read(3, server.base, token)).toEqual(times(3, 200))
      await server.stop()
      const again = await place.start(environment)
      expect(await read(1, again.base, token)).toEqual([200])
      const refused = await as(again.base, token).primary()
      expectRefusal(refused, 'userRateLimitExceeded')
      expect(Number(refused.headers['retry-after'])).toBe(12 * 3600 - 10)
      await advance(again, 12 * 3600 - 10)
      expect(await read(1, again.base, token)).toEqual([200])
    })

    // What follows does not depend on the engine.
    if (engine !== embeddedEngine) return

    it('of clients are shared by all their users', async () => {
      await using place = await engine.place()
      const server = await place.start({ ALMANAC_QUOTA_CLIENT_PER_MINUTE: '5' })
      await freeze(server)
      const { token } = await server.mint()
      const { token: other } = await server.mint()
      const { json: elsewhere } = await as(server.base).post('/_almanac/tokens', {
        email: 'someone@example.com',
        clientId: 'another client',
      })
      expect(await read(3, server.base, token)).toEqual(times(3, 200))
      expect(await read(2, server.base, other)).toEqual(times(2, 200))
      expectRefusal(await as(server.base, token).primary(), 'rateLimitExceeded')
      expectRefusal(await as(server.base, other).primary(), 'rateLimitExceeded')
      expect(await read(5, server.base, elsewhere.token as string)).toEqual(times(5, 200))
    })

    it('of a key are divided by quotaUser', async () => {
      await using place = await engine.place()
      const server = await place.start({
        ALMANAC_QUOTA_USER_PER_MINUTE: '2',
        ALMANAC_QUOTA_CLIENT_PER_MINUTE: '5',
      })
      await freeze(server)
      const made = await runAlmanac(['key', 'create', 'website'], place.environment)
      const [, key] = /^(alm_key_\S+)/.exec(made.stdout)!
      const colorsFor = (name: string) =>
        as(server.base).get(`/calendar/v3/colors?key=${key}&quotaUser=${name}`)
      for (const name of ['ann', 'ann', 'bob', 'bob']) {
        expect((await colorsFor(name)).status).toBe(200)
      }
      expectRefusal(await colorsFor('ann'), 'userRateLimitExceeded')
      expect((await colorsFor('cleo')).status).toBe(200)
      expectRefusal(await colorsFor('dora'), 'rateLimitExceeded')
    })

    it('of clients are not shared by those who use tokens of their own', async () => {
      await using place = await engine.place()
      const server = await place.start({ ALMANAC_QUOTA_CLIENT_PER_MINUTE: '3' })
      await freeze(server)
      const personal = async () => {
        const { token } = await server.mint()
        const wanted = { name: 'mine', scopes: ['https://www.googleapis.com/auth/calendar'] }
        const made = await as(server.base, token).post('/almanac/v1/users/me/tokens', wanted)
        return made.json.token as string
      }
      const [mine, yours] = [await personal(), await personal()]
      expect(await read(4, server.base, mine)).toEqual([200, 200, 200, 403])
      expect(await read(3, server.base, yours)).toEqual(times(3, 200))
    })

    it('of anonymous callers are counted by the address that a trusted proxy names', async () => {
      await using place = await engine.place()
      const server = await place.start({
        ALMANAC_MODE: 'dev',
        ALMANAC_TRUSTED_PROXIES: '127.0.0.1,10.0.0.0/8',
        ALMANAC_QUOTA_USER_PER_MINUTE: '2',
      })
      await freeze(server)
      const searchFrom = (forwarded: string) =>
        as(server.base).get('/books/v1/volumes?q=x', { 'X-Forwarded-For': forwarded })
      for (const forged of ['203.0.113.1', '203.0.113.2']) {
        expect((await searchFrom(`${forged}, 198.51.100.7, 10.0.0.2`)).status).toBe(200)
      }
      expect((await searchFrom('203.0.113.3, 198.51.100.7')).status).toBe(429)
      expect((await searchFrom('198.51.100.8')).status).toBe(200)
    })

    it('answer 429 if the operator prefers it', async () => {
      await using place = await engine.place()
      const server = await place.start({
        ALMANAC_QUOTA_USER_PER_MINUTE: '1',
        ALMANAC_QUOTA_STATUS: '429',
      })
      await freeze(server)
      const { token } = await server.mint()
      await read(1, server.base, token)
      expectRefusal(await as(server.base, token).primary(), 'userRateLimitExceeded', 429)
    })
  })
}

for (const engine of wireEngines.filter(({ name }) => name.startsWith('postgres'))) {
  const skip = engine.unavailable !== undefined
  describe(`ceilings of two processes on ${engine.name}`, { skip }, () => {
    it('apply exactly to both together', async () => {
      await using place = await engine.place()
      const environment = {
        ALMANAC_QUOTA_USER_PER_MINUTE: '20',
        ALMANAC_QUOTA_CLIENT_PER_MINUTE: '30',
      }
      const servers = await Promise.all([place.start(environment), place.startProcess(environment)])
      await freeze(servers[0])
      await until(
        () => as(servers[1].base).get('/_almanac/clock'),
        ({ json }) => json.frozen === true,
      )
      const { token } = await servers[0].mint()
      const { token: other } = await servers[0].mint()
      const readAtOnce = async (count: number, who: string) => {
        const replies = await Promise.all(
          Array.from({ length: count }, (_, index) => as(servers[index % 2]!.base, who).primary()),
        )
        return replies.filter(({ status }) => status === 200).length
      }
      expect(await readAtOnce(60, token)).toBe(20)
      expect(await readAtOnce(60, other)).toBe(10)
      const subjects = await uses(servers[1])
      expect(subjects.map(({ minute }) => minute).sort((a, b) => b - a)).toEqual([30, 20, 10])
    })
  })
}
