/** The windows in which use is counted: a sliding minute, and a day that begins at midnight UTC. */
export const minuteMs = 60_000
export const dayMs = 86_400_000

/** The units that a subject has used. */
export interface Use {
  readonly minuteUnits: number
  /** In the previous minute. */
  readonly previousUnits: number
  readonly dayUnits: number
}

/** What a subject may use; `Infinity` sets no limit. */
export interface Ceilings {
  readonly perMinute: number
  readonly perDay: number
}

export interface Overrun {
  readonly span: 'minute' | 'day'
  /** How long until the same charge would be accepted. */
  readonly waitMs: number
}

export const minuteStart = (nowMs: number) => Math.floor(nowMs / minuteMs) * minuteMs
export const dayStart = (nowMs: number) => Math.floor(nowMs / dayMs) * dayMs

/** When the windows of a time start, as arguments of statements. */
export function startsAt(nowMs: number) {
  const minuteAt = minuteStart(nowMs)
  return { minuteAt, previousAt: minuteAt - minuteMs, dayAt: dayStart(nowMs) }
}

/** The units of the last sixty seconds, assuming that those of the previous minute were spent evenly. */
export function slidingMinuteUnits(use: Use, nowMs: number): number {
  return use.minuteUnits + use.previousUnits * (1 - (nowMs % minuteMs) / minuteMs)
}

/** The limit that a charge exceeds; undefined if none. */
export function overrun(
  use: Use,
  ceilings: Ceilings,
  charge: { units: number; nowMs: number },
): Overrun | undefined {
  const { units, nowMs } = charge
  // The day is checked first, because its wait is longer.
  if (use.dayUnits + units > ceilings.perDay) {
    return { span: 'day', waitMs: dayMs - (nowMs % dayMs) }
  }
  if (slidingMinuteUnits(use, nowMs) + units > ceilings.perMinute) {
    return { span: 'minute', waitMs: minuteWaitMs(use, ceilings.perMinute, charge) }
  }
  return undefined
}

function minuteWaitMs(
  use: Use,
  perMinute: number,
  { units, nowMs }: { units: number; nowMs: number },
): number {
  const passedMs = nowMs % minuteMs
  // A charge larger than the limit waits as long as one of the size of the limit.
  const room = Math.max(0, perMinute - units)
  if (use.minuteUnits <= room) {
    return fadedAfterMs(use.previousUnits, room - use.minuteUnits) - passedMs
  }
  return minuteMs - passedMs + fadedAfterMs(use.minuteUnits, room)
}

// When the weighted units of the previous minute fall to what is allowed.
const fadedAfterMs = (units: number, allowed: number) =>
  units <= allowed ? 0 : minuteMs * (1 - allowed / units)
