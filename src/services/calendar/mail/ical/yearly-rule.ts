/** Fewer years than this could agree by chance. */
const yearsMin = 5

const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

/**
 * The rule that times of the wall clock follow from year to year, such as the last Sunday of March
 * at two: `FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU`. Undefined when they follow none.
 */
export function yearlyRule(walls: readonly string[]): string | undefined {
  const times = walls.map((wall) => Temporal.PlainDateTime.from(wall))
  const [first, ...later] = times
  if (first === undefined || times.length < yearsMin) return undefined
  const isYearly = later.every(
    (time, index) =>
      time.year === first.year + index + 1 &&
      time.month === first.month &&
      time.dayOfWeek === first.dayOfWeek &&
      time.toPlainTime().equals(first.toPlainTime()),
  )
  const week = isYearly ? weekOf(times) : undefined
  if (week === undefined) return undefined
  return `FREQ=YEARLY;BYMONTH=${first.month};BYDAY=${week}${weekdays[first.dayOfWeek - 1]}`
}

/** Which one of the month the weekday is each time: -1 for the last. */
function weekOf(times: readonly Temporal.PlainDateTime[]): number | undefined {
  if (times.every(({ day, daysInMonth }) => day + 7 > daysInMonth)) return -1
  const weeks = new Set(times.map(({ day }) => Math.ceil(day / 7)))
  return weeks.size === 1 ? [...weeks][0] : undefined
}
