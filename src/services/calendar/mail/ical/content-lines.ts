import ICAL from 'ical.js'

// The library leaves out of account the space that a continued line begins with: with its own
// setting such lines have an octet too many.
ICAL.foldLength = 74

export type ValueType =
  | 'text'
  | 'date'
  | 'date-time'
  | 'integer'
  | 'uri'
  | 'cal-address'
  | 'utc-offset'
  | 'duration'

export type Parameters = Readonly<Record<string, string | undefined>>

/** One property, escaped and folded; texts are clean of control characters but line feeds. */
export function contentLine(
  name: string,
  parameters: Parameters,
  type: ValueType,
  ...values: readonly (string | number)[]
): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined)
  const property = [name, Object.fromEntries(given), type, ...values]
  return ICAL.stringify.property(property, ICAL.design.icalendar, false)
}

/** A property that is kept in the form of iCalendar already. */
export const storedLine = (text: string): string =>
  ICAL.helpers.foldline(text.trim().replace(/\p{Cc}/gu, ''))

export const component = (name: string, lines: readonly string[]): string =>
  [`BEGIN:${name}`, ...lines, `END:${name}`].join('\r\n')
