import { pageOf, pageParams } from '#/contract/paging.ts'
import { about, optional, string } from '#/contract/schema.ts'
import { jobsAfter } from '#/jobs/inspection.ts'
import { JobList, jobState, wireJob } from '../jobs.ts'
import { operation } from '../operation.ts'
import { mayCall } from '../roles.ts'
import { canManage } from '../scopes.ts'

export const list = operation(
  {
    id: 'admin.jobs.list',
    http: 'GET /jobs',
    summary: 'Lists the jobs that wait, run or were given up.',
    params: {
      type: optional(string({ about: 'Only this sort of work.', lengthMax: 100 })),
      state: optional(about('Only jobs in this state.', jobState)),
      ...pageParams,
    },
    reply: JobList,
    scopes: canManage,
    roles: mayCall.seeServer,
    cost: 1,
  },
  async ({ params, ...given }) => {
    const { type: kind, state } = params
    const { entries, next } = await pageOf(given, params, {
      collection: 'admin.jobs',
      filter: { kind, state },
      read: (page) => jobsAfter(given.database, { ...page, kind, state }),
      positionOf: ({ id }) => id,
    })
    return { kind: 'admin#jobs', items: entries.map(wireJob), ...next }
  },
)
