import type { RandomBytes } from '#/kernel/randomness.ts'
import type { Backoff } from './job.ts'

/** How long a job waits after its failed attempt number `attempt`, which begins at 1. */
export function retryDelayMs(backoff: Backoff, attempt: number, randomBytes: RandomBytes): number {
  const grownMs = backoff.firstMs * backoff.factor ** (attempt - 1)
  const delayMs = Math.min(grownMs, backoff.capMs)
  return Math.round(delayMs * (1 - backoff.jitter * fraction(randomBytes)))
}

function fraction(randomBytes: RandomBytes): number {
  const [high = 0, low = 0] = randomBytes(2)
  return (high * 256 + low) / 65_536
}
