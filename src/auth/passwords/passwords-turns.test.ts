import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { Turns } from './passwords-turns.ts'

describe('turns', () => {
  it('run at most the limit at once, and all of them in order', async () => {
    const turns = new Turns(2, 100)
    let running = 0
    let most = 0
    const ended: number[] = []
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        turns.take(async () => {
          most = Math.max(most, ++running)
          await Promise.resolve()
          running--
          ended.push(index)
        }),
      ),
    )
    assert.equal(most, 2)
    assert.deepEqual(
      ended,
      Array.from({ length: 20 }, (_, index) => index),
    )
  })

  it('continue after a task that fails', async () => {
    const turns = new Turns(1, 1)
    const failing = turns.take(() => Promise.reject(new Error('no')))
    const next = turns.take(async () => 'yes')
    await assert.rejects(failing, /no/)
    assert.equal(await next, 'yes')
  })

  it('are rejected when too many wait', async () => {
    const turns = new Turns(1, 1)
    let finish = () => {}
    const first = turns.take(() => new Promise<void>((resolve) => (finish = resolve)))
    const second = turns.take(async () => {})
    assert.equal(turns.isFull, true)
    await assert.rejects(
      turns.take(async () => {}),
      { status: 503 },
    )
    finish()
    await Promise.all([first, second])
    assert.equal(turns.isFull, false)
  })
})
