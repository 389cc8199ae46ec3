import type { Caller } from '#/contract/operation.ts'
import { type Refusal, refusalFrom } from '#/kernel/errors.ts'
import { type Handle, wholeBody } from './wire.ts'

/** A call of an operation from within the process. */
export interface LocalOperationCall {
  readonly caller: Caller
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path and query, including the configured base path. */
  readonly target: string
  readonly body?: object | undefined
  /** The root URL of links in responses, without a slash at the end. */
  readonly origin: string
}

/**
 * Calls an operation with all its rules, but without credentials, quota, faults or an entry in the request
 * log. Returns the response, or throws its error.
 */
export async function callLocally(
  handle: Handle,
  { caller, method, target, body, origin }: LocalOperationCall,
): Promise<Record<string, unknown>> {
  const reply = await handle({
    id: 'local',
    method,
    target,
    headers: { host: '127.0.0.1', ...(body && { 'content-type': 'application/json' }) },
    body: body && Buffer.from(JSON.stringify(body)),
    peer: '127.0.0.1',
    origin,
    prefix: '',
    isBatchPart: false,
    localCaller: caller,
  })
  const text = reply.body === undefined ? '' : wholeBody(reply.body).toString()
  const answer = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
  if (reply.status < 400) return answer
  const { errors } = answer.error as { errors: Refusal[] }
  throw refusalFrom(reply.status, errors)
}
