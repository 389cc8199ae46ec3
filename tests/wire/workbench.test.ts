import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { as, calendars, settings } from '../support/calling.ts'
import { freshFolder } from '../support/fresh.ts'
import { type TestServer, wireEngines, writeTokensFile } from '../support/server.ts'
import { borrowServer } from '../support/server-pool.ts'
import { sharedServers } from '../support/shared-server.ts'

const scope = (name: string) => `https://www.googleapis.com/auth/${name}`

for (const engine of wireEngines) {
  const skip = engine.unavailable !== undefined

  describe(`workbench tokens on ${engine.name}`, { skip }, () => {
    const shared = sharedServers(engine)
    const bench = () => as(shared.servers[0]!.base)

    it('make a user with a primary calendar the first time and keep the user afterwards', async () => {
      const { json: first } = await bench().post('/_almanac/tokens', { email: 'New@Example.com' })
      expect(first).toMatchObject({ email: 'new@example.com', token: expect.any(String) })
      const { json: second } = await bench().post('/_almanac/tokens', { email: 'new@example.com' })
      expect(second.token).not.toBe(first.token)
      const { base } = shared.servers[0]!
      const [one, two] = await Promise.all(
        [first, second].map(({ token }) => as(base, token as string).primary()),
      )
      expect(one!.json).toMatchObject({ id: 'new@example.com', summary: 'new@example.com' })
      expect(two!.json).toEqual(one!.json)
    })

    it('allow only what their scopes say', async () => {
      const { token } = await shared.servers[0]!.mint({ scopes: [scope('calendar.readonly')] })
      const me = as(shared.servers[0]!.base, token)
      expect((await me.primary()).status).toBe(200)
      const refused = await me.insert({ summary: 'no' })
      expect(refused.status).toBe(403)
      expect(refused.json.error.errors[0]!.reason).toBe('insufficientPermissions')
    })

    it('expire by the clock of the server, also when they were used a moment ago', async () => {
      await using borrowed = await borrowServer({ engine })
      const { server } = borrowed
      const { json } = await as(server.base).post('/_almanac/tokens', {
        email: 'short@example.com',
        expiresInS: 3600,
      })
      const me = as(server.base, json.token as string)
      expect((await me.primary()).status).toBe(200)
      await as(server.base).post('/_almanac/clock', { advance: 3590 })
      expect((await me.primary()).status).toBe(200)
      await as(server.base).post('/_almanac/clock', { advance: 'PT11S' })
      const refused = await me.primary()
      expect(refused.status).toBe(401)
      expect(refused.json.error.errors[0]!.reason).toBe('authError')
      await as(server.base).post('/_almanac/clock', { advance: -60 })
      expect((await me.primary()).status).toBe(200)
    })

    for (const [what, body] of [
      ['without an email', {}],
      ['for something that is no address', { email: 'nobody' }],
      ['with scopes that are no list', { email: 'a@example.com', scopes: { a: 1 } }],
      ['that live no second', { email: 'a@example.com', expiresInS: 0 }],
    ] as const) {
      it(`are not minted ${what}`, async () => {
        const refused = await bench().post('/_almanac/tokens', body)
        expect(refused.status).toBe(400)
        expect(refused.json.error.errors[0]!.reason).toBeTruthy()
      })
    }
  })

  describe(`the workbench clock on ${engine.name}`, { skip }, () => {
    const shared = sharedServers(engine)
    const bench = () => as(shared.servers[0]!.base)
    const setClock = async (body: object) => (await bench().post('/_almanac/clock', body)).json
    const nowMs = async () => Date.parse((await bench().get('/_almanac/clock')).json.now as string)

    it('stands still when it is frozen and moves by seconds and by durations', async () => {
      expect(await setClock({ now: '2030-01-31T10:00:00Z', frozen: true })).toEqual({
        now: '2030-01-31T10:00:00.000Z',
        frozen: true,
      })
      for (const [advance, now] of [
        [90, '2030-01-31T10:01:30.000Z'],
        ['30', '2030-01-31T10:02:00.000Z'],
        ['1.5', '2030-01-31T10:02:01.500Z'],
        ['-1.5', '2030-01-31T10:02:00.000Z'],
        ['PT58M', '2030-01-31T11:00:00.000Z'],
        ['P1D', '2030-02-01T11:00:00.000Z'],
        ['P1W', '2030-02-08T11:00:00.000Z'],
        ['-PT1H', '2030-02-08T10:00:00.000Z'],
      ] as const) {
        expect(await setClock({ advance })).toEqual({ now, frozen: true })
      }
      expect((await bench().get('/_almanac/clock')).json.now).toBe('2030-02-08T10:00:00.000Z')
    })

    it('runs on from where it was set, and goes back to the machine', async () => {
      await setClock({ now: '2040-06-01T00:00:00+02:00', frozen: false })
      const start = Date.parse('2040-05-31T22:00:00Z')
      const shown = await nowMs()
      expect(shown).toBeGreaterThanOrEqual(start)
      expect(shown).toBeLessThan(start + 60_000)
      expect(await setClock({ reset: true })).toMatchObject({ frozen: false })
      expect(Math.abs((await nowMs()) - Date.now())).toBeLessThan(60_000)
    })

    it('takes a duration finer than its own ticks', async () => {
      await setClock({ now: '2030-01-01T00:00:00Z', frozen: true })
      for (const advance of ['PT0.0004S', 'PT0.000000001S', '0.0001']) {
        expect((await bench().post('/_almanac/clock', { advance })).status).toBe(200)
      }
      expect((await setClock({ frozen: false })).frozen).toBe(false)
      expect((await bench().get('/_almanac/clock')).status).toBe(200)
    })

    for (const body of [
      {},
      { now: 'tomorrow' },
      { now: '2030-01-01T00:00:00' },
      { now: '2030-02-30T00:00:00Z' },
      { now: '1969-12-31T23:59:59Z' },
      { advance: 'soon' },
      { advance: 'P' },
      { advance: '9'.repeat(400) },
      { advance: 'P9999999Y' },
      { advance: '' },
      { frozen: 'perhaps' },
      { now: 7 },
    ]) {
      it(`refuses ${JSON.stringify(body).slice(0, 60)} and stays as it was`, async () => {
        await setClock({ now: '2030-01-01T00:00:00Z', frozen: true })
        const refused = await bench().post('/_almanac/clock', body)
        expect([refused.status, refused.json.error?.errors.length]).toEqual([400, 1])
        expect((await bench().get('/_almanac/clock')).json.now).toBe('2030-01-01T00:00:00.000Z')
      })
    }

    it('is kept over a restart', async () => {
      await using place = await engine.place()
      const server = await place.start()
      await as(server.base).post('/_almanac/clock', { now: '2030-01-01T00:00:00Z', frozen: true })
      await server.stop()
      const again = await place.start()
      expect((await as(again.base).get('/_almanac/clock')).json).toEqual({
        now: '2030-01-01T00:00:00.000Z',
        frozen: true,
      })
    })
  })

  describe(`workbench faults on ${engine.name}`, { skip }, () => {
    const shared = sharedServers(engine)
    const bench = () => as(shared.servers[0]!.base)
    const setFault = async (fault: object) => {
      await bench().delete('/_almanac/faults')
      return bench().post('/_almanac/faults', fault)
    }
    const someone = async () => {
      const { base } = shared.servers[0]!
      return as(base, (await shared.servers[0]!.mint()).token)
    }

    it('answer the status, reason, message and Retry-After that were asked for', async () => {
      const me = await someone()
      await setFault({
        operation: 'calendar.calendars.get',
        status: 403,
        reason: 'rateLimitExceeded',
        message: 'Slow down',
        retryAfterS: 17,
      })
      const reply = await me.primary()
      expect(reply.status).toBe(403)
      expect(reply.headers['retry-after']).toBe('17')
      expect(reply.json.error).toMatchObject({
        code: 403,
        message: 'Slow down',
        errors: [{ domain: 'usageLimits', reason: 'rateLimitExceeded', message: 'Slow down' }],
      })
      expect((await me.get(settings)).status).toBe(200)
      await setFault({ operation: 'calendar.calendars.get', status: 503 })
      expect((await me.primary()).json.error.errors[0]!.reason).toBe('backendError')
    })

    it('change nothing when they strike a write', async () => {
      const me = await someone()
      await setFault({ operation: 'calendar.calendars.patch', status: 500 })
      expect((await me.patch(`${calendars}/primary`, { location: 'x' })).status).toBe(500)
      await bench().delete('/_almanac/faults')
      expect((await me.primary()).json.location).toBeUndefined()
    })

    it('strike as often as their count says and are then gone', async () => {
      const me = await someone()
      await setFault({ operation: 'calendar.colors.get', status: 500, count: 2 })
      const { json: listed } = await bench().get('/_almanac/faults')
      expect(listed.faults).toEqual([{ operation: 'calendar.colors.get', status: 500, count: 2 }])
      const statuses: number[] = []
      for (let tries = 0; tries < 4; tries++) {
        statuses.push((await me.get('/calendar/v3/colors')).status)
      }
      expect(statuses).toEqual([500, 500, 200, 200])
      expect((await bench().get('/_almanac/faults')).json.faults).toEqual([])
    })

    it('strike as often as their count says when many calls come at once', async () => {
      const me = await someone()
      await setFault({ operation: 'calendar.calendars.get', status: 500, count: 5 })
      const replies = await Promise.all(Array.from({ length: 20 }, () => me.primary()))
      expect(replies.filter(({ status }) => status === 500).length).toBe(5)
    })

    it('strike always with probability 1 and never with 0', async () => {
      const me = await someone()
      for (const [probability, status] of [
        [0, 200],
        [1, 502],
      ] as const) {
        await setFault({ operation: 'calendar.calendars.get', status: 502, probability })
        for (let tries = 0; tries < 20; tries++) expect((await me.primary()).status).toBe(status)
      }
    })

    it('strike every operation that begins as they say', async () => {
      const me = await someone()
      await setFault({ operation: 'calendar.settings.*', status: 500 })
      expect((await me.get(settings)).status).toBe(500)
      expect((await me.set('weekStart', '1')).status).toBe(500)
      expect((await me.primary()).status).toBe(200)
      await setFault({ operation: 'calendar.*', status: 500 })
      expect((await me.primary()).status).toBe(500)
      await bench().delete('/_almanac/faults')
      expect((await me.get(`${settings}/weekStart`)).json.value).toBe('0')
    })

    it('hold an answer up by their delay and let it be right', async () => {
      const me = await someone()
      await setFault({ operation: 'calendar.calendars.get', delayMs: 150 })
      const began = performance.now()
      expect((await me.primary()).status).toBe(200)
      expect(performance.now() - began).toBeGreaterThanOrEqual(149)
    })

    it('strike parts of a batch one by one', async () => {
      const me = await someone()
      await setFault({ operation: 'calendar.calendars.get', status: 503, retryAfterS: 3, count: 1 })
      const replies = await me.batch([
        { path: `${calendars}/primary` },
        { path: '/calendar/v3/colors' },
        { path: `${calendars}/primary` },
      ])
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 503])
      expect(replies.find(({ status }) => status === 503)!.headers['retry-after']).toBe('3')
    })

    it('give way to a refusal of credentials', async () => {
      await setFault({ operation: 'calendar.*', status: 500 })
      expect((await bench().primary()).status).toBe(401)
    })

    it('can be cleared whatever they are', async () => {
      await setFault({ operation: '*', status: 500 })
      const { status } = await bench().delete('/_almanac/faults')
      expect(status).toBe(204)
      expect((await (await someone()).primary()).status).toBe(200)
    })

    for (const fault of [
      {},
      { operation: 'calendar.calendars.get' },
      { status: 500 },
      { operation: 'calendar.calendars.get', status: 200 },
      { operation: 'calendar.calendars.get', status: 600 },
      { operation: 'calendar.calendars.get', status: 500, probability: 1.5 },
      { operation: 'calendar.calendars.get', status: 500, count: 0 },
      { operation: 'calendar.calendars.get', delayMs: -1 },
      { operation: 'no such thing!', status: 500 },
    ]) {
      it(`are refused as ${JSON.stringify(fault)}`, async () => {
        const refused = await setFault(fault)
        expect(refused.status).toBe(400)
        expect((await bench().get('/_almanac/faults')).json.faults).toEqual([])
      })
    }
  })

  describe(`workbench snapshots on ${engine.name}`, { skip }, () => {
    it('bring a saved state back, under a new epoch', async () => {
      await using borrowed = await borrowServer({ engine })
      const { server } = borrowed
      const { token } = await server.mint()
      const me = as(server.base, token)
      const bench = as(server.base)
      const { json: kept } = await me.insert({ summary: 'kept' })
      await me.set('weekStart', '1')
      const { json: settingsBefore } = await me.get(settings)
      const saved = await bench.post('/_almanac/snapshots', { name: 'monday' })
      expect(saved.json).toMatchObject({ name: 'monday', created: expect.any(String) })

      const { json: changed } = await me.patch(`${calendars}/${kept.id}`, { summary: 'changed' })
      const { json: lost } = await me.insert({ summary: 'lost' })
      await me.set('weekStart', '6')
      await me.set('locale', 'fr')
      const { json: after } = await me.get(settings)
      const { token: late } = await server.mint()
      expect((await as(server.base, late).primary()).status).toBe(200)

      const restored = await bench.post('/_almanac/snapshots/monday/restore')
      expect(restored.status).toBe(204)
      expect((await as(server.base, late).primary()).status).toBe(401)
      expect((await me.get(`${calendars}/${kept.id}`)).json).toEqual(kept)
      expect((await me.get(`${calendars}/${lost.id}`)).status).toBe(404)
      expect((await me.get(`${settings}/weekStart`)).json.value).toBe('1')
      expect((await me.get(`${settings}/locale`)).json.value).toBe('en')
      const stale = await me.get(`${settings}?syncToken=${after.nextSyncToken}`)
      expect(stale.status).toBe(410)
      expect(stale.json.error.errors[0]).toMatchObject({
        domain: 'calendar',
        reason: 'fullSyncRequired',
      })
      const { json: again } = await me.patch(`${calendars}/${kept.id}`, { summary: 'changed' })
      expect(again.etag).not.toBe(changed.etag)
      expect((await me.get(settings)).json.etag).not.toBe(settingsBefore.etag)
    })

    it('bring the clock back that was set when they were saved', async () => {
      await using place = await engine.place()
      const server = await place.start()
      const bench = as(server.base)
      await bench.post('/_almanac/clock', { now: '2030-01-01T00:00:00Z', frozen: true })
      await bench.post('/_almanac/snapshots', { name: 'new-year' })
      await bench.post('/_almanac/clock', { now: '2031-01-01T00:00:00Z', frozen: true })
      await bench.post('/_almanac/snapshots/new-year/restore')
      const { json: shown } = await bench.get('/_almanac/clock')
      expect(shown.now).toBe('2030-01-01T00:00:00.000Z')
      await server.stop()
      expect((await as((await place.start()).base).get('/_almanac/clock')).json).toEqual(shown)
    })

    it('are listed, replaced under the same name, restored repeatedly and forgotten', async () => {
      await using borrowed = await borrowServer({ engine })
      const { server } = borrowed
      const { token } = await server.mint()
      const me = as(server.base, token)
      const bench = as(server.base)
      await bench.post('/_almanac/snapshots', { name: 'b' })
      await bench.post('/_almanac/snapshots', { name: 'a' })
      await me.patch(`${calendars}/primary`, { location: 'second' })
      await bench.post('/_almanac/snapshots', { name: 'b' })
      await me.patch(`${calendars}/primary`, { location: 'third' })
      const names = async () =>
        ((await bench.get('/_almanac/snapshots')).json.snapshots as { name: string }[]).map(
          ({ name }) => name,
        )
      expect(await names()).toEqual(['a', 'b'])
      for (const [name, location] of [
        ['b', 'second'],
        ['a', undefined],
        ['b', 'second'],
      ] as const) {
        expect((await bench.post(`/_almanac/snapshots/${name}/restore`)).status).toBe(204)
        expect((await me.primary()).json.location).toBe(location)
        expect(await names()).toEqual(['a', 'b'])
      }
      expect((await bench.delete('/_almanac/snapshots/b')).status).toBe(204)
      expect(await names()).toEqual(['a'])
      expect((await bench.delete('/_almanac/snapshots/b')).status).toBe(404)
      expect((await bench.post('/_almanac/snapshots/b/restore')).status).toBe(404)
      for (const name of ['', 'with space', '../up', 'x'.repeat(101)]) {
        expect((await bench.post('/_almanac/snapshots', { name })).status).toBe(400)
      }
      expect((await bench.post('/_almanac/snapshots', {})).status).toBe(400)
    })
  })

  describe(`workbench reset on ${engine.name}`, { skip }, () => {
    it('puts the first state of a new server back', async () => {
      await using folder = await freshFolder()
      await using place = await engine.place()
      const server = await place.start({
        ALMANAC_DEMO: '1',
        ALMANAC_TOKENS_FILE: await writeTokensFile(folder.path, {
          'fixed-token': { email: 'fixed@example.com', scopes: [scope('calendar')] },
        }),
      })
      const bench = as(server.base)
      const [, printed] = /Bearer (\S+)'/.exec(server.output().stdout)!
      const { token } = await server.mint()
      for (const known of [printed!, 'fixed-token', token]) {
        const reply = await as(server.base, known).patch(`${calendars}/primary`, { location: 'x' })
        expect(reply.status).toBe(200)
      }
      await bench.post('/_almanac/faults', { operation: 'calendar.*', status: 500 })
      await bench.post('/_almanac/clock', { now: '2030-01-01T00:00:00Z', frozen: true })

      expect((await bench.post('/_almanac/reset')).status).toBe(204)
      expect((await as(server.base, token).primary()).status).toBe(401)
      for (const [known, id] of [
        [printed!, 'demo@almanac.test'],
        ['fixed-token', 'fixed@example.com'],
      ] as const) {
        const { status, json } = await as(server.base, known).primary()
        expect([status, json.id, json.location]).toEqual([200, id, undefined])
      }
      expect((await bench.get('/_almanac/faults')).json.faults).toEqual([])
      const { json: clock } = await bench.get('/_almanac/clock')
      expect(clock.frozen).toBe(false)
      expect(Math.abs(Date.parse(clock.now as string) - Date.now())).toBeLessThan(60_000)
      const { json: quota } = await bench.get('/_almanac/quota')
      expect((quota.subjects as unknown[]).length).toBeLessThanOrEqual(3)
    })
  })

  describe(`the workbench guard on ${engine.name}`, { skip }, () => {
    const shared = sharedServers(engine)
    const paths = ['/_almanac/clock', '/_almanac/faults', '/_almanac/quota', '/_almanac/snapshots']

    for (const [name, value] of [
      ['Host', 'almanac.example.com'],
      ['Host', '127.0.0.1.example.com'],
      ['Host', '10.0.0.1:8080'],
      ['Origin', 'http://127.0.0.1'],
      ['Origin', 'null'],
      ['Forwarded', 'for=10.0.0.1'],
      ['X-Forwarded-For', '10.0.0.1'],
      ['X-Forwarded-Host', 'almanac.example.com'],
      ['X-Forwarded-Proto', 'https'],
      ['X-Forwarded-Port', '443'],
      ['X-Real-IP', '10.0.0.1'],
      ['Via', '1.1 proxy'],
    ] as const) {
      it(`does not exist for a caller with ${name}: ${value}`, async () => {
        const { base } = shared.servers[0] as TestServer
        for (const path of paths) {
          expect((await as(base).get(path, { [name]: value })).status).toBe(404)
        }
        const minting = await as(base).post(
          '/_almanac/tokens',
          { email: 'stranger@example.com' },
          { [name]: value },
        )
        expect(minting.status).toBe(404)
        expect(minting.json.error.errors[0]!.reason).toBe('notFound')
      })
    }

    it('answers every name of this machine', async () => {
      const { base } = shared.servers[0] as TestServer
      for (const host of ['localhost', 'localhost:8080', '127.0.0.1', '[::1]:80', 'a.localhost']) {
        expect((await as(base).get('/_almanac/clock', { Host: host })).status).toBe(200)
      }
    })

    it('judges a part of a batch by the request that brought it', async () => {
      const { base } = shared.servers[0] as TestServer
      for (const [outer, inner] of [
        ['Host: almanac.example.com', 'Host: localhost'],
        ['Origin: http://evil.example', 'Origin:'],
        ['X-Forwarded-For: 10.0.0.1', 'X-Forwarded-For:'],
      ] as const) {
        const part = [
          `--b\r\nContent-Type: application/http\r\n\r\nPOST /_almanac/tokens\r\n${inner}\r\n`,
          'Content-Type: application/json\r\n\r\n{"email":"stranger@example.com"}\r\n--b--\r\n',
        ].join('')
        const [name = '', value = ''] = outer.split(': ')
        const reply = await as(base).post('/batch', part, {
          'Content-Type': 'multipart/mixed; boundary=b',
          [name]: value,
        })
        expect(reply.status).toBe(200)
        expect(reply.text).toContain('HTTP/1.1 404 ')
        expect(reply.text).not.toContain('alm_at_')
      }
    })

    it('does not exist at all in production', async () => {
      await using place = await engine.place()
      const server = await place.start({ ALMANAC_MODE: 'production' })
      const bench = as(server.base)
      for (const path of paths) expect((await bench.get(path)).status).toBe(404)
      for (const path of [
        'tokens',
        'clock',
        'faults',
        'reset',
        'snapshots',
        'snapshots/x/restore',
      ]) {
        const reply = await bench.post(`/_almanac/${path}`, { email: 'a@example.com' })
        expect([path, reply.status]).toEqual([path, 404])
      }
      const [part] = await bench.batch([{ path: '/_almanac/clock' }], '/batch')
      expect(part!.status).toBe(404)
    })
  })
}

describe('a file of tokens', () => {
  const [engine] = wireEngines
  const start = async (tokens: unknown) => {
    const folder = await freshFolder()
    const place = await engine!.place()
    const file = await writeTokensFile(folder.path, tokens as never)
    return {
      path: file,
      start: (more = {}) => place.start({ ALMANAC_TOKENS_FILE: file, ...more }),
      async [Symbol.asyncDispose]() {
        await place[Symbol.asyncDispose]()
        await folder[Symbol.asyncDispose]()
      },
    }
  }

  it('opens what each token says, for users that it makes as needed', async () => {
    await using file = await start({
      'full-access': { email: 'ann@example.com', scopes: [scope('calendar')] },
      'in-one-text': {
        email: 'bob@example.com',
        scopes: `${scope('calendar.readonly')} ${scope('calendar.settings.readonly')}`,
      },
      'same-user': { email: 'Ann@example.com', scopes: [scope('calendar.settings.readonly')] },
      expired: {
        email: 'ann@example.com',
        scopes: [scope('calendar')],
        expires: '2020-01-01T00:00:00Z',
      },
      'expires-later': {
        email: 'ann@example.com',
        scopes: [scope('calendar')],
        expires: '2099-01-01T00:00:00Z',
      },
    })
    const { base } = await file.start()
    expect((await as(base, 'full-access').primary()).json.id).toBe('ann@example.com')
    expect((await as(base, 'in-one-text').primary()).json.id).toBe('bob@example.com')
    expect((await as(base, 'in-one-text').insert({ summary: 'no' })).status).toBe(403)
    expect((await as(base, 'same-user').get(settings)).status).toBe(200)
    const refused = await as(base, 'same-user').primary()
    expect(refused.status).toBe(403)
    expect(refused.json.error.errors[0]!.reason).toBe('insufficientPermissions')
    const expired = await as(base, 'expired').primary()
    expect(expired.status).toBe(401)
    expect(expired.json.error.errors[0]!.reason).toBe('authError')
    expect((await as(base, 'expires-later').primary()).status).toBe(200)
    expect((await as(base, 'never-heard-of').primary()).status).toBe(401)
  })

  it('is read again at each start, and what it says then holds', async () => {
    await using folder = await freshFolder()
    await using place = await engine!.place()
    const tokens = (name: string) =>
      writeTokensFile(folder.path, {
        'my-token': { email: `${name}@example.com`, scopes: [scope('calendar')] },
      })
    const first = await place.start({ ALMANAC_TOKENS_FILE: await tokens('first') })
    await as(first.base, 'my-token').patch(`${calendars}/primary`, { location: 'kept' })
    await first.stop()
    const second = await place.start({ ALMANAC_TOKENS_FILE: await tokens('second') })
    expect((await as(second.base, 'my-token').primary()).json.id).toBe('second@example.com')
    await second.stop()
    const third = await place.start({ ALMANAC_TOKENS_FILE: await tokens('first') })
    expect((await as(third.base, 'my-token').primary()).json).toMatchObject({
      id: 'first@example.com',
      location: 'kept',
    })
  })

  for (const [what, tokens] of [
    ['a list', ['token']],
    ['null', null],
    ['a token without an email', { t: { scopes: [] } }],
    ['a token for no address', { t: { email: 'nobody', scopes: [] } }],
    ['scopes of a wrong kind', { t: { email: 'a@example.com', scopes: 7 } }],
    ['an expiry that is no moment', { t: { email: 'a@example.com', scopes: [], expires: 'soon' } }],
  ] as const) {
    it(`with ${what} keeps the server from starting and says why in one line`, async () => {
      await using file = await start(tokens)
      const failure = await file.start().then(
        () => undefined,
        (error: Error) => error.message,
      )
      expect(failure).toMatch(/^the server ended with 1: almanac: .*(tokens|email address)/)
      expect(withoutLog(failure!)).toHaveLength(1)
    })
  }

  it('that is not there keeps the server from starting and is named', async () => {
    await using place = await engine!.place()
    const missing = join(place.environment.ALMANAC_DATA_DIR!, 'missing.json')
    await expect(place.start({ ALMANAC_TOKENS_FILE: missing })).rejects.toThrow(
      /^the server ended with 1: almanac: .*missing\.json/,
    )
  })
})

/** The lines of standard error that are not lines of the log. */
const withoutLog = (text: string): string[] =>
  text.split('\n').filter((line) => line !== '' && !line.startsWith('{'))
