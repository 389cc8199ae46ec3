import { ApiError, refusal, refuse } from '#/kernel/errors.ts'

/** A user has too many open reports. */
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

/** Why an accepted report failed. */
const reportFailures = [
  'reportUnavailableRequestTooLarge',
  'reportUnavailableRateLimitExceeded',
  'reportUnavailableQuotaExceeded',
  'reportUnavailableInternalServerError',
  'reportUnavailableRequestError',
] as const
export type ReportFailureReason = (typeof reportFailures)[number]

export const reportUnavailable = (reason: ReportFailureReason, message: string) =>
  refuse(410, refusal(reason, message))
