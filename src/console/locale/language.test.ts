import { describe, expect, it } from 'vitest'
import { directionOf, firstDayOfWeek, weekendDays } from './language.ts'

describe('a language', () => {
  it.each([
    ['en-US', 7, 'ltr'],
    ['de-DE', 1, 'ltr'],
    ['ar-EG', 6, 'rtl'],
    ['he-IL', 7, 'rtl'],
  ] as const)('%s begins its week on day %i and is written %s', (tag, day, direction) => {
    expect(firstDayOfWeek(tag)).toBe(day)
    expect(directionOf(tag)).toBe(direction)
  })

  it('knows its weekend', () => {
    expect(weekendDays('de-DE')).toEqual([6, 7])
    expect(weekendDays('ar-EG')).toEqual([5, 6])
  })
})
