import { describe, expect, it } from 'vitest'
import { ApiError } from '#/kernel/errors.ts'
import {
  any,
  array,
  arrayOfEach,
  boolean,
  date,
  dateTime,
  int64,
  integer,
  Misfit,
  map,
  number,
  object,
  oneOf,
  patchOf,
  readOnly,
  type Schema,
  string,
  textLengthMax,
  uint32,
  uint64,
} from '../schema.ts'
import { decodeBody } from './decode.ts'

const anyCase = (schema: Schema): Schema => ({ ...schema, anyCase: true })
const offsetless = dateTime({ mayLackOffset: true })

const part = object('Part', {
  text: string(),
  list: array(string()),
  labels: map(string()),
})

const decodeValue = (schema: Schema, value: unknown) =>
  decodeBody(object(undefined, { value: schema }), { value })

function refusalOf(act: () => unknown): ApiError {
  try {
    act()
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
  throw new Error('nothing was refused')
}

const accepted: [what: string, schema: Schema, value: unknown, decoded: unknown][] = [
  ['text', string(), 'a', 'a'],
  ['empty text', string(), '', ''],
  ['a lone surrogate, mended', string(), 'a\ud800', 'a\ufffd'],
  ['an emoji as one character', string({ lengthMax: 2 }), '😀😀', '😀😀'],
  ['a number as text', string(), 7, '7'],
  ['zero as text', string(), 0, '0'],
  ['a fraction as text', string(), -1.5, '-1.5'],
  ['a number with an exponent as text', string(), 1e3, '1000'],
  ['the largest safe integer as text', string(), Number.MAX_SAFE_INTEGER, '9007199254740991'],
  ['true as text', string(), true, 'true'],
  ['false as text', string(), false, 'false'],
  ['a number as a member', oneOf('1', '2'), 2, '2'],
  ['a number that matches as text', string({ pattern: '^\\d+$' }), 12, '12'],
  ['text that matches', string({ pattern: '^[a-v0-9]+$' }), 'abc', 'abc'],
  ['a member', oneOf('a', 'b'), 'b', 'b'],
  ['a member in its canonical spelling', anyCase(oneOf('FULL', 'lite')), 'fUll', 'FULL'],
  ['an integer', integer(), -5, -5],
  ['an integer with a zero fraction as text', integer(), '5.0', 5],
  ['an integer above its cap as the cap', integer({ cap: 250 }), 9999, 250],
  ['the largest uint32', uint32(), 4294967295, 4294967295],
  ['an int64 as number', int64(), 1568766602000.0, '1568766602000'],
  ['an int64 as text beyond 2^53', int64(), '20700000001070945', '20700000001070945'],
  ['an int64 with a zero fraction', int64(), '1568766602000.0', '1568766602000'],
  ['an int64 with an exponent', int64(), '1.5E3', '1500'],
  ['an int64 with zeros in front', int64(), '007', '7'],
  ['the least int64', int64(), '-9223372036854775808', '-9223372036854775808'],
  ['the largest uint64', uint64(), '18446744073709551615', '18446744073709551615'],
  ['a double', number(), 1.5, 1.5],
  ['a double as text', number(), '-1.5e2', -150],
  ['true', boolean(), true, true],
  ['"False"', boolean(), 'False', false],
  ['a leap day', date(), '2024-02-29', '2024-02-29'],
  ['a time in UTC', dateTime(), '2024-02-29T10:00:00.123Z', '2024-02-29T10:00:00.123Z'],
  ['a time with offset', dateTime(), '2024-01-01T10:00:00-0730', '2024-01-01T10:00:00-0730'],
  ['a local time where allowed', offsetless, '2024-01-01T10:00:00', '2024-01-01T10:00:00'],
  ['an array', array(string()), ['a', 'b'], ['a', 'b']],
  [
    'numbers and booleans in an array of texts',
    array(string()),
    ['a', 5, true],
    ['a', '5', 'true'],
  ],
  [
    'numbers and booleans in a map of texts',
    map(string()),
    { a: 1, b: false },
    { a: '1', b: 'false' },
  ],
  ['a map without its null', map(string()), { a: '1', b: null }, { a: '1' }],
  ['anything', any(), { a: [1, 'x', { b: null }] }, { a: [1, 'x', { b: null }] }],
  ['a part without what is unknown in it', part, { text: 'a', stray: 1 }, { text: 'a' }],
]

const refused: [what: string, schema: Schema, value: unknown, message: string | RegExp][] = [
  ['an object as text', string(), {}, 'Invalid value for value: text is expected.'],
  ['an array as text', string(), ['a'], /text is expected/],
  ['a number too large for JavaScript as text', string(), Infinity, /text is expected/],
  ['a number longer than allowed', string({ lengthMax: 2 }), 123, /longer than 2/],
  ['a number as another member', oneOf('a', 'b'), 5, /allowed values are a, b/],
  ['a number as date', date(), 20300131, /2030-01-31/],
  ['a number as time', dateTime(), 1_900_000_000, /T09:00:00Z/],
  ['an object as member', oneOf('a', 'b'), {}, /text is expected/],
  ['an object as number', number(), {}, /number is expected/],
  ['an array as int64', int64(), ['1'], /64-bit integer/],
  ['an object as boolean', boolean(), {}, /true or false/],
  ['NUL', string(), 'a\0b', /NUL/],
  ['long text', string({ lengthMax: 3 }), 'abcd', /longer than 3/],
  ['text beyond the general bound', string(), 'a'.repeat(textLengthMax + 1), /longer than 8192/],
  ['text that does not match', string({ pattern: '^[a-v]+$' }), 'xyz', /has to match/],
  ['another member', oneOf('a', 'b'), 'c', /allowed values are a, b/],
  ['a name of every object as a member', oneOf('a', 'b'), '__proto__', /allowed values/],
  ['a member in another case', oneOf('a', 'b'), 'A', /allowed values are a, b/],
  ['a fraction as integer', integer(), 1.5, /whole number/],
  ['an empty integer', integer(), '', /whole number/],
  ['hexadecimal digits', integer(), '0x10', /whole number/],
  ['an int32 too large', integer(), 2147483648, /within the range: \[-2147483648, 2147483647\]/],
  ['an integer below its minimum', integer({ minimum: 1 }), 0, /within the range: \[1, /],
  ['a negative uint32', uint32(), -1, /within the range: \[0, 4294967295\]/],
  ['an int64 that is imprecise', int64(), 2 ** 53, /64-bit integer/],
  ['an int64 too large', int64(), '9223372036854775808', /64-bit integer/],
  ['a negative uint64', uint64(), '-1', /64-bit integer/],
  ['an int64 of many digits', int64(), '9'.repeat(5000), /64-bit integer/],
  ['an int64 with a fraction', int64(), '1.5', /64-bit integer/],
  ['a boolean as number', number(), true, /number is expected/],
  ['infinity', number(), Number.POSITIVE_INFINITY, /number is expected/],
  ['the word NaN', number(), 'NaN', /number is expected/],
  ['1 as boolean', boolean(), 1, /true or false/],
  ['a day that does not exist', date(), '2023-02-29', /2030-01-31/],
  ['month 13', date(), '2023-13-01', /2030-01-31/],
  ['a time as date', date(), '2023-01-01T00:00:00Z', /2030-01-31/],
  ['a time without offset', dateTime(), '2024-01-01T10:00:00', /T09:00:00Z/],
  ['a time with two offsets', dateTime(), '2024-01-01T10:00:00Z+01:00', /T09:00:00Z/],
  ['hour 24', dateTime(), '2024-01-01T24:00:00Z', /T09:00:00Z/],
  ['ten decimals', dateTime(), '2024-01-01T10:00:00.1234567890Z', /T09:00:00Z/],
  ['text as array', array(string()), 'a', /an array is expected/],
  ['null in an array', array(string()), ['a', null], /value\[1\]: null/],
  ['a long array', array(string(), { itemsMax: 1 }), ['a', 'b'], /more than 1 elements/],
  ['a large map', map(string(), { itemsMax: 1 }), { a: '', b: '' }, /more than 1 entries/],
  ['NUL in a key', map(string()), { 'a\0': '' }, /value\.a\u2400: .*NUL/],
  ['an array as object', part, [], /an object is expected/],
  ['NUL deep in anything', any(), { a: [{ b: '\0' }] }, /value\.a\[0\]\.b: .*NUL/],
  [
    'a misfit in a part of a list',
    array(part),
    [{}, { list: ['a', {}] }],
    /value\[1\]\.list\[1\]:/,
  ],
]

describe('decodeBody', () => {
  it.each(accepted)('accepts %s', (_, schema, value, decoded) => {
    expect(decodeValue(schema, value)).toEqual({ value: decoded })
  })

  it.each(refused)('rejects %s', (_, schema, value, message) => {
    const error = refusalOf(() => decodeValue(schema, value))
    expect(error.status).toBe(400)
    expect(error.refusals).toHaveLength(1)
    expect(error.refusals[0]).toMatchObject({ domain: 'global', reason: 'invalid' })
    expect(error.message).toMatch(message)
  })

  it.each([[[]], ['text'], [7], [true], [null], [undefined]])('refuses %j as a whole', (json) => {
    expect(refusalOf(() => decodeBody(part, json)).refusals[0]?.reason).toBe('parseError')
  })

  it('drops what is unknown, read-only or null', () => {
    const schema = object('Thing', { id: readOnly(string()), text: string(), other: string() })
    const json = { id: 7, text: 'a', other: null, stray: { deep: '\0' }, constructor: 'x' }
    expect(decodeBody(schema, json)).toEqual({ text: 'a' })
  })

  it.each([part, patchOf(part)])('drops what is undefined', (schema) => {
    expect(decodeBody(schema, { text: undefined, labels: {} })).toStrictEqual({ labels: {} })
  })

  it('keeps null in a patch, in its objects and in its maps, but not in arrays', () => {
    const schema = patchOf(object('Thing', { id: readOnly(string()), part, parts: array(part) }))
    const json = { id: null, part: { text: null, labels: { a: null } }, parts: [{ text: null }] }
    expect(decodeBody(schema, json)).toEqual({
      part: { text: null, labels: { a: null } },
      parts: [{}],
    })
    expect(decodeBody(schema, { part: null })).toEqual({ part: null })
  })

  it('treats the key __proto__ as plain data', () => {
    const schema = object('Thing', { labels: map(string()), extra: any() })
    const json =
      '{"labels":{"__proto__":"a"},"extra":{"__proto__":{"polluted":true}},"__proto__":{}}'
    const decoded = decodeBody(schema, JSON.parse(json)) as Record<string, object>
    expect(JSON.stringify(decoded)).toBe(
      '{"labels":{"__proto__":"a"},"extra":{"__proto__":{"polluted":true}}}',
    )
    expect(Object.getPrototypeOf(decoded.extra)).toBe(Object.prototype)
    expect('polluted' in {}).toBe(false)
  })
})

describe('an array of which each element is judged', () => {
  const rows = object(undefined, { row: arrayOfEach(object(undefined, { size: integer() })) })

  it('hands over what is wrong with an element beside the others', () => {
    const { row } = decodeBody(rows, { row: [{ size: 1 }, { size: 'x' }, null, 7] })
    expect(row).toEqual([
      { size: 1 },
      new Misfit('a whole number is expected.', 'size', { size: 'x' }),
      new Misfit('null is not accepted in an array.', '', null),
      new Misfit('an object is expected.', '', 7),
    ])
  })

  it('is rejected as a whole if it is not an object', () => {
    expect(refusalOf(() => decodeBody(rows, { row: {} })).status).toBe(400)
  })
})
