import { type JobKind, retriesOfRecurringJobs } from '#/jobs/job.ts'
import type { AdsDependencies } from '../operation.ts'

const reportsPerTransaction = 200

/** The job that deletes expired reports and their files. */
export const reportPurge = ({ reports, reportFiles, reportLimits }: AdsDependencies): JobKind => ({
  kind: 'ads.reportPurge',
  pattern: '37 * * * *',
  ...retriesOfRecurringJobs,
  timeoutMs: 3_600_000,
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
