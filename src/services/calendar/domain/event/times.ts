import type { EventDateTime } from '../../schemas/event.ts'
import { civilDateText, civilTimeText } from '../civil-text.ts'
import { offsetMsAt } from '../zone-offsets.ts'
import { hasNamedYear } from './moment.ts'

/** When an event is. */
export type EventTimes = TimedTimes | WholeDays

export interface TimedTimes {
  readonly isAllDay: false
  /** Instants in milliseconds since 1970. */
  readonly startMs: number
  readonly endMs: number
  readonly startZone: string
  readonly endZone: string
}

export interface WholeDays {
  readonly isAllDay: true
  /** The midnights of the first day and of the day after the last, as if they were in UTC. */
  readonly startMs: number
  readonly endMs: number
}

/** Whether two events are at the same time, in the same zones. */
export function isSameTimes(one: EventTimes, other: EventTimes): boolean {
  if (one.startMs !== other.startMs || one.endMs !== other.endMs) return false
  if (one.isAllDay || other.isAllDay) return one.isAllDay === other.isAllDay
  return one.startZone === other.startZone && one.endZone === other.endZone
}

/** The start and end of an event as they are shown in a zone. */
export const shownTimes = (
  times: EventTimes,
  zone: string,
): { readonly start: EventDateTime; readonly end: EventDateTime } =>
  times.isAllDay
    ? { start: shownDate(times.startMs), end: shownDate(times.endMs) }
    : {
        start: shownTime(times.startMs, { zone, ownZone: times.startZone }),
        end: shownTime(times.endMs, { zone, ownZone: times.endZone }),
      }

export const shownDate = (ms: number): EventDateTime => ({ date: civilDateText(ms) })

/** A time with the offset of the zone it is shown in, and the name of the zone it belongs to. */
export const shownTime = (
  instantMs: number,
  { zone, ownZone }: { readonly zone: string; readonly ownZone: string },
): EventDateTime => ({ dateTime: dateTimeText(instantMs, zone), timeZone: ownZone })

/**
 * `2026-05-01T15:00:00+02:00`, and `Z` where the offset is zero. Offsets of long ago that are not
 * whole minutes have no form on the wire, nor have years of five digits: such times are shown in UTC.
 */
export function dateTimeText(instantMs: number, zone: string): string {
  const offsetMs = offsetMsAt(zone, instantMs)
  const wallMs = instantMs + offsetMs
  if (offsetMs === 0 || offsetMs % minuteMs !== 0 || !hasNamedYear(wallMs)) {
    return civilTimeText(instantMs, 'Z')
  }
  return civilTimeText(wallMs, offsetText(offsetMs / minuteMs))
}

const minuteMs = 60_000
const knownOffsets = new Map<number, string>()

// There are few offsets, so each of them is written once.
function offsetText(minutes: number): string {
  let text = knownOffsets.get(minutes)
  if (text === undefined) {
    const pad = (number: number) => String(Math.trunc(Math.abs(number))).padStart(2, '0')
    text = `${minutes < 0 ? '-' : '+'}${pad(minutes / 60)}:${pad(minutes % 60)}`
    knownOffsets.set(minutes, text)
  }
  return text
}
