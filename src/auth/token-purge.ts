import type { Clock } from '#/kernel/clock.ts'
import type { Database } from '#/storage/port.ts'
import { removeExpiredArtifacts } from './oauth/artifacts.ts'
import type { Tokens } from './tokens.ts'

const dayMs = 86_400_000

/** The job that forgets tokens, codes and sessions a day after they have expired. */
export const tokenPurge = (tokens: Tokens) => ({
  kind: 'auth.tokenPurge',
  attemptsMax: 3,
  backoff: { firstMs: 10_000, factor: 3, capMs: 60_000, jitter: 0.5 },
  timeoutMs: 300_000,
  leaseMs: 60_000,
  run: (_payload: unknown, { database, clock }: { database: Database; clock: Clock }) =>
    database.transaction(async (tx) => {
      const before = clock.nowMs() - dayMs
      await tokens.purge(tx, before)
      await removeExpiredArtifacts(tx, before)
    }),
})

export const tokenPurgeTimes = {
  name: 'auth.tokenPurge',
  pattern: '17 * * * *',
  kind: 'auth.tokenPurge',
}
