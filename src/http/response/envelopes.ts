import { type ApiError, ApiError as ApiErrorClass, backendError } from '#/kernel/errors.ts'
import { jsonText, jsonType, type WireReply } from '../wire.ts'

const statusNames: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  409: 'ALREADY_EXISTS',
  412: 'FAILED_PRECONDITION',
  413: 'INVALID_ARGUMENT',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
}

/** The response for a thrown error. */
export function errorReply(error: unknown, { isPretty = false } = {}): WireReply {
  const refusal = error instanceof ApiErrorClass ? error : backendError(error)
  const envelope = refusal.detail === undefined ? backendEnvelope(refusal) : frontEnvelope(refusal)
  return {
    status: refusal.status,
    headers: { 'Content-Type': jsonType, ...refusal.headers },
    body: jsonText(envelope, { isPretty }),
  }
}

/** The error format of an API itself. */
function backendEnvelope(refusal: ApiError) {
  const status = statusNames[refusal.status]
  return {
    error: {
      errors: refusal.refusals,
      code: refusal.status,
      message: refusal.message,
      ...(status === undefined ? {} : { status }),
    },
  }
}

/** The error format of Google's API front end: credentials, scopes, keys and quota. */
function frontEnvelope(refusal: ApiError) {
  return {
    error: {
      code: refusal.status,
      message: refusal.message,
      errors: refusal.refusals,
      status: statusNames[refusal.status],
      details: [
        {
          '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
          domain: 'googleapis.com',
          ...refusal.detail,
        },
      ],
    },
  }
}
