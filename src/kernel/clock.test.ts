import { describe, expect, it, vi } from 'vitest'
import { httpDate, SettableClock } from './clock.ts'

describe('a settable clock', () => {
  it('returns the same time while it is frozen', () => {
    const clock = new SettableClock({ mode: 'frozen', atMs: 1000 })
    expect([clock.nowMs(), clock.nowMs()]).toEqual([1000, 1000])
    expect(clock.now().toString()).toBe('1970-01-01T00:00:01Z')
  })

  it('goes on from where it was shifted to', () => {
    const clock = new SettableClock({ mode: 'offset', offsetMs: 3_600_000 })
    expect(clock.nowMs() - clock.machineMs()).toBeGreaterThanOrEqual(3_599_000)
  })

  it('tells those who wait that it was moved', () => {
    const clock = new SettableClock()
    const listener = vi.fn()
    clock.onChange(listener)
    clock.set({ mode: 'frozen', atMs: 5 })
    expect(listener).toHaveBeenCalledOnce()
  })
})

it('a moment is written for headers as HTTP wants it', () => {
  expect(httpDate(Temporal.Instant.from('1994-11-06T08:49:37Z'))).toBe(
    'Sun, 06 Nov 1994 08:49:37 GMT',
  )
})
