import { expect, it } from 'vitest'
import { searchText } from './search-text.ts'

it('keeps every digit of a long id, there and back', () => {
  const search = { advertiserId: '21700000000012345', q: 'sea', at: 3 }
  expect(searchText.stringifySearch(search)).toBe('?advertiserId=21700000000012345&q=sea&at=3')
  expect(searchText.parseSearch('?advertiserId=21700000000012345&q=sea&at=3')).toEqual(search)
})

it.each(['null', '[1]', '{"a":1}'])('keeps %s as text', (q) => {
  const text = searchText.stringifySearch({ q })
  expect(text).toBe(`?${new URLSearchParams({ q })}`)
  expect(searchText.parseSearch(text)).toEqual({ q })
})
