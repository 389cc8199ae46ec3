import { parseError } from '#/kernel/errors.ts'

interface JsonBounds {
  /** The maximum nesting depth of objects and arrays. */
  readonly depthMax: number
  /** The maximum number of commas and colons outside of strings, which grows with members and elements. */
  readonly membersMax: number
}

/** What is known about a JSON text before it is parsed. */
interface JsonSurvey {
  /** Whether a number has more digits than JavaScript numbers represent exactly. */
  readonly hasLongNumber: boolean
}

/**
 * Rejects JSON that would be too expensive to parse, and reports what the parser has to consider. Validation
 * is left to JSON.parse.
 */
export function surveyJson(text: string, { depthMax, membersMax }: JsonBounds): JsonSurvey {
  let depth = 0
  let members = 0
  let digits = 0
  let hasLongNumber = false
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
        digits = 0
        break
      default:
        digits = code >= zero && code <= nine ? digits + 1 : 0
        if (digits === longDigits) hasLongNumber = true
    }
  }
  return { hasLongNumber }
}

/** The number of digits of the largest safe integer. */
const longDigits = String(Number.MAX_SAFE_INTEGER).length

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
