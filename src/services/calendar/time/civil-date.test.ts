import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  civilDateOf,
  dayNumberOf,
  daysInMonth,
  daysInYear,
  firstDayOfWeek,
  firstDayOfYear,
  midnightOf,
  weekdayOf,
  weekOf,
} from './civil-date.ts'

const dayNumbers = fc.integer({
  min: dayNumberOf({ year: 1, month: 1, day: 1 }),
  max: dayNumberOf({ year: 9999, month: 12, day: 31 }),
})

const epoch = Temporal.PlainDate.from('1970-01-01')

describe('a civil date', () => {
  it('is the one that Temporal finds, for every day of the calendar', () => {
    fc.assert(
      fc.property(dayNumbers, (dayNumber) => {
        const date = epoch.add({ days: dayNumber })
        const { year, month, day } = date
        expect(civilDateOf(dayNumber)).toEqual({ year, month, day })
        expect(dayNumberOf({ year, month, day })).toBe(dayNumber)
        expect(weekdayOf(dayNumber)).toBe(date.dayOfWeek - 1)
        expect(daysInMonth({ year, month })).toBe(date.daysInMonth)
        expect(daysInYear(year)).toBe(date.daysInYear)
        expect(dayNumber - firstDayOfYear(year) + 1).toBe(date.dayOfYear)
        expect(weekOf(dayNumber, 0).week).toBe(date.weekOfYear)
      }),
      { numRuns: 2_000 },
    )
  })

  it('survives the way there and back on each day of a whole cycle', () => {
    const first = dayNumberOf({ year: 1999, month: 12, day: 30 })
    let previous = civilDateOf(first - 1)
    for (let day = first; day < first + 146_100; day += 1) {
      const date = civilDateOf(day)
      if (dayNumberOf(date) !== day || (date.day !== previous.day + 1 && date.day !== 1))
        expect.fail(`day ${day} is not ${JSON.stringify(date)}`)
      previous = date
    }
  })
})

describe('a week', () => {
  it.each([
    ['2024-12-29', 0, 52, 52],
    ['2024-12-30', 0, 1, 52],
    ['2021-01-03', 0, 53, 53],
    ['2021-01-03', 6, 1, 52],
    ['2026-12-31', 0, 53, 53],
    ['2023-01-01', 6, 1, 52],
  ])('of %s, when weeks begin on day %i, is number %i of %i', (date, weekStart, week, weeks) => {
    const [year, month, day] = date.split('-').map(Number)
    const dayNumber = dayNumberOf({ year: year!, month: month!, day: day! })
    expect(weekOf(dayNumber, weekStart)).toEqual({ week, weeks })
  })

  it('starts on the requested day of the week, at most six days before', () => {
    fc.assert(
      fc.property(dayNumbers, fc.integer({ min: 0, max: 6 }), (day, weekStart) => {
        const first = firstDayOfWeek(day, weekStart)
        expect(weekdayOf(first)).toBe(weekStart)
        expect(day - first).toBeGreaterThanOrEqual(0)
        expect(day - first).toBeLessThan(7)
      }),
    )
  })
})

describe('midnight', () => {
  it('is the beginning of the day, also before 1970', () => {
    expect(midnightOf(-1)).toBe(-86_400_000)
    expect(midnightOf(86_399_999)).toBe(0)
  })
})
