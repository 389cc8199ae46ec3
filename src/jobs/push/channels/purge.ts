import { limit, sql } from '#/storage/sql/sql.ts'
import { command } from '#/storage/sql/statement.ts'
import { type JobKind, retriesOfRecurringJobs } from '../../job.ts'
import { channels } from '../../tables.ts'

const kind = 'push.purge'
const channelsPerTransaction = 500

/** The job that deletes expired channels. */
export const channelPurge: JobKind = {
  kind,
  ...retriesOfRecurringJobs,
  timeoutMs: 3_600_000,
  run: async (_payload, { database, clock, signal }) => {
    let removed = channelsPerTransaction
    while (removed === channelsPerTransaction && !signal.aborted) {
      removed = await database.transaction((tx) =>
        tx.run(removeExpired, { now: clock.nowMs(), count: channelsPerTransaction }),
      )
    }
  },
}

export const channelPurgeTimes = { name: kind, pattern: '29 * * * *', kind }

const removeExpired = command<{ now: number; count: number }>(
  ({ count, now }) => sql`
  delete from ${channels} where key in (
    select key from ${channels} where expires_at <= ${now} ${limit(count)}
  )
`,
)
