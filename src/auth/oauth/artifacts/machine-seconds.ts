import type { Clock } from '#/kernel/clock.ts'

/** Converts a time of the settable clock to machine time, which the provider uses. */
export function machineSecondsAt(clock: Clock, atMs: number): number {
  const leftMs = atMs - clock.nowMs()
  return leftMs <= 0 ? 1 : Math.ceil((clock.machineMs() + leftMs) / 1000)
}
