import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { enqueueWith } from '#/jobs/enqueue.ts'
import { deadJobs, jobCounts } from '#/jobs/inspection.ts'
import { seededRandomBytes } from '#/kernel/randomness.ts'
import { engines } from '../support/engines.ts'
import {
  enqueueAll,
  leaseMs,
  note,
  noteKind,
  passLeases,
  TestClock,
  workerFor,
} from './jobs-fixture.ts'

for (const engine of engines) {
  const skip = engine.unavailable !== undefined

  describe(`job workers on ${engine.name}`, { skip }, () => {
    it('wakes for a job that another transaction writes', async () => {
      await using database = await engine.open()
      const clock = new TestClock()
      const ran = Promise.withResolvers<unknown>()
      await using worker = workerFor({
        database,
        clock,
        kinds: [noteKind(async (payload) => ran.resolve(payload))],
      })
      await worker.start()
      await enqueueAll(database, clock, [note('wake up')])
      assert.equal(await ran.promise, 'wake up')
    })

    it('runs the job of a worker that died again when its lease has run out', async () => {
      await using database = await engine.open()
      const clock = new TestClock()
      const begun = Promise.withResolvers<void>()
      const dying = workerFor({
        database,
        clock,
        workerId: 'dying',
        kinds: [
          noteKind(() => {
            begun.resolve()
            return new Promise(() => {})
          }),
        ],
      })
      await enqueueAll(database, clock, [note('orphan')])
      dying.wake()
      await begun.promise

      const attempts: number[] = []
      await using heir = workerFor({
        database,
        clock,
        workerId: 'heir',
        kinds: [noteKind(async (_, { attempt }) => void attempts.push(attempt))],
      })
      await heir.runDue()
      assert.deepEqual(attempts, [])
      await passLeases(database, leaseMs)
      await heir.runDue()
      assert.deepEqual(attempts, [2])
      assert.deepEqual(await jobCounts(database), [])
    })

    it('keeps a worker that lost its lease from finishing the run of another', async () => {
      await using database = await engine.open()
      const clock = new TestClock()
      const runs = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const workers = runs.map((run, index) =>
        workerFor({
          database,
          clock,
          workerId: `worker ${index}`,
          kinds: [
            noteKind(() => {
              begun[index]?.resolve()
              return run.promise
            }),
          ],
        }),
      )
      await enqueueAll(database, clock, [note('contested')])
      const first = workers[0]?.runDue()
      await begun[0]?.promise
      await passLeases(database, leaseMs)
      const second = workers[1]?.runDue()
      await begun[1]?.promise

      runs[0]?.resolve()
      await first
      assert.deepEqual(await jobCounts(database), [{ kind: 'note', state: 'running', count: 1 }])
      runs[1]?.resolve()
      await second
      assert.deepEqual(await jobCounts(database), [])
    })

    it('extends the lease of a long job, and aborts a run that lost its lease', async () => {
      await using database = await engine.open()
      const clock = new TestClock()
      const begun = Promise.withResolvers<AbortSignal>()
      await using slow = workerFor({
        database,
        clock,
        workerId: 'slow',
        kinds: [
          noteKind((_, { signal }) => {
            begun.resolve(signal)
            return new Promise(() => {})
          }),
        ],
      })
      let takenOverCount = 0
      await using other = workerFor({
        database,
        clock,
        workerId: 'other',
        kinds: [noteKind(async () => void takenOverCount++)],
      })
      await enqueueAll(database, clock, [note('long')])
      slow.wake()
      const signal = await begun.promise
      for (let beat = 0; beat < 5; beat++) {
        await passLeases(database, leaseMs - 10_000)
        await slow.beat()
        await other.runDue()
      }
      assert.deepEqual([takenOverCount, signal.aborted], [0, false])

      await passLeases(database, leaseMs)
      await other.runDue()
      await slow.beat()
      assert.deepEqual([takenOverCount, signal.aborted], [1, true])
    })

    it('returns a job that a stop interrupts to the queue, without counting the attempt', async () => {
      await using database = await engine.open()
      const clock = new TestClock()
      const begun = Promise.withResolvers<void>()
      const stopped = workerFor({
        database,
        clock,
        workerId: 'stopped',
        kinds: [
          noteKind((_, { signal }) => {
            begun.resolve()
            return new Promise((_, reject) => {
              signal.addEventListener('abort', () => reject(new Error('my connection closed')))
            })
          }),
        ],
      })
      await stopped.start()
      await enqueueAll(database, clock, [note('patient')])
      await begun.promise
      await stopped.stop()

      const attempts: number[] = []
      await using next = workerFor({
        database,
        clock,
        workerId: 'next',
        kinds: [noteKind(async (_, { attempt }) => void attempts.push(attempt))],
      })
      await next.runDue()
      assert.deepEqual(attempts, [1])
    })

    // The rules below do not depend on the engine.
    if (engine.kind !== 'sqlite') return

    it('polls at once when the clock is moved', async () => {
      await using database = await engine.open()
      const clock = new TestClock()
      const ran = Promise.withResolvers<unknown>()
      await using worker = workerFor({
        database,
        clock,
        kinds: [noteKind(async (payload) => ran.resolve(payload))],
      })
      await enqueueAll(database, clock, [note('in a year', { dueAtMs: clock.nowMs() + 3e10 })])
      await worker.start()
      clock.advance(3e10)
      assert.equal(await ran.promise, 'in a year')
    })

    it('gives up a job that no process has survived', async () => {
      await using database = await engine.open()
      const clock = new TestClock()
      await enqueueAll(database, clock, [note('poison')])
      for (let death = 0; death < 4; death++) {
        const begun = Promise.withResolvers<void>()
        const kind = noteKind(
          () => {
            begun.resolve()
            return new Promise(() => {})
          },
          { attemptsMax: 1 },
        )
        workerFor({ database, clock, workerId: `victim ${death}`, kinds: [kind] }).wake()
        await begun.promise
        await passLeases(database, leaseMs)
      }
      let runCount = 0
      await using last = workerFor({
        database,
        clock,
        workerId: 'last',
        kinds: [noteKind(async () => void runCount++, { attemptsMax: 1 })],
      })
      await last.runDue()
      assert.equal(runCount, 0)
      const [dead] = await deadJobs(database, 10)
      assert.match(dead?.lastError ?? '', /Every process that ran this job ended/)
    })

    it('finishes running jobs before it stops', async () => {
      await using database = await engine.open()
      const clock = new TestClock()
      const begun = Promise.withResolvers<void>()
      const finish = Promise.withResolvers<void>()
      const worker = workerFor({
        database,
        clock,
        drainMs: 10_000,
        kinds: [
          noteKind(() => {
            begun.resolve()
            return finish.promise
          }),
        ],
      })
      await worker.start()
      await enqueueAll(database, clock, [note('nearly done')])
      await begun.promise
      const stopping = worker.stop()
      finish.resolve()
      await stopping
      assert.deepEqual(await jobCounts(database), [])
    })
  })

  const onlyOneProcess = skip || engine.isForOneProcess !== undefined

  describe(`job workers of two processes on ${engine.name}`, { skip: onlyOneProcess }, () => {
    it('run each job once', async () => {
      await using place = await engine.place()
      await using here = await place.open()
      await using there = await place.open()
      const clock = new TestClock()
      const ran: unknown[] = []
      const kinds = [noteKind(async (payload) => void ran.push(payload))]
      const workers = [here, there].map((database, index) =>
        workerFor({ database, clock, kinds, workerId: `worker ${index}`, concurrency: 5 }),
      )
      const numbers = Array.from({ length: 200 }, (_, index) => index)
      await enqueueAll(
        here,
        clock,
        numbers.map((number) => note(number)),
      )
      await Promise.all(workers.map((worker) => worker.runDue()))
      assert.deepEqual(
        ran.sort((a, b) => Number(a) - Number(b)),
        numbers,
      )
      assert.deepEqual(await jobCounts(there), [])
    })

    it('wake by a notification of the other process', async () => {
      await using place = await engine.place()
      await using here = await place.open()
      await using there = await place.open()
      const clock = new TestClock()
      const ran = Promise.withResolvers<unknown>()
      await using worker = workerFor({
        database: there,
        clock,
        kinds: [noteKind(async (payload) => ran.resolve(payload))],
      })
      await worker.start()
      await enqueueAll(here, clock, [note('from here')])
      assert.equal(await ran.promise, 'from here')
    })

    it('do not run a keyed job between being asked for again and the commit of that', async () => {
      await using place = await engine.place()
      await using here = await place.open()
      await using there = await place.open()
      const clock = new TestClock()
      const ran: unknown[] = []
      await using worker = workerFor({
        database: there,
        clock,
        kinds: [noteKind(async (payload) => void ran.push(payload))],
      })
      await enqueueAll(here, clock, [note('old', { key: 'k' })])
      const enqueue = enqueueWith({ clock, randomBytes: seededRandomBytes('again') })
      await here.transaction(async (tx) => {
        await enqueue(tx, note('new', { key: 'k' }))
        await worker.runDue()
        assert.deepEqual(ran, [])
      })
      await worker.runDue()
      assert.deepEqual(ran, ['new'])
    })
  })
}
