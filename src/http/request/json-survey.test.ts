import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ApiError } from '#/kernel/errors.ts'
import { growth, linearGrowthMax } from '../../../tests/support/growth.ts'
import { namesMax, surveyJson } from './json-survey.ts'

const check = (text: string, depthMax: number, membersMax = 1000) => {
  try {
    surveyJson(text, { depthMax, membersMax })
    return 'accepted'
  } catch (error) {
    expect(error).toBeInstanceOf(ApiError)
    const { status, refusals } = error as ApiError
    return `${status} ${refusals[0]?.reason}`
  }
}

describe('surveyJson', () => {
  it('accepts nesting up to the bound and refuses one level more', () => {
    expect(check('[[[1]]]', 3)).toBe('accepted')
    expect(check('{"a":[{}]}', 3)).toBe('accepted')
    expect(check('[[[[1]]]]', 3)).toBe('400 parseError')
    expect(check('{"a":[{"b":{}}]}', 3)).toBe('400 parseError')
  })

  it('counts the deepest place, not the number of brackets', () => {
    expect(check('[[],[],[],[],{}]', 2)).toBe('accepted')
  })

  it('accepts commas and colons up to the bound and refuses one more', () => {
    expect(check('{"a":1,"b":2}', 3, 3)).toBe('accepted')
    expect(check('{"a":1,"b":2}', 3, 2)).toBe('400 parseError')
    expect(check('[1,2,3,4]', 3, 2)).toBe('400 parseError')
  })

  it('accepts different names up to the bound and refuses one more', () => {
    const objects = (names: number) =>
      `[${Array.from({ length: namesMax + 2 }, (_, n) => `{"n${n % names}" : "n${n}"}`)}]`
    expect(check(objects(namesMax), 2, 1e6)).toBe('accepted')
    expect(check(objects(namesMax + 1), 2, 1e6)).toBe('400 parseError')
  })

  it.each([
    ['brackets', '"[[[[[[{{{{{{"'],
    ['separators', '"::::,,,,,,,,"'],
    ['an escaped quote', '"\\"[[[[[[[["'],
    ['an escaped backslash before the end', '["\\\\","[[[[[["]'],
    ['a quote behind an escaped backslash and an escape', '"\\\\\\"[[[[[["'],
  ])('ignores %s inside of a text', (_, text) => {
    expect(check(text, 1, 1)).toBe('accepted')
  })

  it('finds what follows a string that ends in an escaped backslash', () => {
    expect(check('["\\\\",[[1]]]', 2, 10)).toBe('400 parseError')
  })

  it.each([
    ['as a member', '{"id":9007199254740993}', true],
    ['below zero, in a list', '[1,-9007199254740993]', true],
    ['behind space', '{"id": \n 71700000002044839}', true],
    ['alone', '9007199254740993', true],
    ['of fifteen digits', '[900719925474099,900719925474099]', false],
    ['in a text', '{"id":"71700000002044839","note":"-71700000002044839"}', false],
  ])('tells of a long number %s', (_, text, hasLongNumber) => {
    const { longNumbers } = surveyJson(text, { depthMax: 2, membersMax: 10 })
    expect(longNumbers.length > 0).toBe(hasLongNumber)
  })

  it('leaves an unterminated string to the parser', () => {
    expect(check('"[[[[[[[[[[[[', 1, 1)).toBe('accepted')
  })

  it('agrees with the depth and the members of any value', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const { depth, separators } = measure(JSON.parse(text))
        expect(check(text, depth, separators)).toBe('accepted')
        if (depth > 0) expect(check(text, depth - 1, separators)).toBe('400 parseError')
        if (separators > 0) expect(check(text, depth, separators - 1)).toBe('400 parseError')
      }),
    )
  })

  it.each(['"', '\\"', '\\', '"\\\\"', '[]', 'x'])(
    'reads a text of nothing but %s in linear time',
    async (piece) => {
      const read = (size: number) => check(`"${piece.repeat(size)}`, 10, 10)
      expect(await growth(400_000, read)).toBeLessThan(linearGrowthMax)
    },
  )
})

function measure(value: unknown): { depth: number; separators: number } {
  if (typeof value !== 'object' || value === null) return { depth: 0, separators: 0 }
  const inner = Object.values(value).map(measure)
  const own = Math.max(0, inner.length - 1) + (Array.isArray(value) ? 0 : inner.length)
  return {
    depth: 1 + Math.max(0, ...inner.map(({ depth }) => depth)),
    separators: inner.reduce((sum, { separators }) => sum + separators, own),
  }
}
