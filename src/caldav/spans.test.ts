import { describe, expect, it } from 'vitest'
import { type Span, spansWithout } from './spans.ts'

const spans = (text: string): Span[] =>
  [...text.matchAll(/(\d+)-(\d+)/g)].map(([, from, to]) => ({
    fromMs: Number(from),
    toMs: Number(to),
  }))

describe('spans without others', () => {
  it.each([
    ['stay without others', '1-2 5-6', '', '1-2 5-6'],
    ['are joined and in order', '5-6 1-3 2-4 4-5', '', '1-6'],
    ['lose their beginning, middle and end', '0-10', '0-1 4-5 9-12', '1-4 5-9'],
    ['can be covered', '1-2 4-5', '0-6', ''],
    ['are all compared with a long one', '1-2 3-4 6-9', '0-7', '7-9'],
    ['stay beside others', '1-2 5-6', '2-5 6-7', '1-2 5-6'],
    ['have a length', '3-3 4-6', '5-5', '4-6'],
  ])('%s', (_, given, others, left) => {
    expect(spansWithout(spans(given), spans(others))).toEqual(spans(left))
  })
})
