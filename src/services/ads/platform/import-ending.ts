import { type JobKind, retriesOfRecurringJobs } from '#/jobs/job.ts'
import type { PiecesContext } from './import-in-pieces.ts'

/** The job that completes large imports whose process has died. */
export const importEnding = (context: PiecesContext): JobKind => ({
  kind: 'ads.importEnding',
  pattern: '*/5 * * * *',
  ...retriesOfRecurringJobs,
  timeoutMs: 3_600_000,
  run: async () => {
    // Loaded on first use, so that a start does not load the importer.
    const { endImports } = await import('./import-in-pieces.ts')
    await endImports(context)
  },
})
