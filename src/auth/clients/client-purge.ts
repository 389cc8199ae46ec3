import type { Clock } from '#/kernel/clock.ts'
import type { OAuthClients } from './oauth-clients.ts'

const dayMs = 86_400_000
/** How long a person can take to sign in for the first time. */
const unusedMsMax = dayMs
/** Older ones may have been used, and their tokens may have expired. */
const ageMsMax = 8 * dayMs

/** The job that deletes clients that registered themselves and were not used within a day. */
export const clientPurge = (clients: OAuthClients) => ({
  kind: 'auth.clientPurge',
  attemptsMax: 3,
  backoff: { firstMs: 10_000, factor: 3, capMs: 60_000, jitter: 0.5 },
  timeoutMs: 300_000,
  leaseMs: 60_000,
  run: async (_payload: unknown, { clock }: { clock: Clock }) => {
    const nowMs = clock.nowMs()
    await clients.removeUnused({ afterMs: nowMs - ageMsMax, beforeMs: nowMs - unusedMsMax })
  },
})

export const clientPurgeTimes = {
  name: 'auth.clientPurge',
  pattern: '17 * * * *',
  kind: 'auth.clientPurge',
}
