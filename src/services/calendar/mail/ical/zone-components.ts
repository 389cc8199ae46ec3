import { civilTimeText } from '../../domain/civil-text.ts'
import { isTimeZone } from '../../domain/time-zone.ts'
import { type OffsetStretch, readStretch } from '../../domain/zone-transitions.ts'
import type { PrintedMail } from './calendar-text.ts'
import { component, contentLine, storedLine } from './content-lines.ts'
import { instantMsOf, isUtc, zoneOf } from './moment-line.ts'
import { zonesIn } from './recurrence-lines.ts'
import { yearlyRule } from './yearly-rule.ts'

const yearMs = 366 * 86_400_000
/** A series may go on for ever; what is told of its zone does not. */
const yearsAhead = 10
const lastMs = Temporal.Instant.from('9998-12-31T00:00:00Z').epochMilliseconds

/** What other calendars need to know of every zone that the event names. */
export function zoneComponents({ event, zone, nowMs }: PrintedMail): string[] {
  const times = [event.start, event.end, event.originalStartTime].filter(
    (time) => time !== undefined,
  )
  const named = times.filter(({ date }) => date === undefined).map((time) => zoneOf(time, zone))
  const zones = new Set([...named, ...zonesIn(event.recurrence ?? [])])
  const moments = times.map(instantMsOf)
  const isSeries = (event.recurrence?.length ?? 0) > 0
  const lastMoment = Math.max(...moments, ...(isSeries ? [nowMs] : []))
  const range = {
    from: Math.min(...moments) - yearMs,
    to: Math.min(lastMoment + (isSeries ? yearsAhead : 1) * yearMs, lastMs),
  }
  return [...zones]
    .filter((name) => isTimeZone(name) && !isUtc(name))
    .map((name) => zoneComponent(name, range))
}

/** What other calendars need to know of one zone, for a part of time. */
export function zoneComponent(zone: string, range: { from: number; to: number }): string {
  return component('VTIMEZONE', [
    contentLine('tzid', {}, 'text', zone),
    ...observances(readStretch(zone, range), range.from),
  ])
}

/** One component for each way in which the offset changes, with all the times that it does so. */
function observances({ offsets, instants }: OffsetStretch, fromMs: number): string[] {
  const changes = offsets.map((to, index) => {
    const from = offsets[index - 1] ?? to
    // Told by the clock as it stood before.
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

/** A rule where there is one; some calendars read only one date of a line, so others get one each. */
function repetition(walls: readonly string[]): string[] {
  const rule = yearlyRule(walls)
  if (rule !== undefined) return [storedLine(`RRULE:${rule}`)]
  return walls.slice(1).map((wall) => contentLine('rdate', {}, 'date-time', wall))
}

/** `+02:00`; offsets of long ago have seconds. */
function offsetText(offsetMs: number): string {
  const seconds = Math.abs(offsetMs) / 1_000
  const parts = [Math.trunc(seconds / 3600), Math.trunc(seconds / 60) % 60, seconds % 60]
  const texts = parts.map((part) => String(part).padStart(2, '0'))
  const shown = parts[2] === 0 ? texts.slice(0, 2) : texts
  return `${offsetMs < 0 ? '-' : '+'}${shown.join(':')}`
}
