import { wireMoment } from '#/contract/moment.ts'
import { array, dateTime, kind, object, string } from '#/contract/schema.ts'
import { type PlannedWork, plannedWork } from '#/jobs/inspection.ts'
import { notFound } from '#/kernel/errors.ts'
import { mayCall, operation } from './operation.ts'

const TimetableEntry = object('TimetableEntry', {
  name: string({ about: 'The name of the work.' }),
  pattern: string({ about: 'When it is done: a cron pattern, read in UTC.' }),
  nextAt: dateTime({ about: 'When it is done next.' }),
})

const Timetable = object('Timetable', {
  kind: kind('admin#timetable'),
  items: array(TimetableEntry),
})

const listTimetable = operation(
  {
    id: 'admin.timetable.list',
    http: 'GET /timetable',
    summary: 'Lists scheduled work and when it runs next.',
    reply: Timetable,
    roles: mayCall.seeServer,
  },
  async ({ database }) => ({
    kind: 'admin#timetable',
    items: (await plannedWork(database)).map(wireEntry),
  }),
)

const runEntry = operation(
  {
    id: 'admin.timetable.run',
    http: 'POST /timetable/{name}/run',
    summary: 'Enqueues scheduled work now, in addition to its schedule.',
    params: { name: string({ about: 'The name of the entry.', lengthMax: 100 }) },
    roles: mayCall.manageServer,
    audit: { object: 'timetable/{name}' },
  },
  async ({ params, runEntry }) => {
    if (!(await runEntry(params.name))) throw notFound('There is no such entry.')
  },
)

export const timetableOperations = [listTimetable, runEntry]

const wireEntry = ({ name, pattern, nextAtMs }: PlannedWork) => ({
  name,
  pattern,
  nextAt: wireMoment(nextAtMs),
})
