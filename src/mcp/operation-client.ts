import { type Contract, routeOf } from '#/contract/operation.ts'
import type { Handle, WireRequest } from '#/http/wire.ts'
import { wholeBody } from '#/http/wire.ts'
import { invalid, type Refusal, refusalFrom } from '#/kernel/errors.ts'

/** A resource or list as an operation returns it. */
export type Wire = Readonly<Record<string, unknown>>

type Value = string | number | boolean | readonly string[] | undefined
type CallParams = Readonly<Record<string, Value>>

export interface OperationCall {
  /** The id of the operation, such as `calendar.events.list`. */
  readonly operation: string
  /** The parameters by name; undefined ones are left out. */
  readonly params?: CallParams
  readonly body?: object
  /** The etag that the resource must still have. */
  readonly ifMatch?: string | undefined
}

/** Returns the response of an operation, or throws its error. */
export type CallOperation = (call: OperationCall) => Promise<Wire>

/** An operation as tools call it. */
export interface CallableOperation {
  readonly contract: Contract
  /** Where the interface of the operation answers. */
  readonly basePath: string
}

export type CallableOperations = ReadonlyMap<string, CallableOperation>

/** What the calls of a tool inherit from the request that calls the tool. */
export type Arrival = Pick<WireRequest, 'id' | 'peer' | 'origin' | 'prefix'> & {
  /** The value of the Authorization header. */
  readonly authorization: string
}

/** Calls operations through the request pipeline, with all its gates, as whoever sent the request. */
export function operationCaller(
  { handle, operations }: { readonly handle: Handle; readonly operations: CallableOperations },
  arrival: Arrival,
): CallOperation {
  const { id, peer, origin, prefix, authorization } = arrival
  const { host } = new URL(origin)
  return async ({ operation, params = {}, body, ifMatch }) => {
    const { method, target } = requestLine(operations.get(operation)!, params)
    const reply = await handle({
      id,
      method,
      target,
      headers: {
        host,
        authorization,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(ifMatch !== undefined && { 'if-match': ifMatch }),
      },
      body: body === undefined ? undefined : Buffer.from(JSON.stringify(body)),
      peer,
      origin,
      prefix,
      isBatchPart: true,
    })
    const text = reply.body === undefined ? '' : wholeBody(reply.body).toString()
    const answer = text === '' ? {} : (JSON.parse(text) as Wire)
    if (reply.status < 400) return answer
    throw refusalFrom(reply.status, (answer.error as { errors: Refusal[] }).errors)
  }
}

/** The method and target of a call: path parameters in the path, others in the query. */
export function requestLine(
  { contract, basePath }: CallableOperation,
  params: CallParams,
): { readonly method: string; readonly target: string } {
  const { method, path } = routeOf(contract)
  const inPath = new Set<string>()
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    inPath.add(name)
    const value = String(params[name] ?? '')
    // An empty segment would address the collection instead of a resource in it.
    if (value === '') throw invalid(name, `${name} must not be empty.`)
    return encodeURIComponent(value.toWellFormed())
  })
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) {
    if (value === undefined || inPath.has(name)) continue
    for (const one of Array.isArray(value) ? value : [value]) query.append(name, String(one))
  }
  const target = basePath + filled
  return { method, target: query.size === 0 ? target : `${target}?${query}` }
}
