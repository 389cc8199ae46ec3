import { LRUCache } from 'lru-cache'
import type { Caller } from '#/contract/operation.ts'
import type { Clock } from '#/kernel/clock.ts'
import { ApiError } from '#/kernel/errors.ts'
import type { Log } from '#/kernel/log.ts'
import type { Tracer } from '#/kernel/tracing/tracer.ts'
import type { Match } from '../router.ts'
import type { WireReply, WireRequest } from '../wire.ts'
import type { RecordedBodies } from './recorded-bodies.ts'
import type { RequestLog } from './request-log.ts'
import type { RequestMetrics } from './request-metrics.ts'

/** A request in progress, and what is known about it. */
export interface Exchange {
  readonly request: WireRequest
  readonly began: number
  route: Match['route'] | undefined
  caller: Caller | undefined
}

/** An exchange that a part of the server answered by itself, such as sign-in. */
export interface MountedExchange {
  readonly operation: string
  readonly id: string
  readonly method: string
  readonly peer: string
  readonly began: number
  readonly status: number
}

interface ObserverContext {
  readonly log: Log
  readonly clock: Clock
  readonly metrics: RequestMetrics
  readonly requests: RequestLog
  /** Present if bodies are recorded, as in dev mode. */
  readonly bodies: RecordedBodies | undefined
  readonly tracer: Tracer | undefined
}

// Refusals with the same message belong to one outage unless more time passes between them.
const outageGapMs = 60_000
const outagesMax = 16

/** Logs and counts requests. */
export class Observer {
  readonly #context: ObserverContext
  /** The messages of recent refusals with 503. */
  readonly #outages = new LRUCache<string, true>({ max: outagesMax, ttl: outageGapMs })
  #count = 0

  constructor(context: ObserverContext) {
    this.#context = context
  }

  begin(request: WireRequest): Exchange {
    return { request, began: performance.now(), route: undefined, caller: undefined }
  }

  finishMounted({ operation, id, method, peer, began, status }: MountedExchange): void {
    const { log, metrics } = this.#context
    const durationMs = performance.now() - began
    metrics.count(operation, status, durationMs / 1000)
    log.request({ id, operation, method, status, durationMs, peer, userId: '', clientId: '' })
  }

  finish({ request, began, route, caller }: Exchange, reply: WireReply, failure: unknown): void {
    const { log, clock, metrics, requests, bodies, tracer } = this.#context
    const durationMs = performance.now() - began
    const operation = nameOf(route)
    const { status } = reply
    const { id, method, peer } = request
    metrics.count(operation, status, durationMs / 1000)
    tracer?.describe({
      name: operation,
      attributes: { 'http.response.status_code': status, 'almanac.request.id': id },
      isError: status >= 500,
    })
    const userId = caller?.kind === 'user' ? caller.userId : ''
    const clientId = caller === undefined || caller.kind === 'anonymous' ? '' : caller.clientId
    const reason = failure === undefined ? undefined : reasonOf(failure)
    if (requests.isOn && route?.kind !== 'endpoint' && request.localCaller === undefined) {
      const number = ++this.#count
      const atMs = clock.nowMs()
      requests.note({
        number,
        atMs,
        userId,
        clientId,
        operation,
        method,
        status,
        durationMs,
        reason,
      })
      if (userId !== '') bodies?.add(number, userId, { request, reply })
    }
    const isOutage = status === unavailableStatus && failure instanceof ApiError
    const isReturned = status === unavailableStatus && failure === undefined
    if (status < 500 || isOutage || isReturned) {
      log.request({ id, operation, method, status, durationMs, peer, userId, clientId, reason })
    } else {
      log.error('request failed', {
        requestId: id,
        operation,
        status,
        durationMs,
        userId,
        clientId,
        err: causeOf(failure),
      })
    }
    if (isOutage) this.#noteOutage(failure, { requestId: id, operation })
  }

  /** Logs the reason of refusals with 503, once per outage. */
  #noteOutage(failure: ApiError, fields: Readonly<Record<string, string>>): void {
    const { message } = failure
    const isKnown = this.#outages.has(message)
    this.#outages.set(message, true)
    if (isKnown) return
    this.#context.log.error('requests are refused at the moment', {
      ...fields,
      err: causeOf(failure),
    })
  }
}

const unavailableStatus = 503

const causeOf = (failure: unknown): unknown =>
  failure instanceof ApiError ? (failure.cause ?? failure) : failure

function nameOf(route: Match['route'] | undefined): string {
  if (route === undefined) return 'unknown'
  return route.kind === 'operation' ? route.contract.id : route.path
}

const reasonOf = (failure: unknown): string | undefined =>
  failure instanceof ApiError ? failure.refusals[0]?.reason : 'backendError'
