import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { instanceId, instanceIn } from './event-id.ts'

const dayMs = 86_400_000

describe('the id of an instance', () => {
  it('names the original start in UTC, or the date', () => {
    expect(instanceId('abcde', 1_777_618_800_000, false)).toBe('abcde_20260501T070000Z')
    expect(instanceId('abcde', 20_574 * dayMs, true)).toBe('abcde_20260501')
  })

  it('leads back to the series and the original start', () => {
    const originalStarts = fc.integer({ min: -62_135_596_800, max: 253_402_300_799 })
    fc.assert(
      fc.property(
        originalStarts,
        fc.boolean(),
        fc.constantFrom('abcde', '_6p33', 'a_20260101'),
        (s, isAllDay, masterId) => {
          const originalStart = isAllDay ? Math.floor(s / 86_400) * dayMs : s * 1000
          expect(instanceIn(instanceId(masterId, originalStart, isAllDay))).toEqual({
            masterId,
            originalStart,
            isAllDay,
          })
        },
      ),
    )
  })

  it.each([
    'abcde',
    'abcde_R20260501T070000',
    'abcde_20260230',
    'abcde_20260501T250000Z',
    'abcde_20260501T070060Z',
    'abcde_20260501T070000',
    '_20260501',
    '_6p332d1g85148b9m',
  ])('is not %s', (id) => {
    expect(instanceIn(id)).toBeUndefined()
  })
})
