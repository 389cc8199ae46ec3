import { describe, expect, it, vi } from 'vitest'
import { httpDate, SettableClock } from './clock.ts'

describe('a settable clock', () => {
  it('returns the same time while it is frozen', () => {
    const clock = new SettableClock({ mode: 'frozen', atMs: 1000 })
    expect([clock.nowMs(), clock.nowMs()]).toEqual([1000, 1000])
    expect(clock.now().toString()).toBe('1970-01-01T00:00:01Z')
  })

  it('continues from the time that it was shifted to', () => {
    const clock = new SettableClock({ mode: 'offset', offsetMs: 3_600_000 })
    expect(clock.nowMs() - clock.machineMs()).toBeGreaterThanOrEqual(3_599_000)
  })

  it('notifies waiters when it is moved', () => {
    const clock = new SettableClock()
    const listener = vi.fn()
    clock.onChange(listener)
    clock.set({ mode: 'frozen', atMs: 5 })
    expect(listener).toHaveBeenCalledOnce()
  })
})

it('formats an instant as an HTTP date', () => {
  expect(httpDate(Temporal.Instant.from('1994-11-06T08:49:37Z'))).toBe(
    'Sun, 06 Nov 1994 08:49:37 GMT',
  )
})
