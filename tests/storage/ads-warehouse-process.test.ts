import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Answer, Question } from '#/services/ads/warehouse/embedded/messages.ts'
import { sqlitePath } from '#/storage/open.ts'
import { engines } from '../support/engines.ts'

const program = join(import.meta.dirname, '../../src/services/ads/warehouse/embedded/child.ts')
const sqlite = engines.find(({ kind }) => kind === 'sqlite')!

const endless =
  'select cast(sum(a.range * b.range) as varchar) as c0 from range(10000000) a, range(10000000) b'

describe('the process of the warehouse', () => {
  it('ends with the process that forked it, also in the middle of a query', async () => {
    await using place = await sqlite.place()
    await using _database = await place.open()
    const settings = {
      databasePath: sqlitePath(place.dataDir),
      folder: join(place.dataDir, 'warehouse'),
      memoryMb: 100,
      threads: 1,
    }
    const child = fork(program, [JSON.stringify(settings)], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      execArgv: [],
    })
    const ask = (number: number, sql: string) => {
      const columns = [{ header: 'c0', type: 'String' }] as const
      const page = { firstRow: 0, rowCount: 1, countSql: 'select 1 as total' }
      const query = { sql, columns, unconvertible: [], page }
      child.send({ number, task: { do: 'rows', query } } satisfies Question)
    }
    ask(1, "select 'ready' as c0")
    const [answer] = (await once(child, 'message')) as [Answer]
    expect(answer).toMatchObject({ number: 1, rows: [['ready']] })
    ask(2, endless)
    // By the time of its answer the query before is running.
    ask(3, "select 'meanwhile' as c0")
    const [meanwhile] = (await once(child, 'message')) as [Answer]
    expect(meanwhile).toMatchObject({ number: 3 })
    const ended = once(child, 'exit')
    child.disconnect()
    expect(await ended).toEqual([null, 'SIGKILL'])
  })
})
