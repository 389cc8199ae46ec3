import { describe, expect, it } from 'vitest'
import { TaskQueue } from './task-queue.ts'

const openQueue = (waitingMax = 10) => new TaskQueue({ waitingMax, refusal: 'Too many.' })

describe('a queue of tasks', () => {
  it('runs one after the other, in the order in which they came', async () => {
    const queue = openQueue()
    const steps: string[] = []
    const task = (name: string) => async () => {
      steps.push(`${name} begins`)
      await Promise.resolve()
      steps.push(`${name} ends`)
      return name
    }
    expect(await Promise.all(['a', 'b'].map((name) => queue.run(task(name))))).toEqual(['a', 'b'])
    expect(steps).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
  })

  it('continues after a task that fails', async () => {
    const queue = openQueue()
    const failing = queue.run(() => Promise.reject(new Error('no')))
    const next = queue.run(async () => 'done')
    await expect(failing).rejects.toThrow('no')
    expect(await next).toBe('done')
  })

  it('refuses a task when too many wait, and takes tasks again afterwards', async () => {
    const queue = openQueue(1)
    const { promise, resolve } = Promise.withResolvers<string>()
    const [running, waiting] = [queue.run(() => promise), queue.run(async () => 'second')]
    await expect(queue.run(async () => 'third')).rejects.toMatchObject({ status: 503 })
    resolve('first')
    expect(await Promise.all([running, waiting])).toEqual(['first', 'second'])
    expect(await queue.run(async () => 'fourth')).toBe('fourth')
  })
})
