import assert from 'node:assert/strict'
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { describe, it } from 'vitest'
import { enqueueWith } from '#/jobs/enqueue.ts'
import { jobCounts } from '#/jobs/inspection.ts'
import { Timetable, type TimetableEntry } from '#/jobs/timetable.ts'
import { silentLog } from '#/kernel/log.ts'
import { seededRandomBytes } from '#/kernel/randomness.ts'
import type { Database } from '#/storage/port.ts'
import { engines } from '../support/engines.ts'
import { noteKind, TestClock, workerFor } from './jobs-fixture.ts'

const hourMs = 3_600_000
const everyHour: TimetableEntry = { name: 'tidy', pattern: '0 * * * *', kind: 'note', payload: 1 }

const timetableFor = (
  database: Database,
  clock: TestClock,
  entries: readonly TimetableEntry[],
  seed = 'timetable',
) => {
  const enqueue = enqueueWith({ clock, randomBytes: seededRandomBytes(seed) })
  return new Timetable({ database, clock, log: silentLog, enqueue, entries })
}

const waitingCount = async (database: Database) =>
  (await jobCounts(database)).reduce((sum, { count }) => sum + count, 0)

for (const engine of engines) {
  const skip = engine.unavailable !== undefined

  describe(`the timetable on ${engine.name}`, { skip }, () => {
    it('enqueues a job at each time of its pattern', async () => {
      await using database = await engine.open()
      const clock = new TestClock()
      const ran: unknown[] = []
      const timetable = timetableFor(database, clock, [everyHour])
      await using worker = workerFor({
        database,
        clock,
        kinds: [noteKind(async (payload) => void ran.push(payload))],
      })
      await timetable.adopt()
      for (const [advanceMs, enqueued] of [
        [hourMs - 1, 0],
        [1, 1],
        [0, 0],
        [hourMs, 1],
      ] as const) {
        clock.advance(advanceMs)
        assert.equal(await timetable.enqueueDue(), enqueued)
      }
      await worker.runDue()
      assert.deepEqual(ran, [1, 1])
    })

    it('enqueues a job on request, without moving its next time', async () => {
      await using database = await engine.open()
      const clock = new TestClock()
      const timetable = timetableFor(database, clock, [everyHour])
      await timetable.adopt()
      assert.equal(await timetable.run('tidy'), true)
      assert.equal(await timetable.run('nosuch'), false)
      assert.equal(await waitingCount(database), 1)
      clock.advance(hourMs)
      assert.equal(await timetable.enqueueDue(), 1)
    })

    it('runs when the clock is moved forward, also after it was set back', async () => {
      await using database = await engine.open()
      const clock = new TestClock()
      await using timetable = timetableFor(database, clock, [everyHour])
      let runCount = 0
      await using worker = workerFor({
        database,
        clock,
        kinds: [noteKind(async () => void runCount++)],
      })
      await worker.start()
      await timetable.start()
      const hoursUntilRun = async (wantedCount: number) => {
        for (let hours = 1; hours < 100_000; hours++) {
          clock.advance(hourMs)
          await turnOfTheLoop()
          if (runCount >= wantedCount) return hours
        }
        return Number.POSITIVE_INFINITY
      }
      await hoursUntilRun(1)
      clock.advance(-200_000 * hourMs)
      assert.ok((await hoursUntilRun(runCount + 2)) < 100_000)
    })

    // The rules below do not depend on the engine.
    if (engine.kind !== 'sqlite') return

    it('catches up with one run after the server was down for many', async () => {
      await using database = await engine.open()
      const clock = new TestClock()
      await timetableFor(database, clock, [everyHour]).adopt()
      clock.advance(30.5 * hourMs)
      const restarted = timetableFor(database, clock, [everyHour])
      await restarted.adopt()
      assert.equal(await restarted.enqueueDue(), 1)
      assert.equal(await restarted.enqueueDue(), 0)
      clock.advance(0.5 * hourMs)
      assert.equal(await restarted.enqueueDue(), 1)
    })

    it('adopts a changed pattern and removes entries that are no longer declared', async () => {
      await using database = await engine.open()
      const clock = new TestClock()
      const other = { ...everyHour, name: 'other' }
      await timetableFor(database, clock, [everyHour, other]).adopt()
      const changed = timetableFor(database, clock, [{ ...everyHour, pattern: '30 * * * *' }])
      await changed.adopt()
      clock.advance(hourMs / 2)
      assert.equal(await changed.enqueueDue(), 1)
      clock.advance(hourMs / 2)
      assert.equal(await changed.enqueueDue(), 0)
      assert.equal(await timetableFor(database, clock, [other]).enqueueDue(), 0)
    })
  })

  const onlyOneProcess = skip || engine.isForOneProcess !== undefined

  describe(`the timetable of two processes on ${engine.name}`, { skip: onlyOneProcess }, () => {
    it('enqueues each run once', async () => {
      await using place = await engine.place()
      await using here = await place.open()
      await using there = await place.open()
      const clock = new TestClock()
      const entries = [everyHour, { ...everyHour, name: 'second' }]
      const timetables = [here, there].map((database, index) =>
        timetableFor(database, clock, entries, `process ${index}`),
      )
      await Promise.all(timetables.map((timetable) => timetable.adopt()))
      for (let hour = 1; hour <= 5; hour++) {
        clock.advance(hourMs)
        await Promise.all(timetables.map((timetable) => timetable.enqueueDue()))
        assert.equal(await waitingCount(here), 2 * hour)
      }
    })
  })
}
