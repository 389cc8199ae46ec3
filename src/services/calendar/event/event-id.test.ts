import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectRefused } from '../../../../tests/support/event-drafts.ts'
import { defaultICalUid, idOfICalUid, instanceId, instanceIn, requireEventId } from './event-id.ts'

describe('an id that a client chooses', () => {
  it.each(['abcde', '01234', 'v'.repeat(1024)])('may be %s', (id) => {
    expect(() => requireEventId(id)).not.toThrow()
  })

  it.each(['abcd', 'wxyz0', 'Abc-1', '_abcde', 'abcde\n', '', 'a'.repeat(1025)])(
    'cannot be %j',
    (id) => {
      expectRefused(() => requireEventId(id), {
        reason: 'invalid',
        message: 'Invalid resource id value.',
      })
    },
  )
})

describe('an iCalendar UID', () => {
  it('follows from the id of an event', () => {
    expect(defaultICalUid('abcde')).toBe('abcde@google.com')
  })

  it.each([
    ['6F140ABD-6369', '_6p332d1g85148b9m6cr3i'],
    ['f', '_co'],
    ['fo', '_cpng'],
    ['foo', '_cpnmu'],
    ['foob', '_cpnmuog'],
    ['fooba', '_cpnmuoj1'],
    ['foobar', '_cpnmuoj1e8'],
    ['ü', '_oeu0'],
  ])('gives %s the id %s', (uid, id) => {
    expect(idOfICalUid(uid)).toBe(id)
  })

  it('creates an id of its own even if it is long', () => {
    const ids = ['a', 'b'].map((end) => idOfICalUid('x'.repeat(1000) + end))
    expect(new Set(ids).size).toBe(2)
    for (const id of ids) expect(id).toMatch(/^_[a-v0-9]{5,1023}$/)
  })
})

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
