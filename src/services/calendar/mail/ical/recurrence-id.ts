import { invalidField } from '#/kernel/errors.ts'
import { isTimeZone } from '../../domain/time-zone.ts'
import type { JcalProperty } from './parse-calendar.ts'

/** When an instance would begin by its series. */
export type RecurrenceId =
  | { readonly date: string }
  | {
      /** With a `Z` it is in UTC, otherwise what the wall clock of the zone shows. */
      readonly dateTime: string
      /** Without one, and without a `Z`, the zone of the series is meant. */
      readonly timeZone?: string
    }

/** Reads RECURRENCE-ID. Zones that have no IANA name are left out: the series knows its own. */
export function readRecurrenceId(properties: readonly JcalProperty[]): RecurrenceId | undefined {
  const [property, ...others] = properties
  if (property === undefined) return undefined
  const [, { tzid, range }, , value] = property
  if (others.length > 0 || range !== undefined) {
    throw invalidField('A reply answers for one instance or for all.')
  }
  const text = String(value)
  if (isDate(text)) return { date: text }
  if (!isTime(text)) throw invalidField('The RECURRENCE-ID is not a time.')
  const isNamed = typeof tzid === 'string' && isTimeZone(tzid) && !text.endsWith('Z')
  return { dateTime: text, ...(isNamed && { timeZone: tzid }) }
}

const isDate = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && isReal(() => Temporal.PlainDate.from(text))

const isTime = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ?$/.test(text) &&
  isReal(() => Temporal.PlainDateTime.from(text.replace('Z', '')))

function isReal(read: () => unknown): boolean {
  try {
    read()
    return true
  } catch {
    return false
  }
}
