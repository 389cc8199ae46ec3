import { plannedWork } from '#/jobs/inspection.ts'
import { Timetable, wireEntry } from '../jobs.ts'
import { operation } from '../operation.ts'
import { mayCall } from '../roles.ts'
import { canManage } from '../scopes.ts'

export const list = operation(
  {
    id: 'admin.timetable.list',
    http: 'GET /timetable',
    summary: 'Lists the work that is done again and again, and when it is done next.',
    params: {},
    reply: Timetable,
    scopes: canManage,
    roles: mayCall.seeServer,
    cost: 1,
  },
  async ({ database }) => ({
    kind: 'admin#timetable',
    items: (await plannedWork(database)).map(wireEntry),
  }),
)
