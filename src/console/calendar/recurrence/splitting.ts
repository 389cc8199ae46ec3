import {
  compact,
  isWeekday,
  partsOf,
  untilEndOf,
  type Weekday,
  weekdayOf,
  weekdays,
} from './rule.ts'

/** Where a series is divided: at the start of the first instance that belongs to the second part. */
export interface Division {
  /** When the instance would begin by its series. */
  readonly at: Temporal.ZonedDateTime
  readonly isAllDay: boolean
  /** How many instances the series has from there on, canceled ones included. */
  readonly following: number
}

/** The lines of a series that ends before the division. */
export function linesBefore(lines: readonly string[], { at, isAllDay }: Division): string[] {
  const until = isAllDay
    ? untilEndOf(at.toPlainDate().subtract({ days: 1 }), undefined)
    : compact(at.toInstant().subtract({ seconds: 1 }).toString({ smallestUnit: 'second' }))
  const day = compact(at.toPlainDate().toString())
  return lines.flatMap((line) =>
    isRule(line)
      ? [withEnd(line, `UNTIL=${until}`)]
      : withDates(line, (date) => date.slice(0, 8) < day),
  )
}

/** The lines of the series that goes on from there. */
export function linesAfter(lines: readonly string[], { at, following }: Division): string[] {
  const day = compact(at.toPlainDate().toString())
  const after = lines.flatMap((line) =>
    isRule(line) ? [line] : withDates(line, (date) => date.slice(0, 8) >= day),
  )
  // COUNT includes excluded dates, and does not include added ones.
  const counted = following + datesIn(after, 'EXDATE') - datesIn(after, 'RDATE')
  return after.map((line) => {
    const count = isRule(line) ? partsOf(line).get('COUNT') : undefined
    if (count === undefined) return line
    return withEnd(line, `COUNT=${Math.max(1, Math.min(Number(count), counted))}`)
  })
}

/** The lines of a series whose instances move from one day to another: rules follow with all of their days. */
export function linesMoved(
  lines: readonly string[],
  from: Temporal.PlainDate,
  to: Temporal.PlainDate,
): string[] {
  const days = from.until(to).days
  return lines.map((line) => {
    const parts = partsOf(line)
    if (parts.get('FREQ') === 'WEEKLY') return weeklyMoved(line, days)
    const isDate = parts.get('FREQ') === 'MONTHLY' && parts.get('BYMONTHDAY') === String(from.day)
    if (isDate) return line.replace(/BYMONTHDAY=\d+/i, `BYMONTHDAY=${to.day}`)
    const ordinal = /BYDAY=(\d)(\w\w)/i.exec(line)
    if (ordinal?.[2] === weekdayOf(from) && (weekdays as readonly string[]).includes(ordinal[2])) {
      return line.replace(/BYDAY=\d\w\w/i, `BYDAY=${Math.ceil(to.day / 7)}${weekdayOf(to)}`)
    }
    return line
  })
}

/** A weekly rule on other days. Its weeks begin as many days later, so that every second week stays the same. */
function weeklyMoved(line: string, days: number): string {
  const parts = partsOf(line)
  const names = parts.get('BYDAY')?.split(',')
  if (names === undefined || days % 7 === 0 || !names.every(isWeekday)) return line
  const moved = names.map((name) => dayLater(name, days))
  const onDays = line.replace(
    /BYDAY=[^;]*/i,
    `BYDAY=${weekdays.filter((day) => moved.includes(day)).join(',')}`,
  )
  if ((parts.get('INTERVAL') ?? '1') === '1' || names.length === 1) return onDays
  const weekStart = dayLater(parts.get('WKST') ?? 'MO', days)
  return `${onDays.replace(/;WKST=\w\w/i, '')};WKST=${weekStart}`
}

const dayLater = (name: string, days: number): Weekday =>
  weekdays[((((weekdays as readonly string[]).indexOf(name) + days) % 7) + 7) % 7]!

const isRule = (line: string) => /^RRULE:/i.test(line)

const withEnd = (line: string, end: string) =>
  `${line.replace(/;?(?:COUNT|UNTIL)=[^;]*/gi, '').replace(/^RRULE:;/i, 'RRULE:')};${end}`

const datesIn = (lines: readonly string[], name: string): number =>
  lines
    .filter((line) => line.toUpperCase().startsWith(name))
    .reduce((sum, line) => sum + line.split(',').length, 0)

/** Dates that were added or taken out, as far as they belong to this part. */
function withDates(line: string, belongs: (date: string) => boolean): string[] {
  const at = line.indexOf(':')
  const dates = line
    .slice(at + 1)
    .split(',')
    .filter(belongs)
  return dates.length === 0 ? [] : [`${line.slice(0, at)}:${dates.join(',')}`]
}
