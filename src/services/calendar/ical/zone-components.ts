import { VersionedCache } from '#/kernel/versioned-cache.ts'
import { isUtc, zonesIn } from '../recurrence/exported-lines.ts'
import { civilDateOf, civilTimeText, firstDayOfYear, msPerDay } from '../time/civil-date.ts'
import { isTimeZone, type OffsetStretch, readStretch } from '../time/zone-offsets.ts'
import type { PrintedMail } from './calendar-text.ts'
import { component, contentLine, instantMsOf, storedLine, zoneOf } from './content-lines.ts'

/** Zones of endless series are described this far ahead. */
const yearsAhead = 10
const yearLast = 9998

interface ZoneRange {
  readonly from: number
  readonly to: number
  /** Something continues after the range. */
  readonly isEndless: boolean
}

/** VTIMEZONE components for a range of time with some margin. */
export function zoneComponents(zones: Iterable<string>, range: ZoneRange): string[] {
  const fromYear = yearOf(range.from) - 1
  const toYear = Math.min(yearOf(range.to) + (range.isEndless ? yearsAhead : 1), yearLast)
  return [...zones]
    .filter((zone) => isTimeZone(zone) && !isUtc(zone))
    .map((zone) =>
      describedZones.of(`${zone} ${fromYear} ${toYear}`, () =>
        zoneComponent(zone, { from: yearStartMs(fromYear), to: yearStartMs(toYear + 1) }),
      ),
    )
}

const yearOf = (ms: number): number => civilDateOf(Math.floor(ms / msPerDay)).year
const yearStartMs = (year: number): number => firstDayOfYear(year) * msPerDay

/** Descriptions for whole years are cached, because creating one takes fifteen times as long as rendering an event. */
const describedZones = new VersionedCache<string>({ sizeMax: 500 })

const zoneComponent = (zone: string, { from, to }: Omit<ZoneRange, 'isEndless'>): string =>
  component('VTIMEZONE', [
    contentLine('tzid', {}, 'text', zone),
    ...observances(readStretch(zone, { from, to }), from),
  ])

/** The same for the zones of an event. */
export function zonesOfEvent({ event, zone, nowMs }: PrintedMail): string[] {
  const times = [event.start, event.end, event.originalStartTime].filter(
    (time) => time !== undefined,
  )
  const named = times.filter(({ date }) => date === undefined).map((time) => zoneOf(time, zone))
  const zones = new Set([...named, ...zonesIn(event.recurrence ?? [])])
  const moments = times.map(instantMsOf)
  const isEndless = (event.recurrence?.length ?? 0) > 0
  const to = Math.max(...moments, ...(isEndless ? [nowMs] : []))
  return zoneComponents(zones, { from: Math.min(...moments), to, isEndless })
}

/** One component per pair of offsets, with all its transitions. */
function observances({ offsets, instants }: OffsetStretch, fromMs: number): string[] {
  const changes = offsets.map((to, index) => {
    const from = offsets[index - 1] ?? to
    // Wall-clock time before the transition.
    return { from, to, wallMs: Math.max(instants[index]!, fromMs) + from }
  })
  const groups = Map.groupBy(changes, ({ from, to }) => `${from} ${to}`)
  return [...groups.values()].map((group) => observance(group))
}

function observance(
  changes: readonly { readonly from: number; readonly to: number; readonly wallMs: number }[],
): string {
  const { from, to } = changes[0]!
  const walls = changes.map(({ wallMs }) => civilTimeText(wallMs))
  return component(to > from ? 'DAYLIGHT' : 'STANDARD', [
    contentLine('dtstart', {}, 'date-time', walls[0]!),
    contentLine('tzoffsetfrom', {}, 'utc-offset', offsetText(from)),
    contentLine('tzoffsetto', {}, 'utc-offset', offsetText(to)),
    ...repetition(walls),
  ])
}

/**
 * A rule if there is one, else one RDATE line per transition, because some clients read only one date
 * per line.
 */
function repetition(walls: readonly string[]): string[] {
  const rule = yearlyRule(walls)
  if (rule !== undefined) return [storedLine(`RRULE:${rule}`)]
  return walls.slice(1).map((wall) => contentLine('rdate', {}, 'date-time', wall))
}

/** `+02:00`; historical offsets have seconds. */
function offsetText(offsetMs: number): string {
  const seconds = Math.abs(offsetMs) / 1_000
  const parts = [Math.trunc(seconds / 3600), Math.trunc(seconds / 60) % 60, seconds % 60]
  const texts = parts.map((part) => String(part).padStart(2, '0'))
  const shown = parts[2] === 0 ? texts.slice(0, 2) : texts
  return `${offsetMs < 0 ? '-' : '+'}${shown.join(':')}`
}

/** Fewer years could follow a pattern by chance. */
const yearsMin = 5

const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

/**
 * The yearly rule of wall-clock times, such as the last Sunday of March:
 * `FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU`. Undefined if there is none.
 */
function yearlyRule(walls: readonly string[]): string | undefined {
  const times = walls.map((wall) => Temporal.PlainDateTime.from(wall))
  const [first, ...later] = times
  if (first === undefined || times.length < yearsMin) return undefined
  const isYearly = later.every(
    (time, index) =>
      time.year === first.year + index + 1 &&
      time.month === first.month &&
      time.dayOfWeek === first.dayOfWeek &&
      time.toPlainTime().equals(first.toPlainTime()),
  )
  const week = isYearly ? weekOf(times) : undefined
  if (week === undefined) return undefined
  return `FREQ=YEARLY;BYMONTH=${first.month};BYDAY=${week}${weekdays[first.dayOfWeek - 1]}`
}

/** Which weekday of the month it is every year: -1 for the last. */
function weekOf(times: readonly Temporal.PlainDateTime[]): number | undefined {
  if (times.every(({ day, daysInMonth }) => day + 7 > daysInMonth)) return -1
  const weeks = new Set(times.map(({ day }) => Math.ceil(day / 7)))
  return weeks.size === 1 ? [...weeks][0] : undefined
}

/** Windows names of time zones. */
const windowsZones: Readonly<Record<string, string>> = {
  'Dateline Standard Time': 'Etc/GMT+12',
  'Hawaiian Standard Time': 'Pacific/Honolulu',
  'Alaskan Standard Time': 'America/Anchorage',
  'Pacific Standard Time': 'America/Los_Angeles',
  'US Mountain Standard Time': 'America/Phoenix',
  'Mountain Standard Time': 'America/Denver',
  'Central Standard Time': 'America/Chicago',
  'Central America Standard Time': 'America/Guatemala',
  'Eastern Standard Time': 'America/New_York',
  'SA Pacific Standard Time': 'America/Bogota',
  'Atlantic Standard Time': 'America/Halifax',
  'Newfoundland Standard Time': 'America/St_Johns',
  'E. South America Standard Time': 'America/Sao_Paulo',
  'Argentina Standard Time': 'America/Buenos_Aires',
  'Azores Standard Time': 'Atlantic/Azores',
  'GMT Standard Time': 'Europe/London',
  'Greenwich Standard Time': 'Atlantic/Reykjavik',
  'W. Europe Standard Time': 'Europe/Berlin',
  'Central Europe Standard Time': 'Europe/Budapest',
  'Central European Standard Time': 'Europe/Warsaw',
  'Romance Standard Time': 'Europe/Paris',
  'W. Central Africa Standard Time': 'Africa/Lagos',
  'GTB Standard Time': 'Europe/Bucharest',
  'FLE Standard Time': 'Europe/Kyiv',
  'E. Europe Standard Time': 'Europe/Chisinau',
  'Egypt Standard Time': 'Africa/Cairo',
  'Israel Standard Time': 'Asia/Jerusalem',
  'South Africa Standard Time': 'Africa/Johannesburg',
  'Turkey Standard Time': 'Europe/Istanbul',
  'Russian Standard Time': 'Europe/Moscow',
  'Arab Standard Time': 'Asia/Riyadh',
  'E. Africa Standard Time': 'Africa/Nairobi',
  'Iran Standard Time': 'Asia/Tehran',
  'Arabian Standard Time': 'Asia/Dubai',
  'Pakistan Standard Time': 'Asia/Karachi',
  'India Standard Time': 'Asia/Kolkata',
  'Bangladesh Standard Time': 'Asia/Dhaka',
  'SE Asia Standard Time': 'Asia/Bangkok',
  'China Standard Time': 'Asia/Shanghai',
  'Singapore Standard Time': 'Asia/Singapore',
  'Taipei Standard Time': 'Asia/Taipei',
  'W. Australia Standard Time': 'Australia/Perth',
  'Tokyo Standard Time': 'Asia/Tokyo',
  'Korea Standard Time': 'Asia/Seoul',
  'Cen. Australia Standard Time': 'Australia/Adelaide',
  'E. Australia Standard Time': 'Australia/Brisbane',
  'AUS Eastern Standard Time': 'Australia/Sydney',
  'New Zealand Standard Time': 'Pacific/Auckland',
}

/** Resolves a TZID to an IANA name; undefined if it is unknown. */
export function zoneNamed(
  tzid: string,
  declared: ReadonlyMap<string, string> = new Map(),
): string | undefined {
  // Some programs put a path in front of the name.
  const segments = tzid.split('/')
  const endings = [3, 2].map((count) => segments.slice(-count).join('/'))
  return [tzid, declared.get(tzid), windowsZones[tzid], ...endings].find(
    (name) => name !== undefined && isTimeZone(name),
  )
}
