import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { as, calendars, settings, until } from '../support/calling.ts'
import { runAlmanac, type ServerPlace, type TestServer, wireEngines } from '../support/server.ts'
import { sharedServers } from '../support/shared-server.ts'

const sharedEngines = wireEngines.filter(({ name }) => name.startsWith('postgres'))

for (const engine of sharedEngines) {
  describe(`two processes on ${engine.name}`, { skip: engine.unavailable !== undefined }, () => {
    const shared = sharedServers(engine, { count: 2 })

    it('both start at once on an empty database', async () => {
      await using place = await engine.place()
      const servers = await startBoth(place)
      const { token } = await servers[0].mint()
      for (const { base } of servers) expect((await as(base, token).primary()).status).toBe(200)
      expect((await runAlmanac(['check'], place.environment)).stdout).toBe('No problems found.\n')
    })

    it('know the same users and tokens, and read at once what the other has written', async () => {
      const [first, second] = shared.servers as [TestServer, TestServer]
      const { token } = await first.mint()
      for (let round = 0; round < 8; round++) {
        const [writer, reader] = round % 2 === 0 ? [first, second] : [second, first]
        const { json: made } = await as(writer.base, token).insert({ summary: `round ${round}` })
        const found = await as(reader.base, token).get(`${calendars}/${made.id}`)
        expect(found.json).toEqual(made)
        const { json: changed } = await as(reader.base, token).patch(`${calendars}/${made.id}`, {
          location: 'here',
        })
        const again = await as(writer.base, token).get(`${calendars}/${made.id}`)
        expect(again.json).toEqual(changed)
      }
    })

    it('stop taking a token within five seconds of its revocation', async () => {
      const [first, second] = shared.servers as [TestServer, TestServer]
      const { token } = await first.mint()
      for (const { base } of [first, second]) await as(base, token).primary()
      const revoked = await runAlmanac(['token', 'revoke', token], shared.place.environment)
      expect(revoked).toMatchObject({ code: 0, stdout: 'Revoked.\n' })
      for (const { base } of [first, second]) {
        const { status } = await until(
          () => as(base, token).primary(),
          (reply) => reply.status !== 200,
        )
        expect(status).toBe(401)
      }
    })

    it('lose no update when both patch one calendar', async () => {
      const { servers } = shared
      const { token } = await servers[0]!.mint()
      const { json: made } = await as(servers[0]!.base, token).insert({ summary: 'shared' })
      for (let round = 0; round < 6; round++) {
        const patches = [
          { summary: `summary ${round}` },
          { description: `description ${round}` },
          { location: `location ${round}` },
          { timeZone: round % 2 === 0 ? 'Europe/Zurich' : 'Asia/Tokyo' },
          {
            conferenceProperties: {
              allowedConferenceSolutionTypes: [round % 2 === 0 ? 'eventHangout' : 'hangoutsMeet'],
            },
          },
        ]
        const replies = await Promise.all(
          patches.map((patch, index) =>
            as(servers[index % 2]!.base, token).patch(`${calendars}/${made.id}`, patch),
          ),
        )
        expect(replies.map(({ status }) => status)).toEqual(patches.map(() => 200))
        expect(new Set(replies.map(({ json }) => json.etag)).size).toBe(patches.length)
        const found = await as(servers[round % 2]!.base, token).get(`${calendars}/${made.id}`)
        expect(found.json).toMatchObject(Object.assign({}, ...patches))
      }
    })

    it('lose no update when they patch one event in turns and at the same time', async () => {
      const { servers } = shared
      const { token } = await servers[0]!.mint()
      const at = (index: number) => as(servers[index % 2]!.base, token)
      const day = { start: { date: '2030-01-01' }, end: { date: '2030-01-02' } }
      const path = `${calendars}/primary/events`
      const { json: made } = await at(0).post(path, { ...day, summary: 'shared' })
      let expected: object = { summary: 'shared' }
      const patch = async (index: number, change: object) => {
        expected = { ...expected, ...change }
        return (await at(index).patch(`${path}/${made.id}`, change)).status
      }
      for (let round = 0; round < 6; round++) {
        // Writing something else shows a process that the calendar has changed, but not what.
        expect(await patch(round, { summary: `a${round}` })).toBe(200)
        expect(await patch(round + 1, { location: `b${round}` })).toBe(200)
        await at(round).post(path, day)
        expect(await patch(round, { summary: `again ${round}` })).toBe(200)
        expect((await at(round).get(`${path}/${made.id}`)).json).toMatchObject(expected)
        const both = [
          { description: `c${round}` },
          { status: round % 2 === 0 ? 'tentative' : 'confirmed' },
        ]
        const statuses = await Promise.all(both.map((change, index) => patch(index, change)))
        expect(statuses).toEqual([200, 200])
        expect((await at(round).get(`${path}/${made.id}`)).json).toMatchObject(expected)
      }
    })

    it('let exactly one of two writers win who name the same etag', async () => {
      const [first, second] = shared.servers as [TestServer, TestServer]
      const { token } = await first.mint()
      let { json: current } = await as(first.base, token).insert({ summary: 'contested' })
      for (let round = 0; round < 8; round++) {
        const replies = await Promise.all(
          [first, second].map(({ base }, index) =>
            as(base, token).patch(
              `${calendars}/${current.id}`,
              { summary: `${round} by ${index}` },
              { 'If-Match': current.etag },
            ),
          ),
        )
        expect(replies.map(({ status }) => status).sort()).toEqual([200, 412])
        const won = replies.find(({ status }) => status === 200)!
        const found = await as(second.base, token).get(`${calendars}/${current.id}`)
        expect(found.json).toEqual(won.json)
        current = found.json
      }
    })

    it('number concurrent changes of settings without gaps that a sync token could miss', async () => {
      const { servers } = shared
      const { token } = await servers[0]!.mint()
      const users = servers.map(({ base }) => as(base, token))
      await fc.assert(
        fc.asyncProperty(fc.array(change, { minLength: 10, maxLength: 60 }), async (changes) => {
          const mirror = new Map<string, string>()
          let syncToken = await sync(users[0]!, mirror)
          let isDone = false
          // Each writer works through its own share, so up to six changes run at a time.
          const writers = Array.from({ length: 6 }, async (_, writer) => {
            const etags: string[] = []
            for (let index = writer; index < changes.length; index += 6) {
              const { process, setting, value } = changes[index]!
              const reply = await users[process]!.set(setting, value)
              expect(reply.status).toBe(200)
              etags.push(reply.json.etag)
            }
            return etags
          })
          const mirroring = (async () => {
            for (let round = 0; !isDone; round++) {
              syncToken = await sync(users[round % 2]!, mirror, syncToken)
            }
          })()
          await Promise.all(writers)
          isDone = true
          await mirroring
          await sync(users[1]!, mirror, syncToken)
          const whole = new Map<string, string>()
          await sync(users[0]!, whole)
          expect(mirror).toEqual(whole)
        }),
        { numRuns: 6 },
      )
    })

    it('assign an etag of its own to every concurrent change of a setting', async () => {
      const { servers } = shared
      const { token } = await servers[0]!.mint()
      const replies = await Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          as(servers[index % 2]!.base, token).set('defaultEventLength', String(index + 100)),
        ),
      )
      expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
      expect(new Set(replies.map(({ json }) => json.etag)).size).toBe(40)
    })

    it('share the clock', async () => {
      const [first, second] = shared.servers as [TestServer, TestServer]
      await as(first.base).post('/_almanac/clock', { now: '2031-05-01T12:00:00Z', frozen: true })
      const seen = await until(
        () => as(second.base).get('/_almanac/clock'),
        ({ json }) => json.frozen === true,
      )
      expect(seen.json.now).toBe('2031-05-01T12:00:00.000Z')
      const third = await shared.place.start()
      expect((await as(third.base).get('/_almanac/clock')).json.now).toBe(
        '2031-05-01T12:00:00.000Z',
      )
      await as(first.base).post('/_almanac/clock', { reset: true })
      await until(
        () => as(second.base).get('/_almanac/clock'),
        ({ json }) => json.frozen === false,
      )
    })

    it('continue when the other is killed in the middle of its writes', async () => {
      await using place = await engine.place()
      const [first, second] = await startBoth(place)
      const { token } = await first.mint()
      const { json: made } = await as(first.base, token).insert({ summary: 'survivor' })
      const doomed = Array.from({ length: 50 }, (_, index) =>
        as(first.base, token)
          .patch(`${calendars}/${made.id}`, { summary: `${index}` })
          .catch(() => undefined),
      )
      await first.kill()
      await Promise.all(doomed)
      const reply = await as(second.base, token).patch(`${calendars}/${made.id}`, {
        summary: 'still here',
      })
      expect(reply.status).toBe(200)
      expect((await as(second.base, token).get(`${calendars}/${made.id}`)).json).toEqual(reply.json)
      expect((await as(second.base).get('/readyz')).status).toBe(200)
    })

    it('both discard a state that one of them replaces', async () => {
      const [first, second] = shared.servers as [TestServer, TestServer]
      const { token } = await first.mint()
      await as(first.base).post('/_almanac/snapshots', { name: 'before' })
      const { token: later } = await first.mint()
      expect((await as(second.base, later).primary()).status).toBe(200)
      const { json: made } = await as(second.base, token).insert({ summary: 'lost future' })
      const { status } = await as(first.base).post('/_almanac/snapshots/before/restore')
      expect(status).toBe(204)
      for (const { base } of [first, second]) {
        const found = await until(
          () => as(base, later).primary(),
          (reply) => reply.status !== 200,
        )
        expect(found.status).toBe(401)
        expect((await as(base, token).get(`${calendars}/${made.id}`)).status).toBe(404)
      }
      const replies = await Promise.all(
        [first, second].map(({ base }) => as(base, token).insert({ summary: 'new' })),
      )
      for (const { json } of replies) expect(json.etag).not.toBe(made.etag)
    })
  })
}

const startBoth = (place: ServerPlace) => Promise.all([place.startProcess(), place.start()])

const change = fc
  .record({
    process: fc.nat(1),
    setting: fc.constantFrom('defaultEventLength', 'format24HourTime', 'weekStart', 'hideWeekends'),
    number: fc.integer({ min: 1, max: 999 }),
  })
  .map(({ process, setting, number }) => ({
    process,
    setting,
    value:
      setting === 'defaultEventLength'
        ? String(number)
        : setting === 'weekStart'
          ? ['0', '1', '6'][number % 3]!
          : String(number % 2 === 0),
  }))

/** Brings a mirror of the settings up to date and gives the next sync token. */
async function sync(
  user: ReturnType<typeof as>,
  mirror: Map<string, string>,
  syncToken?: string,
): Promise<string> {
  const query = syncToken === undefined ? '' : `?syncToken=${encodeURIComponent(syncToken)}`
  const { status, json } = await user.get(settings + query)
  expect(status).toBe(200)
  for (const { id, value } of json.items as { id: string; value: string }[]) mirror.set(id, value)
  return json.nextSyncToken as string
}
