import { describe, expect, it } from 'vitest'
import { readQuickAdd } from './quick-add.ts'

async function daysOf(text: string, now = '2026-05-27T10:15') {
  const context = { now: Temporal.ZonedDateTime.from(`${now}[Europe/Berlin]`), lengthMinutes: 60 }
  const { summary, start, end } = await readQuickAdd(text, context)
  expect(summary).toBe('Walk')
  return `${start}/${end}`
}

describe('a day', () => {
  it.each([
    ['today', '2026-05-27/2026-05-28'],
    ['tomorrow', '2026-05-28/2026-05-29'],
    ['the day after tomorrow', '2026-05-29/2026-05-30'],
    ['yesterday', '2026-05-26/2026-05-27'],
    ['July 12', '2026-07-12/2026-07-13'],
    ['on July 12th', '2026-07-12/2026-07-13'],
    ['12 July 2026', '2026-07-12/2026-07-13'],
    ['12th of July', '2026-07-12/2026-07-13'],
    ['July 12, 2027', '2027-07-12/2027-07-13'],
    ['7/12', '2026-07-12/2026-07-13'],
    ['7/12/2027', '2027-07-12/2027-07-13'],
    ['2026-07-12', '2026-07-12/2026-07-13'],
    ['Sunday, July 12', '2026-07-12/2026-07-13'],
    ['in 3 days', '2026-05-30/2026-05-31'],
    ['in two weeks', '2026-06-10/2026-06-11'],
    ['in a month', '2026-06-27/2026-06-28'],
    ['3 days from now', '2026-05-30/2026-05-31'],
    ['next week', '2026-06-03/2026-06-04'],
  ])('without a time is a whole day: %s', async (words, expected) => {
    expect(await daysOf(`Walk ${words}`)).toBe(expected)
  })

  it.each([
    ['Friday', '2026-05-29/2026-05-30'],
    ['on fri', '2026-05-29/2026-05-30'],
    ['this Friday', '2026-05-29/2026-05-30'],
    ['Monday', '2026-06-01/2026-06-02'],
    ['this Monday', '2026-06-01/2026-06-02'],
    ['next Monday', '2026-06-01/2026-06-02'],
    ['next Friday', '2026-06-05/2026-06-06'],
    ['Friday next week', '2026-06-05/2026-06-06'],
    ['next week Friday', '2026-06-05/2026-06-06'],
    ['a week from Friday', '2026-06-05/2026-06-06'],
    ['Sat', '2026-05-30/2026-05-31'],
    ['Sunday', '2026-05-31/2026-06-01'],
    ['Wednesday', '2026-06-03/2026-06-04'],
    ['Wednesday 3pm', '2026-05-27T15:00:00/2026-05-27T16:00:00'],
    ['Wednesday 9am', '2026-06-03T09:00:00/2026-06-03T10:00:00'],
  ])('named by its weekday is still to come: %s', async (words, expected) => {
    expect(await daysOf(`Walk ${words}`)).toBe(expected)
  })

  it.each([
    ['May 27', '2026-05-27/2026-05-28'],
    ['May 26', '2027-05-26/2027-05-27'],
    ['1/5', '2027-01-05/2027-01-06'],
    ['Dec 31', '2026-12-31/2027-01-01'],
    ['May 26 2026', '2026-05-26/2026-05-27'],
    ['Feb 29', '2028-02-29/2028-03-01'],
    ['2/29', '2028-02-29/2028-03-01'],
    ['29 February 2028', '2028-02-29/2028-03-01'],
  ])('without a year is the next such day: %s', async (words, expected) => {
    expect(await daysOf(`Walk ${words}`)).toBe(expected)
  })

  it('of a leap year is found across a century without one', async () => {
    expect(await daysOf('Walk Feb 29', '2096-03-01T00:00')).toBe('2104-02-29/2104-03-01')
  })

  it.each(['June 31', 'Feb 30', 'Feb 29 2027', '13/45', 'June 3-31', 'in June', 'June'])(
    'that no calendar has, or no day at all, stays in the title: %s',
    async (words) => {
      const context = {
        now: Temporal.ZonedDateTime.from('2026-05-27T10:15[Europe/Berlin]'),
        lengthMinutes: 60,
      }
      const event = await readQuickAdd(`Walk ${words}`, context)
      expect(`${event.summary} ${event.start}`).toBe(`Walk ${words} 2026-05-27T10:15:00`)
    },
  )
})

describe('a range of days', () => {
  it.each([
    ['June 3-5', '2026-06-03/2026-06-06'],
    ['3-5 June', '2026-06-03/2026-06-06'],
    ['from 3 to 5 June', '2026-06-03/2026-06-06'],
    ['June 3 to July 2', '2026-06-03/2026-07-03'],
    ['June 3 - 5, 2027', '2027-06-03/2027-06-06'],
    ['Dec 30 to Jan 2', '2026-12-30/2027-01-03'],
    ['Mon-Fri', '2026-06-01/2026-06-06'],
    ['tomorrow until Saturday', '2026-05-28/2026-05-31'],
    ['until Friday', '2026-05-27/2026-05-30'],
    ['June 5-3', '2026-06-05/2026-06-06'],
    ['June 3-5 9am-5pm', '2026-06-03T09:00:00/2026-06-05T17:00:00'],
    ['June 3 9am to June 5 5pm', '2026-06-03T09:00:00/2026-06-05T17:00:00'],
  ])('contains its last day: %s', async (words, expected) => {
    expect(await daysOf(`Walk ${words}`)).toBe(expected)
  })
})
