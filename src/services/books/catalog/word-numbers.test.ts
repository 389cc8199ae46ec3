import { expect, it } from 'vitest'
import { WordNumbers } from './word-numbers.ts'

const numbered = (numbers: WordNumbers, text: string, isWanted = (_from: number) => true) => {
  const told: number[] = []
  numbers.each(text, isWanted, (number) => told.push(number))
  return told
}

it('a word has the same number at every position, and other words have other numbers', () => {
  const numbers = new WordNumbers()
  expect(numbered(numbers, 'otter auk  otter ')).toEqual([0, 1, 0])
  expect(numbered(numbers, 'a otte ottera auk')).toEqual([2, 3, 4, 1])
  expect([numbers.size, numbers.wordOf(4)]).toEqual([5, 'ottera'])
})

it('words that were not requested have no number', () => {
  const text = 'k:1 otter'
  expect(numbered(new WordNumbers(), text, (from) => text[from] !== 'k')).toEqual([0])
})

it('many words have distinct numbers', () => {
  const numbers = new WordNumbers()
  const words = Array.from({ length: 50_000 }, (_, index) => `word${index.toString(36)}é`)
  const all = words.map((_, index) => index)
  expect(numbered(numbers, words.join(' '))).toEqual(all)
  expect(numbered(numbers, words.toReversed().join(' '))).toEqual(all.toReversed())
  numbers.clear()
  expect([numbers.size, ...numbered(numbers, words[7]!)]).toEqual([0, 0])
})
