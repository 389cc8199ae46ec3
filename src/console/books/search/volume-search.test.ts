import { expect, it } from 'vitest'
import { paramsOf, placeIn, searchIn } from './volume-search.ts'

it('reads a year and true as words, and leaves out what is empty or unknown', () => {
  expect(searchIn({ q: 1984, filter: '', page: '3', order: 'newest' })).toEqual({
    q: '1984',
    order: 'newest',
  })
  expect(searchIn({ q: true })).toEqual({ q: 'true' })
})

it('reads a place only where it can be one', () => {
  expect(placeIn({ shelf: 3, at: '12' })).toEqual({ shelf: '3', at: 12 })
  expect(placeIn({ at: '-1' })).toEqual({})
  expect(placeIn({ at: 'first' })).toEqual({})
})

it('asks with the names of the interface', () => {
  expect(paramsOf({ q: 'sea', language: 'de' })).toMatchObject({ q: 'sea', langRestrict: 'de' })
})
