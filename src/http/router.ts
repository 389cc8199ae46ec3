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
  /** The parameters as they are without a query, once somebody has asked for them so. */
  plainParams: Readonly<Record<string, unknown>> | undefined
}

// Longer than any id; the head of a request is bounded before.
const pathParamLengthMax = 16_384

const knownPathsMax = 5000
const knownPathLengthMax = 256

interface AddedRoute {
  readonly method: string
  readonly path: string
  readonly route: Match['route']
}

type RouteTable = ReturnType<typeof findMyWay>

/** The table that was made last, with the routes it has. All sites of a server have the same ones. */
let lastTable: { readonly routes: string; readonly table: RouteTable } | undefined

/**
 * Finds the number of a route. A table takes milliseconds to make, so sites with the same routes share it:
 * without that creating a world costs half as much again (`npm run bench worlds`).
 */
function routeTable(added: readonly AddedRoute[]): RouteTable {
  const routes = added.map(({ method, path }) => `${method} ${path}`).join('\n')
  if (lastTable?.routes === routes) return lastTable.table
  const table = findMyWay({
    ignoreTrailingSlash: true,
    ignoreDuplicateSlashes: true,
    maxParamLength: pathParamLengthMax,
    onBadUrl: () => {
      throw badRequest('The path is not well encoded.')
    },
  })
  for (const [number, { method, path }] of added.entries()) {
    // In an object, because the library takes a store of 0 for none.
    table.on(method as HTTPMethod, path, () => {}, { number })
  }
  lastTable = { routes, table }
  return table
}

/** Which operation or endpoint answers a method and path. */
export class Router {
  /** By method, then by path: a key of both would have to be put together for each request. */
  readonly #known = new Map<string, Map<string, Match>>()
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

  /** The same few addresses come again and again, so what was found is kept for some of them. */
  find(method: string, path: string): Match | undefined {
    const known = this.#known.get(method)
    const found = known?.get(path)
    if (found !== undefined) return found
    const match = this.#find(method, path)
    if (match !== undefined && path.length <= knownPathLengthMax) this.#keep(method, path, match)
    return match
  }

  /** Whether an operation or endpoint answers a path and query; the console may show all others. */
  answers(path: string, query: URLSearchParams): boolean {
    const route = this.find('GET', path)?.route
    if (route === undefined) return false
    return route.kind === 'operation' || route.isFor === undefined || route.isFor(query)
  }

  #keep(method: string, path: string, match: Match): void {
    let known = this.#known.get(method)
    if (known === undefined) {
      known = new Map()
      this.#known.set(method, known)
    }
    if (known.size >= knownPathsMax) known.clear()
    known.set(path, match)
  }

  #find(method: string, path: string): Match | undefined {
    // Some clients encode the dollar of a path, which need not be.
    this.#table ??= routeTable(this.#added)
    const found = this.#table.find(method as HTTPMethod, path.replaceAll('%24', '$'))
    if (found === null) return undefined
    if (found.store === null) found.handler(undefined as never, undefined as never, {}, null, {})
    const { number } = found.store as { readonly number: number }
    const { route } = this.#added[number]!
    return { route, pathParams: found.params, plainParams: undefined }
  }

  #add(method: string, path: string, route: Match['route']): void {
    this.#added.push({ method, path, route })
    this.#table = undefined
  }
}
