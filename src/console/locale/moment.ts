import { dateFormat } from './formats.ts'
import { timeZone } from './time-zone.ts'

/** A moment of the wire as milliseconds; also of a date, which begins in UTC. */
export const momentMs = (text: string): number => Date.parse(text)

/** A moment of the wire in the person's language and zone. */
export const formatMoment = (
  text: string,
  style: 'short' | 'medium' | 'exact' = 'medium',
): string =>
  dateFormat({
    dateStyle: style === 'short' ? 'short' : 'medium',
    timeStyle: style === 'exact' ? 'medium' : 'short',
    timeZone: timeZone(),
  }).format(momentMs(text))
