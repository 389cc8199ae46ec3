import type { JobContext, JobKind } from '#/jobs/job.ts'
import type { CalendarParts } from './operation.ts'

type Parts = Pick<CalendarParts, 'rules' | 'lists' | 'syncTokenLifetimeMs'>

const kind = 'calendar.tombstonePurge'

/** The job that forgets what was removed, once no sync token is old enough to ask for it. */
export const tombstonePurge = ({ rules, lists, syncTokenLifetimeMs }: Parts): JobKind => ({
  kind,
  attemptsMax: 3,
  backoff: { firstMs: 10_000, factor: 3, capMs: 60_000, jitter: 0.5 },
  timeoutMs: 300_000,
  leaseMs: 60_000,
  run: (_payload: unknown, { database, clock }: JobContext) =>
    database.transaction(async (tx) => {
      const before = clock.nowMs() - syncTokenLifetimeMs
      await rules.purge(tx, before)
      await lists.purge(tx, before)
    }),
})

export const tombstonePurgeTimes = { name: kind, pattern: '43 3 * * *', kind }
