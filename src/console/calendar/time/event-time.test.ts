import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

it.each([
  ['en-US', '9:00 AM', '9 AM', '9:00'],
  ['de-DE', '09:00', '09:00', '09:00'],
  ['en-GB', '09:00', '09:00', '09:00'],
])('times in %s have as many digits as the times of a range', async (tag, time, hour, start) => {
  vi.resetModules()
  vi.stubGlobal('navigator', { languages: [tag] })
  const { clockTime, clockTimes, hourOf } = await import('./event-time.ts')
  const nine = Temporal.ZonedDateTime.from('2027-02-10T09:00[UTC]')
  const plain = (text: string) => text.replaceAll('\u202f', ' ')
  expect(plain(clockTime(nine))).toBe(time)
  expect(plain(hourOf(nine))).toBe(hour)
  expect(clockTimes(nine, nine.add({ minutes: 30 }))).toMatch(new RegExp(`^${start}\\D`))
})
