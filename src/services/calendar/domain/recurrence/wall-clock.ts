import { msPerDay } from '../civil-date.ts'
import { instantMsAt, offsetMsAt, wallMsAt } from '../zone-offsets.ts'

/** Leads from the times on the wall clock of a series to its slots and back. */
export interface WallClock {
  /** A later time on the clock never gives a slot that is earlier by more than this. */
  readonly setbackMaxMs: number
  slotOf(wallMs: number): number
  wallOf(slot: number): number
  /** The times on the clock that have this slot: none, one, or two where the clock was put forward. */
  wallsOf(slot: number): readonly number[]
}

/** Whole days have no zone: a date is its own slot. */
export const dateClock: WallClock = {
  setbackMaxMs: 0,
  slotOf: (wallMs) => wallMs,
  wallOf: (slot) => slot,
  wallsOf: (slot) => [slot],
}

export function zoneClock(zone: string): WallClock {
  const slotOf = (wallMs: number) => instantMsAt(zone, wallMs)
  const wallOf = (slot: number) => wallMsAt(zone, slot)
  return {
    // The largest change of a clock known to the tz database: islands that went over the date line.
    setbackMaxMs: msPerDay,
    slotOf,
    wallOf,
    wallsOf: (slot) => {
      const shown = wallOf(slot)
      // What the clock would show had it not been changed in the last day.
      const unchanged = slot + offsetMsAt(zone, slot - msPerDay)
      if (unchanged === shown) return [shown]
      return [unchanged, shown].filter((wallMs) => slotOf(wallMs) === slot)
    },
  }
}

/** The same clock, but that a time which it shows twice is meant as the one that has the slot. */
export function withSlot(clock: WallClock, wallMs: number, slot: number): WallClock {
  if (clock.slotOf(wallMs) === slot) return clock
  return {
    ...clock,
    slotOf: (ms) => (ms === wallMs ? slot : clock.slotOf(ms)),
    wallsOf: (found) =>
      found === slot ? [wallMs] : clock.wallsOf(found).filter((ms) => ms !== wallMs),
  }
}
