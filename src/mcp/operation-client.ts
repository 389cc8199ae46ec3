import { type Caller, type Contract, routeOf } from '#/contract/operation.ts'
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
export type CallOperation<T = Wire> = (call: OperationCall) => Promise<T>

/** An operation as tools call it. Its route is taken apart once. */
export class CallableOperation {
  readonly contract: Contract
  readonly method: string
  /** The texts before, between and after the parameters in the path. */
  readonly #texts: readonly string[]
  readonly #names: readonly string[]

  /** The interface of the operation answers at `basePath`. */
  constructor(contract: Contract, basePath: string) {
    const { method, path } = routeOf(contract)
    this.contract = contract
    this.method = method
    const parts = (basePath + path).split(/\{(\w+)\}/)
    this.#texts = parts.filter((_, index) => index % 2 === 0)
    this.#names = parts.filter((_, index) => index % 2 === 1)
  }

  /** The target of a call: path parameters in the path, others in the query. */
  target(params: CallParams): string {
    let path = this.#texts[0]!
    for (const [index, name] of this.#names.entries()) {
      const value = String(params[name] ?? '')
      // An empty segment would address the collection instead of a resource in it.
      if (value === '') throw invalid(name, `${name} must not be empty.`)
      path += urlText(value) + this.#texts[index + 1]!
    }
    let query = ''
    for (const name in params) {
      const value = params[name]
      if (value === undefined || this.#names.includes(name)) continue
      if (typeof value === 'object') for (const one of value) query += `&${name}=${urlText(one)}`
      else query += `&${name}=${urlText(String(value))}`
    }
    return query === '' ? path : `${path}?${query.slice(1)}`
  }
}

const urlText = (value: string): string => encodeURIComponent(value.toWellFormed())

export type CallableOperations = ReadonlyMap<string, CallableOperation>

/** What the calls of a tool inherit from the request that calls the tool. */
export interface Arrival {
  readonly request: Pick<WireRequest, 'id' | 'peer' | 'origin' | 'prefix'>
  /** The caller, if the credential has been checked for this request. */
  readonly knownCaller?: Caller
  /** The value of the Authorization header. */
  readonly authorization: string
}

/** Calls operations through the request pipeline, with all its gates, as whoever sent the request. */
export function operationCaller(
  { handle, operations }: { readonly handle: Handle; readonly operations: CallableOperations },
  { request, knownCaller, authorization }: Arrival,
): CallOperation<string> {
  const { id, peer, prefix } = request
  return async ({ operation, params = {}, body, ifMatch }) => {
    const callable = operations.get(operation)!
    const reply = await handle({
      id,
      method: callable.method,
      target: callable.target(params),
      headers: {
        authorization,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(ifMatch !== undefined && { 'if-match': ifMatch }),
      },
      body: body === undefined ? undefined : Buffer.from(JSON.stringify(body)),
      peer,
      // Few operations need it.
      get origin() {
        return request.origin
      },
      prefix,
      isBatchPart: true,
      ...(knownCaller && { knownCaller }),
    })
    const text = reply.body === undefined ? '' : wholeBody(reply.body).toString()
    if (reply.status < 400) return text
    const { error } = JSON.parse(text) as { error: { errors: Refusal[] } }
    throw refusalFrom(reply.status, error.errors)
  }
}

/** The same with parsed responses. */
export const parsedCaller =
  (callText: CallOperation<string>): CallOperation =>
  async (call) => {
    const text = await callText(call)
    return text === '' ? {} : (JSON.parse(text) as Wire)
  }
