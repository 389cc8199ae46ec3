import { describe, expect, it } from 'vitest'
import { displaySettingsIn } from './display-settings.ts'
import {
  directionOf,
  firstDayOfWeek,
  formatLanguageFor,
  textLanguageFor,
  weekendDays,
} from './language.ts'

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

describe('the language of texts', () => {
  it.each([
    [{}, ['en-US'], 'en'],
    [{}, ['de-AT', 'en'], 'de'],
    [{}, ['fr-FR', 'de'], 'de'],
    [{}, ['fr-FR'], 'en'],
    [{}, [], 'en'],
    [{ language: 'en' }, ['de-DE'], 'en'],
  ] as const)('with %j in a browser for %j is %s', (settings, preferred, expected) => {
    expect(textLanguageFor(settings, preferred)).toBe(expected)
  })
})

describe('the language of dates', () => {
  it.each([
    [{}, ['fr-CH', 'de'], 'fr-CH'],
    [{ language: 'de' }, ['en-US', 'de-AT'], 'de-AT'],
    [{ language: 'de' }, ['en-US'], 'de'],
    [{ hourCycle: 'h23' }, ['en-US'], 'en-US-u-hc-h23'],
  ] as const)('with %j in a browser for %j is %s', (settings, preferred, expected) => {
    expect(formatLanguageFor(settings, preferred)).toBe(expected)
  })
})

it('a week starts on the selected day', () => {
  expect(firstDayOfWeek('en-US', { weekStart: 1 })).toBe(1)
})

it.each([
  ['{}', {}],
  [
    '{"language":"de","hourCycle":"h23","weekStart":1}',
    { language: 'de', hourCycle: 'h23', weekStart: 1 },
  ],
  ['{"language":"tlh","hourCycle":"h99","weekStart":3}', {}],
  ['null', {}],
  ['broken', {}],
])('the stored settings %s are read as %j', (text, settings) => {
  expect(displaySettingsIn(text)).toEqual(settings)
})
