import { describe, expect, it } from 'vitest'
import { dayIn, isDay } from './zone-days.ts'

const ms = (text: string) => Temporal.Instant.from(text).epochMilliseconds

describe('the day of a moment', () => {
  it.each([
    ['2024-03-01T23:30:00Z', 'Europe/Berlin', 20240302],
    ['2024-03-01T22:59:59.999Z', 'Europe/Berlin', 20240301],
    ['2024-02-29T12:00:00Z', 'UTC', 20240229],
    ['1970-01-01T00:00:00Z', 'America/New_York', 19691231],
    ['2000-12-31T23:59:59Z', 'Pacific/Kiritimati', 20010101],
    ['2024-11-03T05:30:00Z', 'America/New_York', 20241103],
    ['9999-12-31T23:59:59Z', 'UTC', 99991231],
  ])('%s in %s is %i', (at, zone, day) => {
    expect(dayIn(zone, ms(at))).toBe(day)
  })

  it('agrees with the calendar on every day of four centuries', () => {
    const first = Temporal.PlainDate.from('1900-01-01')
    for (let days = 0; days < 146_097; days += 13) {
      const date = first.add({ days })
      const wanted = date.year * 10_000 + date.month * 100 + date.day
      expect(dayIn('UTC', ms(`${date}T12:00Z`))).toBe(wanted)
    }
  })
})

describe('a number that reads as a date', () => {
  it.each([20240229, 20091101, 99991231])('%i is one', (day) => expect(isDay(day)).toBe(true))
  it.each([20230229, 20241301, 20240100, 20240432])('%i is none', (day) =>
    expect(isDay(day)).toBe(false),
  )
})
