/** The members of an item of `error.errors`. */
export interface Refusal {
  /** `global`, `usageLimits`, or that of a service. */
  readonly domain: string
  readonly reason: string
  readonly message: string
  readonly locationType?: 'parameter' | 'header'
  readonly location?: string
}

/** Machine-readable details that Google's API front end adds to errors. */
interface RefusalDetail {
  readonly reason: string
  readonly metadata?: Readonly<Record<string, string>>
}

interface ApiErrorDetails {
  readonly status: number
  readonly refusals: readonly Refusal[]
  readonly detail?: RefusalDetail
  readonly headers?: Readonly<Record<string, string>>
  readonly cause?: unknown
}

/**
 * An error that the client can act on. Only named functions create one: here, and in the `errors.ts` of
 * services.
 */
export class ApiError extends Error {
  readonly status: number
  readonly refusals: readonly Refusal[]
  /** Present on errors of the front end: credentials, scopes, keys, quota. */
  readonly detail: RefusalDetail | undefined
  readonly headers: Readonly<Record<string, string>>

  constructor(details: ApiErrorDetails) {
    super(details.refusals[0]?.message, { cause: details.cause })
    this.name = 'ApiError'
    this.status = details.status
    this.refusals = details.refusals
    this.detail = details.detail
    this.headers = details.headers ?? {}
  }
}

/** The content of an error, in the domain `global` unless another one is named. */
export const refusal = (reason: string, message: string, domain = 'global'): Refusal => ({
  domain,
  reason,
  message,
})

export const atParameter = (refusal: Refusal, location: string): Refusal => ({
  ...refusal,
  locationType: 'parameter',
  location,
})

const atHeader = (refusal: Refusal, location: string): Refusal => ({
  ...refusal,
  locationType: 'header',
  location,
})

/** The error of another operation, passed on to the client. */
export const refusalFrom = (status: number, refusals: readonly Refusal[]) =>
  refuse(status, ...refusals)

export const refuse = (status: number, ...refusals: Refusal[]) => new ApiError({ status, refusals })

// 400

export const badRequest = (message = 'Bad Request') => refuse(400, refusal('badRequest', message))

/** A parameter with a well-formed value that is not acceptable. */
export const invalid = (parameter: string, message: string) =>
  refuse(400, atParameter(refusal('invalid', message), parameter))

/** A search without a query. */
export const queryRequired = () =>
  refuse(400, atParameter(refusal('queryRequired', 'Missing query.'), 'q'))

/** A property of the body that is not acceptable. These errors have no location on the wire. */
export const invalidField = (message: string) => refuse(400, refusal('invalid', message))

/** A parameter outside its declared type, pattern, enumeration or range. */
export const invalidParameter = (parameter: string, message: string) =>
  refuse(400, atParameter(refusal('invalidParameter', message), parameter))

export const requiredParameter = (parameter: string) =>
  refuse(400, atParameter(refusal('required', `Required parameter: ${parameter}`), parameter))

export const requiredField = (message: string) => refuse(400, refusal('required', message))

/** A missing property of the body, by its path. */
export const missingField = (path: string) =>
  refuse(400, atParameter(refusal('required', `Required value: ${path}`), path))

export const parseError = (message = 'Parse Error') => refuse(400, refusal('parseError', message))

/** One error with several items, and the status of the first. */
export const severalRefusals = (...errors: ApiError[]) =>
  refuse(errors[0]?.status ?? 400, ...errors.flatMap(({ refusals }) => refusals))

// 401

const bearerChallenge = (error?: string) =>
  `Bearer realm="almanac"${error === undefined ? '' : `, error="${error}"`}`

export const loginRequired = () =>
  new ApiError({
    status: 401,
    refusals: [atHeader(refusal('required', 'Login Required.'), 'Authorization')],
    detail: { reason: 'CREDENTIALS_MISSING' },
    headers: { 'WWW-Authenticate': bearerChallenge() },
  })

export const invalidCredentials = () =>
  new ApiError({
    status: 401,
    refusals: [atHeader(refusal('authError', 'Invalid Credentials'), 'Authorization')],
    detail: { reason: 'ACCESS_TOKEN_INVALID' },
    headers: { 'WWW-Authenticate': bearerChallenge('invalid_token') },
  })

/** A calendar program has to ask for an address and an app password. */
export const appPasswordRequired = () =>
  new ApiError({
    status: 401,
    refusals: [atHeader(refusal('authError', 'An app password is required.'), 'Authorization')],
    headers: { 'WWW-Authenticate': 'Basic realm="almanac", charset="UTF-8"' },
  })

export const invalidApiKey = () =>
  new ApiError({
    status: 400,
    refusals: [refusal('badRequest', 'API key not valid. Please pass a valid API key.')],
    detail: { reason: 'API_KEY_INVALID' },
  })

// 403

/** The token has none of the scopes that the operation accepts. The error names them. */
export const insufficientPermissions = (
  names: Readonly<Record<string, string>>,
  acceptedScopes: readonly string[],
) =>
  new ApiError({
    status: 403,
    refusals: [refusal('insufficientPermissions', 'Insufficient Permission')],
    detail: {
      reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT',
      metadata: { ...names, acceptedScopes: acceptedScopes.join(' ') },
    },
    headers: {
      'WWW-Authenticate': `${bearerChallenge('insufficient_scope')}, scope="${acceptedScopes.join(' ')}"`,
    },
  })

export const forbidden = (message = 'Forbidden') => refuse(403, refusal('forbidden', message))

/** The operation requires a recent sign-in with all factors. */
export const recentSignInRequired = (
  minutes: number,
  { withSecondFactor = false }: { readonly withSecondFactor?: boolean } = {},
) =>
  refuse(
    403,
    refusal(
      'recentSignInRequired',
      `This needs a sign-in ${withSecondFactor ? 'with the second factor ' : ''}of the last ${minutes} minutes: sign in again, for example with prompt=login, and repeat the call.`,
    ),
  )

/** The operation is reserved for the web console, where a person is present. */
export const consoleRequired = () =>
  refuse(
    403,
    refusal('forbidden', 'Only a person who is signed in to the web console can do this.'),
  )

/** An API key is not sufficient, and the resource is not one whose existence is hidden. */
export const keyNotEnough = () =>
  new ApiError({
    status: 403,
    refusals: [refusal('forbidden', 'An API key is not enough here: a user has to sign in.')],
    detail: { reason: 'USER_CREDENTIALS_REQUIRED' },
  })

/** A user has reached a limit. */
export const limitExceeded = (message: string, status: 403 | 429 = 403) =>
  refuse(status, { domain: 'usageLimits', reason: 'limitExceeded', message })

interface QuotaRefusal {
  readonly status: 403 | 429
  readonly limit: string
  readonly retryAfterS: number
}

const overQuota = (reason: string, message: string, refusal: QuotaRefusal) =>
  new ApiError({
    status: refusal.status,
    refusals: [{ domain: 'usageLimits', reason, message }],
    detail: { reason: 'RATE_LIMIT_EXCEEDED', metadata: { quota_limit: refusal.limit } },
    headers: { 'Retry-After': String(refusal.retryAfterS) },
  })

export const userRateLimitExceeded = (refusal: QuotaRefusal) =>
  overQuota('userRateLimitExceeded', 'User Rate Limit Exceeded', refusal)

export const rateLimitExceeded = (refusal: QuotaRefusal) =>
  overQuota('rateLimitExceeded', 'Rate Limit Exceeded', refusal)

export const dailyLimitExceeded = (refusal: QuotaRefusal) =>
  overQuota('dailyLimitExceeded', 'Daily Limit Exceeded', refusal)

// 404 to 413

export const notFound = (message = 'Not Found') => refuse(404, refusal('notFound', message))

export const duplicate = (what: string) =>
  refuse(409, refusal('duplicate', `${what} already exists.`))

/** A call of a batch that has reached a limit. Clients retry such calls. */
export const batchLimitExceeded = (problem: string) =>
  new ApiError({
    status: 429,
    refusals: [
      {
        domain: 'usageLimits',
        reason: 'rateLimitExceeded',
        message: `The batch is too large: ${problem}. Send this call again in another batch.`,
      },
    ],
    headers: { 'Retry-After': '1' },
  })

export const conditionNotMet = () =>
  refuse(412, atHeader(refusal('conditionNotMet', 'Precondition Failed'), 'If-Match'))

export const payloadTooLarge = (bytesMax: number) =>
  refuse(413, refusal('uploadTooLarge', `The request body is larger than ${bytesMax} bytes.`))

export const unsupportedEncoding = (encoding: string) =>
  refuse(415, refusal('unsupportedMediaType', `Content-Encoding ${encoding} is not understood.`))

/** The `Expect` header names something other than `100-continue`. */
export const expectationFailed = () =>
  refuse(417, atHeader(refusal('expectationFailed', 'Expectation Failed'), 'Expect'))

// 500 and above

export const backendError = (cause: unknown) =>
  new ApiError({ status: 500, refusals: [refusal('backendError', 'Backend Error')], cause })

/** A temporary failure: the same request may succeed later. */
export const unavailable = (message: string, cause?: unknown, retryAfterS = 1) =>
  new ApiError({
    status: 503,
    refusals: [refusal('backendError', message)],
    headers: { 'Retry-After': String(retryAfterS) },
    cause,
  })

/** The codes of errors if there are too few open files or threads, or too little memory or disk space. */
const shortages: ReadonlySet<unknown> = new Set([
  'EMFILE',
  'ENFILE',
  'ENOMEM',
  'ENOSPC',
  'ERR_WORKER_INIT_FAILED',
])

/** The codes of SQLite for a full disk and for a file that cannot be opened. */
const sqliteShortages: ReadonlySet<unknown> = new Set([13, 14])

/** Turns a failure for lack of system resources into a temporary one; returns other errors as they are. */
export function shortageAsRefusal(error: unknown): unknown {
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown }
  if (!shortages.has(code) && !sqliteShortages.has(errcode)) return error
  return unavailable('The server lacks system resources at the moment.', error, 5)
}

/** An error that a developer configured in the workbench. */
export const injectedFault = (fault: {
  status: number
  reason: string
  message: string
  retryAfterS?: number
}) =>
  new ApiError({
    status: fault.status,
    refusals: [
      {
        domain: /limit|quota/i.test(fault.reason) ? 'usageLimits' : 'global',
        reason: fault.reason,
        message: fault.message,
      },
    ],
    headers: fault.retryAfterS === undefined ? {} : { 'Retry-After': String(fault.retryAfterS) },
  })
