import type { Conversion } from '../../schemas/conversion.ts'
import { customerIdOf } from '../customer-id.ts'
import { malformedField, missing, RowFault } from './row-fault.ts'

/** A conversion with each field validated and normalized separately. */
export type Draft = Conversion & {
  readonly conversionId: string
  readonly atMs: number
}

interface Bounds {
  /** The earliest time of a conversion. */
  readonly earliestMs: number
  readonly latestMs: number
}

/** Validates and normalizes everything that does not depend on the account. */
export function draftOf(row: Conversion, bounds: Bounds): Draft {
  const { conversionId } = row
  if (conversionId === undefined || conversionId === '') throw missing('conversionId')
  const atMs = timeIn(row, bounds)
  const timestamp = row.conversionTimestamp!
  const conversionTimestamp = plainNumber.test(timestamp) ? timestamp : String(atMs)
  const draft = { ...row, conversionId, atMs, conversionTimestamp }
  // Programs that fill all columns of a table send an empty one for conversions without a click.
  if (row.clickId === '') delete draft.clickId
  spell(draft)
  if (row.customerId !== undefined) draft.customerId = customerIdIn(row.customerId)
  if (row.revenueMicros !== undefined) draft.revenueMicros = microsIn(row.revenueMicros)
  return draft
}

function timeIn({ conversionTimestamp }: Conversion, { earliestMs, latestMs }: Bounds): number {
  if (conversionTimestamp === undefined) throw missing('conversionTimestamp')
  const digits = digitsIn(conversionTimestamp)
  if (digits === undefined || digits.length > 15) {
    throw malformedField('conversionTimestamp', 'milliseconds since 1970 are expected')
  }
  const atMs = Number(digits)
  if (atMs < earliestMs || atMs > latestMs) {
    throw new RowFault('time', `Conversion timestamp ${digits} is too old or in the future`)
  }
  return atMs
}

const wholeNumber = /^(-?\d{1,19})(?:\.0*)?$/

/** The digits of an integer. Most texts contain nothing else and need no extraction. */
const digitsIn = (text: string) => (plainNumber.test(text) ? text : wholeNumber.exec(text)?.[1])

const plainNumber = /^[1-9]\d{0,14}$/

/** Amounts are nonnegative 64-bit integers. */
function microsIn(text: string): string {
  const digits = digitsIn(text)
  if (digits === undefined) throw malformedField('revenueMicros', 'a whole number is expected')
  return amountIn('revenueMicros', digits)
}

const largest = 2n ** 63n - 1n

function amountIn(field: string, digits: string): string {
  if (plainNumber.test(digits)) return digits
  const small = digits.length < 16 ? Number(digits) : -1
  if (small >= 0) return String(small)
  const amount = BigInt(digits)
  if (amount < 0n || amount > largest) throw malformedField(field, 'it is out of range')
  return amount.toString()
}

function customerIdIn(text: string): string {
  const customerId = customerIdOf(text)
  if (customerId === undefined) throw malformedField('customerId', 'digits are expected')
  return customerId
}

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

/** The values of an enumeration, which are case-insensitive, and their aliases. */
interface Members {
  readonly spellings: ReadonlySet<string>
  readonly bySpelling: ReadonlyMap<string, string>
}

const members = (words: readonly string[], others: readonly [string, string][] = []): Members => ({
  spellings: new Set(words),
  bySpelling: new Map([
    ...words.map((word): [string, string] => [word.toLowerCase(), word]),
    ...others,
  ]),
})

const states = members(['ACTIVE', 'REMOVED'], [['deleted', 'REMOVED']])
const types = members(['ACTION', 'TRANSACTION'])
const devices = members(['Desktop', 'Mobile', 'Tablet', 'Other'])
const channels = members(['local', 'online'])

/** Normalizes enumerated fields, which are case-insensitive, and fields with a format. */
function spell(draft: { -readonly [Name in keyof Draft]: Draft[Name] }): void {
  const { currencyCode, quantityMillis, countMillis, productCountry, productLanguage } = draft
  if (currencyCode !== undefined) {
    draft.currencyCode = currencyCode.toUpperCase()
    if (!currencies.has(draft.currencyCode)) {
      throw new RowFault('currency', `Currency code '${currencyCode}' is not valid`)
    }
  }
  if (
    draft.segmentationType !== undefined &&
    draft.segmentationType.toUpperCase() !== 'FLOODLIGHT'
  ) {
    throw malformedField('segmentationType', 'only FLOODLIGHT is accepted')
  }
  if (draft.storeId !== undefined && draft.channel?.toLowerCase() !== 'local') {
    throw malformedField('storeId', "it goes with the channel 'local' only")
  }
  if (quantityMillis !== undefined) {
    draft.quantityMillis = amountIn('quantityMillis', quantityMillis)
  }
  if (countMillis !== undefined) draft.countMillis = amountIn('countMillis', countMillis)
  if (productCountry !== undefined) {
    const letters = lettersIn('productCountry', productCountry, /^[A-Z]{2}$/i)
    draft.productCountry = letters.toUpperCase()
  }
  if (productLanguage !== undefined) {
    const letters = lettersIn('productLanguage', productLanguage, /^[A-Z]{2,3}$/i)
    draft.productLanguage = letters.toLowerCase()
  }
  if (draft.state !== undefined) draft.state = member('state', draft.state, states)
  if (draft.type !== undefined) draft.type = member('type', draft.type, types)
  if (draft.deviceType !== undefined) {
    draft.deviceType = member('deviceType', draft.deviceType, devices)
  }
  if (draft.channel !== undefined) draft.channel = member('channel', draft.channel, channels)
}

function member(field: string, text: string, { spellings, bySpelling }: Members): string {
  if (spellings.has(text)) return text
  const spelling = bySpelling.get(text.toLowerCase())
  if (spelling !== undefined) return spelling
  throw malformedField(field, `allowed values are ${[...spellings].join(', ')}`)
}

function lettersIn(field: string, text: string, form: RegExp): string {
  if (!form.test(text)) throw malformedField(field, 'a code of letters is expected')
  return text
}
