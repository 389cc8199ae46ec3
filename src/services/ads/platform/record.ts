import { customerIdOf } from '../domain/customer-id.ts'
import { type Column, type ColumnForm, type KindName, kinds } from './kinds.ts'

/**
 * The values of one entity in a source, by column name: listed columns in normalized form, and the others as
 * attributes. Empty text removes a value; an absent one stays.
 */
export interface PlatformRecord {
  readonly values: Readonly<Record<string, string>>
  readonly attributes: Readonly<Record<string, string>>
  /** Whether the record is complete: absent values are removed as well. */
  readonly isWhole?: true
}

/** Why a record is rejected. */
export class RecordFault extends Error {
  override readonly name = 'RecordFault'
}

/** Validates a row of a source as a record of this kind. */
export function recordOf(
  kind: KindName,
  cells: Readonly<Record<string, string>>,
  { isWhole = false }: { readonly isWhole?: boolean } = {},
): PlatformRecord {
  const columns: readonly Column[] = kinds[kind].columns
  const values: Record<string, string> = {}
  const attributes: [string, string][] = []
  for (const { name, form, isRequired, isAttribute } of columns) {
    const text = cells[name]?.trim()
    if (isRequired && !text) throw new RecordFault(`${name} is missing`)
    if (text === undefined || (text === '' && !canBeEmptied(form))) continue
    const value = text === '' ? '' : valueIn(name, form, text)
    if (isAttribute) attributes.push([name, value])
    else values[name] = value
  }
  const isListed = columnsIn(kind)
  for (const [name, text] of Object.entries(cells)) {
    if (!isListed.has(name)) attributes.push([name, text.toWellFormed()])
  }
  return { values, attributes: byName(attributes), ...(isWhole && { isWhole }) }
}

/** Every entity has a status, and conversions have dates; an empty cell does not change them. */
const canBeEmptied = (form: ColumnForm) => form !== 'status' && form !== 'conversionDates'

/** The record merged into the stored values of the same entity, without empty ones. */
export function completeRecord(
  kind: KindName,
  { values, attributes, isWhole }: PlatformRecord,
  before: Pick<PlatformRecord, 'values' | 'attributes'> | undefined,
): PlatformRecord {
  if (isWhole || before === undefined) {
    return { values: withoutEmpty(values), attributes: withoutEmpty(attributes) }
  }
  const columns = columnsIn(kind)
  const present = Object.entries(before.values).filter(([name]) => columns.has(name))
  // Some values are stored among the attributes as well, and have to be stored there again.
  const otherAttributes = Object.entries(before.attributes).filter(
    ([name]) => columns.get(name)?.isAttribute ?? !columns.has(name),
  )
  return {
    values: withoutEmpty({ ...Object.fromEntries(present), ...values }),
    attributes: withoutEmpty(
      byName(Object.entries({ ...Object.fromEntries(otherAttributes), ...attributes })),
    ),
  }
}

const withoutEmpty = (members: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(members).filter(([, text]) => text !== ''))

// Sorted, so that equal attributes have equal texts whatever the order in the source.
const byName = (members: [string, string][]) =>
  Object.fromEntries(members.sort(([one], [other]) => (one < other ? -1 : 1)))

const listed = new Map<KindName, ReadonlyMap<string, Column>>()

/** The listed columns of a kind, by name. */
const columnsIn = (kind: KindName): ReadonlyMap<string, Column> =>
  listed.getOrInsertComputed(
    kind,
    () => new Map(kinds[kind].columns.map((column) => [column.name, column])),
  )

function valueIn(name: string, form: ColumnForm, text: string): string {
  const value = readers[form](text)
  if (value !== undefined) return value
  const expected = expectations[form]
  throw new RecordFault(
    `${name} cannot be ${JSON.stringify(text)}${expected === undefined ? '' : `: expected ${expected}`}`,
  )
}

/** The expected format, if the name of a column does not imply it. */
const expectations: Partial<Record<ColumnForm, string>> = {
  id: 'a whole number of up to 63 bits',
  status: 'Active, Paused or Removed',
  currency: 'a code such as EUR',
  timeZone: 'a name such as Europe/Berlin',
  time: 'a time such as 2030-01-31T10:16:23Z, or milliseconds since 1970',
  date: 'a date such as 2030-01-31',
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

/** Milliseconds since 1970, from such a number or from an RFC 3339 time. */
function timeIn(text: string): string | undefined {
  if (/^\d{1,15}$/.test(text)) return String(Number(text))
  try {
    return String(Temporal.Instant.from(text).epochMilliseconds)
  } catch {
    return undefined
  }
}

/** YYYYMMDD, from a date with or without dashes. */
function dateIn(text: string): string | undefined {
  try {
    return Temporal.PlainDate.from(text).toString().replaceAll('-', '')
  } catch {
    return undefined
  }
}

/** A decimal with up to six places, exactly in millionths. */
export function millionths(text: string): number {
  const [whole = '0', fraction = ''] = text.split('.')
  return Number(whole) * 1_000_000 + Number(fraction.padEnd(6, '0'))
}
