import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import type { Transaction } from '../../port.ts'
import { Turns, type TurnsOptions } from './turns.ts'

const handle = {} as Transaction

/** Turns that note which bodies were run together, and say nothing has come of it where asked to. */
function noting(options: Partial<TurnsOptions> = {}) {
  const groups: number[] = []
  const turns = new Turns({
    alone: (body) => {
      groups.push(1)
      return body(handle)
    },
    withoutLocks: (body) => body(handle),
    together: async (bodies) => {
      groups.push(bodies.length)
      return Promise.all(
        bodies.map((body) =>
          body(handle).then(
            (value) => ({ value }),
            (error: unknown) => ({ error }),
          ),
        ),
      )
    },
    isSharingCostly: () => false,
    membersMax: 3,
    waitMsMax: 60_000,
    ...options,
  })
  return { turns, groups }
}

const giving = (value: string) => async () => value
const failing = async () => {
  throw new Error('only mine')
}

describe('turns', () => {
  it('make all that waits by then together, up to a limit', async () => {
    const { turns, groups } = noting()
    const names = ['a', 'b', 'c', 'd', 'e', 'f']
    const values = await Promise.all(names.map((name) => turns.take('row', giving(name), {})))
    assert.deepEqual(values, names)
    assert.deepEqual(groups, [1, 3, 2])
  })

  it('give each its own failure', async () => {
    const { turns } = noting()
    const outcomes = await Promise.allSettled([
      turns.take('row', giving('a'), {}),
      turns.take('row', failing, {}),
      turns.take('row', giving('c'), {}),
    ])
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    )
  })

  it('run without locks what can, one after another, where one transaction for all costs more', async () => {
    let withoutLocks = 0
    const { turns, groups } = noting({
      isSharingCostly: () => true,
      withoutLocks: (body) => {
        withoutLocks++
        return body(handle)
      },
    })
    const take = (canConfirm: boolean) => turns.take('row', giving('a'), { canConfirm })
    await Promise.all([true, true, true].map(take))
    assert.deepEqual([withoutLocks, groups], [3, []])
    await Promise.all([true, false, true].map(take))
    assert.deepEqual([withoutLocks, groups], [4, [2]])
  })

  it('run each one alone after running them together failed', async () => {
    const { turns, groups } = noting({ together: async () => undefined })
    const values = await Promise.all(
      ['a', 'b', 'c'].map((name) => turns.take('row', giving(name), {})),
    )
    assert.deepEqual(values, ['a', 'b', 'c'])
    assert.deepEqual(groups, [1, 1, 1])
  })

  it('fail together with what they share', async () => {
    const { turns } = noting({ together: () => Promise.reject(new Error('no connection')) })
    const outcomes = await Promise.allSettled(
      ['a', 'b', 'c'].map((name) => turns.take('row', giving(name), {})),
    )
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'rejected', 'rejected'],
    )
  })

  it('leave alone what has to be alone', async () => {
    const { turns, groups } = noting()
    await Promise.all(
      [false, false, true, false, false].map((isAlone) =>
        turns.take('row', giving('done'), { isAlone }),
      ),
    )
    assert.deepEqual(groups, [1, 1, 1, 2])
  })

  it('do not block turns of other names', async () => {
    const { turns } = noting()
    const { promise, resolve } = Promise.withResolvers<void>()
    const held = turns.take('row', () => promise, {})
    assert.equal(await turns.take('other', giving('done'), {}), 'done')
    resolve()
    await held
  })

  it('refuse who has waited too long, and continue with the next', async () => {
    const { turns } = noting({ waitMsMax: 0 })
    const { promise, resolve } = Promise.withResolvers<void>()
    const held = turns.take('row', () => promise, {})
    await assert.rejects(turns.take('row', giving('late'), {}), { status: 503 })
    resolve()
    await held
    assert.equal(await turns.take('row', giving('later'), {}), 'later')
  })
})
