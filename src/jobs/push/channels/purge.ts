import { repeatTransaction } from '#/storage/repeat-transaction.ts'
import { limit, sql } from '#/storage/sql/sql.ts'
import { command } from '#/storage/sql/statement.ts'
import { type JobKind, retriesOfRecurringJobs } from '../../job.ts'
import { channels } from '../../tables.ts'

const rowsMax = 500

/** The job that deletes expired channels. */
export const channelPurge: JobKind = {
  kind: 'push.purge',
  pattern: '29 * * * *',
  ...retriesOfRecurringJobs,
  timeoutMs: 3_600_000,
  run: async (_payload, { database, clock, signal }) => {
    await repeatTransaction({ database, signal, rowsMax }, (tx) =>
      tx.run(removeExpired, { now: clock.nowMs(), count: rowsMax }),
    )
  },
}

const removeExpired = command<{ now: number; count: number }>(
  ({ count, now }) => sql`
  delete from ${channels} where key in (
    select key from ${channels} where expires_at <= ${now} ${limit(count)}
  )
`,
)
