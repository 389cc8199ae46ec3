import { expect, it, vi } from 'vitest'
import { sql } from '../../sql/sql.ts'
import { adHocQuery, type none } from '../../sql/statement.ts'
import type { Answer, Pool } from '../driver.ts'
import { Lanes } from './lanes.ts'
import { Pools } from './pools.ts'

const statement = adHocQuery<typeof none, never>(() => sql`select 1`).for('citus')
const timeoutMs = 60_000

/** Lanes whose statements are answered by hand. */
function openLanes() {
  const sent: { lane: number; answer: () => void }[] = []
  const pools = [0, 1].map(
    (lane) =>
      new Pools({
        connectionsMax: 1,
        make: () => {
          const unsafe = () => {
            const { promise, resolve } = Promise.withResolvers<Answer>()
            sent.push({ lane, answer: () => resolve([] as unknown as Answer) })
            return promise
          }
          return { unsafe, end: async () => {} } as unknown as Pool
        },
      }),
  )
  const lanes = new Lanes(pools)
  return { lanes, sent, ask: () => lanes.ask(statement, [], timeoutMs) }
}

it('statements of one turn share a connection', async () => {
  // Without a clock of its own, a pause of the machine would make the first one slow.
  const now = vi.spyOn(performance, 'now').mockReturnValue(0)
  const { sent, ask } = openLanes()
  const answers = [ask(), ask(), ask()]
  now.mockRestore()
  expect(sent.map(({ lane }) => lane)).toEqual([0, 0, 0])
  for (const { answer } of sent) answer()
  await Promise.all(answers)
})

it('a statement behind a slow one uses another connection', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(0)
  const { sent, ask } = openLanes()
  const slow = ask()
  now.mockReturnValue(100)
  const quick = ask()
  now.mockRestore()
  expect(sent.map(({ lane }) => lane)).toEqual([0, 1])
  for (const { answer } of sent) answer()
  await Promise.all([slow, quick])
})
