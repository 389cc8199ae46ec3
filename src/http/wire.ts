import type { ByteSource, StreamSink } from '#/contract/answer.ts'
import type { Caller } from '#/contract/operation.ts'
import type { WaitBudget } from '#/kernel/wait-budget.ts'
import type { Soon } from './after.ts'

/** Header names in lower case; a header that stands several times has its values joined. */
export type RequestHeaders = Readonly<Record<string, string | undefined>>

/** A request as it came, from a socket or out of a batch. */
export interface WireRequest {
  /** What log lines call it; the parts of a batch share one. */
  readonly id: string
  readonly method: string
  /** Path and query as sent; a batch part may hold an absolute address. */
  readonly target: string
  readonly headers: RequestHeaders
  readonly body: Buffer | undefined
  /** The address of the client, as far as the forwarding headers of proxies can be believed. */
  readonly peer: string
  /** The root URL that the caller used, with the prefix of a world, without a slash at the end. */
  readonly origin: string
  /** What the path began with before it was removed, such as `/worlds/blue`; empty at the root. */
  readonly prefix: string
  readonly isBatchPart: boolean
  /** What the parts of a batch have left together to wait for what follows their writes. */
  readonly wait?: WaitBudget
  /**
   * Who calls, where this process calls itself. Such a call needs no credential, costs no quota, is
   * not struck by faults and is not listed among the requests of users.
   */
  readonly localCaller?: Caller
}

export interface WireReply {
  readonly status: number
  readonly headers: Record<string, string>
  /** Text, bytes, or bytes in pieces that are sent one after the other. */
  readonly body: string | Buffer | readonly Buffer[] | undefined
  /** Writes what follows the head, where that has no end yet. */
  readonly stream?: (sink: Omit<StreamSink, 'lastEventId' | 'isStillAllowed'>) => void
  /** The bytes of a file that follow the head; the head says how many they are. */
  readonly file?: FilePart
  /** Bytes that are made while they are sent, as fast as the caller takes them. */
  readonly chunks?: AsyncIterable<Buffer>
}

/** From the first byte up to and with the last. */
export interface FilePart {
  readonly source: ByteSource
  readonly first: number
  readonly last: number
  /** It is compressed on its way. */
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

/** From a request to its reply; it never throws and never rejects. */
export type Handle = (request: WireRequest) => Soon<WireReply>

/** A path of the server that is not an operation: health, discovery, batch. */
export interface Endpoint {
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** Where given, a page of the console is shown for all other queries. */
  readonly isFor?: (query: URLSearchParams) => boolean
  readonly handle: (request: WireRequest) => Promise<WireReply>
}

export const jsonType = 'application/json; charset=UTF-8'

/** JSON as it is sent: in one line, or for people to read. */
export const jsonText = (value: unknown, { isPretty }: { readonly isPretty: boolean }): string =>
  isPretty ? `${JSON.stringify(value, null, 2)}\n` : JSON.stringify(value)

export const jsonReply = (status: number, value: unknown): WireReply => ({
  status,
  headers: { 'Content-Type': jsonType },
  body: JSON.stringify(value),
})
