/** What one refusal says: the members of an item of `error.errors`. */
export interface Refusal {
  readonly domain: 'global' | 'calendar' | 'usageLimits'
  readonly reason: string
  readonly message: string
  readonly locationType?: 'parameter' | 'header'
  readonly location?: string
}

/** Machine-readable detail that the layer in front of an API adds to its refusals. */
export interface RefusalDetail {
  readonly reason: string
  readonly metadata?: Readonly<Record<string, string>>
}

interface ApiErrorParts {
  readonly status: number
  readonly refusals: readonly Refusal[]
  readonly detail?: RefusalDetail
  readonly headers?: Readonly<Record<string, string>>
  readonly cause?: unknown
}

/** A refusal that the caller can act on. Made only by the functions of this file. */
export class ApiError extends Error {
  readonly status: number
  readonly refusals: readonly Refusal[]
  /** Present on refusals of the layer in front of an API: credentials, scopes, keys, quota. */
  readonly detail: RefusalDetail | undefined
  readonly headers: Readonly<Record<string, string>>

  constructor(parts: ApiErrorParts) {
    super(parts.refusals[0]?.message, { cause: parts.cause })
    this.name = 'ApiError'
    this.status = parts.status
    this.refusals = parts.refusals
    this.detail = parts.detail
    this.headers = parts.headers ?? {}
  }
}

const global = (reason: string, message: string): Refusal => ({ domain: 'global', reason, message })

const atParameter = (refusal: Refusal, location: string): Refusal => ({
  ...refusal,
  locationType: 'parameter',
  location,
})

const atHeader = (refusal: Refusal, location: string): Refusal => ({
  ...refusal,
  locationType: 'header',
  location,
})

/** The refusal of another operation, passed on to the caller. */
export const refusalFrom = (status: number, refusals: readonly Refusal[]) =>
  refuse(status, ...refusals)

const refuse = (status: number, ...refusals: Refusal[]) => new ApiError({ status, refusals })

// 400

export const badRequest = (message = 'Bad Request') => refuse(400, global('badRequest', message))

/** A parameter whose value reads well but cannot be accepted. */
export const invalid = (parameter: string, message: string) =>
  refuse(400, atParameter(global('invalid', message), parameter))

/** A search without anything to look for. */
export const queryRequired = () =>
  refuse(400, atParameter(global('queryRequired', 'Missing query.'), 'q'))

/** A property of the body that cannot be accepted. Such refusals name no location on the wire. */
export const invalidField = (message: string) => refuse(400, global('invalid', message))

/** A parameter outside its declared type, pattern, enumeration or range. */
export const invalidParameter = (parameter: string, message: string) =>
  refuse(400, atParameter(global('invalidParameter', message), parameter))

export const requiredParameter = (parameter: string) =>
  refuse(400, atParameter(global('required', `Required parameter: ${parameter}`), parameter))

export const requiredField = (message: string) => refuse(400, global('required', message))

/** A property of the body that has to be there, by its path. */
export const missingField = (path: string) =>
  refuse(400, atParameter(global('required', `Required value: ${path}`), path))

export const parseError = (message = 'Parse Error') => refuse(400, global('parseError', message))

const ofCalendar = (reason: string, message: string): Refusal => ({
  domain: 'calendar',
  reason,
  message,
})

/** A sync token stands for the whole list, so nothing else may narrow the answer. */
export const notWithSyncToken = (parameter: string) =>
  refuse(
    400,
    atParameter(
      global('invalid', 'Sync token cannot be used with other request restrictions.'),
      parameter,
    ),
  )

export const notWithSyncTokenOrdering = () =>
  refuse(
    400,
    atParameter(
      global('invalid', 'Sync token cannot be used with a non-default ordering.'),
      'orderBy',
    ),
  )

export const orderingNotAvailable = () =>
  refuse(
    400,
    atParameter(
      global(
        'badRequest',
        'The requested ordering is not available for the particular query: it needs singleEvents.',
      ),
      'orderBy',
    ),
  )

/** The upper bound of a window in time does not lie after the lower one. */
export const emptyWindow = () =>
  refuse(
    400,
    atParameter(ofCalendar('timeRangeEmpty', 'The specified time range is empty.'), 'timeMax'),
  )

/** A window of time that is wider than one question can be about. */
export const timeRangeTooLong = (daysMax: number) =>
  refuse(
    400,
    ofCalendar('timeRangeTooLong', `The requested time range is longer than ${daysMax} days.`),
  )

/** An event ends before it starts. */
export const timeRangeEmpty = () =>
  refuse(400, ofCalendar('timeRangeEmpty', 'The specified time range is empty.'))

export const eventDurationExceedsLimit = (daysMax: number) =>
  refuse(400, ofCalendar('eventDurationExceedsLimit', `An event lasts ${daysMax} days at most.`))

export const cannotUseDefaultRemindersAndSpecifyOverride = () =>
  refuse(
    400,
    ofCalendar(
      'cannotUseDefaultRemindersAndSpecifyOverride',
      'An event has the default reminders or reminders of its own, not both.',
    ),
  )

export const eventRemindersCountExceedsLimit = (countMax: number) =>
  refuse(
    400,
    ofCalendar('eventRemindersCountExceedsLimit', `An event has at most ${countMax} reminders.`),
  )

/** Events of this type cannot be so, or cannot be had this way. */
export const eventTypeRestriction = (message: string) =>
  refuse(400, ofCalendar('eventTypeRestriction', message))

export const cannotChangeOrganizerOfInstance = () =>
  refuse(
    400,
    ofCalendar(
      'cannotChangeOrganizerOfInstance',
      'The organizer of a series can be changed, that of a single instance cannot.',
    ),
  )

export const malformedWorkingLocationEvent = (message: string) =>
  refuse(400, ofCalendar('malformedWorkingLocationEvent', message))

export const participantIsNeitherOrganizerNorAttendee = () =>
  refuse(
    400,
    ofCalendar(
      'participantIsNeitherOrganizerNorAttendee',
      'The calendar is neither the organizer nor an attendee of the event.',
    ),
  )

/** One refusal that names all that was found wrong, with the status of the first. */
export const severalRefusals = (...errors: ApiError[]) =>
  refuse(errors[0]?.status ?? 400, ...errors.flatMap(({ refusals }) => refusals))

/** The id belongs to a channel of the same client that is still alive. */
export const channelIdNotUnique = () =>
  refuse(400, global('channelIdNotUnique', 'Channel id not unique'))

export const channelIdInvalid = () =>
  refuse(
    400,
    global('push.channelIdInvalid', 'Invalid channel id: up to 64 of A-Z a-z 0-9 - _ + / ='),
  )

export const webhookUrlNotHttps = () =>
  refuse(400, global('push.webhookUrlNotHttps', 'The address of a channel has to be https.'))

export const webhookUrlNoHostOrAddress = () =>
  refuse(
    400,
    global('push.webhookUrlNoHostOrAddress', 'The address of a channel has to be a web address.'),
  )

export const webhookUrlNotPublic = () =>
  refuse(
    400,
    global('push.webhookUrlUnauthorized', 'The address of a channel has to be a public one.'),
  )

export const webhookPortNotAllowed = () =>
  refuse(
    400,
    global('push.webhookUrlUnauthorized', 'Messages are not sent to this port of an address.'),
  )

export const webhookHostNotAllowed = () =>
  refuse(
    400,
    global('push.webhookUrlUnauthorized', 'This server does not send messages to this host.'),
  )

export const invalidScopeValue = (message: string) =>
  refuse(400, ofCalendar('invalidScopeValue', message))

export const illegalAccessRoleForDefault = () =>
  refuse(
    400,
    ofCalendar('illegalAccessRoleForDefault', 'The public can have reader access at most.'),
  )

// 401

const bearerChallenge = (error?: string) =>
  `Bearer realm="almanac"${error === undefined ? '' : `, error="${error}"`}`

export const loginRequired = () =>
  new ApiError({
    status: 401,
    refusals: [atHeader(global('required', 'Login Required.'), 'Authorization')],
    detail: { reason: 'CREDENTIALS_MISSING' },
    headers: { 'WWW-Authenticate': bearerChallenge() },
  })

export const invalidCredentials = () =>
  new ApiError({
    status: 401,
    refusals: [atHeader(global('authError', 'Invalid Credentials'), 'Authorization')],
    detail: { reason: 'ACCESS_TOKEN_INVALID' },
    headers: { 'WWW-Authenticate': bearerChallenge('invalid_token') },
  })

export const invalidApiKey = () =>
  new ApiError({
    status: 400,
    refusals: [global('badRequest', 'API key not valid. Please pass a valid API key.')],
    detail: { reason: 'API_KEY_INVALID' },
  })

// 403

/** The token carries none of the scopes that the operation accepts; they are named for the caller. */
export const insufficientPermissions = (
  names: Readonly<Record<string, string>>,
  acceptedScopes: readonly string[],
) =>
  new ApiError({
    status: 403,
    refusals: [global('insufficientPermissions', 'Insufficient Permission')],
    detail: {
      reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT',
      metadata: { ...names, acceptedScopes: acceptedScopes.join(' ') },
    },
    headers: {
      'WWW-Authenticate': `${bearerChallenge('insufficient_scope')}, scope="${acceptedScopes.join(' ')}"`,
    },
  })

export const forbidden = (message = 'Forbidden') => refuse(403, global('forbidden', message))

/** The call is too grave for somebody who signed in long ago, without all factors, or not at all. */
export const recentSignInRequired = (
  minutes: number,
  { withSecondFactor = false }: { readonly withSecondFactor?: boolean } = {},
) =>
  refuse(
    403,
    global(
      'recentSignInRequired',
      `This needs a sign-in ${withSecondFactor ? 'with the second factor ' : ''}of the last ${minutes} minutes: sign in again, for example with prompt=login, and repeat the call.`,
    ),
  )

/** The operation belongs to the web console, in which a person is present. */
export const consoleRequired = () =>
  refuse(403, global('forbidden', 'Only a person who is signed in to the web console can do this.'))

/** An API key is not enough here, and the resource is not one whose existence has to stay hidden. */
export const keyNotEnough = () =>
  new ApiError({
    status: 403,
    refusals: [global('forbidden', 'An API key is not enough here: a user has to sign in.')],
    detail: { reason: 'USER_CREDENTIALS_REQUIRED' },
  })

/** The server is set to answer only callers who say who they are. */
export const unregisteredCaller = () =>
  new ApiError({
    status: 403,
    refusals: [global('forbidden', 'Callers have to name an API key or a token here.')],
    detail: { reason: 'CREDENTIALS_MISSING' },
  })

/** Of the two kinds of writers the message names the plain one, which clients know. */
export const requiredAccessLevel = (role: string) => {
  const named = role === 'writerWithoutPrivateAccess' ? 'writer' : role
  return refuse(
    403,
    ofCalendar('requiredAccessLevel', `You need to have ${named} access to this calendar.`),
  )
}

export const forbiddenForServiceAccounts = () =>
  refuse(
    403,
    ofCalendar(
      'forbiddenForServiceAccounts',
      'A service account invites attendees only on behalf of a user.',
    ),
  )

/** What guests may do is for the organizer to say. */
export const forbiddenForNonOrganizer = () =>
  refuse(
    403,
    ofCalendar(
      'forbiddenForNonOrganizer',
      'Shared properties can only be changed by the organizer of the event.',
    ),
  )

/** Only the copy of the organizer can be given away. */
export const cannotChangeOrganizer = () =>
  refuse(
    403,
    ofCalendar('cannotChangeOrganizer', 'Only the organizer of an event can give it away.'),
  )

export const cannotDeletePrimaryCalendar = () =>
  refuse(403, ofCalendar('cannotDeletePrimaryCalendar', 'A primary calendar cannot be deleted.'))

export const cannotChangeOwnAcl = () =>
  refuse(403, ofCalendar('cannotChangeOwnAcl', 'Nobody can change their own access level.'))

export const cannotChangeOwnerAcl = () =>
  refuse(
    403,
    ofCalendar('cannotChangeOwnerAcl', "The access level of a calendar's owner cannot be changed."),
  )

export const cannotUnsubscribeFromOwnedCalendar = () =>
  refuse(
    403,
    ofCalendar(
      'cannotUnsubscribeFromOwnedCalendar',
      'The owner of a calendar can hide it, but not take it off the list.',
    ),
  )

export const cannotChangeOwnPrimarySubscription = () =>
  refuse(
    403,
    ofCalendar(
      'cannotChangeOwnPrimarySubscription',
      'The primary calendar can neither be hidden nor taken off the list.',
    ),
  )

/** More of something than one calendar can have, or one user can do, however slowly. */
export const quotaExceeded = (message = 'Calendar usage limits exceeded.') =>
  refuse(403, { domain: 'usageLimits', reason: 'quotaExceeded', message })

/** More of something than one user can have. */
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

export const notFound = (message = 'Not Found') => refuse(404, global('notFound', message))

export const volumeNotFound = () => notFound('The volume ID could not be found.')

export const duplicate = (what: string) =>
  refuse(409, global('duplicate', `${what} already exists.`))

export const fullSyncRequired = () =>
  refuse(410, {
    domain: 'calendar',
    reason: 'fullSyncRequired',
    message: 'Sync token is no longer valid, a full sync is required.',
    locationType: 'parameter',
    location: 'syncToken',
  })

export const updatedMinTooLongAgo = () =>
  refuse(
    410,
    atParameter(
      ofCalendar(
        'updatedMinTooLongAgo',
        'The requested minimum modification time lies too far in the past.',
      ),
      'updatedMin',
    ),
  )

export const resourceDeleted = () => refuse(410, global('deleted', 'Resource has been deleted'))

/** More reports are open at a time than one user may have. */
export const tooManyReports = (openMax: number) =>
  new ApiError({
    status: 429,
    refusals: [
      {
        domain: 'usageLimits',
        reason: 'rateLimitExceeded',
        message: `There are ${openMax} reports under way already.`,
      },
    ],
    headers: { 'Retry-After': '5' },
  })

/** A call that a batch brought after it had reached a limit. Clients retry such calls by themselves. */
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

/** Why a report that was accepted can never be had. */
export const reportFailures = [
  'reportUnavailableRequestTooLarge',
  'reportUnavailableRateLimitExceeded',
  'reportUnavailableQuotaExceeded',
  'reportUnavailableInternalServerError',
  'reportUnavailableRequestError',
] as const
export type ReportFailureReason = (typeof reportFailures)[number]

export const reportUnavailable = (reason: ReportFailureReason, message: string) =>
  refuse(410, global(reason, message))

export const conditionNotMet = () =>
  refuse(412, atHeader(global('conditionNotMet', 'Precondition Failed'), 'If-Match'))

export const payloadTooLarge = (bytesMax: number) =>
  refuse(413, global('uploadTooLarge', `The request body is larger than ${bytesMax} bytes.`))

export const unsupportedEncoding = (encoding: string) =>
  refuse(415, global('unsupportedMediaType', `Content-Encoding ${encoding} is not understood.`))

/** The caller waits for something other than `100-continue` before it sends the body. */
export const expectationFailed = () =>
  refuse(417, atHeader(global('expectationFailed', 'Expectation Failed'), 'Expect'))

// 500 and above

export const backendError = (cause: unknown) =>
  new ApiError({ status: 500, refusals: [global('backendError', 'Backend Error')], cause })

/** The server cannot answer now, and the same request may succeed later. */
export const unavailable = (message: string, cause?: unknown, retryAfterS = 1) =>
  new ApiError({
    status: 503,
    refusals: [global('backendError', message)],
    headers: { 'Retry-After': String(retryAfterS) },
    cause,
  })

/** A refusal that a developer has asked for through the workbench. */
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
