import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, calendars, type Reply, until } from '../support/calling.ts'
import { asAdministrator, isOnCluster } from '../support/postgres-databases.ts'
import {
  embeddedEngine,
  runAlmanac,
  type ServerPlace,
  type TestServer,
  wireEngines,
} from '../support/server.ts'
import { borrowServer } from '../support/server-pool.ts'
import { silentable } from '../support/silent-connection.ts'
import { openDatabaseFile, tamper } from '../support/tampering.ts'

const postgres = wireEngines.find(({ name }) => name.startsWith('postgres'))

const databaseOf = (place: ServerPlace) =>
  new URL(place.environment.ALMANAC_DATABASE_URL!).pathname.slice(1)

const terminateBackends = (place: ServerPlace) =>
  asAdministrator(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${databaseOf(place)}'`,
  )

const allowConnections = (place: ServerPlace, isAllowed: boolean) =>
  asAdministrator(`alter database ${databaseOf(place)} allow_connections ${isAllowed}`)

function expectUnavailable(reply: Reply): void {
  expect(reply.status).toBe(503)
  expect(reply.json.error.errors[0]!.reason).toBe('backendError')
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
}

/** Citus looks once a minute for commits of several servers that were interrupted, which keep their locks. */
const recoveryMsMax = isOnCluster ? 120_000 : 60_000

/** For tests that disturb a server which others use, or that need its answers soon. */
const inTurn = { concurrent: false }

for (const engine of wireEngines.filter(({ name }) => name.startsWith('postgres'))) {
  const skip = engine.unavailable !== undefined
  describe(`a server whose ${engine.name} fails`, { skip, concurrent: true }, () => {
    let place: ServerPlace
    let server: TestServer
    beforeAll(async () => {
      place = await engine.place()
      server = await place.startProcess()
    })
    afterAll(() => place[Symbol.asyncDispose]())

    it('survives lost connections with at most a 503, and recovers', inTurn, async () => {
      const { token } = await server.mint()
      const me = as(server.base, token)
      const replies: Reply[] = []
      const acknowledged: Reply[] = []
      let isDone = false
      const clients = Array.from({ length: 8 }, async (_, client) => {
        for (let round = 0; !isDone; round++) {
          const isWrite = (client + round) % 2 === 0
          const reply = await (isWrite ? me.insert({ summary: `${client}` }) : me.primary())
          replies.push(reply)
          if (isWrite && reply.status === 200) acknowledged.push(reply)
        }
      })
      for (let times = 0; times < 3; times++) {
        const before = replies.length
        await terminateBackends(place)
        await until(
          () => replies.length,
          (count) => count > before + 20,
        )
      }
      isDone = true
      await Promise.all(clients)
      for (const reply of replies) if (reply.status !== 200) expectUnavailable(reply)
      expect(server.hasEnded()).toBe(false)

      await until(
        () => me.insert({ summary: 'recovered' }),
        ({ status }) => status === 200,
        recoveryMsMax,
      )
      for (const { json } of acknowledged) {
        expect((await me.get(`${calendars}/${json.id}`)).json).toEqual(json)
      }
    })

    it('is alive but not ready while the database takes no connections', inTurn, async () => {
      const { token } = await server.mint()
      const me = as(server.base, token)
      await me.primary()
      await allowConnections(place, false)
      try {
        await terminateBackends(place)
        const unready = await until(
          () => me.get('/readyz'),
          ({ status }) => status !== 200,
        )
        expectUnavailable(unready)
        expect((await me.get('/healthz')).status).toBe(200)
        // In a cluster, the servers that have the rows answer without the coordinator.
        if (!isOnCluster) {
          expectUnavailable(await me.primary())
          expectUnavailable(await me.insert({ summary: 'not now' }))
          const [part] = await me.batch([{ path: `${calendars}/primary` }])
          expectUnavailable(part!)
        }
      } finally {
        await allowConnections(place, true)
      }
      await until(
        () => me.get('/readyz'),
        ({ status }) => status === 200,
      )
      expect((await me.primary()).status).toBe(200)
      expect((await me.insert({ summary: 'again' })).status).toBe(200)
    })

    it(
      'reports which schema it needs, and is not ready for one that it cannot use',
      inTurn,
      async () => {
        const readiness = () => as(server.base).get('/readyz')
        const { schema } = (await readiness()).json
        const { needed, found } = schema as { needed: number; found: number }
        expect(needed).toBeGreaterThan(0)
        expect(found).toBe(needed)
        const migrate = (number: number, worksWith: number) =>
          tamper(
            place,
            `insert into migrations (number, name, works_with) values (${number}, 'x', ${worksWith})`,
          )
        // A newer version has migrated the database, first as a rolling upgrade does.
        await migrate(9998, needed)
        expect((await readiness()).json.schema).toEqual({ needed, found: 9998 })
        await migrate(9999, 9999)
        const refused = await readiness()
        expectUnavailable(refused)
        expect(refused.json.error.message).toContain(
          `schema 9999, and this process needs ${needed}`,
        )
        await tamper(place, 'delete from migrations where number >= 9998')
        expect((await readiness()).status).toBe(200)
      },
    )

    it('hears of changes in other processes again after lost connections', inTurn, async () => {
      const [first, second] = [server, await place.start()]
      const { token } = await first.mint()
      await terminateBackends(place)
      await until(
        () => as(second.base, token).primary(),
        ({ status }) => status === 200,
      )
      const setting = { now: '2033-03-03T03:03:03Z', frozen: true }
      await until(
        () => as(first.base).post('/_almanac/clock', setting),
        ({ status }) => status === 200,
      )
      await until(
        () => as(second.base).get('/_almanac/clock'),
        ({ json }) => json.now === '2033-03-03T03:03:03.000Z',
      )
      await runAlmanac(['token', 'revoke', token], place.environment)
      await until(
        () => as(second.base, token).primary(),
        ({ status }) => status === 401,
      )
    })

    it('does not start without it, and reports the address', inTurn, async () => {
      const nowhere = { ALMANAC_DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:9/almanac' }
      const failure = await place.start(nowhere).then(
        () => '',
        (error: Error) => error.message,
      )
      expect(failure).toMatch(
        /ended with 1: almanac: Cannot connect to PostgreSQL at 127\.0\.0\.1:9/,
      )
      expect(failure).not.toContain('secret')
    })
  })
}

// Beside the tests above and below: the first of them waits until the server has given up.
describe('a server whose sqlite file is locked', { concurrent: true }, () => {
  it('answers writes with 503 and keeps reading, until the lock is released', async () => {
    await using borrowed = await borrowServer({ engine: embeddedEngine })
    const { place, server } = borrowed
    const { token } = await server.mint()
    const me = as(server.base, token)
    const { json: made } = await me.insert({ summary: 'before' })
    const other = openDatabaseFile(place.environment.ALMANAC_DATA_DIR!)
    try {
      other.exec('begin immediate')
      const writing = Promise.all([
        me.insert({ summary: 'locked out' }),
        me.patch(`${calendars}/${made.id}`, { summary: 'locked out' }),
      ])
      let isAnswered = false
      writing.finally(() => {
        isAnswered = true
      })
      expect((await me.get(`${calendars}/${made.id}`)).json).toEqual(made)
      expect((await me.get('/readyz')).status).toBe(200)
      expect(isAnswered).toBe(false)
      for (const reply of await writing) expectUnavailable(reply)
      const { stderr } = await until(server.output, ({ stderr }) =>
        stderr.includes('another process locks the database'),
      )
      expect(stderr).toMatch(/check for a second server or an open SQLite shell/)
    } finally {
      other.close()
    }
    expect((await me.get(`${calendars}/${made.id}`)).json).toEqual(made)
    expect((await me.patch(`${calendars}/${made.id}`, { summary: 'after' })).status).toBe(200)
  })

  it(
    'waits for a lock that does not last, and answers as if nothing had been',
    inTurn,
    async () => {
      await using borrowed = await borrowServer({ engine: embeddedEngine })
      const { place, server } = borrowed
      const { token } = await server.mint()
      const me = as(server.base, token)
      const other = openDatabaseFile(place.environment.ALMANAC_DATA_DIR!)
      other.exec('begin immediate')
      let isAnswered = false
      const writing = me.insert({ summary: 'patient' }).finally(() => {
        isAnswered = true
      })
      for (let reads = 0; reads < 20; reads++) expect((await me.primary()).status).toBe(200)
      expect(isAnswered).toBe(false)
      other.exec('rollback')
      other.close()
      expect((await writing).status).toBe(200)
    },
  )
})

describe.each(wireEngines)(
  'a server on $name whose database was migrated by a newer version',
  (engine) => {
    it.skipIf(engine.unavailable !== undefined)(
      'is ready only if the newer schema is compatible, and reports which one it needs',
      inTurn,
      async () => {
        await using borrowed = await borrowServer({ engine })
        const { place, server } = borrowed
        const readiness = () => as(server.base).get('/readyz')
        const { needed, found } = (await readiness()).json.schema as Record<string, unknown>
        expect([needed, found]).toEqual([expect.any(Number), needed])
        const add = (number: number, worksWith: number) =>
          tamper(
            place,
            `insert into migrations (number, name, works_with) values (${number}, 'test', ${worksWith})`,
          )
        try {
          await add(9_001, 1)
          const { status, json } = await readiness()
          expect([status, json.schema]).toEqual([200, { needed, found: 9_001 }])
          await add(9_002, 9_001)
          const refused = await readiness()
          expectUnavailable(refused)
          expect(refused.json.error.message).toBe(
            `The database has schema 9002, and this process needs ${needed}.`,
          )
        } finally {
          await tamper(place, 'delete from migrations where number > 9000')
        }
        expect((await readiness()).status).toBe(200)
      },
    )
  },
)

describe('a server whose PostgreSQL no longer responds', {
  skip: postgres!.unavailable !== undefined,
  concurrent: true,
}, () => {
  it('soon reports that it is not ready, and stops on a signal', async () => {
    await using place = await postgres!.place()
    const url = new URL(place.environment.ALMANAC_DATABASE_URL!)
    await using between = await silentable({ host: url.hostname, port: Number(url.port) })
    url.port = String(between.port)
    const server = await place.startProcess({
      ALMANAC_DATABASE_URL: url.href,
      ALMANAC_DRAIN_TIMEOUT_MS: '100',
    })
    expect((await fetch(`${server.base}/readyz`)).status).toBe(200)
    between.fallSilent()
    expect((await fetch(`${server.base}/readyz`)).status).toBe(503)
    const ended = once(server.process, 'exit')
    server.process.kill('SIGTERM')
    expect(await ended).toEqual([expect.any(Number), null])
  })
})
