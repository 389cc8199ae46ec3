import { dateFormat, formatList } from '../../locale/index.ts'
import { t } from '../../texts/calendar.ts'
import { dateText } from '../time/views.ts'
import { lastDayOf, partsOf, weekdays } from './rule.ts'

/** Describes how an event repeats, for every possible rule. Timed events have a zone. */
export function wordsFor(lines: readonly string[], zone: string | undefined): string {
  const rules = lines
    .filter((line) => /^RRULE:/i.test(line))
    .map((line) => wordsForRule(line, zone))
  const more = lines.some((line) => /^RDATE/i.test(line)) ? [t.rule.furtherDates] : []
  const words = formatList([...rules, ...more]) || t.rule.none
  return lines.some((line) => /^(?:EXDATE|EXRULE)/i.test(line)) ? t.rule.exceptions(words) : words
}

type RuleFrequency = keyof typeof t.rule.every

function wordsForRule(line: string, zone: string | undefined): string {
  const parts = partsOf(line)
  const every = t.rule.every[(parts.get('FREQ') ?? 'DAILY') as RuleFrequency] ?? t.rule.every.DAILY
  const interval = Number(parts.get('INTERVAL') ?? 1)
  const when = [every(interval), ...places(parts)].join(' ')
  return [when, ...ending(parts, zone)].join(', ')
}

/** On which days, in which months and at which hours. */
function places(parts: ReadonlyMap<string, string>): string[] {
  const said: string[] = []
  const list = (name: string) => parts.get(name)?.split(',') ?? []
  const days = list('BYDAY')
  const positions = list('BYSETPOS')
  if (days.length > 0) {
    const names = formatList(days.map(dayWords))
    said.push(
      positions.length > 0
        ? t.rule.onPositions(formatList(positions.map(ordinal)), names)
        : t.rule.onDays(names),
    )
  }
  const dates = list('BYMONTHDAY')
  if (dates.length > 0) said.push(t.rule.onDates(formatList(dates.map(fromEnd))))
  const months = list('BYMONTH')
  if (months.length > 0) said.push(t.rule.inMonths(formatList(months.map(monthName))))
  for (const [name, words] of Object.entries(t.rule.others)) {
    if (parts.has(name)) said.push(words(formatList(list(name))))
  }
  return said
}

function ending(parts: ReadonlyMap<string, string>, zone: string | undefined): string[] {
  const count = parts.get('COUNT')
  if (count !== undefined) return [t.rule.times(Number(count))]
  const last = lastDayOf(parts.get('UNTIL') ?? '', zone)
  if (last === undefined) return []
  return [t.rule.until(dateText(last, { dateStyle: 'medium' }))]
}

const monday = Temporal.PlainDate.from('2024-01-01')

export const weekdayName = (day: string, weekday: 'long' | 'short' = 'long'): string =>
  dateText(monday.add({ days: (weekdays as readonly string[]).indexOf(day) }), { weekday })

function dayWords(day: string): string {
  const [, position = '', name = ''] = /^([+-]?\d*)(\w\w)$/.exec(day) ?? []
  return position === '' ? weekdayName(name) : t.rule.nthDay(ordinal(position), weekdayName(name))
}

export function ordinal(position: string): string {
  const ordinals: Readonly<Record<string, string>> = t.rule.ordinals
  return ordinals[position.replace('+', '')] ?? t.rule.nth(Number(position))
}

const fromEnd = (day: string): string => (day.startsWith('-') ? t.rule.fromEnd(ordinal(day)) : day)

const monthName = (month: string): string =>
  dateFormat({ timeZone: 'UTC', month: 'long' }).format(
    monday.with({ month: Number(month) }).toZonedDateTime('UTC').epochMilliseconds,
  )
