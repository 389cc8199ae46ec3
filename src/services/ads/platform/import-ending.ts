import type { JobKind } from '#/jobs/job.ts'
import type { PiecesContext } from './import-in-pieces.ts'

const kind = 'ads.importEnding'

/** The job that completes large imports whose process has died. */
export const importEnding = (context: PiecesContext): JobKind => ({
  kind,
  attemptsMax: 3,
  backoff: { firstMs: 10_000, factor: 3, capMs: 60_000, jitter: 0.5 },
  timeoutMs: 3_600_000,
  leaseMs: 60_000,
  run: async () => {
    // Loaded on first use, so that a start does not load the importer.
    const { endImports } = await import('./import-in-pieces.ts')
    await endImports(context)
  },
})

export const importEndingTimes = { name: kind, pattern: '*/5 * * * *', kind }
