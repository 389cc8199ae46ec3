import { expect, it } from 'vitest'
import { api, country, description, origin, withoutMarks } from './wire-marks.ts'

const parts = {
  [origin]: 'https://books.example',
  [api]: 'https://books.example/library',
  [country]: 'FR',
  [description]: '"description":"Told.",',
}

it('a text shows the characters that its marks represent', () => {
  const text = `{"self":"${api}/volumes/x","page":"${origin}/books",${description}"country":"${country}"}`
  expect(JSON.parse(withoutMarks(text, parts))).toEqual({
    self: 'https://books.example/library/volumes/x',
    page: 'https://books.example/books',
    description: 'Told.',
    country: 'FR',
  })
})

it('a text of an earlier version shows the same', () => {
  const text =
    '{"self":"\uFDD0/books/v1/volumes/x","page":"\uFDD0/books","\uFDD4":0,"country":"\uFDD1"}'
  expect(JSON.parse(withoutMarks(text, parts))).toEqual({
    self: 'https://books.example/library/volumes/x',
    page: 'https://books.example/books',
    description: 'Told.',
    country: 'FR',
  })
})
