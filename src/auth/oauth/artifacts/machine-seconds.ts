import type { Clock } from '#/kernel/clock.ts'

/** The provider goes by the machine's clock, so that it is told by that when something expires by ours. */
export function machineSecondsAt(clock: Clock, atMs: number): number {
  const leftMs = atMs - clock.nowMs()
  return leftMs <= 0 ? 1 : Math.ceil((clock.machineMs() + leftMs) / 1000)
}
