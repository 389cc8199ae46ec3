import findMyWay, { type HTTPMethod } from 'find-my-way'
import {
  type Api,
  type Call,
  type Caller,
  type Contract,
  routeOf,
  type Service,
} from '#/contract/operation.ts'
import { badRequest } from '#/kernel/errors.ts'
import type { Soon } from './after.ts'
import type { FieldMask } from './fields.ts'
import type { Endpoint, WireRequest } from './wire.ts'

/**
 * Looks at a request before anything else does, and throws when it may not come in. What it gives
 * looks at who calls, once that is known.
 */
export type Guard = (request: WireRequest) => ((caller: Caller) => Soon<void>) | undefined

/** An operation with all that the pipeline needs to know of it, worked out once. */
export interface BoundOperation {
  readonly kind: 'operation'
  readonly contract: Contract
  readonly api: Api
  readonly scopes: readonly string[]
  readonly isRead: boolean
  readonly guard: Guard | undefined
  /** Compiled `fields` texts, kept because clients send the same few again and again. */
  readonly masks: Map<string, FieldMask>
  readonly run: (call: Call) => Soon<unknown>
}

export interface BoundEndpoint extends Endpoint {
  readonly kind: 'endpoint'
}

export interface Match {
  readonly route: BoundOperation | BoundEndpoint
  readonly pathParams: Readonly<Record<string, string | undefined>>
}

// Longer than any id; the head of a request is bounded before.
const pathParamLengthMax = 16_384

const knownPathsMax = 1000
const knownPathLengthMax = 256

/** Which operation or endpoint answers a method and path. */
export class Router {
  readonly #known = new Map<string, Match>()
  readonly #routes = findMyWay({
    ignoreTrailingSlash: true,
    ignoreDuplicateSlashes: true,
    maxParamLength: pathParamLengthMax,
    onBadUrl: () => {
      throw badRequest('The path is not well encoded.')
    },
  })

  addService(
    service: Service,
    at: { basePathOf: (api: Api) => string; guard?: Guard | undefined },
  ): void {
    for (const { contract, handler } of service.operations) {
      const api = contract.api ?? service.api
      const { method, path } = routeOf(contract)
      const run = handler as (given: unknown) => Soon<unknown>
      const bound: BoundOperation = {
        kind: 'operation',
        contract,
        api,
        scopes: contract.scopes.map(({ uri }) => uri),
        isRead: method === 'GET',
        guard: at.guard,
        masks: new Map(),
        run: (call) => run(service.given(call, contract)),
      }
      const route = at.basePathOf(api) + path.replace(/\{(\w+)\}/g, ':$1')
      this.#add(method, route, bound)
      if (contract.isDownload === true) this.#add(method, `/download${route}`, bound)
    }
  }

  addEndpoint(endpoint: Endpoint): void {
    this.#add(endpoint.method, endpoint.path, { kind: 'endpoint', ...endpoint })
  }

  /** The same few addresses come again and again, so what was found is kept for some of them. */
  find(method: string, path: string): Match | undefined {
    const key = method + path
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const match = this.#find(method, path)
    if (match !== undefined && path.length <= knownPathLengthMax) {
      if (this.#known.size >= knownPathsMax) this.#known.clear()
      this.#known.set(key, match)
    }
    return match
  }

  #find(method: string, path: string): Match | undefined {
    const found = this.#routes.find(method as HTTPMethod, path)
    if (found === null) return undefined
    if (found.store === null) found.handler(undefined as never, undefined as never, {}, null, {})
    return { route: found.store, pathParams: found.params }
  }

  #add(method: string, path: string, route: Match['route']): void {
    this.#routes.on(method as HTTPMethod, path, () => {}, route)
  }
}
