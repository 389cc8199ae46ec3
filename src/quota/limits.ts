import { type ApiError, rateLimitExceeded, userRateLimitExceeded } from '#/kernel/errors.ts'
import type { Ceilings, Overrun } from './window.ts'

/** Units that may be spent; 0 or absent sets no limit. Use is counted in any case. */
export interface QuotaLimits {
  readonly userPerMinute?: number
  readonly userPerDay?: number
  readonly clientPerMinute?: number
  readonly clientPerDay?: number
}

/** The names of subjects. Their prefix decides which limits apply. */
export type UserSubject = `user:${string}`
export type ClientSubject = `client:${string}`
export type Subject = UserSubject | ClientSubject

/** The limits of users or clients, and the error for exceeding them. */
export interface Tier extends Ceilings {
  readonly name: 'user' | 'client'
  readonly isLimited: boolean
}

const tier = (name: Tier['name'], perMinute = 0, perDay = 0): Tier => ({
  name,
  perMinute: perMinute || Number.POSITIVE_INFINITY,
  perDay: perDay || Number.POSITIVE_INFINITY,
  isLimited: perMinute > 0 || perDay > 0,
})

export interface Tiers {
  readonly user: Tier
  readonly client: Tier
}

export const tiersOf = (limits: QuotaLimits): Tiers => ({
  user: tier('user', limits.userPerMinute, limits.userPerDay),
  client: tier('client', limits.clientPerMinute, limits.clientPerDay),
})

/** The error for a charge that exceeds a limit, with the time to wait in whole seconds, at least one. */
export function refusal(
  tier: Tier,
  { span, waitMs }: Overrun,
  { status }: { status: 403 | 429 },
): ApiError {
  const retryAfterS = Math.max(1, Math.ceil(waitMs / 1000))
  const limit = `${tier.name}${span === 'minute' ? 'PerMinute' : 'PerDay'}`
  return tier.name === 'user'
    ? userRateLimitExceeded({ status, limit, retryAfterS })
    : rateLimitExceeded({ status, limit, retryAfterS })
}
