/** The demand of a day relative to an ordinary day, by weekday and season, with growth. */
export function seasonOf(
  day: Temporal.PlainDate,
  { peakDay, dayNumber }: { readonly peakDay: number; readonly dayNumber: number },
): number {
  const weekday = weekdays[day.dayOfWeek - 1]!
  const year = 1 + 0.35 * Math.cos((2 * Math.PI * (day.dayOfYear - peakDay)) / 365.25)
  return weekday * year * (1 + dayNumber * 0.0006)
}

const weekdays = [1.08, 1.05, 1.02, 1, 0.94, 0.86, 1.05]

export const devices = ['Desktop', 'Mobile', 'Tablet'] as const

/** How demand, clicks and prices differ by device. */
export const deviceMix: Readonly<
  Record<
    (typeof devices)[number],
    { readonly share: number; readonly ctr: number; readonly cpc: number }
  >
> = {
  Desktop: { share: 0.41, ctr: 1.1, cpc: 1.15 },
  Mobile: { share: 0.53, ctr: 0.95, cpc: 0.85 },
  Tablet: { share: 0.06, ctr: 1, cpc: 1 },
}

/** The value of a currency on a day, near its usual value. */
export function perDollar(currency: string, dayNumber: number): number {
  const level = levels[currency] ?? 1
  const wave = Math.sin(dayNumber / 17 + level) * 0.02 + Math.sin(dayNumber / 5.3) * 0.004
  return level * (1 + wave)
}

const levels: Readonly<Record<string, number>> = { EUR: 0.92, GBP: 0.79, JPY: 151.5 }
