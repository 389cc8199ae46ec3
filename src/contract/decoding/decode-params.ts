import { badRequest, invalidParameter, requiredParameter } from '#/kernel/errors.ts'
import { type Contract, pathParamsOf } from '../operation.ts'
import { itemsCountMax, type Schema, textLengthMax } from '../schema.ts'
import {
  boundsOf,
  boundsSentence,
  canonical64,
  holdsNul,
  isBase64,
  isDate,
  isDateTime,
  isDecimal,
  isLonger,
  membersOf,
  numberIn,
  withPlusSign,
} from './decode-text.ts'

/** The query of a request, or the form body that replaces it. */
export interface Query {
  get(name: string): string | undefined
  getAll(name: string): readonly string[]
}

export interface ParamDecoder {
  readonly name: string
  readonly isInPath: boolean
  readonly decodeOne: (text: string | undefined) => unknown
  readonly decodeFrom: (query: Query) => unknown
}

type TextDecoder = (text: string) => unknown

/** Compiles the parameters of a contract in their declared order. */
export function paramDecodersOf(contract: Contract): readonly ParamDecoder[] {
  const pathNames = new Set(pathParamsOf(contract))
  return Object.entries(contract.params).map(([name, schema]) => {
    const isInPath = pathNames.has(name)
    const decode = textDecoderOf(name, schema)
    const decodeOne = orAbsent(name, { ...schema, ...(isInPath && { isOptional: false }) }, decode)
    const decodeFrom =
      schema.isRepeated === true ? collectedValues(name, schema, decode) : single(name, decodeOne)
    return { name, isInPath, decodeOne, decodeFrom }
  })
}

/** An empty value counts as absent, because some clients send every parameter they know. */
const orAbsent = (name: string, schema: Schema, decode: TextDecoder) => (text?: string) => {
  if (text !== undefined && text !== '') return decode(text)
  if (schema.default !== undefined) return schema.default
  if (schema.isOptional !== true) throw requiredParameter(name)
  return undefined
}

const single = (name: string, decodeOne: (text?: string) => unknown) => (query: Query) => {
  const first = query.get(name)
  if (first === undefined) return decodeOne(undefined)
  const texts = query.getAll(name)
  if (texts.length <= 1) return decodeOne(first)
  const [text, ...others] = texts.filter((text) => text !== '')
  if (others.length > 0) throw invalidParameter(name, `${name} can be given only once.`)
  return decodeOne(text)
}

const collectedValues = (name: string, schema: Schema, decode: TextDecoder) => (query: Query) => {
  if (query.get(name) === undefined) return undefined
  const texts = query.getAll(name).filter((text) => text !== '')
  const itemsMax = schema.itemsMax ?? itemsCountMax
  if (texts.length > itemsMax) throw misfit(name, `it can be given ${itemsMax} times at most.`)
  return texts.length === 0 ? undefined : texts.map(decode)
}

const misfit = (name: string, why: string) =>
  invalidParameter(name, `Invalid value for ${name}: ${why}`)

function textDecoderOf(name: string, schema: Schema): TextDecoder {
  switch (schema.type) {
    case 'boolean':
      return booleanDecoderOf(name)
    case 'integer':
    case 'number':
      return numberDecoderOf(name, schema)
    default:
      return stringDecoderOf(name, schema)
  }
}

const booleans: Readonly<Record<string, boolean>> = { true: true, 1: true, false: false, 0: false }

const booleanDecoderOf = (name: string) => (text: string) => {
  const value = text.length <= 5 ? booleans[text.toLowerCase()] : undefined
  if (value === undefined) throw misfit(name, 'true or false is expected.')
  return value
}

function numberDecoderOf(name: string, schema: Schema): TextDecoder {
  const bounds = boundsOf(schema)
  const isWhole = schema.type === 'integer'
  const expected = isWhole ? 'a whole number is expected.' : 'a number is expected.'
  const cap = schema.cap ?? Infinity
  return (text) => {
    const number = isWhole && !isDecimal(text) ? undefined : numberIn(text)
    if (number === undefined) throw misfit(name, expected)
    const capped = Math.min(number, cap)
    if (capped >= bounds.minimum && capped <= bounds.maximum) return capped
    throw misfit(name, boundsSentence(bounds))
  }
}

function stringDecoderOf(name: string, schema: Schema): TextDecoder {
  const lengthMax = schema.lengthMax ?? textLengthMax
  const refine = refinementOf(name, schema)
  const { mayHoldNul = false } = schema
  return (text) => {
    if (isLonger(text, lengthMax)) throw misfit(name, `longer than ${lengthMax} characters.`)
    if (!mayHoldNul && holdsNul(text)) throw misfit(name, 'the character NUL is not accepted.')
    return refine(text.toWellFormed())
  }
}

function refinementOf(name: string, schema: Schema): (text: string) => string {
  const { oneOf, format, pattern } = schema
  if (oneOf !== undefined) return memberDecoderOf(name, oneOf, schema.anyCase)
  switch (format) {
    case 'int64':
    case 'uint64':
      return decoder64Of(name, format)
    case 'date':
      return where(isDate, () => misfit(name, 'a date such as 2030-01-31 is expected.'))
    case 'date-time':
      return decodeDateTime
    case 'byte':
      return where(isBase64, () => misfit(name, 'base64 text is expected.'))
  }
  if (pattern === undefined) return (text) => text
  const compiled = new RegExp(pattern, 'u')
  const fits = (text: string) => compiled.test(text)
  return where(fits, () => misfit(name, `it has to match ${pattern}.`))
}

const where = (fits: (text: string) => boolean, refusal: () => Error) => (text: string) => {
  if (fits(text)) return text
  throw refusal()
}

function memberDecoderOf(name: string, oneOf: readonly string[], anyCase?: boolean) {
  const memberIn = membersOf(oneOf, anyCase)
  return (text: string) => {
    const member = memberIn(text)
    if (member === undefined) throw misfit(name, `allowed values are ${oneOf.join(', ')}.`)
    return member
  }
}

const decoder64Of = (name: string, format: 'int64' | 'uint64') => (text: string) => {
  const integer = isDecimal(text) ? canonical64(text, format) : undefined
  if (integer === undefined) throw misfit(name, 'a 64-bit integer is expected.')
  return integer
}

function decodeDateTime(text: string): string {
  const mended = withPlusSign(text)
  if (!isDateTime(mended)) throw badRequest()
  return mended
}
