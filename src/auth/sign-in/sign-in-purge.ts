import type { Clock } from '#/kernel/clock.ts'
import type { Database } from '#/storage/port.ts'
import { forgetOldFailures } from './sign-in-failures.ts'

/** The job that deletes failed sign-ins after a day. */
export const signInPurge = (clock: Clock) => ({
  kind: 'auth.signInPurge',
  attemptsMax: 3,
  backoff: { firstMs: 10_000, factor: 3, capMs: 60_000, jitter: 0.5 },
  timeoutMs: 300_000,
  leaseMs: 60_000,
  run: async (_payload: unknown, { database }: { database: Database }) => {
    await database.transaction((tx) => forgetOldFailures(tx, clock.nowMs()))
  },
})

export const signInPurgeTimes = {
  name: 'auth.signInPurge',
  pattern: '27 * * * *',
  kind: 'auth.signInPurge',
}
