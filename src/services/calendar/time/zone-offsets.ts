import { VersionedCache } from '#/kernel/versioned-cache.ts'
import { daysPerCycle, firstDayOfYear, midnightIn, msPerDay, numberAt } from './civil-date.ts'

/** The wall-clock time of a zone at an instant, as ms since 1970-01-01T00:00 of that clock. */
export function wallMsAt(zone: string, instantMs: number): number {
  return instantMs + offsetMsAt(zone, instantMs)
}

/**
 * The instant of a wall-clock time. Times that are skipped are moved forward by the gap; of times
 * that occur twice, the first is meant.
 */
export function instantMsAt(zone: string, wallMs: number): number {
  const ms = tabulatedOffset(wallMs)
  const stretch = stretchAt(zone, ms)
  return wallMs - stretch.offsets[indexAt(stretch.walls, ms, stretch)]!
}

export function offsetMsAt(zone: string, instantMs: number): number {
  const ms = tabulatedOffset(instantMs)
  const stretch = stretchAt(zone, ms)
  return stretch.offsets[indexAt(stretch.instants, ms, stretch)]!
}

// In the tz database no offset changes before 1800, and individual years end before 2100. After that,
// each zone follows a fixed rule, which repeats with the calendar.
const tableStartMs = firstDayOfYear(1800) * msPerDay
const tableEndMs = firstDayOfYear(2500) * msPerDay
const cycleMs = daysPerCycle * msPerDay

/** A time within the tables with the same offset. */
function tabulatedOffset(ms: number): number {
  if (ms >= tableEndMs) return ms - cycleMs * (Math.floor((ms - tableEndMs) / cycleMs) + 1)
  return ms < tableStartMs ? tableStartMs : ms
}

interface CachedStretch extends OffsetStretch {
  readonly zone: string
  readonly number: number
  /** The index of the last lookup; the next one is usually near. */
  recent: number
}

/** A bit over four years, about ten transitions: read quickly, and rarely left. */
const stretchMs = 2 ** 37
/** Enough for all stretches of sixty zones, or the current ones of thousands. */
const stretchesMax = 10_000
const stretches = new Map<string, Map<number, CachedStretch>>()
let stretchCount = 0
let lastUsed: CachedStretch | undefined

function stretchAt(zone: string, ms: number): CachedStretch {
  const number = Math.floor(ms / stretchMs)
  if (lastUsed !== undefined && lastUsed.number === number && lastUsed.zone === zone)
    return lastUsed
  lastUsed = stretches.get(zone)?.get(number) ?? cacheStretch(zone, number)
  return lastUsed
}

function cacheStretch(zone: string, number: number): CachedStretch {
  const range = { from: number * stretchMs, to: (number + 1) * stretchMs }
  const stretch = { ...readStretch(zone, range), zone, number, recent: 0 }
  if (stretchCount >= stretchesMax) {
    stretches.clear()
    stretchCount = 0
  }
  const ofZone = stretches.get(zone) ?? new Map<number, CachedStretch>()
  stretches.set(zone, ofZone.set(number, stretch))
  stretchCount += 1
  return stretch
}

/** The last index whose start is not after the time. */
function indexAt(starts: readonly number[], ms: number, stretch: CachedStretch): number {
  let low = stretch.recent
  if (starts[low]! <= ms && ms < starts[low + 1]!) return low
  low = 0
  let high = starts.length - 1
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (starts[middle]! <= ms) low = middle
    else high = middle
  }
  stretch.recent = low
  return low
}

/**
 * The offsets of a zone over a range of time, each valid from its entry in `instants` to the next
 * one. Infinities at both ends make bounds checks unnecessary.
 */
export interface OffsetStretch {
  readonly offsets: readonly number[]
  readonly instants: readonly number[]
  /** The wall-clock times from which the offset of the same index has to be subtracted. */
  readonly walls: readonly number[]
}

/** Reads a range from the tz database of the runtime, with a margin for any offset. */
export function readStretch(zone: string, range: { from: number; to: number }): OffsetStretch {
  let moment = Temporal.Instant.fromEpochMilliseconds(range.from - marginMs).toZonedDateTimeISO(
    zone,
  )
  const offsets = [offsetMs(moment)]
  const instants = [Number.NEGATIVE_INFINITY]
  const walls = [Number.NEGATIVE_INFINITY]
  while (instants.length < transitionsPerStretchMax) {
    const next = moment.getTimeZoneTransition('next')
    if (next === null || next.epochMilliseconds >= range.to + marginMs) break
    moment = next
    const before = offsets.at(-1)!
    const after = offsetMs(moment)
    offsets.push(after)
    instants.push(moment.epochMilliseconds)
    // The old offset applies to times that occur twice, and to skipped times, which moves them forward
    // by the gap.
    walls.push(moment.epochMilliseconds + Math.max(before, after))
  }
  instants.push(Number.POSITIVE_INFINITY)
  walls.push(Number.POSITIVE_INFINITY)
  return { offsets, instants, walls }
}

/** No offset is larger. */
const marginMs = 2 * 86_400_000

const transitionsPerStretchMax = 1_000

function offsetMs(moment: Temporal.ZonedDateTime): number {
  return moment.offsetNanoseconds / 1_000_000
}

const cachedNames = new VersionedCache<string | undefined>({ sizeMax: 2_000 })

/** Whether the tz database of this runtime has the zone; offsets such as `+01:00` don't count. */
export const isTimeZone = (name: string): boolean => timeZoneNamed(name) !== undefined

/** The zone with the spelling of the tz database; undefined if it doesn't exist. */
export const timeZoneNamed = (name: string): string | undefined =>
  cachedNames.of(name, () => (/^[A-Za-z]/.test(name) ? zoneIn(name) : undefined))

function zoneIn(name: string): string | undefined {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return new Temporal.ZonedDateTime(0n, name).timeZoneId
  } catch {
    return undefined
  }
}

/** The instant of an RFC 3339 text; without an offset, it is a wall-clock time of the zone. */
export function instantIn(text: string, zone: string): number | undefined {
  if (!rfc3339.test(text)) return undefined
  // Leap seconds count as the second before, and fractions are ignored.
  const seconds = numberAt(text, 11) * 3600 + numberAt(text, 14) * 60
  const wallMs = midnightIn(text) + (seconds + Math.min(numberAt(text, 17), 59)) * 1000
  const offsetMs = offsetMsIn(text)
  return offsetMs === undefined ? instantMsAt(zone, wallMs) : wallMs - offsetMs
}

const rfc3339 = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:?\d\d)?$/

const minuteMs = 60_000
const secondsEnd = 19

/** The offset at the end of the text, if any. */
function offsetMsIn(text: string): number | undefined {
  if (text.endsWith('Z') || text.endsWith('z')) return 0
  const at = text.length - (text.at(-3) === ':' ? 6 : 5)
  const sign = text[at]
  if (at < secondsEnd || (sign !== '+' && sign !== '-')) return undefined
  const minutes = numberAt(text, at + 1) * 60 + numberAt(text, text.length - 2)
  return (sign === '-' ? -minutes : minutes) * minuteMs
}
