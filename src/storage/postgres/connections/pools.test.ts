import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import type { Pool } from '../driver.ts'
import { PoolReplaced, Pools, unlessReplaced } from './pools.ts'

const never = new Promise<never>(() => {})

/** Pools that are only told apart; `close` closes a connection of the present one. */
function numberedPools({ connectionsMax = 1 } = {}) {
  const ended: number[] = []
  const limits: number[] = []
  let close = () => {}
  let count = 0
  const pools = new Pools({
    connectionsMax,
    make: ({ onClose, connectionsMax: limit }) => {
      const number = ++count
      limits.push(limit)
      close = onClose
      const end = async (options?: object) => {
        // Otherwise only the connections that are not in use are closed.
        if (options !== undefined) ended.push(number)
      }
      return { number, end } as unknown as Pool
    },
  })
  return { pools, ended, limits, close: () => close() }
}

const numberOf = (pool: Pool) => (pool as unknown as { number: number }).number

describe('a pool one of whose connections closes', () => {
  it('is no longer used, and is closed', async () => {
    const { pools, ended, close } = numberedPools()
    close()
    assert.equal(await pools.use(async (pool) => numberOf(pool)), 2)
    assert.deepEqual(ended, [1])
  })

  it('leaves what it has not answered to the next one', async () => {
    const { pools, ended, close } = numberedPools()
    const answer = pools.use((pool, waiting) =>
      unlessReplaced(waiting, numberOf(pool) === 1 ? never : Promise.resolve('answered')),
    )
    close()
    assert.equal(await answer, 'answered')
    assert.deepEqual(ended, [1])
  })

  it('continues with what does not wait for it', async () => {
    const { pools, ended, close } = numberedPools()
    const work = Promise.withResolvers<string>()
    const answer = pools.use(() => work.promise)
    close()
    assert.deepEqual(ended, [])
    work.resolve('done')
    assert.equal(await answer, 'done')
    assert.deepEqual(ended, [1])
  })

  it('has ended when all are closed, also if its work is not done', async () => {
    const { pools, ended, close } = numberedPools()
    void pools.use(() => never)
    close()
    await pools[Symbol.asyncDispose]()
    assert.deepEqual(ended, [1, 2])
  })

  it('fails what no pool answers', async () => {
    const { pools, close } = numberedPools()
    const answer = pools.use((_, waiting) => {
      const left = unlessReplaced(waiting, never)
      close()
      return left
    })
    await assert.rejects(answer, PoolReplaced)
  })
})

describe('another limit of connections', () => {
  it('is that of the next pool, while the present one continues what it does', async () => {
    const { pools, ended, limits } = numberedPools({ connectionsMax: 6 })
    const work = Promise.withResolvers<string>()
    const answer = pools.use(() => work.promise)
    pools.limitTo(2)
    assert.equal(await pools.use(async (pool) => numberOf(pool)), 2)
    assert.deepEqual(limits, [6, 2])
    assert.deepEqual(ended, [])
    work.resolve('done')
    assert.equal(await answer, 'done')
    assert.deepEqual(ended, [1])
  })

  it('moves what waits for a connection to the next pool', async () => {
    const { pools, limits } = numberedPools({ connectionsMax: 6 })
    const answer = pools.use((pool, waiting) =>
      unlessReplaced(waiting, numberOf(pool) === 1 ? never : Promise.resolve('answered')),
    )
    pools.limitTo(4)
    assert.equal(await answer, 'answered')
    assert.deepEqual(limits, [6, 4])
  })

  it('changes nothing if it is the present one', async () => {
    const { pools, ended } = numberedPools({ connectionsMax: 2 })
    pools.limitTo(2)
    assert.equal(await pools.use(async (pool) => numberOf(pool)), 1)
    assert.deepEqual(ended, [])
  })
})
