import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ApiError } from '#/kernel/errors.ts'
import { anyText } from '../../../tests/support/any-text.ts'
import { emptyQuery, joinQueries, parseQuery, queryPairsMax, splitTarget } from './query.ts'

const refusalOf = (text: string) => {
  try {
    parseQuery(text)
    return 'accepted'
  } catch (error) {
    expect(error).toBeInstanceOf(ApiError)
    const { status, refusals } = error as ApiError
    return `${status} ${refusals[0]?.reason}: ${refusals[0]?.message}`
  }
}

describe('parseQuery', () => {
  it('returns the first value of a name, all values, and each name once', () => {
    const query = parseQuery('b=1&a=2&b=3&c')
    expect(query.get('b')).toBe('1')
    expect(query.getAll('b')).toEqual(['1', '3'])
    expect(query.get('c')).toBe('')
    expect(query.get('d')).toBeUndefined()
    expect(query.getAll('d')).toEqual([])
    expect(query.names()).toEqual(['b', 'a', 'c'])
  })

  it.each([
    ['a plus is a space', 'q=a+b', 'a b'],
    ['an encoded plus is a plus', 'q=a%2Bb', 'a+b'],
    ['percent-encoding is undone once', 'q=%2541', '%41'],
    ['encoded bytes are UTF-8', 'q=%C3%BC%F0%9F%98%80', 'ü😀'],
    ['characters that should have been encoded stay', 'q=ü@/?', 'ü@/?'],
    ['only the first equals sign separates', 'q=a=b==', 'a=b=='],
    ['names are decoded too', '%71=1', '1'],
    ['empty pairs are nothing', '&&q=1&', '1'],
  ])('%s', (_, text, value) => {
    const query = parseQuery(text)
    expect(query.names()).toEqual(['q'])
    expect(query.get('q')).toBe(value)
  })

  it.each([
    ['q=%', "400 badRequest: Illegal percent-encoding in 'q'."],
    ['q=%4', "400 badRequest: Illegal percent-encoding in 'q'."],
    ['q=100%25%zz', "400 badRequest: Illegal percent-encoding in 'q'."],
    ['q=%FF', "400 badRequest: Invalid UTF-8 in 'q'."],
    ['q=%C0%80', "400 badRequest: Invalid UTF-8 in 'q'."],
    ['q=%ED%A0%80', "400 badRequest: Invalid UTF-8 in 'q'."],
    ['%C3=1', '400 badRequest: Invalid UTF-8 in a parameter name.'],
  ])('refuses %s and names the problem', (text, refusal) => {
    expect(refusalOf(text)).toBe(refusal)
  })

  it('accepts the maximum number of pairs and rejects one more', () => {
    const pairs = (count: number) => Array.from({ length: count }, () => 'a=1').join('&')
    expect(refusalOf(pairs(queryPairsMax))).toBe('accepted')
    expect(refusalOf(pairs(queryPairsMax + 1))).toMatch(/^400 badRequest/)
  })

  it('treats names of object members as plain names', () => {
    const query = parseQuery('__proto__=1&constructor=2')
    expect(query.get('__proto__')).toBe('1')
    expect(query.get('constructor')).toBe('2')
    expect(query.get('toString')).toBeUndefined()
  })

  it('reads what URLSearchParams has written', () => {
    const text = anyText()
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text)), (pairs) => {
        const query = parseQuery(new URLSearchParams(pairs).toString())
        const names = [...new Set(pairs.map(([name]) => name))]
        expect(query.names()).toEqual(names)
        for (const wanted of names) {
          const values = pairs.filter(([name]) => name === wanted).map(([, value]) => value)
          expect(query.getAll(wanted)).toEqual(values)
        }
      }),
    )
  })

  it('rejects garbage', () => {
    const text = fc.array(fc.constantFrom('%', '&', '=', '+', 'a', 'F', '8', 'ü', '\ud800'))
    fc.assert(fc.property(text, (pieces) => void refusalOf(pieces.join(''))))
  })
})

describe('joinQueries', () => {
  it('puts the pairs of the second query behind those of the first', () => {
    const joined = joinQueries(parseQuery('a=1&b=2'), parseQuery('b=3&c=4'))
    expect(joined.names()).toEqual(['a', 'b', 'c'])
    expect(joined.get('b')).toBe('2')
    expect(joined.getAll('b')).toEqual(['2', '3'])
    expect(joinQueries(emptyQuery, emptyQuery).names()).toEqual([])
  })
})

describe('splitTarget', () => {
  it.each([
    ['/a/b', '/a/b', ''],
    ['/a/b?x=1&y=2', '/a/b', 'x=1&y=2'],
    ['/a?x=1?y', '/a', 'x=1?y'],
    ['/a?x=1#part', '/a', 'x=1'],
    ['/a#part?x=1', '/a', ''],
    ['http://host:8080/a/b?x', '/a/b', 'x'],
    ['HTTPS://host', '/', ''],
    ['http://host?x=1', '/', 'x=1'],
    ['http://host//a', '/a', ''],
    ['//double/slashes', '/double/slashes', ''],
    ['////a//b', '/a//b', ''],
    ['/a?to=http://other/b', '/a', 'to=http://other/b'],
    ['/http://other/b', '/http://other/b', ''],
    ['a/b', '/a/b', ''],
    ['?x=1', '/', 'x=1'],
    ['', '/', ''],
    ['*', '*', ''],
  ])('reads %s', (target, path, query) => {
    expect(splitTarget(target)).toEqual({ path, query })
  })
})
