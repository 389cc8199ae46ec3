import { wireMoment } from '#/contract/moment.ts'
import { nextPageToken, pageOf, pageParams } from '#/contract/paging.ts'
import {
  about,
  array,
  dateTime,
  integer,
  kind,
  object,
  oneOf,
  optional,
  string,
  type TypeOf,
} from '#/contract/schema.ts'
import { type JobOutcome, jobCounts, jobsAfter, removeJob, retryJob } from '#/jobs/inspection.ts'
import type { JobView } from '#/jobs/store.ts'
import { badRequest, notFound } from '#/kernel/errors.ts'
import { mayCall, operation } from './operation.ts'

const jobState = oneOf('ready', 'running', 'dead')

const jobId = string({ about: 'The id of a job.', lengthMax: 64 })

const Job = object('Job', {
  kind: kind('admin#job'),
  id: string({ about: 'Names the job.' }),
  type: string({ about: 'The type of the job, such as `mail.send`.' }),
  state: jobState,
  attempts: integer({ about: 'The number of attempts.' }),
  dueAt: dateTime({ about: 'When it is, or was, to be done.' }),
  created: dateTime({ about: 'The time of the request.' }),
  lastError: string({ about: 'Why the last attempt failed.' }),
  diedAt: dateTime({ about: 'When it failed permanently.' }),
})

const JobList = object('JobList', {
  kind: kind('admin#jobs'),
  items: array(Job),
  nextPageToken,
})

const JobCount = object('JobCount', {
  type: string({ about: 'A sort of work.' }),
  state: jobState,
  count: integer({ about: 'The number of jobs.' }),
})

const JobCounts = object('JobCounts', {
  kind: kind('admin#jobCounts'),
  items: array(JobCount),
})

const listJobs = operation(
  {
    id: 'admin.jobs.list',
    http: 'GET /jobs',
    summary: 'Lists the waiting, running and dead jobs.',
    params: {
      type: optional(string({ about: 'Only this sort of work.', lengthMax: 100 })),
      state: optional(about('Only jobs in this state.', jobState)),
      ...pageParams,
    },
    reply: JobList,
    roles: mayCall.seeServer,
  },
  async ({ params, ...context }) => {
    const { type: kind, state } = params
    const { entries, next } = await pageOf(context, params, {
      collection: 'admin.jobs',
      filter: { kind, state },
      read: (page) => jobsAfter(context.database, { ...page, kind, state }),
      positionOf: ({ id }) => id,
    })
    return { kind: 'admin#jobs', items: entries.map(wireJob), ...next }
  },
)

const countJobs = operation(
  {
    id: 'admin.jobs.count',
    http: 'GET /jobs/counts',
    summary: 'Counts the jobs by type and state.',
    reply: JobCounts,
    roles: mayCall.seeServer,
  },
  async ({ database }) => ({
    kind: 'admin#jobCounts',
    items: (await jobCounts(database)).map(({ kind, ...rest }) => ({ type: kind, ...rest })),
  }),
)

const retry = operation(
  {
    id: 'admin.jobs.retry',
    http: 'POST /jobs/{jobId}/retry',
    summary: 'Runs a job now. The attempts of a dead job are reset.',
    params: { jobId },
    roles: mayCall.manageServer,
    audit: { object: 'jobs/{jobId}' },
  },
  async ({ params, database, clock }) =>
    requireChanged(await retryJob(database, clock, params.jobId)),
)

const deleteJob = operation(
  {
    id: 'admin.jobs.delete',
    http: 'DELETE /jobs/{jobId}',
    summary: 'Deletes a job that is not running.',
    params: { jobId },
    roles: mayCall.manageServer,
    audit: { object: 'jobs/{jobId}' },
  },
  async ({ params, database }) => requireChanged(await removeJob(database, params.jobId)),
)

export const jobOperations = [listJobs, countJobs, retry, deleteJob]

/** Refuses to change a job that does not exist or is running. */
function requireChanged(outcome: JobOutcome): void {
  if (outcome === 'absent') throw notFound()
  if (outcome === 'running') throw badRequest('The job is running.')
}

const wireJob = (job: JobView): TypeOf<typeof Job> => ({
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
