import { removeJob } from '#/jobs/inspection.ts'
import { jobId } from '../jobs.ts'
import { operation } from '../operation.ts'
import { mayCall } from '../roles.ts'
import { canManage } from '../scopes.ts'
import { requireDone } from './idle.ts'

export const delete_ = operation(
  {
    id: 'admin.jobs.delete',
    http: 'DELETE /jobs/{jobId}',
    summary: 'Removes a job that is not running, so that it is never done.',
    params: { jobId },
    scopes: canManage,
    roles: mayCall.manageServer,
    audit: { object: 'jobs/{jobId}' },
    cost: 1,
  },
  async ({ params, database }) => requireDone(await removeJob(database, params.jobId)),
)
