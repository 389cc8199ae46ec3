import { midnightOf } from '../time/civil-date.ts'
import { instantMsAt, isTimeZone } from '../time/zone-offsets.ts'
import { type DateValue, invalidRule, type Rule, readDateValue, readRule } from './rule.ts'
import type { WallClock } from './rule-starts.ts'
import type { SeriesStart } from './series.ts'

/** The parsed recurrence lines of an event, independent of its start. */
interface RecurrenceLines {
  readonly rules: readonly Rule[]
  readonly exceptionRules: readonly Rule[]
  readonly dates: readonly ListedDate[]
  readonly exceptionDates: readonly ListedDate[]
}

interface ListedDate extends DateValue {
  /** The zone of a floating time; the zone of the series if undefined. */
  readonly zone: string | undefined
}

const rulesMax = 10
const listedDatesMax = 5_000
/** Reading the offsets of a zone is much more expensive than a date. */
const zonesMax = 5

export function readRecurrenceLines(lines: readonly string[]): RecurrenceLines {
  if (lines.length > rulesMax + listedDatesMax) throw invalidRule()
  const read = {
    rules: [] as Rule[],
    exceptionRules: [] as Rule[],
    dates: [] as ListedDate[],
    exceptionDates: [] as ListedDate[],
  }
  for (const line of lines) {
    switch (/^\s*([A-Za-z]*)/.exec(line)![1]!.toUpperCase()) {
      case 'RRULE':
        read.rules.push(readRuleLine(line))
        break
      case 'EXRULE':
        read.exceptionRules.push(readRuleLine(line))
        break
      case 'RDATE':
        read.dates.push(...readDateLine(line, ['DATE', 'DATE-TIME', 'PERIOD']))
        break
      case 'EXDATE':
        read.exceptionDates.push(...readDateLine(line, ['DATE', 'DATE-TIME']))
        break
      default:
        throw invalidRule()
    }
  }
  if (isTooMuch(read)) throw invalidRule()
  return read
}

function isTooMuch({ rules, exceptionRules, dates, exceptionDates }: RecurrenceLines): boolean {
  const zones = new Set([...dates, ...exceptionDates].map(({ zone }) => zone))
  return (
    rules.length + exceptionRules.length > rulesMax ||
    dates.length + exceptionDates.length > listedDatesMax ||
    zones.size > zonesMax
  )
}

function readRuleLine(line: string): Rule {
  return readRule(readContentLine(line, []).value)
}

function readDateLine(text: string, valueTypes: readonly string[]): ListedDate[] {
  const line = readContentLine(text, ['TZID', 'VALUE'])
  const zone = line.parameters.get('TZID')
  if (zone !== undefined && !isTimeZone(zone)) throw invalidRule()
  const valueType = line.parameters.get('VALUE')?.toUpperCase()
  if (valueType !== undefined && !valueTypes.includes(valueType)) throw invalidRule()
  return line.value.split(',').map((item) => ({ ...readItem(item, valueType), zone }))
}

/** Without VALUE, the type is inferred from the format, although the standard requires a DATE-TIME. */
function readItem(item: string, valueType: string | undefined): DateValue {
  const value = readDateValue(valueType === 'PERIOD' ? periodStart(item) : item)
  const isDate = value.form === 'date'
  if (valueType !== undefined && isDate !== (valueType === 'DATE')) throw invalidRule()
  return value
}

/** All occurrences have the length of the first, so the length of a period is ignored. */
function periodStart(item: string): string {
  const [start, end, ...more] = item.split('/')
  const isPeriod = /^(?:\d{8}T\d{6}Z?|\+?P[0-9DHMSTW]+)$/i.test(end ?? '')
  if (!isPeriod || more.length > 0) throw invalidRule()
  return start!
}

/** An iCalendar property, `NAME;PARAMETER=value;...:VALUE`, without its name. */
interface ContentLine {
  /** By their names in upper case. */
  readonly parameters: ReadonlyMap<string, string>
  readonly value: string
}

/** Enough for the maximum number of dates in one line. */
const lineLengthMax = 100_000

const linePattern = /^[A-Za-z-]+((?:;[A-Za-z0-9-]+=(?:"[^"]*"|[^";:]*))*):(.+)$/
const parameterPattern = /;([A-Za-z0-9-]+)=(?:"([^"]*)"|([^";:]*))/g

/** Parses a line with these parameters; those that start with `X-` are ignored. */
function readContentLine(text: string, allowed: readonly string[]): ContentLine {
  const match = text.length > lineLengthMax ? null : linePattern.exec(text.trim())
  if (match === null) throw invalidRule()
  const [, parameterText, value] = match
  const parameters = new Map<string, string>()
  for (const [, parameter, quoted, plain] of parameterText!.matchAll(parameterPattern)) {
    const key = parameter!.toUpperCase()
    if (key.startsWith('X-')) continue
    if (!allowed.includes(key) || parameters.has(key)) throw invalidRule()
    parameters.set(key, quoted ?? plain!)
  }
  return { parameters, value: value! }
}

/** The original starts that RDATE lines add, in ascending order. */
export function addedOriginalStarts(
  dates: readonly ListedDate[],
  start: SeriesStart,
  clock: WallClock,
): readonly number[] {
  const timeOfDay = start.wallMs - midnightOf(start.wallMs)
  const originalStarts = dates.map((date) =>
    date.form === 'date'
      ? clock.originalStartOf(date.wallMs + timeOfDay)
      : originalStartOf(date, start.zone),
  )
  return [...new Set(originalStarts)].sort((a, b) => a - b)
}

/** Returns a test for the original starts that EXDATE lines remove. */
export function removedOriginalStarts(
  dates: readonly ListedDate[],
  start: SeriesStart,
  clock: WallClock,
): (originalStart: number) => boolean {
  // In a timed series, a date removes all occurrences of that day.
  const isWholeDay = (date: ListedDate) => start.zone === undefined || date.form === 'date'
  const [days, moments] = [dates.filter(isWholeDay), dates.filter((date) => !isWholeDay(date))]
  const removedDays = new Set(days.map(({ wallMs }) => midnightOf(wallMs)))
  const removed = new Set(moments.map((date) => originalStartOf(date, start.zone)))
  return (originalStart) =>
    removed.has(originalStart) ||
    (removedDays.size > 0 && removedDays.has(midnightOf(clock.wallOf(originalStart))))
}

function originalStartOf(
  { form, wallMs, zone }: ListedDate,
  seriesZone: string | undefined,
): number {
  if (seriesZone === undefined) return midnightOf(wallMs)
  return form === 'utc' ? wallMs : instantMsAt(zone ?? seriesZone, wallMs)
}
