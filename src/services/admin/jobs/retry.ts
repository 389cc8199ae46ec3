import { retryJob } from '#/jobs/inspection.ts'
import { jobId } from '../jobs.ts'
import { operation } from '../operation.ts'
import { mayCall } from '../roles.ts'
import { canManage } from '../scopes.ts'
import { requireDone } from './idle.ts'

export const retry = operation(
  {
    id: 'admin.jobs.retry',
    http: 'POST /jobs/{jobId}/retry',
    summary: 'Has a job done now; one that was given up gets all its attempts again.',
    params: { jobId },
    scopes: canManage,
    roles: mayCall.manageServer,
    audit: { object: 'jobs/{jobId}' },
    cost: 1,
  },
  async ({ params, database, clock }) => requireDone(await retryJob(database, clock, params.jobId)),
)
