import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { Turns } from './turns.ts'

describe('turns', () => {
  it('do work of one name in the order in which it came, whether it fails or not', async () => {
    const turns = new Turns()
    const done: string[] = []
    let running = 0
    const work = (name: string) => async () => {
      assert.equal(++running, 1)
      await Promise.resolve()
      running--
      done.push(name)
      if (name === 'b') throw new Error('only mine')
    }
    const outcomes = await Promise.allSettled(
      ['a', 'b', 'c'].map((name) => turns.take('row', 1_000, work(name))),
    )
    assert.deepEqual(done, ['a', 'b', 'c'])
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    )
  })

  it('keep nobody of another name waiting', async () => {
    const turns = new Turns()
    const { promise, resolve } = Promise.withResolvers<void>()
    const held = turns.take('row', 1_000, () => promise)
    assert.equal(await turns.take('other', 1_000, async () => 'done'), 'done')
    resolve()
    await held
  })

  it('refuse who has waited too long, and go on with the next', async () => {
    const turns = new Turns()
    const { promise, resolve } = Promise.withResolvers<void>()
    const held = turns.take('row', 1_000, () => promise)
    const late = turns.take('row', 0, async () => 'late')
    const next = turns.take('row', 60_000, async () => 'next')
    await assert.rejects(late, { status: 503 })
    resolve()
    await held
    assert.equal(await next, 'next')
    assert.equal(await turns.take('row', 0, async () => 'later'), 'later')
  })
})
