import { repeatTransaction } from '#/storage/repeat-transaction.ts'
import { type JobKind, retriesOfRecurringJobs } from '../job.ts'
import { removeOldMails } from './store.ts'

const rowsMax = 500
const dayMs = 86_400_000

/** The job that deletes old mail, except mail that is still to be sent. */
export const mailPurge = ({ mailKeepDays }: { readonly mailKeepDays: number }): JobKind => ({
  kind: 'mail.purge',
  pattern: '13 4 * * *',
  ...retriesOfRecurringJobs,
  timeoutMs: 3_600_000,
  run: async (_payload, { database, clock, signal }) => {
    const before = clock.nowMs() - mailKeepDays * dayMs
    await repeatTransaction({ database, signal, rowsMax }, (tx) =>
      tx.run(removeOldMails, { before, count: rowsMax }),
    )
  },
})
