import { setImmediate as turn } from 'node:timers/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { sql } from '../../sql/sql.ts'
import { adHocCommand } from '../../sql/statement.ts'
import { shapeOf } from './combined-writes.ts'
import { WriteBatches } from './write-batches.ts'

const one = adHocCommand<{ id: string }>(({ id }) => sql`insert into one values (${id})`)
const other = adHocCommand<{ id: string }>(({ id }) => sql`insert into other values (${id})`)
const incarnation = { incarnation: 'now', start: 'then' }

class Unknown extends Error {}

/** Batches whose statements are listed by their ids; those with a bad id fail. */
function openBatches(
  isBad: (id: string) => Error | undefined = () => undefined,
  answer = Promise.resolve(),
) {
  const sent: string[][] = []
  const batches = new WriteBatches({
    shapeOf,
    send: async (members) => {
      const ids = members.flat().map(({ args }) => (args as { id: string }).id)
      sent.push(ids)
      const error = ids.map(isBad).find((found) => found !== undefined)
      if (error !== undefined) throw error
      await answer
    },
    isUnknown: (error) => error instanceof Unknown,
    sendingMax: 2,
    sizeMax: 4,
    sizeOf: (count) => 2 ** Math.floor(Math.log2(count)),
  })
  const write = (id: string, statement = one) =>
    batches.write({
      writes: [{ compiled: statement.for('postgres'), args: { id }, isNote: false }],
      incarnation,
      locks: id,
    })
  return { sent, write }
}

it('sends what ends in one turn together, in the order of locks and in batches of the given sizes', async () => {
  const { sent, write } = openBatches()
  await Promise.all(['c', 'b', 'a', 'f', 'e', 'd', 'g'].map((id) => write(id)))
  expect(sent).toEqual([['a', 'b', 'c', 'f'], ['d', 'e'], ['g']])
})

it('sends nothing beside a batch under way, unless it is full', async () => {
  const under = Promise.withResolvers<void>()
  const { sent, write } = openBatches(undefined, under.promise)
  const writes = ['a', 'b', 'c', 'd'].map((id) => write(id))
  await turn()
  writes.push(write('e'))
  await turn()
  expect(sent).toEqual([['a', 'b', 'c', 'd']])
  writes.push(...['f', 'g', 'h'].map((id) => write(id)))
  await turn()
  expect(sent.slice(1)).toEqual([['e', 'f', 'g', 'h']])
  writes.push(write('i'))
  under.resolve()
  await Promise.all(writes)
  expect(sent.slice(2)).toEqual([['i']])
})

it('does not wait for a batch that takes long', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { sent, write } = openBatches(undefined, new Promise(() => {}))
  void write('a')
  await turn()
  void write('b')
  await turn()
  expect(sent).toEqual([['a']])
  vi.advanceTimersByTime(20)
  await turn()
  expect(sent).toEqual([['a'], ['b']])
})

it('sends other statements apart', async () => {
  const { sent, write } = openBatches()
  await Promise.all([write('a'), write('b', other), write('c')])
  expect(sent).toEqual([['a', 'c'], ['b']])
})

it('sends each alone after a failure, so that only one fails', async () => {
  const { sent, write } = openBatches((id) => (id === 'b' ? new Error('taken') : undefined))
  const outcomes = await Promise.allSettled(['a', 'b'].map((id) => write(id)))
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  expect(sent).toEqual([['a', 'b'], ['a'], ['b']])
})

it('repeats nothing that may have been executed', async () => {
  const { sent, write } = openBatches((id) => (id === 'b' ? new Unknown('lost') : undefined))
  const outcomes = await Promise.allSettled(['a', 'b'].map((id) => write(id)))
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(sent).toEqual([['a', 'b']])
})
