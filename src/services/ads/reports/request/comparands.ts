import { type ColumnType, isList } from '../catalog/column.ts'
import { isDate } from './days.ts'
import type { Comparand, Operator } from './plan.ts'

type Count = 'none' | 'one' | 'some'

const comparisons: readonly Operator[] = [
  'lessThan',
  'greaterThan',
  'lessThanOrEqual',
  'greaterThanOrEqual',
]
const ofTexts: readonly Operator[] = ['startsWith', 'containsSubstring', 'doesNotContainSubstring']

/** The number of values that an operator takes. */
export function countFor(operator: Operator): Count {
  if (operator === 'isNull' || operator === 'isNotNull') return 'none'
  if (operator === 'in' || operator === 'containsElement') return 'some'
  return ofTexts.includes(operator) ? 'some' : 'one'
}

/** Whether an operator applies to columns of a type. */
export function isFor(operator: Operator, type: ColumnType): boolean {
  if (operator === 'containsElement') return isList(type)
  if (ofTexts.includes(operator)) return type === 'String'
  return operator === 'in' || comparisons.includes(operator) ? !isList(type) : true
}

/** A value of a request in the form in which cells of the type are compared. */
export function comparandOf(value: unknown, type: ColumnType): Comparand | undefined {
  const text = textIn(value)
  if (text === undefined || text.includes('\0')) return undefined
  switch (type) {
    case 'ID':
    case 'Integer':
      return wholeNumber.test(text) ? BigInt(text.split('.')[0]!) : undefined
    case 'Number':
    case 'Money':
    case 'Percent':
      return millionthsIn(text)
    case 'Boolean':
      return truths.get(text.toLowerCase())
    case 'Date':
      return isDate(text) ? text : undefined
    case 'Timestamp':
      return momentIn(text)
    default:
      return text
  }
}

function textIn(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return digitsOf(value)
  return typeof value === 'boolean' ? String(value) : undefined
}

/** A number without an exponent. */
function digitsOf(number: number): string {
  const text = String(number)
  if (!text.includes('e')) return text
  return text.includes('e-') ? number.toFixed(20) : String(BigInt(number))
}

// Sums of 64-bit numbers have up to 25 digits. Both engines compare numbers of 38 digits exactly.
const wholeNumber = /^-?\d{1,30}(?:\.0*)?$/

const truths: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
])

const decimal = /^(-?)(\d{1,30})(?:\.(\d{1,30}))?$/

function millionthsIn(text: string): bigint | undefined {
  const [, sign, units, fraction = ''] = decimal.exec(text) ?? []
  if (units === undefined) return undefined
  const millionths = BigInt(units) * 1_000_000n + BigInt(fraction.slice(0, 6).padEnd(6, '0'))
  return sign === '-' ? -millionths : millionths
}

function momentIn(text: string): bigint | undefined {
  try {
    return BigInt(Temporal.Instant.from(isDate(text) ? `${text}T00Z` : text).epochMilliseconds)
  } catch {
    return undefined
  }
}
