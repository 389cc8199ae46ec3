import { expect, it } from 'vitest'
import { bytesWords } from './bytes-words.ts'

it('takes the largest unit that fits', () => {
  expect(bytesWords('0')).toMatch(/^0/)
  expect(bytesWords('999')).toMatch(/^999 byte/)
  expect(bytesWords('1500')).toMatch(/^1.5 kB/)
  expect(bytesWords('2000000000000000')).toMatch(/^2,000 TB/)
})
