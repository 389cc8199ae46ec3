import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  decodePageToken,
  decodeSyncToken,
  encodePageToken,
  encodeSyncToken,
  filterKeyOf,
  type PageToken,
  readPageToken,
  readSyncToken,
  type SyncToken,
} from './wire-tokens.ts'

const sync: SyncToken = {
  collection: 'calendar.settings',
  owner: 'user-1',
  changeNumber: 17,
  issuedAtMs: 1_000,
}
const page: PageToken = { ...sync, position: 'weekStart', filterKey: 'abc' }
// Numbers 1 to 20 of one run and 101 to 103 of the next, as base 36 has them.
const numbers = { last: 103, runs: 'incarnate2 2s 0+k' }
const place = { numbers, nowMs: 2_000, lifetimeMs: 5_000 }
const syncPlace = { ...sync, ...place }
const pagePlace = { ...page, ...place }

/** The numbers of a history, whether they have been given in it, and why. */
const histories: [changeNumber: number, isGiven: boolean, why: string][] = [
  [0, true, 'the list as it was before all changes'],
  [17, true, 'a number of an earlier run'],
  [20, true, 'the last number of an earlier run'],
  [21, false, 'what a lost history gave after the state that it has in common with this one'],
  [99, false, 'what a lost history gave'],
  [100, true, 'where the present run begins'],
  [102, true, 'a number of the present run'],
  [103, true, 'the last number'],
  [104, false, 'a number that is not given yet'],
]

const noise = ['', 'AA', 'not a token', encodeSyncToken(sync).slice(0, -3), '%%%%', 'A'.repeat(500)]

const invalidSync = { status: 400, message: 'Invalid sync token value.' }
const invalidPage = { status: 400, message: 'Invalid page token value.' }

function refusalOf(act: () => unknown): unknown {
  try {
    act()
  } catch (error) {
    return error
  }
  throw new Error('nothing was refused')
}

/** A forged token with a valid checksum. */
function forged(version: number, content: string): string {
  const header = Buffer.alloc(5)
  header.writeUInt8(version)
  header.writeUInt32BE(crc32(content, version), 1)
  return Buffer.concat([header, Buffer.from(content)]).toString('base64url')
}

describe('a sync token', () => {
  it('returns the changeNumber on the collection that it was created for', () => {
    expect(readSyncToken(encodeSyncToken(sync), syncPlace).changeNumber).toBe(17)
  })

  const elsewhere: [what: string, place: Partial<typeof syncPlace>][] = [
    ['of another collection', { collection: 'calendar.acl' }],
    ['of another owner', { owner: 'user-2' }],
    ['of a future that was lost', { numbers: { last: 16, runs: '' } }],
    ['older than its lifetime', { nowMs: 6_001 }],
  ]
  it.each(elsewhere)('%s requires a full sync', (_, place) => {
    const act = () => readSyncToken(encodeSyncToken(sync), { ...syncPlace, ...place })
    expect(refusalOf(act)).toMatchObject({
      status: 410,
      refusals: [{ reason: 'fullSyncRequired', location: 'syncToken' }],
    })
  })

  it.each(histories)('with the number %i is accepted: %s, it is %s', (changeNumber, isGiven) => {
    const read = () =>
      readSyncToken(encodeSyncToken({ ...sync, changeNumber }), syncPlace).changeNumber
    if (isGiven) expect(read()).toBe(changeNumber)
    else expect(refusalOf(read)).toMatchObject({ status: 410 })
  })

  it('of an older layout requires a full sync', () => {
    expect(refusalOf(() => decodeSyncToken(forged(1, '[]')))).toMatchObject({ status: 410 })
  })

  it.each(noise)('that is "%s" is rejected as invalid', (text) => {
    expect(refusalOf(() => decodeSyncToken(text))).toMatchObject(invalidSync)
  })

  it('is not accepted in place of a page token', () => {
    expect(refusalOf(() => decodeSyncToken(encodePageToken(page)))).toMatchObject(invalidSync)
  })

  it('stays valid when the clock is turned back', () => {
    expect(readSyncToken(encodeSyncToken(sync), { ...syncPlace, nowMs: 0 }).changeNumber).toBe(17)
  })
})

describe('a page token', () => {
  it('returns position and changeNumber on the collection that it was created for', () => {
    expect(readPageToken(encodePageToken(page), pagePlace)).toEqual(page)
  })

  const elsewhere: [what: string, place: Partial<typeof pagePlace>][] = [
    ['with other parameters', { filterKey: 'abd' }],
    ['on another collection', { collection: 'calendar.acl' }],
    ['on the list of another owner', { owner: 'user-2' }],
    ['of a future that was lost', { numbers: { last: 16, runs: '' } }],
    ['after its lifetime', { nowMs: 6_001 }],
  ]
  it.each(elsewhere)('used %s is rejected', (_, place) => {
    const act = () => readPageToken(encodePageToken(page), { ...pagePlace, ...place })
    expect(refusalOf(act)).toMatchObject(invalidPage)
  })

  it.each(histories)('with the number %i is accepted: %s, it is %s', (changeNumber, isGiven) => {
    const read = () =>
      readPageToken(encodePageToken({ ...page, changeNumber }), pagePlace).changeNumber
    if (isGiven) expect(read()).toBe(changeNumber)
    else expect(refusalOf(read)).toMatchObject(invalidPage)
  })

  it.each(noise)('that is "%s" is rejected', (text) => {
    expect(refusalOf(() => decodePageToken(text))).toMatchObject(invalidPage)
  })
})

describe('tokens', () => {
  it('survive a query string unchanged, with any content', () => {
    const token = fc.record({
      collection: fc.string(),
      owner: fc.string(),
      changeNumber: fc.maxSafeNat(),
      issuedAtMs: fc.maxSafeNat(),
      position: fc.string({ unit: 'grapheme' }),
      filterKey: fc.string(),
    })
    fc.assert(
      fc.property(token, (value) => {
        const text = encodePageToken(value)
        expect(encodeURIComponent(text)).toBe(text)
        expect(decodePageToken(text)).toEqual(value)
      }),
    )
  })

  it('are rejected if they are noise', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(refusalOf(() => decodeSyncToken(text))).toMatchObject({ status: 400 })
      }),
    )
  })
})

describe('a forged token', () => {
  it.each([0, 1, 2, 3])(
    'with an extra character is rejected, at a length of %i more or less',
    (more) => {
      const content = JSON.stringify(['page', 'c', 'o', 1, 1, 'p'.repeat(more), 'f'])
      expect(decodePageToken(forged(2, content)).position).toBe('p'.repeat(more))
      expect(refusalOf(() => decodePageToken(`${forged(2, content)}x`))).toMatchObject(invalidPage)
    },
  )

  const contents = [
    'no JSON',
    'null',
    '[]',
    '["page"]',
    '["page","c","o",1,1,"p"]',
    '["page","c","o",1,1,"p","f","more"]',
    '["page","c","o",1e400,1,"p","f"]',
    '["page","c","o",1.5,1,"p","f"]',
    '["page","c","o",1,1,"\\u0000","f"]',
    '["page","c","o",1,1,"\\ud800","f"]',
    '["page","c","o",1,1,{},"f"]',
  ]
  it.each(contents)('with the content %s is rejected', (content) => {
    expect(refusalOf(() => decodePageToken(forged(2, content)))).toMatchObject(invalidPage)
  })
})

describe('filterKeyOf', () => {
  it('depends on the filter, not on page, page size or order', () => {
    const key = filterKeyOf({ q: 'a', showDeleted: true })
    expect(filterKeyOf({ showDeleted: true, q: 'a', maxResults: 5, pageToken: 'x' })).toBe(key)
    expect(filterKeyOf({ showDeleted: false, q: 'a' })).not.toBe(key)
  })
})
