import { describe, expect, it } from 'vitest'
import { all, any, phrase, type WordQuery, without, word } from '#/storage/sql/word-query.ts'
import { fulfils } from './fulfils.ts'

const columns = { title: 'left hand of darkness', authors: 'le guin', marks: 'x:1' }

describe('the words of a volume', () => {
  it.each<[WordQuery, boolean]>([
    [word('hand'), true],
    [word('left'), true],
    [word('darkness'), true],
    [word('dark'), false],
    [word('arkness'), false],
    [word('hand', 'title'), true],
    [word('hand', 'authors'), false],
    [word('hand', 'nothing'), false],
    [phrase(['hand', 'of']), true],
    [phrase(['of', 'hand']), false],
    [phrase(['darkness', 'le']), false],
    [all(word('hand'), word('guin')), true],
    [all(word('hand'), word('heart')), false],
    [any(word('heart'), word('guin')), true],
    [any(word('heart'), word('conrad')), false],
    [without(word('hand'), [word('noon')]), true],
    [without(word('hand'), [word('noon'), word('guin')]), false],
    [word('x:1', 'marks'), true],
  ])('fulfill %j: %s', (query, isFulfilled) => {
    expect(fulfils(query, columns)).toBe(isFulfilled)
  })
})
