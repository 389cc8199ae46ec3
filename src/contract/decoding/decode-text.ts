import type { Schema } from '../schema.ts'

// Rules for text in bodies and parameters. These functions never throw.

/** PostgreSQL stores no NUL character, so none is accepted. */
export const holdsNul = (text: string): boolean => text.includes('\0')

/** Whether the text has more characters than allowed; a surrogate pair is one character. */
export function isLonger(text: string, lengthMax: number): boolean {
  if (text.length <= lengthMax) return false
  if (text.length > lengthMax * 2) return true
  let count = 0
  for (const _ of text) count++
  return count > lengthMax
}

const dayCounts = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

const isLeap = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)

const dateForm = /^\d{4}-\d\d-\d\d/

function startsWithDate(text: string): boolean {
  if (!dateForm.test(text)) return false
  const month = Number(text.slice(5, 7))
  const day = Number(text.slice(8, 10))
  const dayMax = month === 2 && isLeap(Number(text.slice(0, 4))) ? 29 : dayCounts[month - 1]
  return dayMax !== undefined && day >= 1 && day <= dayMax
}

/** A date that exists: `2024-02-29` but not `2023-02-29`. */
export const isDate = (text: string): boolean => text.length === 10 && startsWithDate(text)

// Temporal reads up to nine decimals. A leap second counts as the second before it.
const timeForm = /^[Tt]([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d{1,9})?/
const offsetForm = /([Zz]|[+-]([01]\d|2[0-3]):?[0-5]\d)$/

/** RFC 3339; the colon of the offset is optional. */
export function isDateTime(text: string, mayLackOffset = false): boolean {
  const time = timeForm.exec(text.slice(10))
  if (time === null || !startsWithDate(text)) return false
  const offset = text.slice(10 + time[0].length)
  return offset === '' ? mayLackOffset : offsetForm.exec(offset)?.index === 0
}

const offsetAfterBlank = / (?=\d\d:?\d\d$)/

/** A time from a query: a plus sign that a client did not encode arrives as a space. */
export const withPlusSign = (text: string): string => text.replace(offsetAfterBlank, '+')

const base64Form = /^[A-Za-z0-9+/_-]*={0,2}$/

export const isBase64 = (text: string): boolean => base64Form.test(text)

const decimalForm = /^-?\d{1,40}$/
const zeroFractionForm = /^(-?\d{1,40})\.0{1,40}$/
const numberForm = /^-?\d{1,40}(\.\d{1,40})?([eE][+-]?\d{1,3})?$/

export const isDecimal = (text: string): boolean => decimalForm.test(text)

/** The number that the text names in decimal notation, or undefined. */
export function numberIn(text: string): number | undefined {
  if (!numberForm.test(text)) return undefined
  const number = Number(text)
  return Number.isFinite(number) ? number : undefined
}

/** The digits of a whole number, however it is written: `7`, `7.0` and `7e0` are the same. */
export function wholeNumberIn(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : undefined
  if (typeof value !== 'string') return undefined
  if (decimalForm.test(value)) return value
  const digits = zeroFractionForm.exec(value)?.[1]
  if (digits !== undefined) return digits
  const number = numberIn(value)
  return number !== undefined && Number.isSafeInteger(number) ? String(number) : undefined
}

const ranges = {
  int64: { least: -(2n ** 63n), greatest: 2n ** 63n - 1n },
  uint64: { least: 0n, greatest: 2n ** 64n - 1n },
}

// Always fits into 64 bits and is already canonical.
const plainForm = /^[1-9]\d{0,17}$/

/** The canonical digits of a 64-bit integer, or undefined where it does not fit. */
export function canonical64(digits: string, format: 'int64' | 'uint64'): string | undefined {
  if (plainForm.test(digits)) return digits
  const integer = BigInt(digits)
  const { least, greatest } = ranges[format]
  return integer < least || integer > greatest ? undefined : integer.toString()
}

interface Bounds {
  readonly minimum: number
  readonly maximum: number
}

const formatBounds: Readonly<Record<string, Bounds>> = {
  int32: { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 },
  uint32: { minimum: 0, maximum: 2 ** 32 - 1 },
}

const unbounded: Bounds = { minimum: -Infinity, maximum: Infinity }

/** The bounds of a number: those of its format, narrowed by the schema's own. */
export function boundsOf(schema: Schema): Bounds {
  const { minimum, maximum } = formatBounds[schema.format ?? ''] ?? unbounded
  return {
    minimum: Math.max(minimum, schema.minimum ?? minimum),
    maximum: Math.min(maximum, schema.maximum ?? maximum),
  }
}

/** A sentence that describes which numbers are accepted. */
export function boundsSentence({ minimum, maximum }: Bounds): string {
  if (maximum === Infinity) return `it has to be at least ${minimum}.`
  if (minimum === -Infinity) return `it can be at most ${maximum}.`
  return `Values must be within the range: [${minimum}, ${maximum}]`
}

/** Maps each accepted spelling of an enumeration member to the canonical one. */
export function membersOf(
  oneOf: readonly string[],
  anyCase = false,
): (text: string) => string | undefined {
  const members = new Map(oneOf.map((member) => [member, member]))
  if (!anyCase) return (text) => members.get(text)
  for (const member of oneOf) members.set(member.toLowerCase(), member)
  return (text) => members.get(text) ?? members.get(text.toLowerCase())
}
