import { ApiError } from '#/kernel/errors.ts'
import { compileSeries } from '../recurrence/series.ts'
import { midnightIn } from '../time/civil-date.ts'
import { readStretch } from '../time/zone-offsets.ts'
import { type ComponentTree, propertyValue } from './component-tree.ts'
import type { FileZones } from './parse-event.ts'
import { zoneNamed } from './zone-components.ts'

/** How the zones of an object are resolved: by their names, or by what the object says about them. */
export function zonesOfObject({ components }: ComponentTree, floating: string): FileZones {
  const vevents = components.filter(({ name }) => name === 'VEVENT')
  const starts = vevents.map((one) => propertyValue(one, 'DTSTART') ?? '')
  return { named: describedZones(components, starts), floating }
}

/** Comparing a description with all zones takes milliseconds, and texts rarely describe more than a few. */
const describedMax = 10

/**
 * Resolves the zones of a text by their names, or by what its VTIMEZONEs say from the year on that the first of
 * its events starts in.
 */
export function describedZones(
  components: readonly ComponentTree[],
  starts: readonly string[],
): FileZones['named'] {
  const described = new Map(
    components
      .filter(({ name }) => name === 'VTIMEZONE')
      .map((one) => [propertyValue(one, 'TZID') ?? '', one]),
  )
  const years = starts.map((start) => Number.parseInt(start.slice(0, 4), 10))
  const year = years.reduce((first, one) => (one < first ? one : first), yearMax)
  const resolved = new Map<string, string | undefined>()
  let describedLeft = describedMax
  const zoneFor = (tzid: string): string | undefined => {
    const vtimezone = described.get(tzid)
    const standard = vtimezone === undefined ? zoneNamed(tzid) : declaredZone(vtimezone)
    if (standard !== undefined || vtimezone === undefined || describedLeft === 0) return standard
    describedLeft--
    return describedZone(vtimezone, year)
  }
  return (tzid) => {
    if (!resolved.has(tzid)) resolved.set(tzid, zoneFor(tzid))
    return resolved.get(tzid)
  }
}

/** The standard name of the zone of a VTIMEZONE; undefined if it is not known. */
export const zoneOf = (vtimezone: ComponentTree, year: number): string | undefined =>
  declaredZone(vtimezone) ?? describedZone(vtimezone, year)

/** The zone that a VTIMEZONE names, if it is a standard one. */
function declaredZone(vtimezone: ComponentTree): string | undefined {
  const tzid = propertyValue(vtimezone, 'TZID') ?? ''
  const location = propertyValue(vtimezone, 'X-LIC-LOCATION')
  return zoneNamed(tzid, new Map(location === undefined ? [] : [[tzid, location]]))
}

/** A change of the offset of a zone from UTC. */
interface Transition {
  readonly instantMs: number
  readonly offsetMs: number
}

/** What a zone does in the years that are compared. */
interface Offsets {
  readonly initialMs: number
  readonly transitions: readonly Transition[]
}

/** Zones that differ only in other years cannot be told apart; these come first. */
const usualZones: readonly string[] = [
  ...['UTC', 'Europe/London', 'Europe/Berlin', 'Europe/Helsinki', 'Europe/Istanbul'],
  ...['America/New_York', 'America/Chicago', 'America/Denver', 'America/Phoenix'],
  ...['America/Los_Angeles', 'America/Anchorage', 'America/Halifax', 'America/Sao_Paulo'],
  ...['Asia/Dubai', 'Asia/Kolkata', 'Asia/Bangkok', 'Asia/Shanghai', 'Asia/Tokyo'],
  ...['Australia/Sydney', 'Pacific/Auckland'],
]

const yearsCompared = 2
/** Some programs describe each year since the zone exists. */
const observancesMax = 500
/** The rules and dates of all observances. Most zones have two rules, and real dates are fewer than years. */
const [rulesMax, dateCharactersMax] = [20, 20_000]
const transitionsMax = 50
const [yearMin, yearMax] = [1970, 2100]

/**
 * The standard name of the zone that a VTIMEZONE describes: the first one with the same offsets in the year that
 * events start in and the next. Undefined if there is none.
 */
function describedZone(vtimezone: ComponentTree, year: number): string | undefined {
  const first = Math.min(Math.max(year, yearMin), yearMax)
  const range = { from: yearStartMs(first), to: yearStartMs(first + yearsCompared) }
  const described = offsetsIn(vtimezone, range)
  if (described === undefined) return undefined
  const offsetAt = (instantMs: number) =>
    described.transitions.findLast((one) => one.instantMs <= instantMs)?.offsetMs ??
    described.initialMs
  const moments = [range.from, range.from + (range.to - range.from) / 4]
  return [...usualZones, ...Intl.supportedValuesOf('timeZone')].find(
    (zone) =>
      moments.every((moment) => offsetMsIn(zone, moment) === offsetAt(moment)) &&
      hasTransitions(zone, described, range),
  )
}

interface Range {
  readonly from: number
  readonly to: number
}

/** Reading one offset is cheaper than the table of a zone, and rules out most of them. */
const offsetMsIn = (zone: string, instantMs: number): number =>
  Temporal.Instant.fromEpochMilliseconds(instantMs).toZonedDateTimeISO(zone).offsetNanoseconds / 1e6

const yearStartMs = (year: number): number => midnightIn(`${year}-01-01`)

function hasTransitions(zone: string, { transitions }: Offsets, range: Range): boolean {
  const { instants, offsets } = readStretch(zone, range)
  const own = offsets
    .map((offsetMs, at) => ({ offsetMs, instantMs: instants[at]! }))
    .filter(({ instantMs }) => isIn(instantMs, range))
  return (
    own.length === transitions.length &&
    own.every(({ instantMs, offsetMs }, at) => {
      const other = transitions[at]!
      return instantMs === other.instantMs && offsetMs === other.offsetMs
    })
  )
}

const isIn = (instantMs: number, { from, to }: Range): boolean =>
  from <= instantMs && instantMs < to

/** The offsets that a VTIMEZONE states for a range of time; undefined if it cannot be read. */
function offsetsIn({ components }: ComponentTree, range: Range): Offsets | undefined {
  const lines = components.flatMap(recurrenceLinesOf)
  const rules = lines.filter((line) => /^RRULE/i.test(line))
  const dateCharacters = lines.reduce((sum, { length }) => sum + length, 0)
  const isBounded =
    components.length <= observancesMax &&
    rules.length <= rulesMax &&
    rules.every((rule) => yearlyRule.test(rule)) &&
    dateCharacters <= dateCharactersMax
  if (!isBounded) return undefined
  const observed = components.map((one) => observanceTransitions(one, range))
  if (observed.includes(undefined)) return undefined
  const ordered = (observed as Observed[][])
    .flat()
    .sort((one, other) => one.instantMs - other.instantMs)
  if (ordered.length === 0) return undefined
  const before = ordered.filter(({ instantMs }) => instantMs < range.from)
  const within = ordered.filter(({ instantMs }) => isIn(instantMs, range))
  const initialMs = before.at(-1)?.offsetMs ?? ordered[0]!.formerMs
  const transitions = within.filter(({ formerMs, offsetMs }) => formerMs !== offsetMs)
  return { initialMs, transitions }
}

/** Zones change at most a few times a year, on some days of some months. */
const yearlyRule = /^RRULE:(?!.*BY(?:SECOND|MINUTE|HOUR|SETPOS|WEEKNO)=).*FREQ=YEARLY(?:;|$)/i

const recurrenceLinesOf = ({ lines }: ComponentTree): string[] =>
  lines.filter((line) => /^(?:RRULE|RDATE)[;:]/i.test(line))

interface Observed extends Transition {
  readonly formerMs: number
}

/** When an observance (STANDARD or DAYLIGHT) begins, from the last time before a range to its end. */
function observanceTransitions(observance: ComponentTree, range: Range): Observed[] | undefined {
  const formerMs = offsetIn(propertyValue(observance, 'TZOFFSETFROM'))
  const offsetMs = offsetIn(propertyValue(observance, 'TZOFFSETTO'))
  const startMs = wallIn(propertyValue(observance, 'DTSTART'))
  if (formerMs === undefined || offsetMs === undefined || startMs === undefined) return undefined
  const walls = wallsOf(recurrenceLinesOf(observance), startMs, range)
  return walls?.map((wallMs) => ({ instantMs: wallMs - formerMs, formerMs, offsetMs }))
}

/** Rules are followed as if the wall clock were that of UTC. */
function wallsOf(lines: readonly string[], startMs: number, { from, to }: Range) {
  if (lines.length === 0) return [startMs]
  try {
    const series = compileSeries(lines, { wallMs: startMs, zone: 'UTC' })
    const end = Math.min(to, (series.lastStart ?? to) + 1)
    const start = Math.min(from, end) - beforeMs
    const starts = series.originalStarts({ from: start, to: end, limit: transitionsMax })
    return starts.length < transitionsMax ? starts : undefined
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}

/** The last transition of a yearly rule is not longer ago. */
const beforeMs = 2 * 366 * 86_400_000

/** `+0530`, in ms. */
function offsetIn(text: string | undefined): number | undefined {
  const [, sign, hours, minutes, seconds = 0] = /^([+-])(\d\d)(\d\d)(\d\d)?$/.exec(text ?? '') ?? []
  if (sign === undefined) return undefined
  const total = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)
  return (sign === '-' ? -total : total) * 1_000
}

/** `20260329T020000`, as ms of the wall clock. */
function wallIn(text: string | undefined): number | undefined {
  const [, year, month, day, hours, minutes, seconds] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z?$/.exec(text ?? '') ?? []
  if (year === undefined) return undefined
  const time = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)
  return midnightIn(`${year}-${month}-${day}`) + time * 1_000
}
