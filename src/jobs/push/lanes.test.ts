import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Lanes } from './lanes.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
})

afterEach(() => {
  vi.useRealTimers()
})

/** Lanes whose items are ended by hand, and what has begun and was put off. */
function scene({ inFlightMax = 4, perHostMax = 2, timeoutMs = 60_000 } = {}) {
  const begun: string[] = []
  const postponed: string[] = []
  const ends = new Map<string, () => void>()
  const lanes = new Lanes<string>({
    inFlightMax,
    perHostMax,
    timeoutMs,
    begin: (item) => {
      begun.push(item)
      const { promise, resolve } = Promise.withResolvers<void>()
      ends.set(item, resolve)
      return { done: promise, abort: resolve }
    },
    postpone: (item) => postponed.push(item),
  })
  const end = async (item: string) => {
    ends.get(item)!()
    await new Promise(setImmediate)
  }
  return { lanes, begun, postponed, end }
}

it('starts a limited number for a host at a time, and the next when one has ended', async () => {
  const { lanes, begun, end } = scene()
  for (const item of ['a1', 'a2', 'a3']) lanes.add('a', item)
  expect(begun).toEqual(['a1', 'a2'])
  await end('a1')
  expect(begun).toEqual(['a1', 'a2', 'a3'])
  lanes.abandon()
})

it('starts a limited number in all, and alternates between hosts', async () => {
  const { lanes, begun, end } = scene({ inFlightMax: 2, perHostMax: 1 })
  for (const item of ['a1', 'a2']) lanes.add('a', item)
  for (const item of ['b1', 'b2']) lanes.add('b', item)
  lanes.add('c', 'c1')
  expect(begun).toEqual(['a1', 'b1'])
  await end('a1')
  await end('b1')
  await end('a2')
  expect(begun).toContain('c1')
  lanes.abandon()
})

it('gives the slots of slow requests to others', () => {
  const { lanes, begun } = scene({ inFlightMax: 2, perHostMax: 2 })
  lanes.add('a', 'a1')
  lanes.add('a', 'a2')
  lanes.add('b', 'b1')
  expect(begun).toEqual(['a1', 'a2'])
  vi.advanceTimersByTime(25)
  expect(begun).toEqual(['a1', 'a2'])
  vi.advanceTimersByTime(25)
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  lanes.abandon()
})

it('puts off what waits for a host that does not answer', () => {
  const { lanes, begun, postponed } = scene()
  for (const item of ['a1', 'a2', 'a3', 'a4']) lanes.add('a', item)
  vi.advanceTimersByTime(1_975)
  expect(postponed).toEqual([])
  vi.advanceTimersByTime(25)
  expect([begun, postponed]).toEqual([
    ['a1', 'a2'],
    ['a3', 'a4'],
  ])
  lanes.abandon()
})

it('cancels what exceeds the longest time', async () => {
  const { lanes, begun } = scene({ timeoutMs: 100, perHostMax: 1 })
  lanes.add('a', 'a1')
  lanes.add('a', 'a2')
  await vi.advanceTimersByTimeAsync(100)
  expect(begun).toEqual(['a1', 'a2'])
  await vi.advanceTimersByTimeAsync(100)
  expect(lanes.size).toBe(0)
})
