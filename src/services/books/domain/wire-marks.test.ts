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
