import { expect, it } from 'vitest'
import { runAlmanac, wireEngines } from '../support/server.ts'
import { openDatabaseFile } from '../support/tampering.ts'

it('the command line shows a job that was abandoned, with its error, and lets it run again', async () => {
  await using place = await wireEngines[0]!.place()
  const { environment } = place
  expect((await runAlmanac(['jobs', 'dead'], environment)).stdout.trim()).toBe('')
  using database = openDatabaseFile(environment.ALMANAC_DATA_DIR!)
  database.exec(
    `insert into jobs (id, kind, payload, state, due_at, attempts, last_error, created_at, finished_at)
     values ('job1', 'test.kind', '{}', 'dead', 1, 3, 'the receiver is gone', 1, 2)`,
  )
  const { stdout } = await runAlmanac(['jobs', 'dead'], environment)
  expect(stdout).toBe('job1\ttest.kind\t3 attempts\tthe receiver is gone\n')
  expect((await runAlmanac(['jobs', 'retry', 'job1'], environment)).code).toBe(0)
  expect(database.prepare('select state from jobs').get()).toEqual({ state: 'ready' })
  const again = await runAlmanac(['jobs', 'retry', 'job1'], environment)
  expect([again.code, again.stderr]).toEqual([1, 'almanac: There is no dead job job1.\n'])
})
