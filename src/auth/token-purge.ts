import type { Database } from '#/storage/port.ts'
import type { Tokens } from './tokens.ts'

/** The job that forgets expired tokens. */
export const tokenPurge = (tokens: Tokens) => ({
  kind: 'auth.tokenPurge',
  attemptsMax: 3,
  backoff: { firstMs: 10_000, factor: 3, capMs: 60_000, jitter: 0.5 },
  timeoutMs: 300_000,
  leaseMs: 60_000,
  run: (_payload: unknown, { database }: { database: Database }) => tokens.purge(database),
})

export const tokenPurgeTimes = {
  name: 'auth.tokenPurge',
  pattern: '17 * * * *',
  kind: 'auth.tokenPurge',
}
