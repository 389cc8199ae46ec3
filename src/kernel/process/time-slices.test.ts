import { afterEach, describe, expect, it, vi } from 'vitest'
import { TimeSlices } from './time-slices.ts'

const turnOfLoop = () => new Promise((resolve) => setImmediate(resolve))

describe('slices of time', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  it('let the event loop turn before the first step', async () => {
    const slices = new TimeSlices(1000)
    let hasTurned = false
    setImmediate(() => {
      hasTurned = true
    })
    await slices.next()
    expect(hasTurned).toBe(true)
  })

  it('cost nothing while there is time left', async () => {
    const slices = new TimeSlices(1e6)
    await slices.next()
    expect(slices.next()).toBeUndefined()
  })

  it('give way to the event loop after each step that used up its slice', async () => {
    const slices = new TimeSlices(0)
    let turns = 0
    const count = () => {
      turns += 1
      if (turns < 100) setImmediate(count)
    }
    setImmediate(count)
    for (let step = 1; step <= 5; step++) {
      await slices.next()
      expect(turns).toBeGreaterThanOrEqual(step)
    }
  })

  it('are followed by a pause if a step used the processor for long', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] })
    let cpuMs = 0
    const slices = new TimeSlices(0, () => cpuMs)
    await slices.next()
    cpuMs += 20
    let isOver = false
    const over = slices.next()!.then(() => {
      isOver = true
    })
    for (let turn = 0; turn < 5; turn++) await turnOfLoop()
    expect(isOver).toBe(false)
    vi.advanceTimersByTime(20)
    await over
  })

  it('are given to one waiter a turn, in the order in which they came', async () => {
    const slices = new TimeSlices(1e6, () => 0)
    const order: string[] = []
    for (const name of ['a', 'b', 'c']) void slices.next()!.then(() => order.push(name))
    await turnOfLoop()
    expect(order).toEqual(['a'])
    // Whoever comes now does not go before those who wait, though the slice has time left.
    void slices.next()!.then(() => order.push('d'))
    for (let turn = 0; turn < 6; turn++) await turnOfLoop()
    expect(order).toEqual(['a', 'b', 'c', 'd'])
  })
})
