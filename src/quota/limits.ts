import { type ApiError, rateLimitExceeded, userRateLimitExceeded } from '#/kernel/errors.ts'
import type { Ceilings, Overrun } from './window.ts'

/** Units that may be spent; 0 and nothing set no limit, and the use is metered all the same. */
export interface QuotaLimits {
  readonly userPerMinute?: number
  readonly userPerDay?: number
  readonly clientPerMinute?: number
  readonly clientPerDay?: number
}

/** Who is charged. Whoever charges gives the names; their beginning says which ceilings count. */
export type UserSubject = `user:${string}`
export type ClientSubject = `client:${string}`
export type Subject = UserSubject | ClientSubject

/** The ceilings of users or of clients, and what somebody above them is told. */
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

/** The refusal for a charge that does not fit. A wait is told in whole seconds, at least one. */
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
