import { wireMoment } from '#/contract/moment.ts'
import {
  array,
  dateTime,
  int64,
  integer,
  kind,
  number,
  object,
  type TypeOf,
  withDefault,
} from '#/contract/schema.ts'
import { mayCall, operation } from './operation.ts'

const MetricsPoint = object('MetricsPoint', {
  time: dateTime({ about: 'The end of the measured period.' }),
  requestsPerMinute: number({ about: 'Answered requests.' }),
  clientErrorsPerMinute: number({ about: 'Responses with a status from 400 to 499.' }),
  serverErrorsPerMinute: number({ about: 'Responses with a status of 500 or more.' }),
  p95Ms: number({
    about: '95 % of the responses took at most this long; absent without requests.',
  }),
  jobsWaiting: integer({ about: 'Jobs that wait.' }),
  jobsRunning: integer({ about: 'Jobs that run.' }),
  jobsFailed: integer({ about: 'Jobs that failed permanently.' }),
  databaseBytes: int64({ about: 'The size of the database.' }),
})

const MetricsHistory = object('MetricsHistory', {
  kind: kind('admin#metrics'),
  items: array(MetricsPoint, { about: 'The figures over time, the oldest first.' }),
})

const listMetrics = operation(
  {
    id: 'admin.metrics.list',
    http: 'GET /metrics',
    summary:
      'Returns requests, errors, latency, jobs and storage of the process that responds, over the last hours.',
    params: {
      hours: withDefault(
        1,
        integer({ about: 'How far back to go, up to a day.', minimum: 1, maximum: 24 }),
      ),
    },
    reply: MetricsHistory,
    roles: mayCall.seeHealth,
  },
  async ({ params, metricsHistory }) => ({
    kind: 'admin#metrics',
    items: (await metricsHistory.pointsOf(params.hours)).map(wirePoint),
  }),
)

export const metricsOperations = [listMetrics]

/** The figures of a span of time. */
export interface MetricsPointRecord {
  readonly atMs: number
  readonly requestsPerMinute: number
  readonly clientErrorsPerMinute: number
  readonly serverErrorsPerMinute: number
  readonly p95Ms?: number
  readonly jobs: { readonly ready: number; readonly running: number; readonly dead: number }
  readonly databaseBytes: number
}

const wirePoint = ({
  atMs,
  jobs,
  databaseBytes,
  ...point
}: MetricsPointRecord): TypeOf<typeof MetricsPoint> => ({
  time: wireMoment(atMs),
  ...point,
  jobsWaiting: jobs.ready,
  jobsRunning: jobs.running,
  jobsFailed: jobs.dead,
  databaseBytes: String(databaseBytes),
})
