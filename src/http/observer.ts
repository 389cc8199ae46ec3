import { Counter, Histogram, type Registry } from 'prom-client'
import { ApiError } from '#/kernel/errors.ts'
import type { Log } from '#/kernel/log.ts'
import type { Match } from './router.ts'
import type { WireReply, WireRequest } from './wire.ts'

export interface Finished {
  readonly request: WireRequest
  readonly reply: WireReply
  readonly route: Match['route'] | undefined
  readonly failure: unknown
}

/** The one place that logs and counts requests. */
export class Observer {
  readonly #log: Log
  readonly #requests: Counter<'operation' | 'status'>
  readonly #durations: Histogram<'operation'>
  /** Counters by operation and status, found once: looking labels up costs more than counting. */
  readonly #bound = new Map<
    string,
    { seconds: Histogram.Internal<'operation'>; byStatus: Map<number, Counter.Internal> }
  >()

  constructor(log: Log, registry: Registry) {
    this.#log = log
    this.#requests = new Counter({
      name: 'almanac_requests_total',
      help: 'Requests answered, by operation and status.',
      labelNames: ['operation', 'status'],
      registers: [registry],
    })
    this.#durations = new Histogram({
      name: 'almanac_request_seconds',
      help: 'Time from the whole request to its answer, by operation.',
      labelNames: ['operation'],
      buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
      registers: [registry],
    })
  }

  begin(): number {
    return performance.now()
  }

  finish(began: number, { request, reply, route, failure }: Finished): void {
    const durationMs = performance.now() - began
    const operation = nameOf(route)
    const { status } = reply
    this.#count(operation, status, durationMs / 1000)
    if (status >= 500) {
      const cause = failure instanceof ApiError ? (failure.cause ?? failure) : failure
      this.#log.error('request failed', { operation, status, durationMs, err: cause })
    } else {
      this.#log.info('request', {
        operation,
        method: request.method,
        status,
        durationMs: Math.round(durationMs * 1000) / 1000,
        peer: request.peer,
      })
    }
  }

  #count(operation: string, status: number, seconds: number): void {
    let bound = this.#bound.get(operation)
    if (bound === undefined) {
      bound = { seconds: this.#durations.labels(operation), byStatus: new Map() }
      this.#bound.set(operation, bound)
    }
    let counter = bound.byStatus.get(status)
    if (counter === undefined) {
      counter = this.#requests.labels(operation, String(status))
      bound.byStatus.set(status, counter)
    }
    counter.inc()
    bound.seconds.observe(seconds)
  }
}

function nameOf(route: Match['route'] | undefined): string {
  if (route === undefined) return 'unknown'
  return route.kind === 'operation' ? route.contract.id : route.path
}
