import { dateFormat, momentMs } from '../../locale/index.ts'

/** A date of publication is as precise as it is known: a year, a month or a day. */
export function publishedWords(text: string): string {
  const [, month, day] = /^\d{4}(-\d\d)?(-\d\d)?$/.exec(text) ?? []
  if (month === undefined) return text
  return dateFormat({
    year: 'numeric',
    month: 'long',
    ...(day === undefined ? {} : { day: 'numeric' }),
    timeZone: 'UTC',
  }).format(momentMs(text))
}
