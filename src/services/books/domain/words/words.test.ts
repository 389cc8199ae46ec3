import { describe, expect, it } from 'vitest'
import { editDistance } from './distance.ts'
import { foldedText } from './folding.ts'
import { stemOf } from './stem.ts'
import { errorsAllowed, pieceKeysFor, piecesOf } from './term-pieces.ts'
import { headKey, titleKey } from './title-key.ts'
import { plainWords, wordsOf } from './words.ts'

describe('folding', () => {
  it.each([
    ['Café', 'cafe'],
    ['ŁÓDŹ', 'lodz'],
    ['Ærø', 'aero'],
    ['Straße', 'strasse'],
    ['İstanbul', 'istanbul'],
    ['ﬁne', 'fine'],
    ['Ａｂｃ', 'abc'],
    ['Þór Đorđe', 'thor dorde'],
    ['Ἀντιγόνης', 'αντιγονησ'],
    ['كِتَـاب', 'كتاب'],
    ['が', 'が'],
    ['हिन्दी', 'हिन्दी'],
  ])('makes %s %s', (text, plain) => {
    expect(foldedText(text)).toBe(plain)
  })
})

describe('words', () => {
  it.each([
    ["Ender's Game", 'enders game'],
    ['Ender’s Game', 'enders game'],
    ['War & Peace', 'war and peace'],
    ['J.R.R. Tolkien', 'jrr tolkien'],
    ['J. R. R. Tolkien', 'jrr tolkien'],
    ['JRR Tolkien', 'jrr tolkien'],
    ['U.S.A. Today', 'usa today'],
    ['20,000 Leagues', '20000 leagues'],
    ['1, 2, 3', '1 2 3'],
    ['Catch-22', 'catch 22'],
    ['Spider–Man', 'spider man'],
    ['日本文学', '日本 本文 文学'],
    ['道', '道'],
    ['Q正傳 two', 'q 正傳 two'],
    ['--- ! ---', ''],
    ['', ''],
  ])('of %s are %s', (text, words) => {
    expect(plainWords(text).join(' ')).toBe(words)
  })

  it('that are hyphenated can be written as one', () => {
    expect(wordsOf('Self-Reliance')).toEqual([
      { parts: ['self', 'reliance'], joined: 'selfreliance' },
    ])
  })

  it('are the same for every decomposition', () => {
    const texts = ['The Sea-Wolf, 2nd ed. (1904)', 'A.B. Sea/Land: #3', '1,000 Tales; no. 7']
    for (const text of texts) expect(plainWords(`${text} é`)).toEqual([...plainWords(text), 'e'])
  })
})

describe('stems', () => {
  it.each([
    ['flowers', 'flower'],
    ['stories', 'story'],
    ['boxes', 'box'],
    ['churches', 'church'],
    ['glass', 'glass'],
    ['jesus', 'jesus'],
    ['tennis', 'tennis'],
    ['gas', 'gas'],
    ['ties', 'ties'],
    ['война', 'война'],
  ])('of %s is %s', (word, stem) => {
    expect(stemOf(word)).toBe(stem)
  })
})

describe('the distance of words', () => {
  it.each([
    ['hobit', 'hobbit', 1],
    ['herbret', 'herbert', 1],
    ['mockingbrid', 'mockingbird', 1],
    ['dostoyevski', 'dostoyevsky', 1],
    ['abcdefgh', 'bcdefghi', 2],
    ['same', 'same', 0],
    ['short', 'longer', 3],
  ])('of %s and %s', (one, other, distance) => {
    expect(editDistance(one, other, 2)).toBe(distance)
    expect(editDistance(other, one, 2)).toBe(distance)
  })
})

describe('pieces of words', () => {
  const letters = 'abcdefghij'
  const edits = (word: string): string[] =>
    [...word].flatMap((_, at) => [
      word.slice(0, at) + word.slice(at + 1),
      `${word.slice(0, at)}z${word.slice(at)}`,
      `${word.slice(0, at)}z${word.slice(at + 1)}`,
    ])
  const shares = (typed: string, term: string) => {
    const pieces = new Set(piecesOf(term))
    return pieceKeysFor(typed).some((key) => pieces.has(key))
  }

  it.each([4, 5, 6, 7, 8, 9, 10])(
    'survive the errors that a word of %d letters may contain',
    (length) => {
      const term = letters.slice(0, length)
      for (const typed of edits(term).filter((word) => word.length >= 4)) {
        expect(shares(typed, term), typed).toBe(true)
        if (typed.length < 8) continue
        for (const twice of edits(typed).filter((word) => errorsAllowed(word) === 2)) {
          expect(shares(twice, term), twice).toBe(true)
        }
      }
    },
  )

  it('are few', () => {
    expect(piecesOf('characteristically')).toHaveLength(3)
    expect(pieceKeysFor('characteristically').length).toBeLessThan(30)
    expect(piecesOf('日本')).toEqual([])
    expect(pieceKeysFor('abc')).toEqual([])
  })
})

describe('the key of a title', () => {
  it('does not know the article in front of it', () => {
    expect(titleKey(['the', 'prince'])).toBe(titleKey(['prince']))
    expect(titleKey(['the'])).not.toBe(titleKey([]))
    expect(titleKey(['prince'])).not.toBe(headKey(['prince']))
  })
})
