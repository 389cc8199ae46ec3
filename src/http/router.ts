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
import type { Endpoint, OperationAddress, WireRequest } from './wire.ts'

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
  /** The place in the order in which the routes were added. */
  readonly number: number
  readonly method: string
  readonly path: string
  readonly route: Match['route']
}

type RouteTable = ReturnType<typeof findMyWay>

/** The tables by their routes. All sites of a server have the same routes. */
const tables = new Map<string, RouteTable>()
const tablesMax = 100

/**
 * Finds the number of a route. Building tables takes milliseconds, so that sites with the same routes share
 * them: otherwise creating a world costs half as much again (`npm run bench worlds`).
 */
function routeTable(added: readonly AddedRoute[]): RouteTable {
  const routes = added.map(({ number, method, path }) => `${number} ${method} ${path}`).join('\n')
  const shared = tables.get(routes)
  if (shared !== undefined) return shared
  const table = findMyWay({
    ignoreTrailingSlash: true,
    ignoreDuplicateSlashes: true,
    maxParamLength: pathParamLengthMax,
    // Without a store, unlike all routes.
    onBadUrl: () => {},
  })
  for (const { number, method, path } of added) {
    // In an object, because the library treats a store of 0 as none.
    table.on(method as HTTPMethod, path, () => {}, { number })
  }
  if (tables.size >= tablesMax) tables.clear()
  tables.set(routes, table)
  return table
}

/** The first segment of a path or route; undefined if it can match several. */
const firstSegment = (path: string): string | undefined => /^\/+([\w.$-]*)(?:\/|$)/.exec(path)?.[1]

/** Finds the operation or endpoint for a method and path. */
export class Router {
  /** By method, then by path, because a combined key would have to be built for each request. */
  readonly #cached = new Map<string, Map<string, Match>>()
  readonly #added: AddedRoute[] = []
  readonly #operations = new Map<string, BoundOperation>()
  /**
   * Tables by the first segment of their routes: a start builds only that of the first request, which saves a
   * fourteenth of its CPU time (`npm run bench start`).
   */
  readonly #tables = new Map<string | undefined, RouteTable>()
  readonly #segments = new Set<string | undefined>()

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
      this.#operations.set(contract.id, bound)
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

  /** Finds the operation of a call whose path has not to be taken apart. */
  at({ operation, pathParams }: OperationAddress): Match | undefined {
    const route = this.#operations.get(operation)
    for (const name in pathParams) {
      if (pathParams[name]!.length > pathParamLengthMax) return undefined
    }
    return route && { route, pathParams, plainParams: undefined }
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
    const plain = path.replaceAll('%24', '$')
    const table = this.#tableFor(plain)
    const found = table.find(method as HTTPMethod, plain)
    if (found === null) return undefined
    if (found.store === null) return this.#findBadlyEncoded(table, { method, path })
    const { number } = found.store as { readonly number: number }
    const { route } = this.#added[number]!
    return { route, pathParams: found.params, plainParams: undefined }
  }

  /** Finds the endpoint for a path that cannot be decoded; only few take one. */
  #findBadlyEncoded(table: RouteTable, { method, path }: Record<'method' | 'path', string>): Match {
    const found = table.find(method as HTTPMethod, path.replaceAll('%', '%25'))
    const { number } = (found?.store ?? {}) as { readonly number?: number }
    const route = number === undefined ? undefined : this.#added[number]!.route
    if (route?.kind === 'endpoint' && route.takesAnyEncoding === true) {
      return { route, pathParams: found!.params, plainParams: undefined }
    }
    throw badRequest('The path is not well encoded.')
  }

  #add(method: string, path: string, route: Match['route']): void {
    this.#added.push({ number: this.#added.length, method, path, route })
    this.#segments.add(firstSegment(path))
    this.#tables.clear()
  }

  /** The table of all routes that a path can match. */
  #tableFor(path: string): RouteTable {
    const first = firstSegment(path)
    // No route begins with an empty segment but that of the root.
    const segment = this.#segments.has(first) || first === undefined ? first : ''
    const cached = this.#tables.get(segment)
    if (cached !== undefined) return cached
    const isPossible = (route: string | undefined) => route === undefined || route === segment
    const table = routeTable(
      segment === undefined
        ? this.#added
        : this.#added.filter((added) => isPossible(firstSegment(added.path))),
    )
    this.#tables.set(segment, table)
    return table
  }
}
