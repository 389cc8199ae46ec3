import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { bucketSeconds, type Tally } from './request-metrics.ts'

/** A number for operators that a service counts or measures. */
interface ServiceMetric {
  readonly name: string
  readonly help: string
  readonly kind: 'counter' | 'gauge'
  readonly value: () => number
}

/** The sources of values that other parts keep. */
export interface MetricSources {
  readonly tallies: ReadonlyMap<string, Tally>
  readonly jobs: () => Promise<readonly { kind: string; state: string; count: number }[]>
  readonly quota: () => {
    readonly chargedUnits: number
    readonly refusedRequests: { readonly user: number; readonly client: number }
  }
  readonly services: () => readonly ServiceMetric[]
}

/** The metrics of this process, created on first use because loading the library takes time. */
export function openRegistry(sources: MetricSources): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  addRequestMetrics(registry, sources)
  addJobMetrics(registry, sources)
  addQuotaMetrics(registry, sources)
  addServiceMetrics(registry, sources)
  return registry
}

function addRequestMetrics(registry: Registry, { tallies }: MetricSources): void {
  const registers = [registry]
  new Counter({
    name: 'almanac_requests_total',
    help: 'Requests answered, by operation and status.',
    labelNames: ['operation', 'status'],
    registers,
    collect() {
      this.reset()
      for (const [operation, { byStatus }] of tallies) {
        for (const [status, count] of byStatus) this.inc({ operation, status }, count)
      }
    },
  })
  new Gauge({
    name: 'almanac_request_seconds_bucket',
    help: 'Requests answered within so many seconds, by operation.',
    labelNames: ['operation', 'le'],
    registers,
    collect() {
      for (const [operation, { buckets }] of tallies) {
        let within = 0
        for (const [index, count] of buckets.entries()) {
          within += count
          this.set({ operation, le: String(bucketSeconds[index] ?? '+Inf') }, within)
        }
      }
    },
  })
  new Gauge({
    name: 'almanac_request_seconds_sum',
    help: 'Seconds that all requests took together, by operation.',
    labelNames: ['operation'],
    registers,
    collect() {
      for (const [operation, { seconds }] of tallies) this.set({ operation }, seconds)
    },
  })
}

function addJobMetrics(registry: Registry, { jobs }: MetricSources): void {
  new Gauge({
    name: 'almanac_jobs',
    help: 'Jobs in the queue, by kind and state.',
    labelNames: ['kind', 'state'],
    registers: [registry],
    async collect() {
      this.reset()
      for (const { kind, state, count } of await jobs()) this.set({ kind, state }, count)
    },
  })
}

function addQuotaMetrics(registry: Registry, { quota }: MetricSources): void {
  const registers = [registry]
  new Gauge({
    name: 'almanac_quota_units',
    help: 'Quota units charged by this process since it started.',
    registers,
    collect() {
      this.set(quota().chargedUnits)
    },
  })
  new Gauge({
    name: 'almanac_quota_refusals',
    help: 'Requests refused by this process for want of quota, by whose it was.',
    labelNames: ['tier'],
    registers,
    collect() {
      const { user, client } = quota().refusedRequests
      this.set({ tier: 'user' }, user)
      this.set({ tier: 'client' }, client)
    },
  })
}

function addServiceMetrics(registry: Registry, { services }: MetricSources): void {
  for (const { name, help, kind, value } of services()) {
    const shared = { name, help, registers: [registry] }
    if (kind === 'gauge') {
      new Gauge({
        ...shared,
        collect() {
          this.set(value())
        },
      })
    } else {
      new Counter({
        ...shared,
        collect() {
          this.reset()
          this.inc(value())
        },
      })
    }
  }
}
