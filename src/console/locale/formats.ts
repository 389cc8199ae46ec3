import { language } from './language.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

/** Making a formatter is slow, so each is made once. */
export function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options)
  const cached = formats.get(key)
  if (cached !== undefined) return cached
  const format = new Intl.DateTimeFormat(language, options)
  formats.set(key, format)
  return format
}

export const formatNumber = (value: number, options?: Intl.NumberFormatOptions): string =>
  new Intl.NumberFormat(language, options).format(value)

export const formatMoney = (value: number, currency: string): string =>
  formatNumber(value, { style: 'currency', currency })

export const formatList = (words: readonly string[]): string =>
  new Intl.ListFormat(language).format(words)

const steps: readonly [unit: Intl.RelativeTimeFormatUnit, ms: number][] = [
  ['year', 365 * 86_400_000],
  ['month', 30 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]

/** `in 3 hours`, `yesterday`: the distance from now, in the largest unit that fits. */
export function formatDistance(differenceMs: number): string {
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  const [unit, ms] = steps.find(([, each]) => Math.abs(differenceMs) >= each) ?? ['second', 1000]
  return format.format(Math.round(differenceMs / ms), unit)
}
