import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { Arrivals } from './arrivals.ts'

describe('connections that are being opened', () => {
  it('do not wait when there are none', async () => {
    const arrivals = new Arrivals()
    expect(arrivals.quiet).toBeUndefined()
    arrivals.note()
    await arrivals.quiet
    expect(arrivals.quiet).toBeUndefined()
  })

  it('are waited for while each turn of the event loop adds another', async () => {
    const arrivals = new Arrivals()
    let isQuiet = false
    arrivals.note()
    arrivals.quiet?.then(() => {
      isQuiet = true
    })
    for (let count = 0; count < 20; count++) {
      await turn()
      expect(isQuiet).toBe(false)
      arrivals.note()
    }
    await turn()
    await turn()
    expect(isQuiet).toBe(true)
  })

  it('are not waited for endlessly', async () => {
    const arrivals = new Arrivals()
    let turns = 0
    arrivals.note()
    const { quiet } = arrivals
    let isQuiet = false
    quiet?.then(() => {
      isQuiet = true
    })
    while (!isQuiet && turns < 1000) {
      await turn()
      arrivals.note()
      turns++
    }
    expect(turns).toBeLessThan(100)
  })

  it('are accepted before the port is closed, and answered afterwards', async () => {
    const arrivals = new Arrivals()
    const log: string[] = []
    arrivals.note()
    const answered = arrivals.quiet!.then(() => log.push('answered'))
    const ended = arrivals.end(() => log.push('closed'))
    for (let count = 0; count < 100; count++) {
      await turn()
      expect(log).toEqual([])
      arrivals.note()
    }
    await Promise.all([answered, ended])
    expect(log).toEqual(['closed', 'answered'])
  })

  it('do not keep the port open endlessly', async () => {
    const arrivals = new Arrivals()
    let isClosed = false
    arrivals.end(() => {
      isClosed = true
    })
    let turns = 0
    while (!isClosed && turns < 5000) {
      await turn()
      arrivals.note()
      turns++
    }
    expect(turns).toBeLessThan(1000)
  })
})
