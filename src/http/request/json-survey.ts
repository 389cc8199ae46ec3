import { parseError } from '#/kernel/errors.ts'

interface JsonBounds {
  /** The maximum nesting depth of objects and arrays. */
  readonly depthMax: number
  /** The maximum number of commas and colons outside of strings, which grows with members and elements. */
  readonly membersMax: number
}

/** What is known about a JSON text before it is parsed. */
interface JsonSurvey {
  /** Where sequences of digits begin that may be longer than JavaScript numbers represent exactly. */
  readonly longNumbers: readonly number[]
}

/**
 * Rejects JSON that would be too expensive to parse, and reports what the parser has to consider. Validation
 * is left to JSON.parse.
 */
export function surveyJson(text: string, { depthMax, membersMax }: JsonBounds): JsonSurvey {
  let depth = 0
  let members = 0
  let colons = 0
  let digits = 0
  const longNumbers: number[] = []
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    switch (code) {
      case quote:
        index = textEnd(text, index)
        break
      case openBrace:
      case openBracket:
        depth += 1
        if (depth > depthMax) throw parseError(`The body is nested deeper than ${depthMax} levels.`)
        break
      case closeBrace:
      case closeBracket:
        depth -= 1
        break
      case comma:
      case colon:
        members += 1
        if (members > membersMax) {
          throw parseError(`The body has more than ${membersMax} commas and colons.`)
        }
        if (code === colon) colons += 1
        digits = 0
        break
      default:
        digits = code >= zero && code <= nine ? digits + 1 : 0
        if (digits === longDigits) longNumbers.push(index + 1 - longDigits)
    }
  }
  if (colons > namesMax) refuseManyNames(text)
  return { longNumbers }
}

/** The maximum number of different member names: V8 takes much longer for new names than for repeated ones. */
export const namesMax = 20_000

function refuseManyNames(text: string): void {
  const names = new Set<string>()
  for (let start = text.indexOf('"'); start !== -1; ) {
    const end = textEnd(text, start)
    const next = skipBlanks(text, end + 1)
    if (text.charCodeAt(next) === colon) names.add(text.slice(start, end))
    if (names.size > namesMax) {
      throw parseError(`The body has more than ${namesMax} different names of members.`)
    }
    start = text.indexOf('"', next)
  }
}

/**
 * Writes the integers that begin at these places as strings if they exceed the range of JavaScript numbers. Text that
 * is not JSON does not become JSON: a number in the place of a name stays one.
 */
export function quoteLongIntegers(text: string, longNumbers: readonly number[]): string {
  const parts: string[] = []
  let copied = 0
  for (const place of longNumbers) {
    const start = text.charCodeAt(place - 1) === minus ? place - 1 : place
    longInteger.lastIndex = place
    if (partOfNumber.test(text.charAt(start - 1)) || !longInteger.test(text)) continue
    const end = longInteger.lastIndex
    const isAsLong = text[place + longDigits] === '.' || end === place + longDigits
    if (isAsLong && text.slice(place, place + longDigits) <= largestSafe) continue
    if (text.charCodeAt(skipBlanks(text, end)) === colon) continue
    parts.push(text.slice(copied, start), `"${text.slice(start, end)}"`)
    copied = end
  }
  return parts.join('') + text.slice(copied)
}

const largestSafe = String(Number.MAX_SAFE_INTEGER)
const longDigits = largestSafe.length
const longInteger = /[1-9]\d+(?:\.0+)?(?![\d.eE])/y
const partOfNumber = /[.eE+]/

function skipBlanks(text: string, start: number): number {
  let index = start
  while (isBlank(text.charCodeAt(index))) index += 1
  return index
}

const isBlank = (code: number) => code === 0x20 || (code >= 0x09 && code <= 0x0d)

const minus = 0x2d
const zero = 0x30
const nine = 0x39
const quote = 0x22
const comma = 0x2c
const colon = 0x3a
const openBracket = 0x5b
const backslash = 0x5c
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d

/** The index of the closing quotation mark, or the length if there is none. */
function textEnd(text: string, start: number): number {
  const end = text.indexOf('"', start + 1)
  if (end === -1) return text.length
  return text.charCodeAt(end - 1) === backslash ? walkedTextEnd(text, start) : end
}

// With many escaped quotation marks, repeated searching is slower than checking every character.
function walkedTextEnd(text: string, start: number): number {
  let index = start + 1
  for (; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code === quote) return index
    if (code === backslash) index += 1
  }
  return text.length
}
