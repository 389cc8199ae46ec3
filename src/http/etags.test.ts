import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { etagMatches } from './etags.ts'

const etag = '"3515450151133918"'

describe('etagMatches', () => {
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
  ])('accepts %s', (_, header) => {
    expect(etagMatches(header, etag)).toBe(true)
  })

  it.each([
    ['nothing', ''],
    ['another etag', '"3515450151133919"'],
    ['a beginning of the etag', '"351545015113391"'],
    ['a list of others', '"1", "2"'],
    ['a star in quotes', '"*"'],
    ['a star in a list', '"1", *'],
    ['an etag that only contains it', '"x,3515450151133918,y"'],
  ])('refuses %s', (_, header) => {
    expect(etagMatches(header, etag)).toBe(false)
  })

  it('compares a weak etag of the server by its value', () => {
    expect(etagMatches('"p3a"', 'W/"p3a"')).toBe(true)
  })

  it('finds a quoted etag at any place of a list, and only there', () => {
    const value = fc.stringMatching(/^[!#-~]{0,12}$/)
    fc.assert(
      fc.property(fc.array(value), value, (others, own) => {
        const header = others.map((other) => `"${other}"`).join(', ')
        expect(etagMatches(`${header}, "${own}"`, `"${own}"`)).toBe(true)
        expect(etagMatches(header, `"${own}"`)).toBe(others.includes(own))
      }),
    )
  })

  it('reads a hostile header in linear time', () => {
    const started = performance.now()
    for (const piece of ['"', ',', 'W/', ' ', '"a" ', 'W/"']) {
      etagMatches(piece.repeat(1_000_000), etag)
    }
    expect(performance.now() - started).toBeLessThan(3000)
  })
})
