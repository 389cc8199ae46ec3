import findMyWay, { type HTTPMethod } from 'find-my-way'
import {
  type Api,
  type Call,
  type Caller,
  type Contract,
  type RoutedService,
  routeOf,
} from '#/contract/operation.ts'
import { badRequest } from '#/kernel/errors.ts'
import { after, type Soon } from './after.ts'
import type { FieldMask } from './response/fields.ts'
import type { Endpoint, WireRequest } from './wire.ts'

/**
 * Checks a request before anything else, and throws to reject it. The function that it returns checks the
 * caller, once known.
 */
export type Guard = (request: WireRequest) => ((caller: Caller) => Soon<void>) | undefined

/** An operation with what the pipeline derives from it once. */
export interface BoundOperation {
  readonly kind: 'operation'
  readonly contract: Contract
  readonly api: Api
  readonly scopes: readonly string[]
  readonly isRead: boolean
  readonly guard: Guard | undefined
  /** Compiled `fields` selections, cached because clients repeat the same few. */
  readonly masks: Map<string, FieldMask>
  readonly run: (call: Call) => Soon<unknown>
}

interface BoundEndpoint extends Endpoint {
  readonly kind: 'endpoint'
}

export interface Match {
  readonly route: BoundOperation | BoundEndpoint
  readonly pathParams: Readonly<Record<string, string | undefined>>
  /** The decoded parameters of a call without a query, cached on first use. */
  plainParams: Readonly<Record<string, unknown>> | undefined
}

// Longer than any id. The size of the headers is limited before.
const pathParamLengthMax = 16_384

const knownPathsMax = 5000
const knownPathLengthMax = 256

interface AddedRoute {
  readonly method: string
  readonly path: string
  readonly route: Match['route']
}

type RouteTable = ReturnType<typeof findMyWay>

/** The last table and its routes. All sites of a server have the same routes. */
let lastTable: { readonly routes: string; readonly table: RouteTable } | undefined

/**
 * Finds the number of a route. Building a table takes milliseconds, so that sites with the same routes share
 * it: otherwise creating a world costs half as much again (`npm run bench worlds`).
 */
function routeTable(added: readonly AddedRoute[]): RouteTable {
  const routes = added.map(({ method, path }) => `${method} ${path}`).join('\n')
  if (lastTable?.routes === routes) return lastTable.table
  const table = findMyWay({
    ignoreTrailingSlash: true,
    ignoreDuplicateSlashes: true,
    maxParamLength: pathParamLengthMax,
    // Without a store, unlike all routes.
    onBadUrl: () => {},
  })
  for (const [number, { method, path }] of added.entries()) {
    // In an object, because the library treats a store of 0 as none.
    table.on(method as HTTPMethod, path, () => {}, { number })
  }
  lastTable = { routes, table }
  return table
}

/** Finds the operation or endpoint for a method and path. */
export class Router {
  /** By method, then by path, because a combined key would have to be built for each request. */
  readonly #cached = new Map<string, Map<string, Match>>()
  readonly #added: AddedRoute[] = []
  #table: RouteTable | undefined

  addService(
    service: RoutedService,
    at: { basePathOf: (api: Api) => string; guard?: Guard | undefined },
  ): void {
    for (const { contract, handler } of service.operations) {
      const api = contract.api ?? service.api
      const { method, path } = routeOf(contract)
      const run = handler as (context: unknown) => Soon<unknown>
      const bound: BoundOperation = {
        kind: 'operation',
        contract,
        api,
        scopes: contract.scopes.map(({ uri }) => uri),
        isRead: method === 'GET',
        guard: at.guard,
        masks: new Map(),
        run: (call) => after(service.context(call, contract), run),
      }
      const route = at.basePathOf(api) + path.replace(/\{(\w+)\}/g, ':$1')
      this.#add(method, route, bound)
      if (contract.isDownload === true) this.#add(method, `/download${route}`, bound)
    }
  }

  addEndpoint(endpoint: Endpoint): void {
    this.#add(endpoint.method, endpoint.path, { kind: 'endpoint', ...endpoint })
  }

  /** Results are cached, because the same few paths are repeated. */
  find(method: string, path: string): Match | undefined {
    const cached = this.#cached.get(method)
    const found = cached?.get(path)
    if (found !== undefined) return found
    const match = this.#find(method, path)
    if (match !== undefined && path.length <= knownPathLengthMax) this.#keep(method, path, match)
    return match
  }

  /** Whether an operation or endpoint handles a path and query; the console handles the rest. */
  answers(path: string, query: URLSearchParams): boolean {
    const route = this.find('GET', path)?.route
    if (route === undefined) return false
    return route.kind === 'operation' || route.isFor === undefined || route.isFor(query)
  }

  #keep(method: string, path: string, match: Match): void {
    let cached = this.#cached.get(method)
    if (cached === undefined) {
      cached = new Map()
      this.#cached.set(method, cached)
    }
    if (cached.size >= knownPathsMax) cached.clear()
    cached.set(path, match)
  }

  #find(method: string, path: string): Match | undefined {
    // Some clients encode the dollar sign of a path.
    this.#table ??= routeTable(this.#added)
    const found = this.#table.find(method as HTTPMethod, path.replaceAll('%24', '$'))
    if (found === null) return undefined
    if (found.store === null) return this.#findBadlyEncoded(method, path)
    const { number } = found.store as { readonly number: number }
    const { route } = this.#added[number]!
    return { route, pathParams: found.params, plainParams: undefined }
  }

  /** Finds the endpoint for a path that cannot be decoded; only few take one. */
  #findBadlyEncoded(method: string, path: string): Match {
    const found = this.#table!.find(method as HTTPMethod, path.replaceAll('%', '%25'))
    const { number } = (found?.store ?? {}) as { readonly number?: number }
    const route = number === undefined ? undefined : this.#added[number]!.route
    if (route?.kind === 'endpoint' && route.takesAnyEncoding === true) {
      return { route, pathParams: found!.params, plainParams: undefined }
    }
    throw badRequest('The path is not well encoded.')
  }

  #add(method: string, path: string, route: Match['route']): void {
    this.#added.push({ method, path, route })
    this.#table = undefined
  }
}
