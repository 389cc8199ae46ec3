import { describe, expect, it } from 'vitest'
import { expectRefused } from '../../../../tests/support/event-drafts.ts'
import { defaultICalUid, idOfICalUid, requireEventId } from './event-id.ts'

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
