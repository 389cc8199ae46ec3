import { itemsCountMax, Misfit, type Schema, textLengthMax } from '../schema.ts'
import {
  boundsOf,
  boundsSentence,
  canonical64,
  holdsNul,
  isBase64,
  isDate,
  isDateTime,
  isLonger,
  membersOf,
  numberIn,
  wholeNumberIn,
} from './decode-text.ts'

type Decoder = (value: unknown) => unknown
type Dictionary = Record<string, unknown>

const misfitAt = (misfit: unknown, parent: string) =>
  misfit instanceof Misfit ? misfit.within(parent) : misfit

/** Compiles the decoder of a body. A patch keeps null, because null clears a property. */
export const bodyDecoderOf = (schema: Schema): Decoder => decoderOf(schema, schema.isPatch === true)

function decoderOf(schema: Schema, keepsNull: boolean): Decoder {
  switch (schema.type) {
    case 'string':
      return textDecoderOf(schema)
    case 'integer':
    case 'number':
      return numberDecoderOf(schema)
    case 'boolean':
      return decodeBoolean
    case 'array':
      return arrayDecoderOf(schema)
    case 'object':
      return schema.properties === undefined
        ? mapDecoderOf(schema, keepsNull)
        : objectDecoderOf(schema, keepsNull)
    case 'any':
      return anyDecoderOf(schema)
  }
}

function objectDecoderOf({ properties = {}, isOpen }: Schema, keepsNull: boolean): Decoder {
  const decoders = new Map<string, Decoder>()
  for (const [name, property] of Object.entries(properties)) {
    if (property.isReadOnly !== true) decoders.set(name, decoderOf(property, keepsNull))
  }
  const decodeOther = isOpen === true ? textDecoderOf({ type: 'string' }) : undefined
  return (value) => {
    const source = dictionaryIn(value)
    // Almost every value is valid as it is, and then no copy is made.
    let copy: Dictionary | undefined
    let name = ''
    try {
      for (const key in source) {
        name = key
        const member = source[key]
        const decode = decoders.get(key) ?? decodeOther
        const isKept =
          decode !== undefined && member !== undefined && (member !== null || keepsNull)
        const decoded = isKept && member !== null ? decode(member) : member
        if (copy === undefined) {
          if (isKept && decoded === member) continue
          copy = membersBefore(source, key)
        }
        if (isKept) copy[key] = decoded
      }
    } catch (misfit) {
      throw misfitAt(misfit, name)
    }
    return copy ?? source
  }
}

function membersBefore(source: Dictionary, end: string): Dictionary {
  const members: Dictionary = {}
  for (const key in source) {
    if (key === end) break
    members[key] = source[key]
  }
  return members
}

function mapDecoderOf(schema: Schema, keepsNull: boolean): Decoder {
  const decode = schema.items === undefined ? decodeAny : decoderOf(schema.items, keepsNull)
  const itemsMax = schema.itemsMax ?? itemsCountMax
  return (value) => decodeEntries(dictionaryIn(value), { decode, itemsMax, keepsNull })
}

interface EntryRules {
  readonly decode: Decoder
  readonly itemsMax: number
  readonly keepsNull: boolean
}

function decodeEntries(source: Dictionary, rules: EntryRules): Dictionary {
  const names = Object.keys(source)
  if (names.length > rules.itemsMax) throw new Misfit(`more than ${rules.itemsMax} entries.`)
  const entries: [string, unknown][] = []
  let name = ''
  try {
    for (name of names) {
      const member = source[name]
      const key = textIn(name, textLengthMax)
      if (member !== null) entries.push([key, rules.decode(member)])
      else if (rules.keepsNull) entries.push([key, null])
    }
  } catch (misfit) {
    throw misfitAt(misfit, shownKey(name))
  }
  // Unlike an assignment, this treats the key __proto__ as plain data.
  return Object.fromEntries(entries)
}

function arrayDecoderOf(schema: Schema): Decoder {
  // A patch replaces an array as a whole, so null has no meaning below one.
  const decode = elementDecoderOf(
    schema.items === undefined ? decodeAny : decoderOf(schema.items, false),
  )
  const decodeEach = schema.keepsMisfits === true ? apart(decode) : decode
  const itemsMax = schema.itemsMax ?? itemsCountMax
  return (value) => {
    if (!Array.isArray(value)) throw new Misfit('an array is expected.')
    return decodeElements(value, decodeEach, itemsMax)
  }
}

const elementDecoderOf = (decode: Decoder) => (element: unknown) => {
  if (element === null) throw new Misfit('null is not accepted in an array.')
  return decode(element)
}

/** The path of a misfit is completed on the way up, so that valid values cost nothing. */
const apart = (decode: Decoder) => (value: unknown) => {
  try {
    return decode(value)
  } catch (misfit) {
    if (misfit instanceof Misfit) return new Misfit(misfit.why, misfit.place, value)
    throw misfit
  }
}

function decodeElements(
  source: readonly unknown[],
  decode: Decoder,
  itemsMax: number,
): readonly unknown[] {
  if (source.length > itemsMax) throw new Misfit(`more than ${itemsMax} elements.`)
  let copy: unknown[] | undefined
  let index = 0
  try {
    for (; index < source.length; index++) {
      const element = source[index]
      const decoded = decode(element)
      if (copy === undefined) {
        if (decoded === element) continue
        copy = source.slice(0, index)
      }
      copy.push(decoded)
    }
  } catch (misfit) {
    throw misfitAt(misfit, `[${index}]`)
  }
  return copy ?? source
}

function dictionaryIn(value: unknown): Dictionary {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Dictionary
  }
  throw new Misfit('an object is expected.')
}

/** Text that can be stored: without NUL, within the length limit, and well formed. */
function textIn(value: string, lengthMax: number): string {
  if (isLonger(value, lengthMax)) throw new Misfit(`longer than ${lengthMax} characters.`)
  if (holdsNul(value)) throw new Misfit('the character NUL is not accepted.')
  return value.toWellFormed()
}

/** A key of a map as it appears in an error message. */
const shownKey = (key: string) => key.slice(0, 100).toWellFormed().replaceAll('\0', '\u2400')

function textDecoderOf(schema: Schema): Decoder {
  if (schema.format === 'int64' || schema.format === 'uint64') return decoder64Of(schema.format)
  const lengthMax = schema.lengthMax ?? textLengthMax
  const refine = textRefinementOf(schema)
  return (value) => refine(textIn(typeof value === 'string' ? value : scalarText(value), lengthMax))
}

/** The text of an unquoted number or boolean, as Google reads it: `5` is "5", `1.50` is "1.5". */
function scalarText(value: unknown): string {
  // Numbers with more digits than JavaScript can represent are text at this point.
  if (Number.isFinite(value) || typeof value === 'boolean') return String(value)
  throw new Misfit('text is expected.')
}

function textRefinementOf(schema: Schema): (text: string) => string {
  if (schema.oneOf !== undefined) return memberDecoderOf(schema.oneOf, schema.anyCase)
  const { format, mayLackOffset } = schema
  if (format === 'date') return where(isDate, 'a date such as 2030-01-31 is expected.')
  if (format === 'date-time') {
    const fits = (text: string) => isDateTime(text, mayLackOffset)
    return where(fits, 'a time such as 2030-01-31T09:00:00Z is expected.')
  }
  if (format === 'byte') return where(isBase64, 'base64 text is expected.')
  if (schema.pattern === undefined) return (text) => text
  const pattern = new RegExp(schema.pattern, 'u')
  return where((text) => pattern.test(text), `it has to match ${schema.pattern}.`)
}

const where = (fits: (text: string) => boolean, why: string) => (text: string) => {
  if (fits(text)) return text
  throw new Misfit(why)
}

function memberDecoderOf(oneOf: readonly string[], anyCase?: boolean): (text: string) => string {
  const memberIn = membersOf(oneOf, anyCase)
  return (text) => {
    const member = memberIn(text)
    if (member === undefined) throw new Misfit(`allowed values are ${oneOf.join(', ')}.`)
    return member
  }
}

const decoder64Of = (format: 'int64' | 'uint64') => (value: unknown) => {
  const digits = wholeNumberIn(value)
  const integer = digits === undefined ? undefined : canonical64(digits, format)
  if (integer === undefined) throw new Misfit('a 64-bit integer is expected, best as text.')
  return integer
}

function numberDecoderOf(schema: Schema): Decoder {
  const bounds = boundsOf(schema)
  const isWhole = schema.type === 'integer'
  const expected = isWhole ? 'a whole number is expected.' : 'a number is expected.'
  const cap = schema.cap ?? Infinity
  return (value) => {
    const number = typeof value === 'string' ? numberIn(value) : value
    if (typeof number !== 'number' || !Number.isFinite(number)) throw new Misfit(expected)
    if (isWhole && !Number.isInteger(number)) throw new Misfit(expected)
    const capped = Math.min(number, cap)
    if (capped < bounds.minimum || capped > bounds.maximum) throw new Misfit(boundsSentence(bounds))
    return capped
  }
}

function decodeBoolean(value: unknown): boolean {
  if (typeof value === 'boolean') return value
  const word = typeof value === 'string' && value.length <= 5 ? value.toLowerCase() : undefined
  if (word === 'true') return true
  if (word === 'false') return false
  throw new Misfit('true or false is expected.')
}

/** A value without a declared schema. Only the general rules for text and lists apply. */
function anyDecoderOf({ lengthMax = textLengthMax, itemsMax = itemsCountMax }: AnyBounds): Decoder {
  const decode: Decoder = (value) => {
    if (typeof value === 'string') return textIn(value, lengthMax)
    if (Array.isArray(value)) return decodeElements(value, decodeElement, itemsMax)
    if (typeof value !== 'object' || value === null) return value
    return decodeEntries(value as Dictionary, { decode, itemsMax, keepsNull: true })
  }
  const decodeElement = elementDecoderOf(decode)
  return decode
}

type AnyBounds = Pick<Schema, 'lengthMax' | 'itemsMax'>

const decodeAny = anyDecoderOf({})
