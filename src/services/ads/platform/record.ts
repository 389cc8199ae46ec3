import { customerIdOf } from '../domain/customer-id.ts'
import { type Column, type ColumnForm, type KindName, kinds } from './kinds.ts'

/** What a platform says of one thing: the listed columns in their one spelling, and the others. */
export interface PlatformRecord {
  readonly values: Readonly<Record<string, string>>
  readonly attributes: Readonly<Record<string, string>>
}

/** Why a record is not taken. */
export class RecordFault extends Error {
  override readonly name = 'RecordFault'
}

/** Checks what a source has given for a record of this kind; what is empty counts as left out. */
export function recordOf(kind: KindName, given: Readonly<Record<string, string>>): PlatformRecord {
  const columns: readonly Column[] = kinds[kind].columns
  const values: Record<string, string> = {}
  const attributes: [string, string][] = []
  for (const { name, form, isRequired, isAttribute } of columns) {
    const text = (given[name] ?? '').trim()
    if (text === '') {
      if (isRequired) throw new RecordFault(`${name} is missing`)
      continue
    }
    const value = valueIn(name, form, text)
    if (isAttribute) attributes.push([name, value])
    else values[name] = value
  }
  const listed = listedIn(kind)
  for (const [name, text] of Object.entries(given)) {
    if (!listed.has(name) && text !== '') attributes.push([name, text.toWellFormed()])
  }
  return { values, attributes: Object.fromEntries(attributes.sort(byName)) }
}

// In one order whatever that of the source is, so that equal attributes have equal texts.
const byName = ([one]: [string, string], [other]: [string, string]) => (one < other ? -1 : 1)

const listed = new Map<KindName, ReadonlySet<string>>()

function listedIn(kind: KindName): ReadonlySet<string> {
  let names = listed.get(kind)
  if (names === undefined) {
    names = new Set(kinds[kind].columns.map(({ name }) => name))
    listed.set(kind, names)
  }
  return names
}

function valueIn(name: string, form: ColumnForm, text: string): string {
  const value = readers[form](text)
  if (value === undefined) throw new RecordFault(`${name} cannot be ${JSON.stringify(text)}`)
  return value
}

const member =
  (...members: string[]) =>
  (text: string) =>
    members.find((candidate) => candidate.toLowerCase() === text.toLowerCase())

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

const readers: Readonly<Record<ColumnForm, (text: string) => string | undefined>> = {
  id: (text) => (isWithin64(text) ? BigInt(text).toString() : undefined),
  customerId: customerIdOf,
  text: (text) => (text.length <= 2_000 ? text.toWellFormed() : undefined),
  status: member('Active', 'Paused', 'Removed'),
  currency: (text) => (currencies.has(text.toUpperCase()) ? text.toUpperCase() : undefined),
  timeZone: zoneIn,
  conversionDates: member('advertiser', 'account'),
  time: timeIn,
  date: dateIn,
  activityType: (text) => member('ACTION', 'TRANSACTION')(text),
  variableKind: member('metric', 'dimension'),
  weight: (text) => (/^\d{1,9}(\.\d{1,6})?$/.test(text) ? text : undefined),
  device: member('Desktop', 'Mobile', 'Tablet', 'Other'),
  country: (text) => (/^[a-z]{2}$/i.test(text) ? text.toUpperCase() : undefined),
  language: (text) => (/^[a-z]{2,3}$/i.test(text) ? text.toLowerCase() : undefined),
  productId: (text) => (text.length <= 200 ? text.toWellFormed() : undefined),
  rate: (text) => (/^\d{1,9}(\.\d{1,6})?$/.test(text) && Number(text) > 0 ? text : undefined),
}

const isWithin64 = (text: string) => /^\d{1,19}$/.test(text) && BigInt(text) < 2n ** 63n

function zoneIn(text: string): string | undefined {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(text)
    return text
  } catch {
    return undefined
  }
}

/** Milliseconds since 1970, from such a number or from a time as RFC 3339 has it. */
function timeIn(text: string): string | undefined {
  if (/^\d{1,15}$/.test(text)) return String(Number(text))
  try {
    return String(Temporal.Instant.from(text).epochMilliseconds)
  } catch {
    return undefined
  }
}

/** YYYYMMDD, from a date with dashes or without. */
function dateIn(text: string): string | undefined {
  try {
    return Temporal.PlainDate.from(text).toString().replaceAll('-', '')
  } catch {
    return undefined
  }
}

/** A decimal of up to six places in millionths, exactly. */
export function millionths(text: string): number {
  const [whole = '0', fraction = ''] = text.split('.')
  return Number(whole) * 1_000_000 + Number(fraction.padEnd(6, '0'))
}
