import { describe, expect, it } from 'vitest'
import { ServerWatch } from './server-watch.ts'

const watchThatCounts = () => {
  const looks: (() => void)[] = []
  const watch = new ServerWatch(() => new Promise((resolve) => looks.push(resolve)))
  return { watch, looks }
}

describe('a watch on the database server', () => {
  it('is sure until connections are lost, and nothing is watched before the first look', async () => {
    const { watch, looks } = watchThatCounts()
    watch.noteLoss()
    expect(watch.isSure).toBe(true)
    const looking = watch.look()
    looks[0]!()
    await looking
    await watch.ensure()
    expect(looks).toHaveLength(1)
    watch.noteLoss()
    expect(watch.isSure).toBe(false)
  })

  it('polls once for all waiters, and again when a connection was lost meanwhile', async () => {
    const { watch, looks } = watchThatCounts()
    const first = watch.look()
    looks[0]!()
    await first
    watch.noteLoss()
    const waiting = [watch.ensure(), watch.ensure()]
    expect(looks).toHaveLength(2)
    watch.noteLoss()
    looks[1]!()
    await Promise.all(waiting)
    expect(watch.isSure).toBe(false)
  })

  it('stays unsure when the server does not answer', async () => {
    let isUp = true
    const watch = new ServerWatch(async () => {
      if (!isUp) throw new Error('down')
    })
    await watch.look()
    watch.noteLoss()
    isUp = false
    await expect(watch.ensure()).rejects.toThrow('down')
    expect(watch.isSure).toBe(false)
    isUp = true
    await watch.ensure()
    expect(watch.isSure).toBe(true)
  })
})
