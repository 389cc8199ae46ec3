import { describe, expect, it } from 'vitest'
import { all, any, phrase, type WordQuery, without, word } from '#/storage/sql/word-query.ts'
import { narrowQuery } from './narrowing.ts'

const frequencies = new Map([
  ['of', 900_000],
  ['love', 200_000],
  ['time', 100_000],
  ['sea', 50_000],
  ['cholera', 3_000],
  ['whale', 2_500],
])

const pair = (text: string) => word(text, 'marks')

describe('a narrower query', () => {
  it.each<[string, WordQuery, WordQuery]>([
    [
      'asks for the rarest words alone',
      all(word('love'), word('cholera'), word('time'), word('sea')),
      all(word('cholera'), word('sea'), word('time')),
    ],
    [
      'asks for words of a phrase wherever they stand in its column',
      phrase(['love', 'time', 'cholera'], 'title'),
      all(word('cholera', 'title'), word('time', 'title'), word('love', 'title')),
    ],
    [
      'asks for pairs rather than for their words',
      all(pair('g:of_love'), phrase(['time', 'of', 'love'])),
      all(pair('g:of_love'), word('time'), word('of')),
    ],
    [
      'takes what is one of several for one part, and passes over what is kept back',
      without(all(any(word('whale'), word('sea')), word('love'), phrase(['time', 'cholera'])), [
        word('sea'),
      ]),
      all(word('cholera'), any(word('whale'), word('sea')), word('time')),
    ],
  ])('%s', (_name, query, narrow) => {
    expect(narrowQuery(query, frequencies)).toEqual(narrow)
  })

  it.each<[string, WordQuery]>([
    ['is of few words', all(word('love'), word('time'), word('sea'))],
    ['makes little work', phrase(['rare', 'love', 'time'])],
    ['asks for one word', without(word('love'), [word('time')])],
  ])('is not needed where a query %s', (_name, query) => {
    expect(narrowQuery(query, frequencies)).toBeUndefined()
  })
})
