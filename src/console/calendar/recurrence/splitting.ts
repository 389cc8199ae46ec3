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
  /** The original start of the instance. */
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

/** The recurrence lines of the series that continues from there. */
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

/** How far the instances of a series move: from one start to another, in the zone of the series. */
export interface Move {
  readonly from: Temporal.ZonedDateTime
  readonly to: Temporal.ZonedDateTime
}

/**
 * The lines of a series whose instances move. Rules follow with all of their days, and so do their end
 * and the added and excluded dates.
 */
export const linesMoved = (lines: readonly string[], move: Move): string[] =>
  lines.map((line) => (isRule(line) ? ruleMoved(line, move) : datesMoved(line, move)))

function ruleMoved(line: string, move: Move): string {
  const [from, to] = [move.from.toPlainDate(), move.to.toPlainDate()]
  const rule = line.replace(/(?<=UNTIL=)[^;]*/i, (until) => dateMoved(until, undefined, move))
  const parts = partsOf(rule)
  if (parts.get('FREQ') === 'WEEKLY') return weeklyMoved(rule, from.until(to).days)
  const isDate = parts.get('FREQ') === 'MONTHLY' && parts.get('BYMONTHDAY') === String(from.day)
  if (isDate) return rule.replace(/BYMONTHDAY=\d+/i, `BYMONTHDAY=${to.day}`)
  const ordinal = /BYDAY=(\d)(\w\w)/i.exec(rule)
  if (ordinal?.[2] === weekdayOf(from) && (weekdays as readonly string[]).includes(ordinal[2])) {
    return rule.replace(/BYDAY=\d\w\w/i, `BYDAY=${Math.ceil(to.day / 7)}${weekdayOf(to)}`)
  }
  return rule
}

function datesMoved(line: string, move: Move): string {
  const at = line.indexOf(':')
  const zone = /;TZID=([^;:]+)/i.exec(line.slice(0, at))?.[1]
  const dates = line.slice(at + 1).split(',')
  return `${line.slice(0, at)}:${dates.map((date) => dateMoved(date, zone, move)).join(',')}`
}

/** A date, a local time or a UTC time of a recurrence line, moved by the difference of wall clocks. */
function dateMoved(text: string, zone: string | undefined, { from, to }: Move): string {
  const [, date, time, isUtc] = /^(\d{8})(?:(T\d{6})(Z?))?$/.exec(text) ?? []
  if (date === undefined) return text
  const days = from.toPlainDate().until(to.toPlainDate())
  if (time === undefined) return compact(Temporal.PlainDate.from(date).add(days).toString())
  const ownZone = isUtc === 'Z' ? 'UTC' : (zone ?? from.timeZoneId)
  const local = Temporal.PlainDateTime.from(date + time)
    .toZonedDateTime(ownZone)
    .withTimeZone(from.timeZoneId)
    .toPlainDateTime()
  const moved = local
    .add(from.toPlainDateTime().until(to.toPlainDateTime(), { largestUnit: 'days' }))
    .toZonedDateTime(from.timeZoneId)
    .withTimeZone(ownZone)
    .toPlainDateTime()
  return compact(moved.toString({ smallestUnit: 'second' })) + isUtc
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

/** The added and excluded dates that belong to this part. */
function withDates(line: string, belongs: (date: string) => boolean): string[] {
  const at = line.indexOf(':')
  const dates = line
    .slice(at + 1)
    .split(',')
    .filter(belongs)
  return dates.length === 0 ? [] : [`${line.slice(0, at)}:${dates.join(',')}`]
}
