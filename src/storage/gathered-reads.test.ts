import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { GatheredReads } from './gathered-reads.ts'

function counting() {
  const batches: string[][] = []
  const reads = new GatheredReads<string, string>(async (requested) => {
    batches.push([...requested.keys()])
    if (requested.has('broken')) throw new Error('no answer')
    const known = [...requested].filter(([key]) => key !== 'unknown')
    return new Map(known.map(([key, args]) => [key, `row of ${args}`]))
  }, 64)
  return { asked: batches, reads }
}

describe('gathered reads', () => {
  it('use one query for all reads of a turn, and one read for equal keys', async () => {
    const { asked: batches, reads } = counting()
    const rows = await Promise.all(['a', 'b', 'a', 'unknown'].map((key) => reads.read(key, key)))
    assert.deepEqual(rows, ['row of a', 'row of b', 'row of a', undefined])
    assert.deepEqual(batches, [['a', 'b', 'unknown']])
  })

  it('run again for later reads', async () => {
    const { asked: batches, reads } = counting()
    await reads.read('a', 'a')
    await reads.read('a', 'a')
    assert.deepEqual(batches, [['a'], ['a']])
  })

  it('read no more than a limit at a time', async () => {
    const { asked: batches, reads } = counting()
    const keys = Array.from({ length: 150 }, (_, index) => String(index))
    await Promise.all(keys.map((key) => reads.read(key, key)))
    assert.deepEqual(
      batches.map(({ length }) => length),
      [64, 64, 22],
    )
  })

  it('fail for all reads of a turn, and for no later one', async () => {
    const { reads } = counting()
    const outcomes = await Promise.allSettled(['a', 'broken'].map((key) => reads.read(key, key)))
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['rejected', 'rejected'],
    )
    assert.equal(await reads.read('a', 'a'), 'row of a')
  })
})
