import type { Clock } from '#/kernel/clock.ts'
import type { Database } from '#/storage/port.ts'
import { removeExpiredArtifacts } from '../oauth/artifacts/artifacts.ts'
import type { Tokens } from './tokens.ts'

const dayMs = 86_400_000
// Until then, the client gets the error for an expired code instead of an unknown one.
const artifactKeptMs = 10 * 60_000
const rowsPerTransactionMax = 1_000

/** The job that deletes expired codes, sessions and interactions, and tokens a day after they expire. */
export const tokenPurge = (tokens: Tokens) => ({
  kind: 'auth.tokenPurge',
  attemptsMax: 3,
  backoff: { firstMs: 10_000, factor: 3, capMs: 60_000, jitter: 0.5 },
  timeoutMs: 300_000,
  leaseMs: 60_000,
  run: async (
    _payload: unknown,
    { database, clock, signal }: { database: Database; clock: Clock; signal: AbortSignal },
  ) => {
    await database.transaction((tx) => tokens.purge(tx, clock.nowMs() - dayMs))
    const expired = { before: clock.nowMs() - artifactKeptMs, count: rowsPerTransactionMax }
    let removed: number
    do {
      signal.throwIfAborted()
      removed = await database.transaction((tx) => removeExpiredArtifacts(tx, expired))
    } while (removed === rowsPerTransactionMax)
  },
})

export const tokenPurgeTimes = {
  name: 'auth.tokenPurge',
  pattern: '*/10 * * * *',
  kind: 'auth.tokenPurge',
}
