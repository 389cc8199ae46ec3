const monthNames = [
  'january february march april may june july august september october november december',
  'janvier février mars avril mai juin juillet août septembre octobre novembre décembre',
  'januar februar märz april mai juni juli august september oktober november dezember',
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
  'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre',
]

const months = new Map<string, number>()
for (const names of monthNames) {
  for (const [index, name] of names.split(' ').entries()) {
    months.set(name, index + 1)
    // If languages disagree about three letters, the first one wins.
    if (!months.has(name.slice(0, 3))) months.set(name.slice(0, 3), index + 1)
  }
}
months.set('sept', 9)

const textMax = 100

/**
 * A year, month or day in any common format: `2009-02-01`, `20090201`, `June 1, 1998`, `c1987`, `[1901?]`.
 * Undefined without a year.
 */
export function dateOf(text: string | undefined): string | undefined {
  const date = text?.trim().slice(0, textMax) ?? ''
  const digits = /^(\d{4})(?:[-/.]?(\d{1,2})(?:[-/.]?(\d{1,2}))?)?(?:[T ].*)?$/.exec(date)
  if (digits !== null && (date.length !== 6 || /\D/.test(date) || Number(date.slice(4)) <= 12)) {
    return dateText(digits[1]!, Number(digits[2] ?? 0), Number(digits[3] ?? 0))
  }
  const year = /(?<!\d)\d{4}(?!\d)/.exec(date)?.[0]
  if (year === undefined) return undefined
  const month = monthIn(date)
  const day = /(?<!\d)\d{1,2}(?!\d)/.exec(date.replace(year, ''))?.[0]
  return dateText(year, month, month === 0 ? 0 : Number(day ?? 0))
}

/** A year without month or day, possibly a number with decimals. */
export function yearOf(text: string | undefined): string | undefined {
  const year = /^\s*(\d{1,4})(?:\.0*)?\s*$/.exec(text ?? '')?.[1]
  return year === undefined ? undefined : dateText(year.padStart(4, '0'), 0, 0)
}

function monthIn(text: string): number {
  for (const word of text.toLowerCase().match(/\p{L}{3,}/gu) ?? []) {
    const month = months.get(word)
    if (month !== undefined) return month
  }
  return 0
}

/** As precise as possible: an invalid day is dropped. */
function dateText(year: string, month: number, day: number): string | undefined {
  if (Number(year) === 0) return undefined
  if (month < 1 || month > 12) return year
  const monthText = `${year}-${String(month).padStart(2, '0')}`
  const days = Temporal.PlainYearMonth.from(monthText).daysInMonth
  return day < 1 || day > days ? monthText : `${monthText}-${String(day).padStart(2, '0')}`
}
