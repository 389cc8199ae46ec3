// Runs jobs until it is killed: started by jobs-crash.test.ts with the place of a database.
import { JobWorker } from '#/jobs/worker.ts'
import { systemClock } from '#/kernel/clock.ts'
import { silentLog } from '#/kernel/log.ts'
import { secureRandomBytes } from '#/kernel/randomness.ts'
import { schema } from '#/schema.ts'
import { openDatabase } from '#/storage/open.ts'
import { countRun } from './jobs-counter.ts'
import { noteKind } from './jobs-fixture.ts'

const [dataDir = '', url] = process.argv.slice(2)
const database = await openDatabase({ schema, log: silentLog, dataDir, url })
const worker = new JobWorker({
  database,
  clock: systemClock,
  log: silentLog,
  randomBytes: secureRandomBytes,
  concurrency: 8,
  kinds: [
    noteKind(async (payload) => {
      await countRun(database, Number(payload))
      process.stdout.write('ran\n')
      // Every tenth job is still running when the process is killed.
      if (Number(payload) % 10 === 0) await new Promise(() => {})
    }),
  ],
})
await worker.start()
setInterval(() => {}, 1_000)
