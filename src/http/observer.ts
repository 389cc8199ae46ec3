import { ApiError } from '#/kernel/errors.ts'
import type { Log } from '#/kernel/log.ts'
import type { RequestMetrics } from './request-metrics.ts'
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
  readonly #metrics: RequestMetrics

  constructor(log: Log, metrics: RequestMetrics) {
    this.#log = log
    this.#metrics = metrics
  }

  begin(): number {
    return performance.now()
  }

  finish(began: number, { request, reply, route, failure }: Finished): void {
    const durationMs = performance.now() - began
    const operation = nameOf(route)
    const { status } = reply
    this.#metrics.count(operation, status, durationMs / 1000)
    if (status >= 500) {
      const cause = failure instanceof ApiError ? (failure.cause ?? failure) : failure
      this.#log.error('request failed', { operation, status, durationMs, err: cause })
    } else {
      const { method, peer } = request
      this.#log.request({ operation, method, status, durationMs, peer })
    }
  }
}

function nameOf(route: Match['route'] | undefined): string {
  if (route === undefined) return 'unknown'
  return route.kind === 'operation' ? route.contract.id : route.path
}
