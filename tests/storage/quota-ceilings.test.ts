import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { ApiError } from '#/kernel/errors.ts'
import { dayMs, minuteMs } from '#/quota/window.ts'
import { engines } from '../support/engines.ts'
import { TestClock } from './jobs-fixture.ts'
import { meterFor, passedCount, refusalOf } from './quota-fixture.ts'

const reasonOf = (refusal: Awaited<ReturnType<typeof refusalOf>>) => refusal?.refusals[0]?.reason

for (const engine of engines) {
  const skip = engine.unavailable !== undefined

  describe(`quota ceilings on ${engine.name}`, { skip }, () => {
    it('let a user pass up to the ceiling of a minute, and others all the same', async () => {
      await using database = await engine.open()
      await using meter = meterFor(database, new TestClock(), { userPerMinute: 5 })
      assert.equal(await passedCount(meter, 8), 5)
      assert.equal(await passedCount(meter, 8, { user: 'bob' }), 5)
    })

    it('keep the use of a day across a restart, and reset on the next day', async () => {
      await using database = await engine.open()
      const clock = new TestClock()
      const limits = { userPerDay: 10, clientPerDay: 15 }
      {
        await using meter = meterFor(database, clock, limits)
        assert.equal(await passedCount(meter, 6), 6)
      }
      await using meter = meterFor(database, clock, limits)
      clock.advance(2 * minuteMs)
      assert.equal(await passedCount(meter, 20), 4)
      assert.equal(await passedCount(meter, 20, { user: 'bob' }), 5)
      clock.advance(dayMs / 2)
      assert.equal(await passedCount(meter, 20), 10)
    })

    it('apply to more subjects than memory holds', async () => {
      await using database = await engine.open()
      const clock = new TestClock()
      const meter = meterFor(database, clock, { userPerDay: 2 }, { subjectsMax: 4 })
      for (let round = 0; round < 4; round++) {
        for (let user = 0; user < 12; user++) {
          const passed = await passedCount(meter, 1, { user: `user ${user}` })
          assert.equal(passed, round < 2 ? 1 : 0)
        }
      }
      assert.ok(meter.totals().subjects <= 4)
      assert.equal(meter.totals().lostUnits, 0)
    })

    // The rules below do not depend on the engine.
    if (engine.kind !== 'sqlite') return

    it('reject with the reason, the status and the delay of the limit that was exceeded', async () => {
      await using database = await engine.open()
      const cases = [
        // In the next minute two units fade to one within thirty seconds.
        ['userPerMinute', 403, 'userRateLimitExceeded', '90'],
        ['userPerDay', 429, 'userRateLimitExceeded', '43200'],
        ['clientPerMinute', 429, 'rateLimitExceeded', '90'],
        ['clientPerDay', 403, 'rateLimitExceeded', '43200'],
      ] as const
      for (const [limit, status, reason, retryAfter] of cases) {
        await using meter = meterFor(database, new TestClock(), { [limit]: 2 })
        await meter.reset()
        assert.equal(await passedCount(meter, 2), 2)
        const refused = await refusalOf(meter, { status })
        assert.deepEqual([refused?.status, reasonOf(refused)], [status, reason])
        assert.equal(refused?.headers['Retry-After'], retryAfter)
        assert.equal(refused?.detail?.metadata?.quota_limit, limit)
      }
    })

    it('use a sliding window instead of fixed minutes', async () => {
      await using database = await engine.open()
      const clock = new TestClock()
      await using meter = meterFor(database, clock, { userPerMinute: 60 })
      assert.equal(await passedCount(meter, 100), 60)
      const steps = [
        [minuteMs, 0],
        [15_000, 15],
        [15_000, 15],
        [30_000, 30],
        [minuteMs, 30],
        [2 * minuteMs, 60],
      ] as const
      for (const [advanceMs, expected] of steps) {
        clock.advance(advanceMs)
        assert.equal(await passedCount(meter, 70), expected)
      }
    })

    it('charge nothing for a rejected request, neither to the user nor to the client', async () => {
      await using database = await engine.open()
      const clock = new TestClock()
      await using meter = meterFor(database, clock, { userPerMinute: 5, clientPerMinute: 8 })
      assert.equal(await passedCount(meter, 50), 5)
      assert.equal(await passedCount(meter, 50, { user: 'bob' }), 3)
      assert.deepEqual(
        (await meter.usage()).map(({ subject, minute, day }) => [subject, minute, day]),
        [
          ['client:app', 8, 8],
          ['user:app:ann', 5, 5],
          ['user:app:bob', 3, 3],
        ],
      )
      assert.deepEqual(meter.totals().refusedRequests, { user: 45, client: 47 })
      assert.equal(meter.totals().chargedUnits, 8)
    })

    it('reject a costly request and accept a cheap one that still fits', async () => {
      await using database = await engine.open()
      await using meter = meterFor(database, new TestClock(), { userPerMinute: 4 })
      assert.equal(await passedCount(meter, 1, { units: 3 }), 1)
      assert.equal(await passedCount(meter, 1, { units: 3 }), 0)
      assert.equal(await passedCount(meter, 2, { units: 1 }), 1)
    })

    it('charge a request without a user to its client', async () => {
      await using database = await engine.open()
      await using meter = meterFor(database, new TestClock(), { clientPerMinute: 1 })
      const charge = () => meter.charge({ clientSubject: 'client:key', units: 1, status: 429 })
      await charge()
      await assert.rejects(async () => charge(), { status: 429 })
    })
  })

  const onlyOneProcess = skip || engine.isForOneProcess !== undefined

  describe(`quota ceilings of two processes on ${engine.name}`, { skip: onlyOneProcess }, () => {
    it('allow exactly as many requests as the limits, however many are concurrent', async () => {
      await using place = await engine.place()
      await using here = await place.open()
      await using there = await place.open()
      const clock = new TestClock()
      const limits = { userPerMinute: 50, clientPerMinute: 120 }
      const meters = [here, there].map((database) => meterFor(database, clock, limits))
      const refusals = await Promise.all(
        Array.from({ length: 600 }, (_, index) => {
          const user = ['ann', 'bob', 'eve'][index % 3] as string
          const meter = meters[Math.floor(index / 3) % 2]
          assert.ok(meter)
          return refusalOf(meter, { user })
        }),
      )
      const passed = refusals.filter((refusal) => refusal === undefined).length
      assert.equal(passed, 120)
      const [client, ...users] = (await meters[0]?.usage()) ?? []
      assert.equal(client?.minute, 120)
      assert.ok(users.every(({ minute }) => minute <= 50))
      assert.equal(
        users.reduce((sum, { minute }) => sum + minute, 0),
        120,
      )
    })
  })
}

for (const engine of engines.filter(({ name }) => name.startsWith('postgres'))) {
  const skip = engine.unavailable !== undefined
  describe(`a high ceiling of two meters on ${engine.name}`, { skip }, () => {
    it('is never exceeded, and few charges of a busy caller ask the database', async () => {
      await using database = await engine.open()
      const clock = new TestClock()
      const limits = { userPerMinute: 1_000, clientPerMinute: 10_000 }
      const meters = [meterFor(database, clock, limits), meterFor(database, clock, limits)]
      let asked = 0
      let passed = 0
      for (let index = 0; index < 1_100; index++) {
        const charge = {
          userSubject: 'user:ann',
          clientSubject: 'client:app',
          units: 1,
          status: 403,
        } as const
        try {
          const answer = meters[index % 2]!.charge(charge)
          if (answer !== undefined) asked += 1
          await answer
          passed += 1
        } catch (error) {
          assert.ok(error instanceof ApiError)
        }
      }
      // A hundredth of the ceiling may be paid for and unused in each process.
      assert.ok(passed <= 1_000 && passed >= 980, `${passed} passed`)
      assert.ok(asked < 300, `${asked} asked the database`)
      clock.advance(2 * minuteMs)
      assert.equal(await passedCount(meters[0]!, 10), 10)
    })
  })
}
