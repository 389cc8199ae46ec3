import { dateFormat } from './formats.ts'
import { timeZone } from './time-zone.ts'

/** A time or date of the wire as milliseconds; a date starts in UTC. */
export const momentMs = (text: string): number => Date.parse(text)

/** A time as the wire has it. */
export const wireTime = (ms: number): string => new Date(ms).toISOString()

/** Formats the time of day of a time of the wire. */
export const formatClock = (text: string): string =>
  dateFormat({ timeStyle: 'short', timeZone: timeZone() }).format(momentMs(text))

/** Formats a time of the wire in the language and time zone of the user. */
export const formatMoment = (text: string, style: 'medium' | 'exact' = 'medium'): string =>
  dateFormat({
    dateStyle: 'medium',
    timeStyle: style === 'exact' ? 'medium' : 'short',
    timeZone: timeZone(),
  }).format(momentMs(text))

/** Whether the value of a date field is a date. Browsers also let people type years of five and six digits. */
export const isDate = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text)
