import { base64url } from '#/kernel/identifiers.ts'
import { secureRandomBytes } from '#/kernel/randomness.ts'
import type { RequestHeaders } from '../wire.ts'

/** Harmless in a log line and in a header, and long enough for what proxies and tracers write. */
const usableId = /^[\w.:=@/+-]{1,128}$/

const start = base64url(9, secureRandomBytes)
let count = 0

/** The id of a request in logs: chosen by the client or a proxy, or else a new one. */
export function requestIdOf(headers: RequestHeaders): string {
  const chosen = headers['x-request-id']
  if (chosen !== undefined && usableId.test(chosen)) return chosen
  count++
  return `${start}-${count.toString(36)}`
}
