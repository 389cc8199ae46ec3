import type { JobOutcome } from '#/jobs/inspection.ts'
import { badRequest, notFound } from '#/kernel/errors.ts'

/** Refuses what cannot be done with a job that there is not, or that is running. */
export function requireDone(outcome: JobOutcome): void {
  if (outcome === 'absent') throw notFound()
  if (outcome === 'running') throw badRequest('The job is running.')
}
