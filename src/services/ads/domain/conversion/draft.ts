import type { Conversion } from '../../schemas/conversion.ts'
import { customerIdOf } from '../customer-id.ts'
import { malformed, missing, RowFault } from './row-fault.ts'

/** A conversion of which each field by itself is right, in its one spelling. */
export type Draft = Conversion & {
  readonly conversionId: string
  readonly atMs: number
}

interface Bounds {
  /** No conversion is older than this. */
  readonly earliestMs: number
  readonly latestMs: number
}

/** Checks and spells out what needs no knowledge of the account. */
export function draftOf(row: Conversion, bounds: Bounds): Draft {
  const { conversionId } = row
  if (conversionId === undefined || conversionId === '') throw missing('conversionId')
  const atMs = timeIn(row, bounds)
  return {
    ...row,
    conversionId,
    atMs,
    conversionTimestamp: String(atMs),
    ...spelled(row),
    ...(row.customerId !== undefined && { customerId: customerIdIn(row.customerId) }),
    ...(row.revenueMicros !== undefined && { revenueMicros: microsIn(row.revenueMicros) }),
  }
}

function timeIn({ conversionTimestamp }: Conversion, { earliestMs, latestMs }: Bounds): number {
  if (conversionTimestamp === undefined) throw missing('conversionTimestamp')
  const digits = wholeNumber.exec(conversionTimestamp)?.[1]
  if (digits === undefined || digits.length > 15) {
    throw malformed('conversionTimestamp', 'milliseconds since 1970 are expected')
  }
  const atMs = Number(digits)
  if (atMs < earliestMs || atMs > latestMs) {
    throw new RowFault('time', `Conversion timestamp ${digits} is too old or in the future`)
  }
  return atMs
}

const wholeNumber = /^(-?\d{1,19})(?:\.0*)?$/

/** Amounts are exact: integers of up to 64 bits that do not fall below zero. */
function microsIn(text: string): string {
  const digits = wholeNumber.exec(text)?.[1]
  if (digits === undefined) throw malformed('revenueMicros', 'a whole number is expected')
  return amountIn('revenueMicros', digits)
}

const largest = 2n ** 63n - 1n

function amountIn(field: string, digits: string): string {
  const amount = BigInt(digits)
  if (amount < 0n || amount > largest) throw malformed(field, 'it is out of range')
  return amount.toString()
}

function customerIdIn(text: string): string {
  const customerId = customerIdOf(text)
  if (customerId === undefined) throw malformed('customerId', 'digits are expected')
  return customerId
}

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

const states: Readonly<Record<string, string>> = {
  active: 'ACTIVE',
  removed: 'REMOVED',
  deleted: 'REMOVED',
}

const types: Readonly<Record<string, string>> = { action: 'ACTION', transaction: 'TRANSACTION' }

const devices: Readonly<Record<string, string>> = {
  desktop: 'Desktop',
  mobile: 'Mobile',
  tablet: 'Tablet',
  other: 'Other',
}

const channels: Readonly<Record<string, string>> = { local: 'local', online: 'online' }

/** Fields of few values, whose case does not matter, and fields of a certain form. */
function spelled(row: Conversion): Conversion {
  const { currencyCode, quantityMillis, countMillis, productCountry, productLanguage } = row
  if (currencyCode !== undefined && !currencies.has(currencyCode.toUpperCase())) {
    throw new RowFault('currency', `Currency code '${currencyCode}' is not valid`)
  }
  if (row.segmentationType !== undefined && row.segmentationType.toUpperCase() !== 'FLOODLIGHT') {
    throw malformed('segmentationType', 'only FLOODLIGHT is accepted')
  }
  if (row.storeId !== undefined && row.channel?.toLowerCase() !== 'local') {
    throw malformed('storeId', "it goes with the channel 'local' only")
  }
  return {
    ...(currencyCode !== undefined && { currencyCode: currencyCode.toUpperCase() }),
    ...(quantityMillis !== undefined && {
      quantityMillis: amountIn('quantityMillis', quantityMillis),
    }),
    ...(countMillis !== undefined && { countMillis: amountIn('countMillis', countMillis) }),
    ...(productCountry !== undefined && {
      productCountry: lettersIn('productCountry', productCountry, /^[A-Z]{2}$/i).toUpperCase(),
    }),
    ...(productLanguage !== undefined && {
      productLanguage: lettersIn('productLanguage', productLanguage, /^[A-Z]{2,3}$/i).toLowerCase(),
    }),
    ...member('state', row.state, states),
    ...member('type', row.type, types),
    ...member('deviceType', row.deviceType, devices),
    ...member('channel', row.channel, channels),
  }
}

function member(
  field: 'state' | 'type' | 'deviceType' | 'channel',
  text: string | undefined,
  members: Readonly<Record<string, string>>,
): Conversion {
  if (text === undefined) return {}
  const found = Object.hasOwn(members, text.toLowerCase()) ? members[text.toLowerCase()] : undefined
  if (found === undefined) {
    throw malformed(field, `allowed values are ${[...new Set(Object.values(members))].join(', ')}`)
  }
  return { [field]: found }
}

function lettersIn(field: string, text: string, form: RegExp): string {
  if (!form.test(text)) throw malformed(field, 'a code of letters is expected')
  return text
}
