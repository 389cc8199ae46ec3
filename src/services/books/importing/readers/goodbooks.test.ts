import { describe, expect, it } from 'vitest'
import { repairedIsbn10, repairedIsbn13 } from './goodbooks.ts'

describe('an ISBN that a spreadsheet has damaged', () => {
  it.each([
    ['439023483', '0439023483'],
    ['61120081', '0061120081'],
    ['43965548x', '043965548X'],
    ['0439023483', '0439023483'],
    ['439023484', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('of ten digits, %s, is repaired to %s', (text, isbn) => {
    expect(repairedIsbn10(text)).toBe(isbn)
  })

  it.each([
    // 9780439023481 is printed rounded down: only one number gives this.
    ['9.78043902348e+12', '9780439023481'],
    // Both of two numbers would be printed so.
    ['9.78000000005e+12', undefined],
    ['not a number', undefined],
    ['9780439023481', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('of thirteen digits, %s, is found again as %s', (text, isbn) => {
    expect(repairedIsbn13(text)).toBe(isbn)
  })
})
