import { describe, expect, it } from 'vitest'
import { etagFor, etagOf, eventEtag, hasChangedFor, numberIn, withEtag } from './etag.ts'
import { type InternalProperties, internalText, usersNoticing } from './internal-properties.ts'

const run = 1e14
const etag = (changeNumber: number) => eventEtag(run + changeNumber)
const rowAt = (
  changeNumber: number,
  internal: InternalProperties = {},
  changed = changeNumber,
) => ({
  changeNumber: run + changeNumber,
  internal: internalText(internal),
  wire: JSON.stringify({ kind: 'calendar#event', etag: etag(changed), id: 'a' }),
})
const reminders = {
  ann: { useDefault: false, overrides: [{ method: 'popup', minutes: 5 }] },
  bob: { useDefault: false },
} as const

describe('the etag of an event', () => {
  it('is read from its text, and replaced in it', () => {
    const { wire } = rowAt(7)
    expect(etagOf({ wire })).toBe('"3100000000000007"')
    expect(JSON.parse(withEtag(wire, etag(8)))).toEqual({ ...JSON.parse(wire), etag: etag(8) })
  })

  it.each([
    ['"3100000000000007"', 1e14 + 7],
    ['"8999999999999999"', 6e15 - 1],
  ])('%s has the number %i in it', (text, number) => {
    expect(numberIn(text)).toBe(number)
  })

  it('is another one for the user whose reminders have changed since', () => {
    const row = rowAt(9, { reminders, personalEtags: { ann: etag(9), bob: etag(8) } }, 5)
    expect(['ann', 'bob', 'cay', ''].map((userId) => etagFor(row, userId))).toEqual(
      [9, 8, 5, 5].map(etag),
    )
    expect(etagFor(rowAt(9, { reminders }), 'ann')).toBe(etag(9))
    expect(etagFor(rowAt(9), 'ann')).toBe(etag(9))
  })
})

describe('hasChangedFor', () => {
  const personal = rowAt(9, { reminders, personalEtags: { ann: etag(9) } }, 5)

  it.each([
    ['anybody, by a change for all', rowAt(9), 'bob', 8, true],
    [
      'anybody, by a change for all of an event with reminders',
      rowAt(9, { reminders }),
      'bob',
      8,
      true,
    ],
    ['nobody after the last change', rowAt(9, { reminders }), 'ann', 9, false],
    ['the user whose reminders have changed', personal, 'ann', 8, true],
    ['no other user', personal, 'bob', 5, false],
    ['another user before the last change for all', personal, 'bob', 4, true],
  ])('is right about %s', (_, row, userId, since, expected) => {
    expect(hasChangedFor(row, { userId, since: run + since })).toBe(expected)
  })
})

describe('usersNoticing', () => {
  const source = { url: 'https://example.org', title: 'x' }

  it.each<[string, InternalProperties, InternalProperties, string[]]>([
    ['nobody where nothing differs', { reminders }, { reminders: { ...reminders } }, []],
    ['whose reminders are new', {}, { reminders: { bob: reminders.bob } }, ['bob']],
    ['whose reminders are gone', { reminders }, { reminders: { ann: reminders.ann } }, ['bob']],
    [
      'whose reminders differ',
      { reminders },
      { reminders: { ...reminders, ann: reminders.bob } },
      ['ann'],
    ],
    ['the creator where the source differs', {}, { source }, ['creator']],
  ])('names %s', (_, former, next, users) => {
    expect(usersNoticing(former, next, 'creator')).toEqual(users)
  })
})
