import { describe, expect, it } from 'vitest'
import { eidOf, eventIn } from './eid.ts'

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
