import { describe, expect, it } from 'vitest'
import { dateOf, yearOf } from './dates.ts'

describe('a date of a source', () => {
  it.each([
    ['2009-02-01', '2009-02-01'],
    ['2009-02', '2009-02'],
    ['2009', '2009'],
    ['20090201', '2009-02-01'],
    ['200902', '2009-02'],
    ['2009/2/1', '2009-02-01'],
    ['2009-02-31', '2009-02'],
    ['2009-13', '2009'],
    ['2020-01-05T00:00:00+00:00', '2020-01-05'],
    ['June 1, 1998', '1998-06-01'],
    ['1 juin 1998', '1998-06-01'],
    ['May 1972', '1972-05'],
    ['c1987', '1987'],
    ['[1901?]', '1901'],
    ['1998 printing', '1998'],
    ['London, 1998, c1997', '1998'],
    ['0000', undefined],
    ['n.d.', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('%s is read as %s', (text, date) => {
    expect(dateOf(text)).toBe(date)
  })

  it.each([
    ['2008.0', '2008'],
    ['800.0', '0800'],
    ['-720.0', undefined],
    ['', undefined],
  ])('that is a year alone, %s, is read as %s', (text, year) => {
    expect(yearOf(text)).toBe(year)
  })
})
