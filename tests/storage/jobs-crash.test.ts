import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { describe, it } from 'vitest'
import { jobCounts } from '#/jobs/inspection.ts'
import { engines, type Place } from '../support/engines.ts'
import { countRun, runCounts } from './jobs-counter.ts'
import {
  enqueueAll,
  leaseMs,
  note,
  noteKind,
  passLeases,
  TestClock,
  workerFor,
} from './jobs-fixture.ts'

const jobCount = 60
const runsBeforeKill = 25

for (const engine of engines) {
  const skip = engine.unavailable !== undefined

  describe(`jobs and kill -9 on ${engine.name}`, { skip }, () => {
    it('loses no job of a process that is killed, and repeats only what was running', async () => {
      await using place = await engine.place()
      const clock = new TestClock()
      {
        await using database = await place.open()
        const jobs = Array.from({ length: jobCount }, (_, index) => note(index))
        await enqueueAll(database, clock, jobs)
      }
      await runAndKill(place)

      await using database = await place.open()
      const ranBefore = await runCounts(database)
      const [running] = (await jobCounts(database)).filter(({ state }) => state === 'running')
      assert.ok(ranBefore.size >= runsBeforeKill && running !== undefined)
      await passLeases(database, leaseMs)
      await using worker = workerFor({
        database,
        clock,
        kinds: [noteKind(async (payload) => void (await countRun(database, Number(payload))))],
      })
      await worker.start()
      await worker.runDue()

      const ran = await runCounts(database)
      assert.equal(ran.size, jobCount)
      assert.deepEqual(await jobCounts(database), [])
      const repeated = [...ran.values()].filter((runCount) => runCount > 1).length
      assert.ok(repeated >= 1 && repeated <= running.count)
    })
  })
}

async function runAndKill({ dataDir, url }: Place): Promise<void> {
  const script = fileURLToPath(new URL('jobs-child.ts', import.meta.url))
  const child = spawn(process.execPath, [script, dataDir, ...(url === undefined ? [] : [url])], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  let runCount = 0
  for await (const _ of createInterface({ input: child.stdout })) {
    if (++runCount >= runsBeforeKill) child.kill('SIGKILL')
  }
  await exited
  assert.ok(runCount >= runsBeforeKill)
}
