import type { JobContext, JobKind } from '#/jobs/job.ts'
import type { CalendarDependencies } from '../operation.ts'

type Parts = Pick<CalendarDependencies, 'rules' | 'lists' | 'events' | 'syncTokenLifetimeMs'>

const kind = 'calendar.tombstonePurge'
const eventsPerTransaction = 500

/** The job that forgets what was removed, once no sync token is old enough to ask for it. */
export const tombstonePurge = ({ rules, lists, events, syncTokenLifetimeMs }: Parts): JobKind => ({
  kind,
  attemptsMax: 3,
  backoff: { firstMs: 10_000, factor: 3, capMs: 60_000, jitter: 0.5 },
  timeoutMs: 3_600_000,
  leaseMs: 60_000,
  run: async (_payload: unknown, { database, clock, signal }: JobContext) => {
    const before = clock.nowMs() - syncTokenLifetimeMs
    await database.transaction(async (tx) => {
      await rules.purge(tx, before)
      await lists.purge(tx, before)
    })
    let purged = eventsPerTransaction
    while (purged === eventsPerTransaction && !signal.aborted) {
      purged = await database.transaction((tx) => events.purge(tx, before, eventsPerTransaction))
    }
  },
})

export const tombstonePurgeTimes = { name: kind, pattern: '43 3 * * *', kind }
