import type { JobContext, JobKind, NewJob } from '#/jobs/job.ts'
import { repeatTransaction } from '#/storage/repeat-transaction.ts'
import type { BooksDependencies } from './operation.ts'

const kind = 'books.shelfSweep'
const rowsMax = 200

interface SweepPayload {
  readonly userId: string
  readonly keys: readonly number[]
}

/** Enqueues the removal of rows whose keys no shelf has anymore. */
export const sweepJob = (payload: SweepPayload): NewJob => ({ kind, payload })

/** The job that removes the rows of cleared and deleted shelves in batches. */
export const shelfSweep = ({
  shelves,
  contents,
}: Pick<BooksDependencies, 'shelves' | 'contents'>): JobKind => ({
  kind,
  attemptsMax: 10,
  backoff: { firstMs: 10_000, factor: 3, capMs: 600_000, jitter: 0.5 },
  timeoutMs: 3_600_000,
  leaseMs: 60_000,
  run: async (payload: unknown, { database, signal }: JobContext) => {
    const { userId, keys } = payload as SweepPayload
    for (const key of keys) {
      if (await shelves.hasKey(database, { userId, key })) continue
      await repeatTransaction({ database, signal, rowsMax }, (tx) =>
        contents.sweep(tx, { userId, key }, rowsMax),
      )
    }
  },
})
