import { describe, expect, it } from 'vitest'
import { parseJson } from './body.ts'

const limits = { bodyBytesMax: 1000, jsonDepthMax: 10, jsonMembersMax: 100 }
const parsed = (text: string) => parseJson(Buffer.from(text), limits)

describe('numbers of a body', () => {
  it.each([
    ['20700000000000125', '20700000000000125'],
    ['-9223372036854775808', '-9223372036854775808'],
    ['20700000000000125.0', '20700000000000125.0'],
    ['9007199254740991', 9007199254740991],
    ['1568766602000.0', 1568766602000],
    ['1.5', 1.5],
    ['1e300', 1e300],
    ['1.50', 1.5],
    ['1e3', 1000],
    ['0.1234567890123456789', 0.12345678901234568],
    ['1.5e-1234567890123456789', 0],
    ['9007199254740992.5', 9007199254740992],
    ['9007199254740992.00', '9007199254740992.00'],
    ['12345678901234567890123', '12345678901234567890123'],
    ['"20700000000000125"', '20700000000000125'],
  ])('%s is read without losing a digit', (text, value) => {
    expect(parsed(`{"id": ${text}, "others": [${text}]}`)).toEqual({ id: value, others: [value] })
  })

  it.each(['{12345678901234567890 : 1}', '[01234567890123456789]', '[12345678901234567890x]'])(
    'are not accepted in %s',
    (text) => {
      expect(() => parsed(text)).toThrow('Parse Error')
    },
  )
})
