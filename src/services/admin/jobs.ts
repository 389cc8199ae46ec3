import {
  array,
  dateTime,
  integer,
  kind,
  object,
  oneOf,
  string,
  type TypeOf,
} from '#/contract/schema.ts'
import type { JobView, PlannedWork } from '#/jobs/inspection.ts'
import { wireMoment } from './schemas/moment.ts'

export const jobState = oneOf('ready', 'running', 'dead')

export const jobId = string({ about: 'The id of a job.', lengthMax: 64 })

const Job = object('Job', {
  kind: kind('admin#job'),
  id: string({ about: 'Names the job.' }),
  type: string({ about: 'What sort of work it is, such as `mail.send`.' }),
  state: jobState,
  attempts: integer({ about: 'How often it was begun.' }),
  dueAt: dateTime({ about: 'When it is, or was, to be done.' }),
  created: dateTime({ about: 'When it was asked for.' }),
  lastError: string({ about: 'Why the last attempt failed.' }),
  diedAt: dateTime({ about: 'When it was given up.' }),
})

export const JobList = object('JobList', {
  kind: kind('admin#jobs'),
  items: array(Job),
  nextPageToken: string({ about: 'Asks for the next page; absent on the last one.' }),
})

const JobCount = object('JobCount', {
  type: string({ about: 'A sort of work.' }),
  state: jobState,
  count: integer({ about: 'How many there are.' }),
})

export const JobCounts = object('JobCounts', {
  kind: kind('admin#jobCounts'),
  items: array(JobCount),
})

const TimetableEntry = object('TimetableEntry', {
  name: string({ about: 'What is done.' }),
  pattern: string({ about: 'When it is done: a cron pattern, read in UTC.' }),
  nextAt: dateTime({ about: 'When it is done next.' }),
})

export const Timetable = object('Timetable', {
  kind: kind('admin#timetable'),
  items: array(TimetableEntry),
})

export const wireJob = (job: JobView): TypeOf<typeof Job> => ({
  kind: 'admin#job',
  id: job.id,
  type: job.kind,
  state: job.state,
  attempts: job.attempts,
  dueAt: wireMoment(job.dueAtMs),
  created: wireMoment(job.createdAtMs),
  ...(job.lastError !== null && { lastError: job.lastError }),
  ...(job.finishedAtMs !== null && { diedAt: wireMoment(job.finishedAtMs) }),
})

export const wireEntry = ({ name, pattern, nextAtMs }: PlannedWork) => ({
  name,
  pattern,
  nextAt: wireMoment(nextAtMs),
})
