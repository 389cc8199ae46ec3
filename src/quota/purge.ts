import type { Clock } from '#/kernel/clock.ts'
import type { Database } from '#/storage/port.ts'
import { repeatTransaction } from '#/storage/repeat-transaction.ts'
import { purgeSome, type Span } from './store.ts'
import { dayMs, minuteMs } from './window.ts'

const rowsMax = 1_000
const keptMs: Readonly<Record<Span, number>> = { minute: 10 * minuteMs, day: 7 * dayMs }

/** The job that deletes rows of past windows. */
export const quotaPurge = {
  kind: 'quota.purge',
  pattern: '*/10 * * * *',
  attemptsMax: 3,
  backoff: { firstMs: 10_000, factor: 3, capMs: 60_000, jitter: 0.5 },
  timeoutMs: 300_000,
  leaseMs: 60_000,
  run: async (
    _payload: unknown,
    { clock, database, signal }: { clock: Clock; database: Database; signal: AbortSignal },
  ): Promise<void> => {
    for (const span of ['minute', 'day'] as const) {
      const before = clock.nowMs() - keptMs[span]
      await repeatTransaction({ database, signal, rowsMax }, (tx) =>
        tx.run(purgeSome, { span, before, count: rowsMax }),
      )
    }
  },
}
