import { jsonReply, type WireReply } from '#/http/wire.ts'

/** A message of JSON-RPC, as far as it is looked at before the library does. */
interface RpcMessage {
  readonly id?: unknown
  readonly method?: unknown
  readonly params?: { readonly name?: unknown; readonly notifications?: unknown }
}

/** The message in a body; empty if the body is none. */
export const messageIn = (body: unknown): RpcMessage => (body ?? {}) as RpcMessage

export const rpcCodes = {
  parseError: -32_700,
  invalidRequest: -32_600,
  invalidParams: -32_602,
  internalError: -32_603,
  unknownSession: -32_001,
} as const

/** An error of the protocol, for requests that the library does not get. */
export const rpcError = (
  status: number,
  { code, message, id = null }: { code: number; message: string; id?: unknown },
): WireReply => jsonReply(status, { jsonrpc: '2.0', id, error: { code, message } })
