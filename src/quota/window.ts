/** The windows in which use is counted: a sliding minute, and a day that begins at midnight UTC. */
export const minuteMs = 60_000
export const dayMs = 86_400_000

/** What one subject has used, by units. */
export interface Use {
  readonly minuteUnits: number
  /** In the whole minute before the present one. */
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
  /** How long until the same charge would fit. */
  readonly waitMs: number
}

export const minuteStart = (nowMs: number) => Math.floor(nowMs / minuteMs) * minuteMs
export const dayStart = (nowMs: number) => Math.floor(nowMs / dayMs) * dayMs

/** Where the windows of a moment begin, as statements want them. */
export function startsAt(nowMs: number) {
  const minuteAt = minuteStart(nowMs)
  return { minuteAt, previousAt: minuteAt - minuteMs, dayAt: dayStart(nowMs) }
}

/** The units of the last sixty seconds, as if those of the previous minute had come evenly. */
export function slidingMinuteUnits(use: Use, nowMs: number): number {
  return use.minuteUnits + use.previousUnits * (1 - (nowMs % minuteMs) / minuteMs)
}

/** Why a charge does not fit under the ceilings; nothing when it does. */
export function overrun(
  use: Use,
  ceilings: Ceilings,
  charge: { units: number; nowMs: number },
): Overrun | undefined {
  const { units, nowMs } = charge
  // The day comes first, because it is the longer wait.
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
  // What can never fit waits as if it were as large as the ceiling.
  const room = Math.max(0, perMinute - units)
  if (use.minuteUnits <= room) {
    return fadedAfterMs(use.previousUnits, room - use.minuteUnits) - passedMs
  }
  return minuteMs - passedMs + fadedAfterMs(use.minuteUnits, room)
}

// How far into a minute the units of the minute before it weigh no more than what is allowed.
const fadedAfterMs = (units: number, allowed: number) =>
  units <= allowed ? 0 : minuteMs * (1 - allowed / units)
