import type { JobKind } from '#/jobs/job.ts'
import type { AdsDependencies } from '../operation.ts'

const kind = 'ads.reportPurge'
const reportsPerTransaction = 200

/** The job that deletes expired reports and their files. */
export const reportPurge = ({ reports, reportFiles, reportLimits }: AdsDependencies): JobKind => ({
  kind,
  attemptsMax: 3,
  backoff: { firstMs: 10_000, factor: 3, capMs: 60_000, jitter: 0.5 },
  timeoutMs: 3_600_000,
  leaseMs: 60_000,
  run: async (_payload, { database, clock, signal }) => {
    const before = clock.nowMs() - reportLimits.keepMs
    let expired: string[]
    do {
      expired = await database.transaction((tx) =>
        reports.expire(tx, before, reportsPerTransaction),
      )
      await reportFiles.remove(expired)
    } while (expired.length === reportsPerTransaction && !signal.aborted)
    await reportFiles.sweep((ids) => reports.existing(database, ids))
  },
})

export const reportPurgeTimes = { name: kind, pattern: '37 * * * *', kind }
