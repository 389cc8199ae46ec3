import { describe, expect, it } from 'vitest'
import { wordQueryText } from '#/storage/sql/word-query.ts'
import { bookIndex } from '../../store/tables.ts'
import { clausesMax, parseQuery } from './parse.ts'
import { readingsOf, requiredQuery } from './word-query.ts'

const asked = (q: string, engine: 'sqlite' | 'postgres' = 'sqlite') => readings(q, engine)[0]!

const readings = (q: string, engine: 'sqlite' | 'postgres' = 'sqlite') =>
  readingsOf(parseQuery(q)).map((groups) =>
    groups.length === 0 ? '' : wordQueryText(requiredQuery(groups), bookIndex, engine),
  )

describe('a query', () => {
  it.each([
    ['flowers+inauthor:keyes', '("flower" AND marks : "b:keye")'],
    [
      'intitle:"kill a mockingbird"',
      '(marks : "g:a_mockingbird" AND title : "kill a mockingbird")',
    ],
    ['"the trial"', 'marks : "g:the_trial"'],
    ['"waiting for"', '"waiting for"'],
    ['intitle: dune messiah', '(title : "dune" AND "messiah")'],
    ['Spider-Man', '("spider man" OR "spiderman")'],
    ['isbn:0-14-044913-2', 'marks : "i:9780140449136"'],
    ['978 0 14 044913 6', 'marks : "i:9780140449136"'],
    ['1050124X', '("1050124x" OR marks : "e:1050124x")'],
    ['1050-124X', 'marks : "e:1050124x"'],
    ['isbn:123', 'marks : "i:123"'],
    ['w h auden', '("wh" AND "auden")'],
    ['a OR b c', '(("a" OR "b") AND "c")'],
    ['the lord of the rings', '("lord" AND "ring")'],
    ['the of', '("the" AND "of")'],
    ['mistborn book 2', '("mistborn" AND "2")'],
    ['xyz:foo', '("xyz" AND "foo")'],
    ['「日本文学」', '"日本 本文 文学"'],
    ['"open', '"open"'],
    ['intitle:', ''],
    ['-', ''],
    ['OR', ''],
  ])('%s', (q, text) => {
    expect(asked(q)).toBe(text)
  })

  it.each([
    ['old mars trilogy', ['("old" AND "mar" AND "trilogy")', '("old" AND "mar")']],
    ['the saga', ['"saga"']],
    ['saga of mars', ['("saga" AND "mar")']],
    ['mars "saga"', ['("mar" AND "saga")']],
  ])('is read without a word that only says that a series is meant: %s', (q, texts) => {
    expect(readings(q)).toEqual(texts)
  })

  it('names a series, or is the word itself', () => {
    const [first, second] = readings('the mars series')
    expect(first).toMatch(/^\("mar" AND \("sery" OR marks : "r:\w+"\)\)$/)
    expect(second).toBe('"mar"')
  })

  it('is spelt for PostgreSQL with labels and prefixes', () => {
    expect(asked('intitle:dune inpublisher:penguin "two cities"', 'postgres')).toBe(
      `(('dune':A) & ('p:penguin') & ('two' <-> 'cities'))`,
    )
  })

  it('excludes only what starts with a minus', () => {
    expect(parseQuery('chess -openings well-known -').excluded).toHaveLength(1)
    expect(parseQuery('-austen').required).toEqual([])
  })

  it('is bounded for input of any length', () => {
    const many = Array.from({ length: 5000 }, (_, n) => `w${n}`).join(' ')
    expect(parseQuery(many).required.length).toBeLessThanOrEqual(clausesMax)
    expect(parseQuery('"'.repeat(100_000)).required).toEqual([])
  })

  it('contains nothing that has a meaning for an engine', () => {
    const hostile = `' " \\ :* & | ! ( ) <-> NEAR( ^ * {title} AND NOT`
    for (const engine of ['sqlite', 'postgres'] as const) {
      const text = asked(`${hostile} x${hostile}y`, engine)
      const words = /(?:marks : )?"[\p{L}\p{N}:_ ]+"|'[\p{L}\p{N}:_]+'/gu
      expect(text.replaceAll(words, 'W')).toMatch(/^[W() ]*(?:(?:AND|OR|&|\||<->)[W() ]*)*$/)
    }
  })
})
