import type { JobKind } from '../../job.ts'
import type { Dispatcher } from '../dispatcher.ts'

/** The job that looks at some channels, so that each is looked at from time to time. */
export const channelSweep = (dispatchers: readonly Pick<Dispatcher, 'sweep'>[]): JobKind => ({
  kind: 'push.sweep',
  pattern: '* * * * *',
  attemptsMax: 1,
  backoff: { firstMs: 10_000, factor: 1, capMs: 10_000, jitter: 0.5 },
  timeoutMs: 60_000,
  leaseMs: 60_000,
  run: async () => {
    for (const dispatcher of dispatchers) await dispatcher.sweep()
  },
})
