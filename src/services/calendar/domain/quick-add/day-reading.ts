/** A day as it was said, which may fit many dates. */
export type DayReading = (
  | { readonly kind: 'date'; readonly date: Temporal.PlainDate }
  | { readonly kind: 'yearless'; readonly month: number; readonly day: number }
  | { readonly kind: 'monthDay'; readonly day: number }
  | { readonly kind: 'weekday'; readonly weekday: number }
) & {
  /** How far the day meant lies after the day named: `a week from Friday`. */
  readonly plus?: Temporal.Duration
}

export interface DaySpan {
  readonly first: DayReading
  /** Inclusive. */
  readonly last?: DayReading
}

/** The first date on or after `base` that the words fit; a full date is what it is. */
export function dateOnOrAfter(reading: DayReading, base: Temporal.PlainDate): Temporal.PlainDate {
  const date = unshifted(reading, base)
  return reading.plus === undefined ? date : date.add(reading.plus)
}

/** Dates that every calendar client can show, and from which a length never leads to a year 10000. */
export const isReasonable = (date: Temporal.PlainDate): boolean =>
  date.year >= yearMin && date.year <= yearMax

const yearMin = 1900
const yearMax = 2999

function unshifted(reading: DayReading, base: Temporal.PlainDate): Temporal.PlainDate {
  if (reading.kind === 'date') return reading.date
  if (reading.kind === 'weekday') {
    return base.add({ days: (reading.weekday - base.dayOfWeek + 7) % 7 })
  }
  if (reading.kind === 'monthDay') return monthDayOnOrAfter(reading.day, base)
  return yearlessOnOrAfter(reading, base)
}

function monthDayOnOrAfter(day: number, base: Temporal.PlainDate): Temporal.PlainDate {
  let month = base.toPlainYearMonth()
  // Of two months in a row one has 31 days.
  while (day > month.daysInMonth || (month.equals(base.toPlainYearMonth()) && day < base.day)) {
    month = month.add({ months: 1 })
  }
  return month.toPlainDate({ day })
}

function yearlessOnOrAfter(
  { month, day }: { readonly month: number; readonly day: number },
  base: Temporal.PlainDate,
): Temporal.PlainDate {
  // Leap days lie at most eight years apart.
  for (let year = base.year; year <= base.year + 8; year += 1) {
    const date = Temporal.PlainDate.from({ year, month, day }, { overflow: 'constrain' })
    if (date.day === day && Temporal.PlainDate.compare(date, base) >= 0) return date
  }
  throw new Error(`no year has a day ${day} in month ${month}`)
}
