import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, it } from 'vitest'
import { jobCounts } from '#/jobs/inspection.ts'
import type { JobKind } from '#/jobs/job.ts'
import { PromptJobs, type StartJob } from '#/jobs/prompt-jobs.ts'
import { promptJobs } from '#/jobs/tables.ts'
import { silentLog } from '#/kernel/log.ts'
import { seededRandomBytes } from '#/kernel/randomness.ts'
import type { Database } from '#/storage/port.ts'
import { sql } from '#/storage/sql/sql.ts'
import { adHocQuery, none } from '#/storage/sql/statement.ts'
import { engines } from '../support/engines.ts'
import { leaseMs, noteKind, passLeases, TestClock, workerFor } from './jobs-fixture.ts'

const bucket = 7

const storedCount = async (database: Database): Promise<number> =>
  Number((await database.first(countPrompt, none))!.count)

const countPrompt = adHocQuery<typeof none, { count: number }>(
  () => sql`select count(*) as count from ${promptJobs}`,
)

const promptJobsOn = (database: Database, startJob?: StartJob): PromptJobs =>
  new PromptJobs({
    database,
    clock: new TestClock(),
    log: silentLog,
    randomBytes: seededRandomBytes('process'),
    waitMs: 60_000,
    startJob,
  })

/** Enqueues a job, and waits until the process has done with it what `startJob` wants. */
async function enqueue(database: Database, kind: JobKind, startJob?: StartJob): Promise<void> {
  const prompt = promptJobsOn(database, startJob)
  const options = { bucket, payload: 'hello' }
  if (startJob !== undefined) {
    await database.transaction((tx) => prompt.begin(tx, kind, options))
    return
  }
  await prompt.transaction((tx) => prompt.begin(tx, kind, options))
  await prompt.whenIdle()
}

// In time for a test, before the worker looks by itself.
const longestSleepMs = 25_000

const neverStart: StartJob = () => {}

for (const engine of engines) {
  const skip = engine.unavailable !== undefined

  describe(`jobs that their process runs at once, on ${engine.name}`, { skip }, () => {
    it('run without the queue, and are then deleted', async () => {
      await using database = await engine.open()
      const ran: unknown[] = []
      await enqueue(
        database,
        noteKind(async (payload) => {
          ran.push(payload, await storedCount(database), await jobCounts(database))
        }),
      )
      assert.deepEqual(ran, ['hello', 1, []])
      assert.equal(await storedCount(database), 0)
      assert.deepEqual(await jobCounts(database), [])
    })

    it('are retried from the queue after a failure', async () => {
      await using database = await engine.open()
      const failing = noteKind(async () => {
        throw new Error('no luck')
      })
      await enqueue(database, failing)
      assert.equal(await storedCount(database), 0)
      const count = { kind: failing.kind, state: 'ready', count: 1 }
      assert.deepEqual(await jobCounts(database), [count])
    })

    it('wake a worker that sleeps when they fail', async () => {
      await using database = await engine.open()
      const retried = Promise.withResolvers<number>()
      const kind = noteKind(
        async (_, { attempt }) => {
          if (attempt === 1) throw new Error('no luck')
          retried.resolve(attempt)
        },
        { backoff: { firstMs: 0, factor: 1, capMs: 0, jitter: 0 } },
      )
      await using worker = workerFor({ database, clock: new TestClock(), kinds: [kind] })
      await worker.start()
      await worker.runDue()
      const begunAtMs = performance.now()
      await enqueue(database, kind)
      assert.equal(await retried.promise, 2)
      assert.ok(performance.now() - begunAtMs < longestSleepMs)
    })

    it('are not taken over while their process extends their leases', async () => {
      await using database = await engine.open()
      const { promise: released, resolve: release } = Promise.withResolvers<void>()
      const begun = Promise.withResolvers<void>()
      const attempts: number[] = []
      const kind = noteKind(async (_, { attempt }) => {
        attempts.push(attempt)
        begun.resolve()
        await released
      })
      const prompt = promptJobsOn(database)
      const enqueued = prompt.transaction((tx) => prompt.begin(tx, kind, { bucket, payload: '' }))
      await begun.promise
      await passLeases(database, leaseMs)
      await prompt.beat()
      await workerFor({ database, clock: new TestClock(), kinds: [kind] }).runDue()
      release()
      await enqueued
      await prompt.whenIdle()
      assert.deepEqual(attempts, [1])
      assert.equal(await storedCount(database), 0)
    })

    it('are aborted when another process has taken them over', async () => {
      await using database = await engine.open()
      const begun = Promise.withResolvers<void>()
      const attempts: number[] = []
      const kind = noteKind(async (_, { attempt, signal }) => {
        attempts.push(attempt)
        begun.resolve()
        if (attempt === 1) await once(signal, 'abort')
      })
      const prompt = promptJobsOn(database)
      const enqueued = prompt.transaction((tx) => prompt.begin(tx, kind, { bucket, payload: '' }))
      await begun.promise
      await passLeases(database, leaseMs)
      await workerFor({ database, clock: new TestClock(), kinds: [kind] }).runDue()
      await prompt.beat()
      await enqueued
      await prompt.whenIdle()
      assert.deepEqual(attempts, [1, 2])
      assert.deepEqual(await jobCounts(database), [])
    })

    it('are run by a worker when the lease of their process has ended', async () => {
      await using database = await engine.open()
      const ran: unknown[] = []
      const kind = noteKind(async (payload, { attempt }) => {
        ran.push(payload, attempt)
      })
      await enqueue(database, kind, neverStart)
      const clock = new TestClock()
      await workerFor({ database, clock, kinds: [kind] }).runDue()
      assert.deepEqual(ran, [])
      await passLeases(database, leaseMs)
      await workerFor({ database, clock, kinds: [kind] }).runDue()
      assert.deepEqual(ran, ['hello', 2])
      assert.equal(await storedCount(database), 0)
      assert.deepEqual(await jobCounts(database), [])
    })

    it('are looked for every ten seconds after a crash', async () => {
      await using database = await engine.open()
      const ran: unknown[] = []
      const kind = noteKind(async (payload) => {
        ran.push(payload)
      })
      const clock = new StoppedMachine()
      const worker = workerFor({ database, clock, kinds: [kind] })
      await worker.runDue()
      await enqueue(database, kind, neverStart)
      await passLeases(database, leaseMs)
      clock.atMs = 9_999
      await worker.runDue()
      assert.deepEqual(ran, [])
      clock.atMs = 10_000
      await worker.runDue()
      assert.deepEqual(ran, ['hello'])
    })
  })
}

/** The machine's clock stands still as well. */
class StoppedMachine extends TestClock {
  atMs = 0

  override machineMs(): number {
    return this.atMs
  }
}

describe('a SQLite database that is opened again', () => {
  it('runs at once what its last process has not done', async () => {
    const engine = engines.find(({ name }) => name === 'sqlite')!
    await using database = await engine.open()
    const ran = Promise.withResolvers<unknown>()
    const kind = noteKind(async (payload) => ran.resolve(payload))
    await enqueue(database, kind, neverStart)
    await using worker = workerFor({ database, clock: new TestClock(), kinds: [kind] })
    await worker.start()
    assert.equal(await ran.promise, 'hello')
  })
})
