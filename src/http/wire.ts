import type { ByteSource, ListParts, StreamSink } from '#/contract/answer.ts'
import type { Caller, NoteWritten } from '#/contract/operation.ts'
import type { ApiError } from '#/kernel/errors.ts'
import type { WaitBudget } from '#/kernel/process/wait-budget.ts'
import type { Soon } from './after.ts'
import type { Query } from './request/query.ts'

/** Headers by lower-case name; the values of repeated headers are joined. */
export type RequestHeaders = Readonly<Record<string, string | undefined>>

/** A request from a socket or from a batch. */
export interface WireRequest {
  /** What log lines call it; the parts of a batch share one. */
  readonly id: string
  readonly method: string
  /** Path and query as sent; an absolute URL in some batch parts. */
  readonly target: string
  readonly headers: RequestHeaders
  readonly body: Buffer | undefined
  /** The body as JSON.parse returns it, if that is known without reading it. Members may be undefined. */
  readonly json?: object | undefined
  /** The form that is taken, if there is one, instead of a body that would be parsed. */
  readonly takes?: 'value' | 'parts' | undefined
  /** Why the body could not be received. */
  readonly bodyError?: unknown
  /** The address of the client, as far as proxies are trusted. */
  readonly peer: string
  /** The root URL that the caller used, with the prefix of a world, without a slash at the end. */
  readonly origin: string
  /** The removed prefix of the path, such as `/worlds/blue`; empty at the root. */
  readonly prefix: string
  readonly isBatchPart: boolean
  /** The wait budget that the parts of a batch share. */
  readonly wait?: WaitBudget
  /**
   * The caller of a call from within the process. Such a call needs no credential, costs no quota, is not
   * affected by faults and is not in the request log.
   */
  readonly localCaller?: Caller
  /** The caller, if the credential has been checked for this request already. */
  readonly knownCaller?: Caller
  /** The operation of the method and target, if it is known without parsing them. */
  readonly address?: OperationAddress
  readonly noteWritten?: NoteWritten | undefined
}

/** The operation that a call from within the process names, with its parameters. */
export interface OperationAddress {
  /** The id of the operation. */
  readonly operation: string
  readonly pathParams: Readonly<Record<string, string>>
  readonly query: Query
}

export interface WireReply {
  readonly status: number
  readonly headers: Record<string, string>
  /** Text, bytes, or a list of byte chunks. */
  readonly body: string | Buffer | readonly Buffer[] | undefined
  /** The same as a value, if the request takes it. Absent members can be undefined. */
  readonly value?: unknown
  /** The same in parts, if the request takes them. */
  readonly parts?: ListParts | undefined
  /** Writes the body of a stream, which has no known end. */
  readonly stream?: (sink: Omit<StreamSink, 'lastEventId' | 'isStillAllowed'>) => void
  /** The part of a file to send as the body. */
  readonly file?: FilePart
  /** A body that is generated while it is sent, as fast as the client reads. */
  readonly chunks?: AsyncIterable<Buffer>
}

/** From the first to the last byte, inclusive. */
interface FilePart {
  readonly source: ByteSource
  readonly first: number
  readonly last: number
  /** Whether to compress it while sending. */
  readonly isGzip: boolean
}

/** The body of a reply in one piece. */
export const wholeBody = (body: NonNullable<WireReply['body']>): string | Buffer =>
  typeof body === 'string' || Buffer.isBuffer(body) ? body : Buffer.concat(body)

/** How many bytes the body has. */
export function bodyLength(body: NonNullable<WireReply['body']>): number {
  if (typeof body === 'string') return Buffer.byteLength(body)
  return Buffer.isBuffer(body) ? body.length : body.reduce((sum, { length }) => sum + length, 0)
}

/** Handles a request. It never throws or rejects. */
export type Handle = (request: WireRequest) => Soon<WireReply>

/** A path that is not an operation, such as health, discovery or batch. */
export interface Endpoint {
  readonly method: string
  /** A `*` at the end matches any rest of the path. */
  readonly path: string
  /** If present, the console handles requests with all other queries. */
  readonly isFor?: (query: URLSearchParams) => boolean
  readonly handle: (request: WireRequest) => Soon<WireReply>
  /** Whether the endpoint also handles paths that are not well encoded. */
  readonly takesAnyEncoding?: boolean
  /** The response to a request that is refused, if it has another form than those of operations. */
  readonly refusal?: (error: ApiError) => WireReply
}

export const jsonType = 'application/json; charset=UTF-8'

/** JSON text, on one line or indented. */
export const jsonText = (value: unknown, { isPretty }: { readonly isPretty: boolean }): string =>
  isPretty ? `${JSON.stringify(value, null, 2)}\n` : JSON.stringify(value)

export const jsonReply = (status: number, value: unknown): WireReply => ({
  status,
  headers: { 'Content-Type': jsonType },
  body: JSON.stringify(value),
})
