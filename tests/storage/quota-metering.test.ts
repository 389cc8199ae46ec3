import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { jobCounts } from '#/jobs/inspection.ts'
import type { JobKind } from '#/jobs/job.ts'
import { nextAtMs } from '#/jobs/timetable.ts'
import { ApiError } from '#/kernel/errors.ts'
import { quotaPurge } from '#/quota/purge.ts'
import { quotaUsage } from '#/quota/tables.ts'
import { dayMs, minuteMs } from '#/quota/window.ts'
import { sql } from '#/storage/sql/sql.ts'
import { adHocQuery, none } from '#/storage/sql/statement.ts'
import { engines } from '../support/engines.ts'
import { enqueueAll, noonMs, TestClock, workerFor } from './jobs-fixture.ts'
import { meterFor, passedCount } from './quota-fixture.ts'

const countRows = adHocQuery<typeof none, { span: string; count: number }>(
  () => sql`
  select span, count(*) as count from ${quotaUsage} group by span order by span
`,
)

for (const engine of engines) {
  const skip = engine.unavailable !== undefined

  describe(`quota metering on ${engine.name}`, { skip }, () => {
    it('counts the use of two meters of one database together', async () => {
      await using database = await engine.open()
      const clock = new TestClock()
      const meters = [meterFor(database, clock, {}), meterFor(database, clock, {})]
      await Promise.all(meters.map((meter) => passedCount(meter, 25)))
      const [, [client] = []] = await Promise.all(meters.map((meter) => meter.usage()))
      const [total] = (await meters[0]?.usage()) ?? []
      assert.ok(client !== undefined && client.day >= 25)
      assert.equal(total?.day, 50)
    })

    it('keeps a bounded number of subjects in memory and loses nothing by that', async () => {
      await using database = await engine.open()
      await using meter = meterFor(database, new TestClock(), {}, { subjectsMax: 10 })
      await Promise.all(
        Array.from({ length: 100 }, (_, user) => passedCount(meter, 2, { user: `user ${user}` })),
      )
      const { chargedUnits, lostUnits, subjects } = meter.totals()
      assert.deepEqual([chargedUnits, lostUnits], [200, 0])
      assert.ok(subjects <= 10)
      const [client, ...users] = await meter.usage()
      assert.deepEqual([client?.subject, client?.day, users.length], ['client:app', 200, 100])
    })

    it('clears all use when it is reset', async () => {
      await using database = await engine.open()
      await using meter = meterFor(database, new TestClock(), { userPerMinute: 5 })
      assert.equal(await passedCount(meter, 10), 5)
      await meter.reset()
      assert.deepEqual(await meter.usage(), [])
      assert.equal(await passedCount(meter, 10), 5)
    })

    it('keeps counting while the database is down, and writes when it is back', async () => {
      await using database = await engine.open()
      const clock = new TestClock()
      let isAway = true
      const shaky = new Proxy(database, {
        get: (target, name) => {
          if (name === 'transaction' && isAway) return () => Promise.reject(new Error('away'))
          const value: unknown = Reflect.get(target, name, target)
          return typeof value === 'function' ? value.bind(target) : value
        },
      })
      await using meter = meterFor(shaky, clock, {})
      assert.equal(await passedCount(meter, 3), 3)
      await assert.rejects(meter.usage(), /away/)
      assert.equal(await passedCount(meter, 4), 4)
      isAway = false
      const [client] = await meter.usage()
      assert.equal(client?.day, 7)
    })

    it('purges windows that no longer count', async () => {
      await using database = await engine.open()
      const clock = new TestClock()
      const meter = meterFor(database, clock, {})
      for (const advanceMs of [8 * dayMs, minuteMs, 20 * minuteMs, 0]) {
        await passedCount(meter, 1)
        await meter.usage()
        clock.advance(advanceMs)
      }
      const kind: JobKind = quotaPurge
      await using worker = workerFor({ database, clock, kinds: [kind] })
      await enqueueAll(database, clock, [{ kind: kind.kind, payload: null }])
      await worker.runDue()
      assert.deepEqual(await jobCounts(database), [])
      const rows = await database.all(countRows, none)
      // One minute and one day are left of each of the two subjects.
      assert.deepEqual(
        rows.map(({ span, count }) => [span, count]),
        [
          ['day', 2],
          ['minute', 2],
        ],
      )
    })

    // The rules below do not depend on the engine.
    if (engine.kind !== 'sqlite') return

    it('limits nothing without limits, decides at once, and shows the use nevertheless', async () => {
      await using database = await engine.open()
      const clock = new TestClock()
      await using meter = meterFor(database, clock, { userPerMinute: 0 })
      const answer = meter.charge({
        userSubject: 'user:app:ann',
        clientSubject: 'client:app',
        units: 1,
        status: 403,
      })
      assert.equal(answer, undefined)
      assert.equal(await passedCount(meter, 999), 999)
      const limits = { minute: null, day: null }
      assert.deepEqual(await meter.usage(), [
        { subject: 'client:app', minute: 1000, day: 1000, limits },
        { subject: 'user:app:ann', minute: 1000, day: 1000, limits },
      ])
    })

    it('stores nothing about anonymous callers, and limits each network all the same', async () => {
      await using database = await engine.open()
      const clock = new TestClock()
      const limits = { userPerMinute: 3, clientPerMinute: 100 }
      await using meter = meterFor(database, clock, limits, { subjectsMax: 10 })
      const isLetPass = (network: string): boolean => {
        const name = `anonymous:${network}` as const
        const subjects = { userSubject: `user:${name}`, clientSubject: `client:${name}` } as const
        try {
          meter.charge({ ...subjects, units: 1, status: 429, isAnonymous: true })
          return true
        } catch (error) {
          assert.ok(error instanceof ApiError)
          assert.equal(error.status, 429)
          return false
        }
      }
      const passed = Array.from({ length: 5 }, () => isLetPass('192.0.2.1'))
      assert.deepEqual(passed, [true, true, true, false, false])
      for (let host = 0; host < 50; host++) assert.ok(isLetPass(`198.51.100.${host}`))
      assert.deepEqual(await meter.usage(), [])
      assert.equal((await database.all(countRows, none)).length, 0)
      const { chargedUnits, subjects, refusedRequests } = meter.totals()
      assert.deepEqual([chargedUnits, subjects, refusedRequests.user], [53, 10, 2])
    })

    it('adds up what is spent in several minutes between two writes', async () => {
      await using database = await engine.open()
      const clock = new TestClock()
      await using meter = meterFor(database, clock, { userPerDay: 90 })
      for (let minute = 0; minute < 3; minute++) {
        await passedCount(meter, 10)
        clock.advance(minuteMs)
      }
      const [client, user] = await meter.usage()
      assert.deepEqual([client?.minute, client?.day], [10, 30])
      assert.deepEqual([user?.minute, user?.day], [10, 30])
      assert.deepEqual(user?.limits, { minute: null, day: 90 })
    })
  })
}

describe('the purge of the quota', () => {
  it('recurs every ten minutes', () => {
    assert.equal(nextAtMs(quotaPurge.pattern, noonMs), noonMs + 10 * minuteMs)
  })
})
