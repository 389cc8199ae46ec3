/**
 * The offsets of a zone over a stretch of time. `offsets[i]` holds from `instants[i]` until
 * `instants[i + 1]`; infinities at both ends spare every reader the question of bounds.
 */
export interface OffsetStretch {
  readonly offsets: readonly number[]
  readonly instants: readonly number[]
  /** The times on the wall clock from which `offsets[i]` is the one to subtract. */
  readonly walls: readonly number[]
}

/** Reads a stretch from the tz database of the runtime, with enough on both sides for any offset. */
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
    // The old offset is right for what the clock shows the first time when it is put back, and for
    // what it skips when it is put forward: that comes out later by as much as was skipped.
    walls.push(moment.epochMilliseconds + Math.max(before, after))
  }
  instants.push(Number.POSITIVE_INFINITY)
  walls.push(Number.POSITIVE_INFINITY)
  return { offsets, instants, walls }
}

/** Wall clocks are never further than this from UTC. */
const marginMs = 2 * 86_400_000

const transitionsPerStretchMax = 1_000

function offsetMs(moment: Temporal.ZonedDateTime): number {
  return moment.offsetNanoseconds / 1_000_000
}
