import { invalidField } from '#/kernel/errors.ts'
import { dayNumberOf, daysInMonth, msPerDay } from '../time/civil-date.ts'

/** A parsed RRULE or EXRULE. Lists are empty if the rule doesn't have the part. */
export interface Rule {
  readonly frequency: Frequency
  readonly interval: number
  readonly count: number | undefined
  readonly until: DateValue | undefined
  /** 0 is Monday. */
  readonly weekStart: number
  readonly months: readonly number[]
  readonly weekNumbers: readonly number[]
  readonly yearDays: readonly number[]
  readonly monthDays: readonly number[]
  readonly weekdays: readonly WeekdayInRule[]
  readonly hours: readonly number[]
  readonly minutes: readonly number[]
  readonly seconds: readonly number[]
  readonly setPositions: readonly number[]
}

type Frequency = 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY'

/** More than a daily series has in two thousand years. */
const countMax = 1_000_000
const intervalMax = 999_999_999

export function readRule(text: string): Rule {
  const parts = readParts(text.toUpperCase())
  const rule: Rule = {
    frequency: readFrequency(parts.get('FREQ')),
    interval: readWholeNumber(parts.get('INTERVAL') ?? '1', { min: 1, max: intervalMax }),
    count: optional(parts.get('COUNT'), (part) => readWholeNumber(part, { min: 1, max: countMax })),
    until: optional(parts.get('UNTIL'), readDateValue),
    weekStart: readWeekday(parts.get('WKST') ?? 'MO'),
    months: readNumbers(parts.get('BYMONTH'), { min: 1, max: 12 }),
    weekNumbers: readPositions(parts.get('BYWEEKNO'), 53),
    yearDays: readPositions(parts.get('BYYEARDAY'), 366),
    monthDays: readPositions(parts.get('BYMONTHDAY'), 31),
    weekdays: readWeekdays(parts.get('BYDAY')),
    hours: readNumbers(parts.get('BYHOUR'), { min: 0, max: 23 }),
    minutes: readNumbers(parts.get('BYMINUTE'), { min: 0, max: 59 }),
    seconds: readNumbers(parts.get('BYSECOND'), { min: 0, max: 59 }),
    setPositions: readPositions(parts.get('BYSETPOS'), 366),
  }
  if (contradictsItself(rule)) throw invalidRule()
  return rule
}

function contradictsItself(rule: Rule): boolean {
  const { frequency, weekdays, weekNumbers, setPositions } = rule
  const hasOrdinals = weekdays.some(({ ordinal }) => ordinal !== 0)
  const isMonthOrYear = frequency === 'MONTHLY' || frequency === 'YEARLY'
  return (
    (rule.count !== undefined && rule.until !== undefined) ||
    (hasOrdinals && (!isMonthOrYear || weekNumbers.length > 0)) ||
    (weekNumbers.length > 0 && frequency !== 'YEARLY') ||
    (rule.yearDays.length > 0 && frequency !== 'YEARLY') ||
    (rule.monthDays.length > 0 && frequency === 'WEEKLY') ||
    (setPositions.length > 0 && !hasSomethingToChooseFrom(rule))
  )
}

function hasSomethingToChooseFrom(rule: Rule): boolean {
  const { months, weekNumbers, yearDays, monthDays, weekdays, hours, minutes, seconds } = rule
  return [months, weekNumbers, yearDays, monthDays, weekdays, hours, minutes, seconds].some(
    (part) => part.length > 0,
  )
}

const partNames = new Set(
  'FREQ INTERVAL COUNT UNTIL WKST BYMONTH BYWEEKNO BYYEARDAY BYMONTHDAY BYDAY BYHOUR BYMINUTE BYSECOND BYSETPOS'.split(
    ' ',
  ),
)

function readParts(text: string): ReadonlyMap<string, string> {
  const parts = new Map<string, string>()
  // Some clients end a rule with a semicolon.
  for (const part of text.replace(/;$/, '').split(';')) {
    const [name, value, ...more] = part.split('=')
    if (name!.startsWith('X-')) continue
    if (!value || more.length > 0 || !partNames.has(name!) || parts.has(name!)) throw invalidRule()
    parts.set(name!, value)
  }
  return parts
}

function readFrequency(text: string | undefined): Frequency {
  if (text === 'DAILY' || text === 'WEEKLY' || text === 'MONTHLY' || text === 'YEARLY') return text
  throw invalidRule()
}

function optional<T>(text: string | undefined, read: (text: string) => T): T | undefined {
  return text === undefined ? undefined : read(text)
}

/** A weekday. With an ordinal, the nth one of a month or year; 0 means every one. */
export interface WeekdayInRule {
  /** 0 is Monday. */
  readonly weekday: number
  readonly ordinal: number
}

interface Range {
  readonly min: number
  readonly max: number
}

const weekdayNames = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

function readWholeNumber(text: string, { min, max }: Range): number {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= min && value <= max)) throw invalidRule()
  return value
}

function readNumbers(text: string | undefined, range: Range): readonly number[] {
  return itemsOf(text).map((item) => readWholeNumber(item, range))
}

/** Positions that may count from the end; never 0. */
function readPositions(text: string | undefined, max: number): readonly number[] {
  return itemsOf(text).map((item) => readPosition(item, max))
}

function readWeekdays(text: string | undefined): readonly WeekdayInRule[] {
  return itemsOf(text).map((item) => ({
    weekday: readWeekday(item.slice(-2)),
    ordinal: item.length === 2 ? 0 : readPosition(item.slice(0, -2), 53),
  }))
}

function readWeekday(name: string): number {
  const weekday = weekdayNames.indexOf(name)
  if (weekday < 0) throw invalidRule()
  return weekday
}

function readPosition(text: string, max: number): number {
  const isNegative = text.startsWith('-')
  const value = readWholeNumber(text.replace(/^[+-]/, ''), { min: 1, max })
  return isNegative ? -value : value
}

function itemsOf(text: string | undefined): string[] {
  return text === undefined ? [] : text.split(',')
}

/** A date, or a date with a time, in a recurrence line. */
export interface DateValue {
  readonly form: 'date' | 'utc' | 'floating'
  /** The value as wall-clock time: ms since 1970-01-01T00:00 of that clock. */
  readonly wallMs: number
}

const pattern = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})(Z?))?$/

export function readDateValue(text: string): DateValue {
  const match = pattern.exec(text.toUpperCase())
  if (match === null) throw invalidRule()
  const [year, month, day, hour, minute, second] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0))
  const dateMs = readMidnight({ year: year!, month: month!, day: day! })
  if (hour! > 23 || minute! > 59 || second! > 59) throw invalidRule()
  return {
    form: match[4] === undefined ? 'date' : match[7] === 'Z' ? 'utc' : 'floating',
    wallMs: dateMs + ((hour! * 60 + minute!) * 60 + second!) * 1_000,
  }
}

function readMidnight(date: { year: number; month: number; day: number }): number {
  const isRealDate =
    date.year >= 1 &&
    date.month >= 1 &&
    date.month <= 12 &&
    date.day >= 1 &&
    date.day <= daysInMonth(date)
  if (!isRealDate) throw invalidRule()
  return dayNumberOf(date) * msPerDay
}

/** The error for any invalid recurrence line. */
export const invalidRule = () => invalidField('Invalid recurrence rule.')
