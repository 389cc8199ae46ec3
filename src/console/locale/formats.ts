import { language } from './language.ts'

/** Creating a formatter is slow, so each is created once. */
function cachedFormats<Options, Format>(create: (options: Options) => Format) {
  const cached = new Map<string, Format>()
  return (options: Options): Format => {
    const key = JSON.stringify(options)
    const format = cached.get(key) ?? create(options)
    cached.set(key, format)
    return format
  }
}

export const dateFormat = cachedFormats(
  (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language, options),
)

const numberFormat = cachedFormats(
  (options: Intl.NumberFormatOptions) => new Intl.NumberFormat(language, options),
)

export const formatNumber = (value: number, options: Intl.NumberFormatOptions = {}): string =>
  numberFormat(options).format(value)

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
