import { describe, expect, it } from 'vitest'
import { eidOf, eventIn, seriesIn } from './eid.ts'

describe('the name of an event in an address', () => {
  it.each([
    ['demo@almanac.test', 'abc123'],
    ['größe@example.com', 'abc_20270101T080000Z'],
  ])('leads back to the event on %s', (calendarId, eventId) => {
    expect(eventIn(eidOf(calendarId, eventId))).toEqual({ calendarId, eventId })
  })

  it.each(['', 'nonsense', '%%%', btoa('one'), '/w=='])('is none: %j', (eid) => {
    expect(eventIn(eid)).toBeUndefined()
  })
})

it.each([
  ['abc_20270101T080000Z', 'abc'],
  ['_6p_20270101', '_6p'],
  ['abc', undefined],
  ['abc_R20270101T080000', undefined],
])('%s is one of the series %s', (eventId, series) => {
  expect(seriesIn(eventId)).toBe(series)
})
