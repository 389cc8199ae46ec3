import type { JobKind } from '../job.ts'
import { removeOldMails } from './store.ts'

const kind = 'mail.purge'
const mailsPerTransaction = 500
const dayMs = 86_400_000

/** The job that deletes old mail, except mail that is still to be sent. */
export const mailPurge = ({ mailKeepDays }: { readonly mailKeepDays: number }): JobKind => ({
  kind,
  attemptsMax: 3,
  backoff: { firstMs: 10_000, factor: 3, capMs: 60_000, jitter: 0.5 },
  timeoutMs: 3_600_000,
  leaseMs: 60_000,
  run: async (_payload, { database, clock, signal }) => {
    const before = clock.nowMs() - mailKeepDays * dayMs
    let removed = mailsPerTransaction
    while (removed === mailsPerTransaction && !signal.aborted) {
      removed = await database.transaction((tx) =>
        tx.run(removeOldMails, { before, count: mailsPerTransaction }),
      )
    }
  },
})

export const mailPurgeTimes = { name: kind, pattern: '13 4 * * *', kind }
