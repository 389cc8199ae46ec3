/** Revenue in one currency, and the currencies that reports show it in. Days are YYYYMMDD. */
export interface RevenueUse {
  readonly currency: string
  readonly firstDay: number
  readonly lastDay: number
  readonly reportCurrencies: readonly string[]
}

/** Days on which a currency has no rate although conversions need one. */
export interface MissingRate {
  readonly currency: string
  readonly startDate: string
  readonly endDate: string
}

/** Rates are amounts per dollar, so that dollars need none. */
const base = 'USD'

/**
 * Finds the missing rates that reports need. A rate is valid until the next one, so that only the days before
 * a currency's first rate lack one.
 */
export function missingRates(
  uses: readonly RevenueUse[],
  firstRateDays: ReadonlyMap<string, number>,
): MissingRate[] {
  const spans = new Map<string, { first: number; last: number }>()
  for (const { currency, firstDay, lastDay, reportCurrencies } of uses) {
    const others = reportCurrencies.filter((other) => other !== '' && other !== currency)
    for (const needed of others.length === 0 ? [] : new Set([currency, ...others])) {
      const firstRate = firstRateDays.get(needed) ?? Number.POSITIVE_INFINITY
      if (needed === base || needed === '' || firstDay >= firstRate) continue
      const span = spans.get(needed) ?? { first: firstDay, last: 0 }
      span.first = Math.min(span.first, firstDay)
      span.last = Math.max(span.last, lastDay < firstRate ? lastDay : dayBefore(firstRate))
      spans.set(needed, span)
    }
  }
  return [...spans]
    .map(([currency, { first, last }]) => ({
      currency,
      startDate: dateOf(first).toString(),
      endDate: dateOf(last).toString(),
    }))
    .sort((one, other) => (one.currency < other.currency ? -1 : 1))
}

const dateOf = (day: number) =>
  Temporal.PlainDate.from({
    year: Math.floor(day / 10_000),
    month: Math.floor(day / 100) % 100,
    day: day % 100,
  })

const dayBefore = (day: number) =>
  Number(dateOf(day).subtract({ days: 1 }).toString().replaceAll('-', ''))

export function missingRateText({ currency, startDate, endDate }: MissingRate): string {
  const days = startDate === endDate ? `on ${startDate}` : `from ${startDate} to ${endDate}`
  return `There is no currency rate for ${currency} ${days}: reports that convert conversions of these days fail.`
}
