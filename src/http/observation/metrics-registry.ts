import { Counter, collectDefaultMetrics, Gauge, type Histogram, Registry } from 'prom-client'
import type { Metric } from '#/kernel/metric.ts'
import { bucketSeconds, type Tally } from './request-metrics.ts'

/** The sources of values that other parts keep. */
export interface MetricSources {
  readonly tallies: ReadonlyMap<string, Tally>
  readonly jobs: () => Promise<readonly { kind: string; state: string; count: number }[]>
  /** How long the job that has been due for longest has waited. */
  readonly jobDelayMs: () => Promise<number>
  /** How long the oldest unfinished job of each kind has been due. */
  readonly jobLagsMs: () => Promise<ReadonlyMap<string, number>>
  readonly database: () => Promise<DatabaseFigures>
  readonly quota: () => {
    readonly chargedUnits: number
    readonly refusedRequests: { readonly user: number; readonly client: number }
  }
  readonly services: readonly Metric[]
  readonly version: string
}

/** What is known of the database; what an engine does not have is absent. */
interface DatabaseFigures {
  readonly bytes: number
  readonly logBytes?: number
  readonly connections?: {
    readonly open: number
    readonly max: number
    readonly used: number
    readonly poolMax: number
  }
  readonly lockWaits?: { readonly count: number; readonly longestMs: number }
  readonly walBytes?: number
}

/** The text formats that scrapers understand. */
export type MetricsFormat = 'prometheus' | 'openMetrics'

/**
 * The metrics of this process in one format. Created by the first scrape, since loading the library takes
 * time; one registry for each format, since the library renames counters when it writes OpenMetrics.
 */
export function openRegistry(sources: MetricSources, format: MetricsFormat): Registry {
  const registry = new Registry()
  if (format === 'openMetrics') {
    // According to its types, the format of a registry cannot change.
    registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE as never)
  }
  collectDefaultMetrics({ register: registry })
  addBuildInfo(registry, sources)
  addRequestMetrics(registry, sources)
  addJobMetrics(registry, sources)
  addDatabaseMetrics(registry, sources)
  addQuotaMetrics(registry, sources)
  addMetrics(registry, sources)
  return registry
}

/** Always 1; the labels name the version. */
function addBuildInfo(registry: Registry, { version }: MetricSources): void {
  new Gauge({
    name: 'almanac_build_info',
    help: 'The version of Almanac and of Node.',
    labelNames: ['version', 'node'],
    registers: [registry],
  }).set({ version, node: process.versions.node }, 1)
}

function addRequestMetrics(registry: Registry, { tallies }: MetricSources): void {
  new Counter({
    name: 'almanac_requests_total',
    help: 'Requests answered, by operation and status.',
    labelNames: ['operation', 'status'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [operation, { byStatus }] of tallies) {
        for (const [status, count] of byStatus) this.inc({ operation, status }, count)
      }
    },
  })
  // The library's own histogram can only be filled one observation at a time.
  const durations = {
    name: 'almanac_request_seconds',
    help: 'How long requests took, by operation.',
    type: 'histogram',
    get: async () => ({ ...durations, values: [...tallies].flatMap(durationSamples) }),
  }
  registry.registerMetric(durations as unknown as Histogram)
}

function durationSamples([operation, { buckets, seconds }]: [string, Tally]) {
  let count = 0
  const samples = Array.from(buckets, (within, index) => {
    count += within
    return {
      metricName: 'almanac_request_seconds_bucket',
      labels: { operation, le: String(bucketSeconds[index] ?? '+Inf') },
      value: count,
    }
  })
  const labels = { operation }
  return [
    ...samples,
    { metricName: 'almanac_request_seconds_sum', labels, value: seconds },
    { metricName: 'almanac_request_seconds_count', labels, value: count },
  ]
}

function addJobMetrics(registry: Registry, { jobs, jobDelayMs, jobLagsMs }: MetricSources): void {
  const registers = [registry]
  new Gauge({
    name: 'almanac_jobs',
    help: 'Jobs in the queue, by kind and state.',
    labelNames: ['kind', 'state'],
    registers,
    async collect() {
      this.reset()
      for (const { kind, state, count } of await jobs()) this.set({ kind, state }, count)
    },
  })
  new Gauge({
    name: 'almanac_job_delay_seconds',
    help: 'How long the job that has been due for longest has waited.',
    registers,
    async collect() {
      this.set((await jobDelayMs()) / 1000)
    },
  })
  new Gauge({
    name: 'almanac_job_lag_seconds',
    help: 'How long the oldest job that waits or runs has been due, by kind.',
    labelNames: ['kind'],
    registers,
    async collect() {
      this.reset()
      for (const [kind, ms] of await jobLagsMs()) this.set({ kind }, ms / 1000)
    },
  })
}

function addDatabaseMetrics(registry: Registry, sources: MetricSources): void {
  const registers = [registry]
  // All metrics of a scrape are collected in the same turn, so that they share one look at the database.
  let reading: Promise<DatabaseFigures> | undefined
  const database = () => {
    reading ??= sources.database().finally(() => {
      reading = undefined
    })
    return reading
  }
  new Gauge({
    name: 'almanac_database_bytes',
    help: 'Size of the database (data) and, on SQLite, of its write-ahead log (log).',
    labelNames: ['part'],
    registers,
    async collect() {
      const { bytes, logBytes } = await database()
      this.set({ part: 'data' }, bytes)
      if (logBytes !== undefined) this.set({ part: 'log' }, logBytes)
    },
  })
  new Gauge({
    name: 'almanac_database_connections',
    help: 'Connections to PostgreSQL: of all processes (open, max) and of this one (used, poolMax).',
    labelNames: ['figure'],
    registers,
    async collect() {
      const { connections } = await database()
      for (const [figure, count] of Object.entries(connections ?? {})) this.set({ figure }, count)
    },
  })
  new Gauge({
    name: 'almanac_database_lock_waits',
    help: 'Transactions that wait for locks of PostgreSQL, of all processes.',
    registers,
    async collect() {
      this.set((await database()).lockWaits?.count ?? 0)
    },
  })
  new Gauge({
    name: 'almanac_database_lock_wait_seconds',
    help: 'How long the transaction that has waited for longest has waited for a lock of PostgreSQL.',
    registers,
    async collect() {
      this.set(((await database()).lockWaits?.longestMs ?? 0) / 1000)
    },
  })
  new Counter({
    name: 'almanac_database_wal_bytes_total',
    help: 'Bytes of write-ahead log that the PostgreSQL server has written.',
    registers,
    async collect() {
      this.reset()
      this.inc((await database()).walBytes ?? 0)
    },
  })
}

function addQuotaMetrics(registry: Registry, { quota }: MetricSources): void {
  const registers = [registry]
  new Counter({
    name: 'almanac_quota_units_total',
    help: 'Quota units charged by this process since it started.',
    registers,
    collect() {
      this.reset()
      this.inc(quota().chargedUnits)
    },
  })
  new Counter({
    name: 'almanac_quota_refusals_total',
    help: 'Requests that this process refused because a quota was used up, by whose quota it was.',
    labelNames: ['tier'],
    registers,
    collect() {
      const { user, client } = quota().refusedRequests
      this.reset()
      this.inc({ tier: 'user' }, user)
      this.inc({ tier: 'client' }, client)
    },
  })
}

function addMetrics(registry: Registry, { services }: MetricSources): void {
  for (const { name, help, kind, value, label } of services) {
    const labelNames = label === undefined ? [] : [label]
    const shared = { name, help, labelNames, registers: [registry] }
    const values = (): [Record<string, string>, number][] => {
      const present = value()
      if (typeof present === 'number') return [[{}, present]]
      return [...present].map(([text, number]) => [{ [label!]: text }, number])
    }
    if (kind === 'gauge') {
      new Gauge({
        ...shared,
        collect() {
          for (const [labels, number] of values()) this.set(labels, number)
        },
      })
    } else {
      new Counter({
        ...shared,
        collect() {
          this.reset()
          for (const [labels, number] of values()) this.inc(labels, number)
        },
      })
    }
  }
}
