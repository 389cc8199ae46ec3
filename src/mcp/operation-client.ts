import type { ListParts } from '#/contract/answer.ts'
import { type Caller, type Contract, type NoteWritten, routeOf } from '#/contract/operation.ts'
import { after, type Soon } from '#/http/after.ts'
import { emptyQuery, Query } from '#/http/request/query.ts'
import {
  type Handle,
  type OperationAddress,
  type WireReply,
  type WireRequest,
  wholeBody,
} from '#/http/wire.ts'
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
  readonly noteWritten?: NoteWritten
}

/** A call that undoes a write. */
export interface UndoCall extends Omit<OperationCall, 'noteWritten'> {
  /** A read that must find nothing, if a later write would have no etag to compare. */
  readonly unlessFound?: OperationCall
}

/** Returns the response of an operation, or throws its error. */
export type CallOperation = (call: OperationCall) => Promise<Wire>

/** Returns the text of a response, without a promise if the operation needs none. */
export type CallForText = (call: OperationCall) => Soon<string>

/** Returns a list in its parts. The bytes of items never change, so that what was made of them can be cached. */
export type CallForParts = (call: OperationCall) => Soon<ListParts>

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

  /** The parameters of a call, as the pipeline reads them from a target. */
  address(params: CallParams): OperationAddress {
    const pathParams: Record<string, string> = {}
    for (const name of this.#names) {
      const value = String(params[name] ?? '')
      // An empty segment would address the collection instead of a resource in it.
      if (value === '') throw invalid(name, `${name} must not be empty.`)
      pathParams[name] = value.toWellFormed()
    }
    const names: string[] = []
    const values: string[] = []
    for (const name in params) {
      const value = params[name]
      if (value === undefined || this.#names.includes(name)) continue
      for (const one of typeof value === 'object' ? value : [value]) {
        names.push(name)
        values.push(String(one).toWellFormed())
      }
    }
    const query = names.length === 0 ? emptyQuery : new Query(names, values)
    return { operation: this.contract.id, pathParams, query }
  }

  /** The target of a call: path parameters in the path, others in the query. */
  target({ pathParams, query }: OperationAddress): string {
    let path = this.#texts[0]!
    for (const [index, name] of this.#names.entries()) {
      path += encodeURIComponent(pathParams[name]!) + this.#texts[index + 1]!
    }
    const pairs = query
      .names()
      .flatMap((name) => query.getAll(name).map((value) => `${name}=${encodeURIComponent(value)}`))
    return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`
  }
}

export type CallableOperations = ReadonlyMap<string, CallableOperation>

/** What calls of operations inherit from the request that calls the tool. */
export interface Arrival {
  readonly request: Pick<WireRequest, 'id' | 'peer' | 'origin' | 'prefix'>
  /** The caller, if the credential has been checked for this request. */
  readonly knownCaller?: Caller
  /** The value of the Authorization header. */
  readonly authorization: string
}

interface CallerContext {
  readonly handle: Handle
  readonly operations: CallableOperations
}

/** Calls operations through the request pipeline, with all its gates, as the sender of the request. */
export function operationCaller(
  { handle, operations }: CallerContext,
  arrival: Arrival,
): CallOperation {
  return async (call) => {
    const callable = operations.get(call.operation)!
    const request = new OperationRequest(call, callable, { ...arrival, takes: 'value' })
    const reply = requireSuccess(await handle(request))
    if (reply.value !== undefined) return reply.value as Wire
    const text = bodyText(reply)
    return text === '' ? {} : (JSON.parse(text) as Wire)
  }
}

/** The same with the texts of responses. */
export function textCaller({ handle, operations }: CallerContext, arrival: Arrival): CallForText {
  return (call) => {
    const callable = operations.get(call.operation)!
    const request = new OperationRequest(call, callable, arrival)
    return after(handle(request), (reply) => bodyText(requireSuccess(reply)))
  }
}

/** The same with the parts of lists whose items are rendered before they are listed. */
export function partsCaller({ handle, operations }: CallerContext, arrival: Arrival): CallForParts {
  return (call) => {
    const callable = operations.get(call.operation)!
    const request = new OperationRequest(call, callable, { ...arrival, takes: 'parts' })
    return after(handle(request), (reply) => {
      const { parts } = requireSuccess(reply)
      if (parts === undefined) throw new Error(`${call.operation} returns no list in parts.`)
      return parts
    })
  }
}

const bodyText = ({ body = '' }: WireReply): string => wholeBody(body).toString()

function requireSuccess(reply: WireReply): WireReply {
  if (reply.status < 400) return reply
  const { error } = JSON.parse(bodyText(reply)) as { error: { errors: Refusal[] } }
  throw refusalFrom(reply.status, error.errors)
}

/** The request that a call of an operation becomes. */
class OperationRequest implements WireRequest {
  readonly id: string
  readonly method: string
  /** Spares the pipeline a target that it would only take apart again. */
  readonly address: OperationAddress
  readonly headers: WireRequest['headers']
  /** Spares the pipeline a text that it would only parse again. */
  readonly json: object | undefined
  readonly peer: string
  readonly prefix: string
  readonly isBatchPart = true
  readonly takes: WireRequest['takes']
  readonly noteWritten: NoteWritten | undefined
  declare readonly knownCaller?: Caller
  readonly #callable: CallableOperation
  readonly #origin: Pick<WireRequest, 'origin'>

  constructor(
    { params = {}, body, ifMatch, noteWritten }: OperationCall,
    callable: CallableOperation,
    { request, knownCaller, authorization, takes }: Arrival & Pick<WireRequest, 'takes'>,
  ) {
    this.id = request.id
    this.method = callable.method
    this.address = callable.address(params)
    this.headers = {
      authorization,
      'content-type': body === undefined ? undefined : 'application/json',
      'if-match': ifMatch,
    }
    this.json = body
    this.peer = request.peer
    this.prefix = request.prefix
    this.takes = takes
    this.noteWritten = noteWritten
    if (knownCaller !== undefined) this.knownCaller = knownCaller
    this.#callable = callable
    this.#origin = request
  }

  /** Made on demand, for the record of requests. */
  get target(): string {
    return this.#callable.target(this.address)
  }

  /** The text of `json`, which is made only for the record of requests. */
  get body(): Buffer | undefined {
    return this.json && Buffer.from(JSON.stringify(this.json))
  }

  /** Computed on demand, because few operations need it. */
  get origin(): string {
    return this.#origin.origin
  }
}
