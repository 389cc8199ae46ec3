import type { Clock } from '#/kernel/clock.ts'
import type { Database } from '#/storage/port.ts'
import { chainWaiting, removeOldEntries } from './chain.ts'

const dayMs = 86_400_000

interface JobContext {
  readonly database: Database
  readonly clock: Clock
}

const common = {
  attemptsMax: 3,
  backoff: { firstMs: 10_000, factor: 3, capMs: 60_000, jitter: 0.5 },
  timeoutMs: 600_000,
  leaseMs: 60_000,
}

/** The jobs of the audit log. */
export const auditWork = (settings: { readonly auditKeepDays: number }) => ({
  jobs: [auditChain, auditPurge(settings)],
})

/** The job that moves what requests have written to the end of the chain. */
const auditChain = {
  ...common,
  kind: 'audit.chain',
  pattern: '* * * * *',
  run: (_payload: unknown, { database, clock }: JobContext) =>
    chainWaiting(database, clock.nowMs()),
}

/** The job that deletes entries after the retention period of the settings; 0 keeps all of them. */
const auditPurge = ({ auditKeepDays }: { readonly auditKeepDays: number }) => ({
  ...common,
  kind: 'audit.purge',
  pattern: '43 3 * * *',
  run: async (_payload: unknown, { database, clock }: JobContext) => {
    if (auditKeepDays > 0) await removeOldEntries(database, clock.nowMs() - auditKeepDays * dayMs)
  },
})
