import { describe, expect, it } from 'vitest'
import { withStarting } from './starting.ts'

const event = (id: string, summary: string, location?: string) => ({
  id,
  summary,
  ...(location !== undefined && { location }),
  start: { date: '2027-01-01' },
  end: { date: '2027-01-02' },
})
const near = [
  event('one', 'Roadmap planning'),
  event('two', 'Café with Ana', 'Main Street 4'),
  event('three', 'Explanation'),
]

describe('events found by the start of words', () => {
  it.each([
    ['plan', ['one']],
    ['PLAN road', ['one']],
    ['cafe', ['two']],
    ['main st', ['two']],
    ['lan', []],
    ['plan ana', []],
    ['"', []],
  ])('%j match', (text, ids) => {
    expect(withStarting(text, [], near).map(({ id }) => id)).toEqual(ids)
  })

  it('appear once if the server finds them, too', () => {
    expect(withStarting('planning', [near[0]!], near).map(({ id }) => id)).toEqual(['one'])
  })
})
