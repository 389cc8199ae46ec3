/**
 * Finds the original starts of one recurrence rule the slow and plain way: it looks at every day of a period
 * and asks of each whether the rule wants it. It shares nothing with the sources that it judges.
 */
export interface BruteForceSeries {
  /** The value of an RRULE. */
  readonly rule: string
  readonly start: Temporal.PlainDateTime
  /** Without a zone the series is one of whole days. */
  readonly zone: string | undefined
}

/** Original starts from the beginning of one day to that of another, the start included. */
export function bruteForceOriginalStarts(
  series: BruteForceSeries,
  range: { readonly from: Temporal.PlainDate; readonly to: Temporal.PlainDate },
): number[] {
  const parts = new Map(series.rule.split(';').map((part) => part.split('=') as [string, string]))
  const walls = parts.has('COUNT')
    ? countedWalls(parts, series, range.to)
    : wallsBetween(parts, series, { from: range.from.subtract({ days: 2 }), to: range.to })
  const until = untilMs(parts.get('UNTIL'), series)
  const originalStarts = walls
    .map((wall) => originalStartOf(wall, series))
    .filter((originalStart) => originalStart <= until)
  const first = originalStartOf(series.start, series)
  const [from, to] = [dayStart(range.from, series), dayStart(range.to, series)]
  return [...new Set([first, ...originalStarts])]
    .filter((originalStart) => originalStart >= Math.max(first, from) && originalStart < to)
    .sort((a, b) => a - b)
}

export function dayStart(date: Temporal.PlainDate, { zone }: BruteForceSeries): number {
  return date.toPlainDateTime().toZonedDateTime(zone ?? 'UTC').epochMilliseconds
}

type Parts = ReadonlyMap<string, string>

function originalStartOf(wall: Temporal.PlainDateTime, { zone }: BruteForceSeries): number {
  return wall.toZonedDateTime(zone ?? 'UTC', { disambiguation: 'compatible' }).epochMilliseconds
}

function untilMs(text: string | undefined, series: BruteForceSeries): number {
  if (text === undefined) return Number.POSITIVE_INFINITY
  const date = Temporal.PlainDate.from(text.slice(0, 8))
  if (series.zone === undefined) return dayStart(date, series)
  if (text.length === 8) return dayStart(date.add({ days: 1 }), series) - 1
  if (text.endsWith('Z')) return Temporal.Instant.from(text).epochMilliseconds
  return originalStartOf(Temporal.PlainDateTime.from(text), series)
}

/** COUNT bounds what the rule yields: a start that the rule does not yield is not counted. */
function countedWalls(parts: Parts, series: BruteForceSeries, to: Temporal.PlainDate) {
  const walls = wallsBetween(parts, series, { from: series.start.toPlainDate(), to })
  return walls.slice(0, Number(parts.get('COUNT')))
}

/** Wall-clock times of all periods that touch the days, but none before the start. */
function wallsBetween(
  parts: Parts,
  series: BruteForceSeries,
  range: { from: Temporal.PlainDate; to: Temporal.PlainDate },
): Temporal.PlainDateTime[] {
  const walls: Temporal.PlainDateTime[] = []
  const startDate = series.start.toPlainDate()
  const after = range.to.add({ days: 2 })
  const from = isBefore(range.from, startDate) ? startDate : range.from
  for (
    let period = periodStart(from, parts);
    isBefore(period, after);
    period = period.add(periodLength(parts))
  ) {
    if (periodsSinceStart(period, startDate, parts) % Number(parts.get('INTERVAL') ?? 1) !== 0)
      continue
    const times = timesOfDay(parts, series)
    const set = daysWanted(period, startDate, parts).flatMap((day) =>
      times.map((time) => day.toPlainDateTime(time)),
    )
    walls.push(...atPositions(set, parts.get('BYSETPOS')))
  }
  return walls.filter((wall) => Temporal.PlainDateTime.compare(wall, series.start) >= 0)
}

function periodLength(parts: Parts): Temporal.DurationLike {
  switch (parts.get('FREQ')) {
    case 'DAILY':
      return { days: 1 }
    case 'WEEKLY':
      return { days: 7 }
    case 'MONTHLY':
      return { months: 1 }
    default:
      return { years: 1 }
  }
}

function periodStart(date: Temporal.PlainDate, parts: Parts): Temporal.PlainDate {
  switch (parts.get('FREQ')) {
    case 'DAILY':
      return date
    case 'WEEKLY':
      return weekStart(date, parts)
    case 'MONTHLY':
      return date.with({ day: 1 })
    default:
      return date.with({ month: 1, day: 1 })
  }
}

function periodsSinceStart(
  period: Temporal.PlainDate,
  startDate: Temporal.PlainDate,
  parts: Parts,
): number {
  const between = (unit: 'days' | 'months' | 'years') =>
    periodStart(startDate, parts).until(period, { largestUnit: unit })[unit]
  switch (parts.get('FREQ')) {
    case 'DAILY':
      return between('days')
    case 'WEEKLY':
      return between('days') / 7
    case 'MONTHLY':
      return between('months')
    default:
      return between('years')
  }
}

function daysWanted(
  period: Temporal.PlainDate,
  startDate: Temporal.PlainDate,
  parts: Parts,
): Temporal.PlainDate[] {
  return daysOf(period, parts).filter((day) => isWanted(day, startDate, parts))
}

/** The days of periods that were looked at; counting them takes most of the time, and many rules share them. */
const daysCached = new Map<string, readonly Temporal.PlainDate[]>()

function daysOf(period: Temporal.PlainDate, parts: Parts): readonly Temporal.PlainDate[] {
  const key = `${parts.get('FREQ')} ${period}`
  const cached = daysCached.get(key)
  if (cached !== undefined) return cached
  const days: Temporal.PlainDate[] = []
  const after = period.add(periodLength(parts))
  for (let day = period; isBefore(day, after); day = day.add({ days: 1 })) days.push(day)
  daysCached.set(key, days)
  return days
}

function isWanted(day: Temporal.PlainDate, startDate: Temporal.PlainDate, parts: Parts): boolean {
  const months = parts.get('BYMONTH')
  if (months !== undefined && !numbers(months).includes(day.month)) return false
  const hasNone = ['BYDAY', 'BYMONTHDAY', 'BYYEARDAY'].every((name) => !parts.has(name))
  const frequency = parts.get('FREQ')
  const hasWeeks = parts.has('BYWEEKNO')
  if (hasNone && (frequency === 'WEEKLY' || hasWeeks) && day.dayOfWeek !== startDate.dayOfWeek)
    return false
  if (hasNone && !hasWeeks && (frequency === 'MONTHLY' || frequency === 'YEARLY')) {
    if (day.day !== startDate.day) return false
    if (frequency === 'YEARLY' && months === undefined && day.month !== startDate.month)
      return false
  }
  return (
    isNamed(parts.get('BYMONTHDAY'), { place: day.day, total: day.daysInMonth }) &&
    isNamed(parts.get('BYYEARDAY'), { place: day.dayOfYear, total: day.daysInYear }) &&
    isWeekdayWanted(day, parts) &&
    (!hasWeeks || isNamed(parts.get('BYWEEKNO'), weekOfYear(day, parts)))
  )
}

/** Whether a list that counts from both ends names the place; a list that is not there names all. */
function isNamed(list: string | undefined, { place, total }: { place: number; total: number }) {
  if (list === undefined) return true
  return numbers(list).some((number) => (number > 0 ? number : total + 1 + number) === place)
}

const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

function isWeekdayWanted(day: Temporal.PlainDate, parts: Parts): boolean {
  const list = parts.get('BYDAY')
  if (list === undefined) return true
  const isInYear = parts.get('FREQ') === 'YEARLY' && !parts.has('BYMONTH')
  const place = isInYear ? day.dayOfYear : day.day
  const total = isInYear ? day.daysInYear : day.daysInMonth
  const before = Math.floor((place - 1) / 7)
  const later = Math.floor((total - place) / 7)
  return list.split(',').some((item) => {
    if (weekdays.indexOf(item.slice(-2)) + 1 !== day.dayOfWeek) return false
    const ordinal = item.slice(0, -2)
    return ordinal === '' || Number(ordinal) === before + 1 || Number(ordinal) === -later - 1
  })
}

function weekStart(date: Temporal.PlainDate, parts: Parts): Temporal.PlainDate {
  const first = weekdays.indexOf(parts.get('WKST') ?? 'MO') + 1
  let day = date
  while (day.dayOfWeek !== first) day = day.subtract({ days: 1 })
  return day
}

/** A week belongs to the year that has at least four of its days, which is that of its fourth. */
function weekOfYear(day: Temporal.PlainDate, parts: Parts): { place: number; total: number } {
  const fourth = weekStart(day, parts).add({ days: 3 })
  let last = fourth.with({ month: 12, day: 31 })
  while (last.dayOfWeek !== fourth.dayOfWeek) last = last.subtract({ days: 1 })
  return { place: Math.ceil(fourth.dayOfYear / 7), total: Math.ceil(last.dayOfYear / 7) }
}

function timesOfDay(parts: Parts, { start, zone }: BruteForceSeries): Temporal.PlainTime[] {
  if (zone === undefined) return [new Temporal.PlainTime()]
  const values = (name: string, own: number) =>
    parts.has(name) ? [...new Set(numbers(parts.get(name)!))] : [own]
  return values('BYHOUR', start.hour)
    .flatMap((hour) =>
      values('BYMINUTE', start.minute).flatMap((minute) =>
        values('BYSECOND', start.second).map((second) =>
          start.toPlainTime().with({ hour, minute, second }),
        ),
      ),
    )
    .sort(Temporal.PlainTime.compare)
}

function atPositions<T>(set: readonly T[], list: string | undefined): readonly T[] {
  if (list === undefined) return set
  return set.filter((_, place) => isNamed(list, { place: place + 1, total: set.length }))
}

function numbers(list: string): number[] {
  return list.split(',').map(Number)
}

function isBefore(one: Temporal.PlainDate, other: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(one, other) < 0
}
