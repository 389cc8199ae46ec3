import type { Clock } from '#/kernel/clock.ts'
import type { Database } from '#/storage/port.ts'
import { repeatTransaction } from '#/storage/repeat-transaction.ts'
import type { OAuthClients } from './clients/oauth-clients.ts'
import type { Tokens } from './credentials/tokens.ts'
import { removeExpiredArtifacts } from './oauth/artifacts/artifacts.ts'
import { forgetOldFailures } from './sign-in/sign-in-failures.ts'

const dayMs = 86_400_000
// Until then, the client gets the error for an expired code instead of an unknown one.
const expiredArtifactMs = 10 * 60_000
const rowsMax = 1_000
/** How long a person can take to sign in with a client that registered itself. */
const unusedClientMs = dayMs
/** Clients that registered earlier may have been used, and their tokens may have expired. */
const clientAgeMaxMs = 8 * dayMs

const retries = {
  attemptsMax: 3,
  backoff: { firstMs: 10_000, factor: 3, capMs: 60_000, jitter: 0.5 },
  timeoutMs: 300_000,
  leaseMs: 60_000,
} as const

/** Deletes expired codes, sessions and interactions, and tokens a day after they expire. */
export const tokenPurge = (tokens: Tokens) => ({
  kind: 'auth.tokenPurge',
  pattern: '*/10 * * * *',
  ...retries,
  run: async (
    _payload: unknown,
    { database, clock, signal }: { database: Database; clock: Clock; signal: AbortSignal },
  ) => {
    await database.transaction((tx) => tokens.purge(tx, clock.nowMs() - dayMs))
    const expired = { before: clock.nowMs() - expiredArtifactMs, count: rowsMax }
    await repeatTransaction({ database, signal, rowsMax }, (tx) =>
      removeExpiredArtifacts(tx, expired),
    )
  },
})

/** Deletes failed sign-ins after a day. */
export const signInPurge = (clock: Clock) => ({
  kind: 'auth.signInPurge',
  pattern: '27 * * * *',
  ...retries,
  run: async (_payload: unknown, { database }: { database: Database }) => {
    await database.transaction((tx) => forgetOldFailures(tx, clock.nowMs()))
  },
})

/** Deletes clients that registered themselves and were not used within a day. */
export const clientPurge = (clients: OAuthClients) => ({
  kind: 'auth.clientPurge',
  pattern: '17 * * * *',
  ...retries,
  run: async (_payload: unknown, { clock }: { clock: Clock }) => {
    const nowMs = clock.nowMs()
    await clients.removeUnused({
      afterMs: nowMs - clientAgeMaxMs,
      beforeMs: nowMs - unusedClientMs,
    })
  },
})

/** The jobs that delete expired credentials. */
export const purgeWork = (context: {
  readonly tokens: Tokens
  readonly clock: Clock
  readonly oauthClients: OAuthClients
}) => ({
  jobs: [tokenPurge(context.tokens), signInPurge(context.clock), clientPurge(context.oauthClients)],
})
