import { jobCounts } from '#/jobs/inspection.ts'
import { JobCounts } from '../jobs.ts'
import { operation } from '../operation.ts'
import { mayCall } from '../roles.ts'
import { canManage } from '../scopes.ts'

export const count = operation(
  {
    id: 'admin.jobs.count',
    http: 'GET /jobs/counts',
    summary: 'Counts the jobs of each sort and state.',
    params: {},
    reply: JobCounts,
    scopes: canManage,
    roles: mayCall.seeServer,
    cost: 1,
  },
  async ({ database }) => ({
    kind: 'admin#jobCounts',
    items: (await jobCounts(database)).map(({ kind, ...rest }) => ({ type: kind, ...rest })),
  }),
)
