import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { enqueueWith } from '#/jobs/enqueue.ts'
import { deadJobs, jobCounts, retryDead } from '#/jobs/inspection.ts'
import { silentLog } from '#/kernel/log.ts'
import { seededRandomBytes } from '#/kernel/randomness.ts'
import { engines } from '../support/engines.ts'
import { enqueueAll, note, noteKind, TestClock, workerFor } from './jobs-fixture.ts'

/** A kind whose job notes its attempts, of which the first ones fail. */
const failingKind = (attempts: number[], { failures }: { readonly failures: number }) =>
  noteKind(async (_, { attempt }) => {
    attempts.push(attempt)
    if (attempt <= failures) throw new Error('not yet')
  })

for (const engine of engines) {
  const skip = engine.unavailable !== undefined

  describe(`the job queue on ${engine.name}`, { skip }, () => {
    it('runs a job with its payload and deletes it when it is done', async () => {
      await using database = await engine.open()
      const clock = new TestClock()
      const ran: unknown[] = []
      await using worker = workerFor({
        database,
        clock,
        kinds: [noteKind(async (payload, { attempt }) => void ran.push([payload, attempt]))],
      })
      await enqueueAll(database, clock, [note({ text: 'hello', list: [1, null] })])
      await worker.runDue()
      assert.deepEqual(ran, [[{ text: 'hello', list: [1, null] }, 1]])
      assert.deepEqual(await jobCounts(database), [])
    })

    it('never runs a job of a transaction that was rolled back', async () => {
      await using database = await engine.open()
      const clock = new TestClock()
      const ran: unknown[] = []
      await using worker = workerFor({
        database,
        clock,
        kinds: [noteKind(async (payload) => void ran.push(payload))],
      })
      const enqueue = enqueueWith({ clock, randomBytes: seededRandomBytes('rolled back') })
      const failing = database.transaction(async (tx) => {
        await enqueue(tx, note('lost'))
        throw new Error('power cut')
      })
      await assert.rejects(failing, /power cut/)
      await worker.runDue()
      assert.deepEqual(ran, [])
      assert.deepEqual(await jobCounts(database), [])
    })

    it('runs more jobs than it may run at a time, and what they enqueue', async () => {
      await using database = await engine.open()
      const clock = new TestClock()
      const ran = new Set<unknown>()
      let runningCount = 0
      let runningCountMax = 0
      await using worker = workerFor({
        database,
        clock,
        concurrency: 3,
        kinds: [
          noteKind(async (payload) => {
            runningCountMax = Math.max(runningCountMax, ++runningCount)
            if (payload === 0) await enqueueAll(database, clock, [note('child')])
            ran.add(payload)
            runningCount--
          }),
        ],
      })
      const jobs = Array.from({ length: 25 }, (_, index) => note(index))
      await enqueueAll(database, clock, jobs)
      await worker.runDue()
      assert.equal(ran.size, 26)
      assert.ok(runningCountMax <= 3)
      assert.deepEqual(await jobCounts(database), [])
    })

    it('keeps a job that failed too often, with its last error, until it is retried', async () => {
      await using database = await engine.open()
      const clock = new TestClock()
      let isBroken = true
      await using worker = workerFor({
        database,
        clock,
        kinds: [
          noteKind(async (_, { attempt }) => {
            if (isBroken) throw new Error(`failure ${attempt}`, { cause: new Error('the reason') })
          }),
        ],
      })
      await enqueueAll(database, clock, [note({ to: 'nobody' })])
      for (let attempt = 1; attempt <= 3; attempt++) {
        await worker.runDue()
        clock.advance(60_000)
      }
      assert.deepEqual(await jobCounts(database), [{ kind: 'note', state: 'dead', count: 1 }])
      const [dead] = await deadJobs(database, 10)
      assert.ok(dead)
      assert.equal(dead.lastError, 'Error: failure 3 (the reason)')
      assert.deepEqual([dead.payload, dead.attempts], [{ to: 'nobody' }, 3])

      isBroken = false
      await worker.runDue()
      assert.equal((await deadJobs(database, 10)).length, 1)
      assert.equal(await retryDead(database, clock, dead.id), true)
      assert.equal(await retryDead(database, clock, dead.id), false)
      await worker.runDue()
      assert.deepEqual(await jobCounts(database), [])
    })

    it('keeps one waiting job of a key, with the latest payload and the earliest due time', async () => {
      await using database = await engine.open()
      const clock = new TestClock()
      const ran: unknown[] = []
      await using worker = workerFor({
        database,
        clock,
        kinds: [noteKind(async (payload) => void ran.push(payload))],
      })
      const dueAtMs = clock.nowMs() + 1_000
      await enqueueAll(database, clock, [
        note(1, { key: 'k', dueAtMs: dueAtMs + 5_000 }),
        note(2, { key: 'k', dueAtMs }),
        note(3, { key: 'k', dueAtMs: dueAtMs + 9_000 }),
        note('of another key', { key: 'l', dueAtMs }),
      ])
      clock.advance(1_000)
      await worker.runDue()
      assert.deepEqual(ran.sort(), [3, 'of another key'])
    })

    it('enqueues a job of a key again once the earlier one has started', async () => {
      await using database = await engine.open()
      const clock = new TestClock()
      const ran: unknown[] = []
      await using worker = workerFor({
        database,
        clock,
        kinds: [
          noteKind(async (payload) => {
            ran.push(payload)
            if (payload === 1) await enqueueAll(database, clock, [note(2, { key: 'k' })])
          }),
        ],
      })
      await enqueueAll(database, clock, [note(1, { key: 'k' })])
      await worker.runDue()
      assert.deepEqual(ran, [1, 2])
    })

    // The rules below do not depend on the engine.
    if (engine.kind !== 'sqlite') return

    it('runs a job when the clock reaches its due time, not before', async () => {
      await using database = await engine.open()
      const clock = new TestClock()
      const ran: unknown[] = []
      await using worker = workerFor({
        database,
        clock,
        kinds: [noteKind(async (payload) => void ran.push(payload))],
      })
      await enqueueAll(database, clock, [note('later', { dueAtMs: clock.nowMs() + 5_000 })])
      clock.advance(4_999)
      await worker.runDue()
      assert.deepEqual(ran, [])
      clock.advance(1)
      await worker.runDue()
      assert.deepEqual(ran, ['later'])
    })

    it('runs a job that was due immediately although the clock was set back', async () => {
      await using database = await engine.open()
      const clock = new TestClock()
      const ran: unknown[] = []
      await using worker = workerFor({
        database,
        clock,
        kinds: [noteKind(async (payload) => void ran.push(payload))],
      })
      await enqueueAll(database, clock, [
        note('at once'),
        note('later', { dueAtMs: clock.nowMs() + 1 }),
      ])
      clock.advance(-86_400_000)
      await worker.runDue()
      assert.deepEqual(ran, ['at once'])
    })

    it('tries a failed job again although the clock was set back', async () => {
      await using database = await engine.open()
      const clock = new TestClock()
      const attempts: number[] = []
      const kinds = [failingKind(attempts, { failures: 1 })]
      await using worker = workerFor({ database, clock, kinds })
      await enqueueAll(database, clock, [note('stubborn')])
      await worker.runDue()
      clock.advance(-1)
      await worker.runDue()
      assert.deepEqual(attempts, [1])
      clock.advance(-86_400_000)
      await worker.runDue()
      assert.deepEqual(attempts, [1, 2])
    })

    it('tries a failed job again after a growing delay', async () => {
      await using database = await engine.open()
      const clock = new TestClock()
      const attempts: number[] = []
      const kinds = [failingKind(attempts, { failures: 2 })]
      await using worker = workerFor({ database, clock, kinds })
      await enqueueAll(database, clock, [note('stubborn')])
      for (const [advanceMs, expected] of [
        [0, [1]],
        [999, [1]],
        [1, [1, 2]],
        [1_999, [1, 2]],
        [1, [1, 2, 3]],
      ] as const) {
        clock.advance(advanceMs)
        await worker.runDue()
        assert.deepEqual(attempts, expected)
      }
      assert.deepEqual(await jobCounts(database), [])
    })

    it('counts a handler that takes too long as failed, and aborts its signal', async () => {
      await using database = await engine.open()
      const clock = new TestClock()
      let isAborted = false
      await using worker = workerFor({
        database,
        clock,
        kinds: [
          noteKind(
            (_, { signal }) => {
              signal.addEventListener('abort', () => {
                isAborted = true
              })
              return new Promise(() => {})
            },
            { timeoutMs: 1, attemptsMax: 1 },
          ),
        ],
      })
      await enqueueAll(database, clock, [note('endless')])
      await worker.runDue()
      assert.ok(isAborted)
      const [dead] = await deadJobs(database, 10)
      assert.equal(dead?.lastError, 'Error: The job took longer than 1 ms.')
    })

    it('survives handlers that throw synchronously or throw other values', async () => {
      await using database = await engine.open()
      const clock = new TestClock()
      const odd: unknown[] = ['a text\0 with a zero byte', undefined, null, { toString: null }]
      await using worker = workerFor({
        database,
        clock,
        kinds: [
          noteKind(
            (payload) => {
              throw odd[Number(payload)]
            },
            { attemptsMax: 1 },
          ),
        ],
      })
      await enqueueAll(
        database,
        clock,
        odd.map((_, index) => note(index)),
      )
      await worker.runDue()
      assert.deepEqual(await jobCounts(database), [{ kind: 'note', state: 'dead', count: 4 }])
    })

    it('skips a job of an unknown kind and logs it once', async () => {
      await using database = await engine.open()
      const clock = new TestClock()
      const warnings: unknown[] = []
      await using worker = workerFor({
        database,
        clock,
        log: { ...silentLog, warn: (_, fields) => void warnings.push(fields?.kind) },
        kinds: [noteKind(async () => {})],
      })
      await enqueueAll(database, clock, [
        note('known'),
        { kind: 'future', payload: null },
        { kind: 'other', payload: null },
      ])
      for (let look = 0; look < 4; look++) await worker.runDue()
      assert.deepEqual(warnings.sort(), ['future', 'other'])
      assert.deepEqual(await jobCounts(database), [
        { kind: 'future', state: 'ready', count: 1 },
        { kind: 'other', state: 'ready', count: 1 },
      ])
    })
  })
}
