import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { variantEtag } from '#/contract/etag.ts'
import { growth, linearGrowthMax } from '../../../tests/support/growth.ts'
import { gzipEtag, namesRepresentation, namesVersion, repeatedEtag } from './etags.ts'

const etag = '"3515450151133918"'

describe.each([
  ['namesRepresentation', namesRepresentation],
  ['namesVersion', namesVersion],
])('%s', (_name, names) => {
  it.each([
    ['the etag as JSON shows it', '"3515450151133918"'],
    ['the etag without quotes', '3515450151133918'],
    ['a star', ' * '],
    ['a weak etag', 'W/"3515450151133918"'],
    ['a weak etag without quotes', 'W/3515450151133918'],
    ['a list that holds the etag', '"1", W/"2" ,"3515450151133918"'],
    ['a list without quotes', '1,3515450151133918 , 3'],
    ['a list with empty members', ',, ,"3515450151133918",'],
    ['an etag whose closing quote got lost', '"3515450151133918'],
    ['the etag of the compressed representation', '"3515450151133918;gzip"'],
    ['a weak one of the compressed representation', 'W/"3515450151133918;gzip"'],
    ['one of the compressed representation without quotes', '3515450151133918;gzip'],
  ])('accepts %s', (_, header) => {
    expect(names(header, etag)).toBe(true)
  })

  it.each([
    ['nothing', ''],
    ['another etag', '"3515450151133919"'],
    ['a beginning of the etag', '"351545015113391"'],
    ['a list of others', '"1", "2"'],
    ['a star in quotes', '"*"'],
    ['a star in a list', '"1", *'],
    ['another compressed representation', '"351545015113391;gzip"'],
    ['an etag that only contains it', '"x,3515450151133918,y"'],
  ])('refuses %s', (_, header) => {
    expect(names(header, etag)).toBe(false)
  })

  it('compares a weak etag of the server by its value', () => {
    expect(names('"p3a"', 'W/"p3a"')).toBe(true)
  })

  it('finds a quoted etag at any place of a list, and only there', () => {
    const value = fc.stringMatching(/^[!#-:<-~]{0,12}$/)
    fc.assert(
      fc.property(fc.array(value), value, (others, own) => {
        const header = others.map((other) => `"${other}"`).join(', ')
        expect(names(`${header}, "${own}"`, `"${own}"`)).toBe(true)
        expect(names(header, `"${own}"`)).toBe(others.includes(own))
      }),
    )
  })

  it.each(['"', ',', 'W/', ' ', '"a" ', 'W/"'])(
    'reads a header of nothing but %s in linear time',
    async (piece) => {
      const read = (size: number) => names(piece.repeat(size), etag)
      expect(await growth(400_000, read)).toBeLessThan(linearGrowthMax)
    },
  )
})

describe('the ETag of a representation', () => {
  const tokyo = variantEtag(etag, 'tokyo')

  it('differs by variant and compression', () => {
    expect(tokyo).toBe('"3515450151133918;tokyo"')
    expect(gzipEtag(tokyo)).toBe('"3515450151133918;tokyo;gzip"')
    expect(gzipEtag('W/"1"')).toBe('W/"1;gzip"')
  })

  it('names its version, and no other representation than itself', () => {
    for (const named of [tokyo, gzipEtag(tokyo)]) {
      expect(namesVersion(named, etag)).toBe(true)
      expect(namesRepresentation(named, tokyo)).toBe(true)
      expect(namesRepresentation(named, etag)).toBe(false)
      expect(namesRepresentation(named, variantEtag(etag, 'berlin'))).toBe(false)
    }
    expect(namesRepresentation(etag, tokyo)).toBe(false)
  })

  it('is repeated as the caller names it', () => {
    expect(repeatedEtag(etag, etag)).toBe(etag)
    expect(repeatedEtag(`"1", ${gzipEtag(etag)}`, etag)).toBe(gzipEtag(etag))
    expect(repeatedEtag('*', etag)).toBe(etag)
  })
})
