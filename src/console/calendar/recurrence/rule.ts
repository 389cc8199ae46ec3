import { isDate } from '../../locale/index.ts'

const frequencies = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const
export type Frequency = (typeof frequencies)[number]

export const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const
export type Weekday = (typeof weekdays)[number]

export type Ends =
  | { readonly kind: 'never' }
  | { readonly kind: 'on'; readonly date: string }
  | { readonly kind: 'after'; readonly count: number }

/** A rule of the kind that the editor offers. */
export interface Rule {
  readonly frequency: Frequency
  readonly interval: number
  /** Weekly: on which days. */
  readonly days: readonly Weekday[]
  /** Monthly: on the date of the start, or on its weekday, counted from the beginning or the end. */
  readonly monthlyBy: 'date' | 'weekday' | 'lastWeekday'
  readonly ends: Ends
}

export const weekdayOf = (date: Temporal.PlainDate): Weekday => weekdays[date.dayOfWeek - 1]!

const ordinalOf = (date: Temporal.PlainDate) => Math.ceil(date.day / 7)

/** The parts of a rule by name: `FREQ`, `INTERVAL`. */
export function partsOf(line: string): ReadonlyMap<string, string> {
  const body = line.replace(/^RRULE:/i, '')
  return new Map(
    body.split(';').map((part) => {
      const [name = '', value = ''] = part.split('=')
      return [name.toUpperCase(), value.toUpperCase()]
    }),
  )
}

/** Reads a rule the editor can show for an event that begins on `start`; undefined for others. */
export function readRule(
  lines: readonly string[],
  start: Temporal.PlainDate,
  zone: string | undefined,
): Rule | undefined {
  if (lines.length !== 1 || !/^RRULE:/i.test(lines[0]!)) return undefined
  const parts = new Map(partsOf(lines[0]!))
  const take = (name: string) => {
    const value = parts.get(name)
    parts.delete(name)
    return value
  }
  const frequency = take('FREQ') as Frequency
  if (!frequencies.includes(frequency)) return undefined
  const interval = Number(take('INTERVAL') ?? 1)
  const ends = endsOf(take('COUNT'), take('UNTIL'), zone)
  take('WKST')
  const days = take('BYDAY')?.split(',') ?? []
  const monthDay = take('BYMONTHDAY')
  if (parts.size > 0) return undefined
  if (monthDay !== undefined && (frequency !== 'MONTHLY' || monthDay !== String(start.day))) {
    return undefined
  }
  const rule = { frequency, interval, ends, days: [] as Weekday[], monthlyBy: 'date' as const }
  if (days.length === 0) {
    return frequency === 'WEEKLY' ? { ...rule, days: [weekdayOf(start)] } : rule
  }
  if (frequency === 'WEEKLY' && days.every(isWeekday)) return { ...rule, days }
  if (frequency !== 'MONTHLY' || monthDay !== undefined || days.length !== 1) return undefined
  if (days[0] === `${ordinalOf(start)}${weekdayOf(start)}`) return { ...rule, monthlyBy: 'weekday' }
  if (days[0] === `-1${weekdayOf(start)}` && isLastOfItsKind(start)) {
    return { ...rule, monthlyBy: 'lastWeekday' }
  }
  return undefined
}

export const isWeekday = (day: string): day is Weekday =>
  (weekdays as readonly string[]).includes(day)

export const isLastOfItsKind = (date: Temporal.PlainDate) => date.day + 7 > date.daysInMonth

function endsOf(count: string | undefined, until = '', zone: string | undefined): Ends {
  if (count !== undefined) return { kind: 'after', count: Number(count) }
  const date = lastDayOf(until, zone)
  return date === undefined ? { kind: 'never' } : { kind: 'on', date: date.toString() }
}

/** The day of an UNTIL value; that of a moment depends on the zone. */
export function lastDayOf(until: string, zone = 'UTC'): Temporal.PlainDate | undefined {
  if (/^\d{8}T\d{6}Z$/.test(until)) {
    return Temporal.Instant.from(until).toZonedDateTimeISO(zone).toPlainDate()
  }
  const [date] = /^\d{8}/.exec(until) ?? []
  return date === undefined ? undefined : Temporal.PlainDate.from(date)
}

/** What the rule of an event depends on. */
interface RuleContext {
  readonly startDate: string
  readonly isAllDay: boolean
  readonly zone: string
  readonly recurrence: readonly string[]
}

/**
 * The recurrence of an event whose start has changed. A rule of the editor falls on the day of the start, unless
 * several days of the week were chosen, and ends on the same day as before.
 */
export function ruleFollowing(before: RuleContext, after: RuleContext): readonly string[] {
  if (!isDate(before.startDate) || !isDate(after.startDate)) return before.recurrence
  const [from, to] = [before, after].map(({ startDate }) => Temporal.PlainDate.from(startDate))
  const rule = readRule(before.recurrence, from!, zoneOf(before))
  if (rule === undefined) return before.recurrence
  const isOnOneDay = rule.days.length === 1 && rule.days[0] === weekdayOf(from!)
  const isNoLongerLast = rule.monthlyBy === 'lastWeekday' && !isLastOfItsKind(to!)
  const next: Rule = {
    ...rule,
    ...(isOnOneDay && { days: [weekdayOf(to!)] }),
    ...(isNoLongerLast && { monthlyBy: 'weekday' }),
  }
  return [writeRule(next, to!, zoneOf(after))]
}

const zoneOf = ({ isAllDay, zone }: RuleContext) => (isAllDay ? undefined : zone)

/** The line for a rule of an event that begins on `start`; a last day includes all of it. */
export function writeRule(
  { frequency, interval, days, monthlyBy, ends }: Rule,
  start: Temporal.PlainDate,
  zone: string | undefined,
): string {
  const parts = [`FREQ=${frequency}`]
  if (interval > 1) parts.push(`INTERVAL=${interval}`)
  if (frequency === 'WEEKLY') {
    const chosen = days.length === 0 ? [weekdayOf(start)] : days
    parts.push(`BYDAY=${weekdays.filter((day) => chosen.includes(day)).join(',')}`)
  }
  if (frequency === 'MONTHLY') {
    if (monthlyBy === 'date') parts.push(`BYMONTHDAY=${start.day}`)
    else {
      const ordinal = monthlyBy === 'weekday' ? ordinalOf(start) : -1
      parts.push(`BYDAY=${ordinal}${weekdayOf(start)}`)
    }
  }
  if (ends.kind === 'after') parts.push(`COUNT=${ends.count}`)
  if (ends.kind === 'on')
    parts.push(`UNTIL=${untilEndOf(Temporal.PlainDate.from(ends.date), zone)}`)
  return `RRULE:${parts.join(';')}`
}

/** The end of a day as UNTIL has it: a date for whole days, and otherwise a moment. */
export function untilEndOf(date: Temporal.PlainDate, zone: string | undefined): string {
  if (zone === undefined) return compact(date.toString())
  const end = date.add({ days: 1 }).toZonedDateTime(zone).subtract({ seconds: 1 })
  return compact(end.toInstant().toString({ smallestUnit: 'second' }))
}

export const compact = (iso: string): string => iso.replace(/[-:]/g, '')
