import { dateFormat, formatList, formatNumber } from '../../locale/index.ts'
import { written } from '../time/views.ts'
import { partsOf, weekdays } from './rule.ts'

const units: Readonly<Record<string, string>> = {
  SECONDLY: 'second',
  MINUTELY: 'minute',
  HOURLY: 'hour',
  DAILY: 'day',
  WEEKLY: 'week',
  MONTHLY: 'month',
  YEARLY: 'year',
}

/** How an event repeats, in words, for any rule there is. */
export function wordsFor(lines: readonly string[]): string {
  const rules = lines.filter((line) => /^RRULE:/i.test(line)).map(wordsForRule)
  const more = lines.filter((line) => /^RDATE/i.test(line)).length > 0 ? ['on further dates'] : []
  const less = lines.some((line) => /^(?:EXDATE|EXRULE)/i.test(line)) ? ', with exceptions' : ''
  return `${formatList([...rules, ...more]) || 'Does not repeat'}${less}`
}

function wordsForRule(line: string): string {
  const parts = partsOf(line)
  const unit = units[parts.get('FREQ') ?? ''] ?? 'time'
  const interval = Number(parts.get('INTERVAL') ?? 1)
  const often = interval === 1 ? `Every ${unit}` : `Every ${formatNumber(interval)} ${unit}s`
  return [often, ...places(parts), ...ending(parts)].join(' ')
}

/** On which days, in which months and at which hours. */
function places(parts: ReadonlyMap<string, string>): string[] {
  const said: string[] = []
  const list = (name: string) => parts.get(name)?.split(',') ?? []
  const days = list('BYDAY')
  const positions = list('BYSETPOS')
  if (days.length > 0) {
    const counted = positions.length > 0 ? `${formatList(positions.map(ordinal))} of ` : ''
    said.push(`on ${counted ? `the ${counted}` : ''}${formatList(days.map(dayWords))}`)
  }
  const dates = list('BYMONTHDAY')
  if (dates.length > 0) said.push(`on day ${formatList(dates.map(fromEnd))}`)
  const months = list('BYMONTH')
  if (months.length > 0) said.push(`in ${formatList(months.map(monthName))}`)
  const others: readonly [string, string][] = [
    ['BYWEEKNO', 'in week'],
    ['BYYEARDAY', 'on day of the year'],
    ['BYHOUR', 'at hour'],
    ['BYMINUTE', 'at minute'],
    ['BYSECOND', 'at second'],
  ]
  for (const [name, words] of others) {
    if (parts.has(name)) said.push(`${words} ${formatList(list(name))}`)
  }
  return said
}

function ending(parts: ReadonlyMap<string, string>): string[] {
  const count = parts.get('COUNT')
  if (count !== undefined) return [count === '1' ? 'once' : `${count} times`]
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})/.exec(parts.get('UNTIL') ?? '') ?? []
  if (year === undefined) return []
  const last = Temporal.PlainDate.from(`${year}-${month}-${day}`)
  return [`until ${written(last, { dateStyle: 'medium' })}`]
}

const monday = Temporal.PlainDate.from('2024-01-01')

export const weekdayName = (day: string, weekday: 'long' | 'short' = 'long'): string =>
  written(monday.add({ days: (weekdays as readonly string[]).indexOf(day) }), { weekday })

function dayWords(day: string): string {
  const [, position = '', name = ''] = /^([+-]?\d*)(\w\w)$/.exec(day) ?? []
  return position === '' ? weekdayName(name) : `the ${ordinal(position)} ${weekdayName(name)}`
}

const positions: Readonly<Record<string, string>> = {
  '1': 'first',
  '2': 'second',
  '3': 'third',
  '4': 'fourth',
  '5': 'fifth',
  '-1': 'last',
  '-2': 'last but one',
}

export const ordinal = (position: string): string =>
  positions[position.replace('+', '')] ?? `${position}.`

const fromEnd = (day: string): string =>
  day.startsWith('-') ? `${ordinal(day)} of the month` : day

const monthName = (month: string): string =>
  dateFormat({ timeZone: 'UTC', month: 'long' }).format(
    monday.with({ month: Number(month) }).toZonedDateTime('UTC').epochMilliseconds,
  )
