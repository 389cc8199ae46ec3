import { describe, expect, it } from 'vitest'
import { bareIsbn, isbn10Of, isbn13Of, isIsbn10, isIsbn13 } from './isbn.ts'

describe('an ISBN', () => {
  it('is bare without blanks and dashes of any kind, with an upper-case X', () => {
    expect(bareIsbn(' 978-0-14-044913-6 ')).toBe('9780140449136')
    expect(bareIsbn('0–8044‒2957 x')).toBe('080442957X')
  })

  it('is right when its check digit is', () => {
    expect(['0140449132', '080442957X', '0140449133', '014044913'].map(isIsbn10)).toEqual([
      true,
      true,
      false,
      false,
    ])
    expect(['9780140449136', '9780140449137', '1234567890128', 'abc'].map(isIsbn13)).toEqual([
      true,
      false,
      false,
      false,
    ])
  })

  it('of ten digits has one of thirteen, and back if there is one', () => {
    expect(isbn13Of('0140449132')).toBe('9780140449136')
    expect(isbn13Of('080442957X')).toBe('9780804429573')
    expect(isbn10Of('9780804429573')).toBe('080442957X')
    expect(isbn10Of('9791032305690')).toBeUndefined()
  })
})
