import { civilTimeText, hasNamedYear, msPerDay } from '../time/civil-date.ts'
import { instantMsAt, wallMsAt } from '../time/zone-offsets.ts'
import { readDateValue } from './rule.ts'
import { compileSeries } from './series.ts'

/** Whether a zone is UTC, which iCalendar writes without a TZID. */
export const isUtc = (zone: string): boolean =>
  /^(?:Etc\/)?(?:UTC|UCT|GMT|Universal|Zulu)$/i.test(zone)

/** The zones in recurrence lines. */
export const zonesIn = (stored: readonly string[]): string[] =>
  stored.flatMap((text) => /^[^:]*;TZID="?([^":;]+)/i.exec(text)?.[1] ?? [])

interface TimedStart {
  readonly zone: string
  readonly instantMs: number
}

/**
 * The recurrence lines of a series in the form that iCalendar requires: all values have the type of the start,
 * and UNTIL is in UTC (RFC 5545, 3.3.10 and 3.8.5). The API accepts other forms as well. The start is undefined
 * for all-day series.
 */
export function exportedRecurrence(
  stored: readonly string[],
  start: TimedStart | undefined,
): string[] {
  return stored.flatMap((line) => {
    const text = line.trim()
    const [, name, parameters, values] =
      /^(RDATE|EXDATE)((?:;[^:;"]*(?:"[^"]*")?)*):(.*)$/i.exec(text) ?? []
    if (values === undefined) return withExportedUntil(text, start)
    const dates = { name: name!, parameters: parameters!, values: values.split(',') }
    return start === undefined ? dateLine(dates) : timeLines(dates, start, stored)
  })
}

function withExportedUntil(rule: string, start: TimedStart | undefined): string {
  return rule.replace(/([:;]UNTIL=)(\d{8}(?:T\d{6}Z?)?)(?![^;])/i, (part, name, value) => {
    const { form, wallMs } = readDateValue(value)
    if (start === undefined) return `${name}${value.slice(0, 8)}`
    if (form === 'utc') return part
    const { zone } = start
    const isDate = form === 'date'
    const instantMs = isDate
      ? instantMsAt(zone, wallMs + msPerDay) - 1000
      : instantMsAt(zone, wallMs)
    return `${name}${hasNamedYear(instantMs) ? `${compactTime(instantMs)}Z` : '99991231T235959Z'}`
  })
}

interface Dates {
  /** RDATE or EXDATE. */
  readonly name: string
  readonly parameters: string
  readonly values: readonly string[]
}

const isDate = (value: string): boolean => /^\d{8}$/.test(value)

function dateLine({ name, parameters, values }: Dates): string {
  if (!values.every(isDate)) {
    return `${name};VALUE=DATE:${values.map((value) => value.slice(0, 8)).join(',')}`
  }
  const type = /;VALUE=/i.test(parameters) ? '' : ';VALUE=DATE'
  return `${name}${type}${parameters}:${values.join(',')}`
}

function timeLines(dates: Dates, start: TimedStart, stored: readonly string[]): string[] {
  const { name, parameters } = dates
  const days = dates.values.filter(isDate)
  const times = dates.values.filter((value) => !isDate(value))
  const walls = days.flatMap((day) => wallsOn(readDateValue(day).wallMs, { name, start, stored }))
  return [
    ...(times.length > 0 ? [timeLine({ name, parameters, values: times }, start.zone)] : []),
    ...(walls.length > 0
      ? [timeLine({ name, parameters: '', values: walls.map(compactTime) }, start.zone)]
      : []),
  ]
}

/** Floating times get the zone of the series. No line names UTC as its zone. */
function timeLine({ name, parameters, values }: Dates, zone: string): string {
  const text = values.join(',')
  const named = /;TZID="?([^":;]+)"?/i.exec(parameters)
  const isFloating = /T\d{6}(?!Z)/i.test(text)
  if (!isFloating || !isUtc(named?.[1] ?? zone)) {
    const own = isFloating && named === null ? `;TZID=${zone}` : ''
    return `${name}${parameters}${own}:${text}`
  }
  const others = parameters.replace(named?.[0] ?? '', '')
  return `${name}${others}:${text.replace(/(T\d{6})(?!Z)/gi, '$1Z')}`
}

interface Day {
  readonly name: string
  readonly start: TimedStart
  readonly stored: readonly string[]
}

const excludedPerDayMax = 100

/** What a date means in a timed series: its time of day, and for EXDATE all occurrences of that day. */
function wallsOn(dayMs: number, { name, start, stored }: Day): number[] {
  const { zone, instantMs } = start
  const startMs = wallMsAt(zone, instantMs)
  const wallMs = dayMs + (((startMs % msPerDay) + msPerDay) % msPerDay)
  if (name.toUpperCase() === 'RDATE') return [wallMs]
  const lines = stored.filter((line) => !/^\s*EXDATE/i.test(line))
  const seriesStart = { wallMs: startMs, zone, originalStart: instantMs }
  const occurrences = compileSeries(lines, seriesStart).originalStarts({
    from: instantMsAt(zone, dayMs),
    to: instantMsAt(zone, dayMs + msPerDay),
    limit: excludedPerDayMax,
  })
  return occurrences.length > 0
    ? occurrences.map((originalStart) => wallMsAt(zone, originalStart))
    : [wallMs]
}

const compactTime = (ms: number): string => civilTimeText(ms).replace(/[-:]/g, '')
