import type { RandomBytes } from '#/kernel/randomness.ts'
import { retryDelayMs } from '../backoff.ts'
import type { Backoff } from '../job.ts'
import type { ClaimedChannel, DeliveryOutcome } from './channels/channel.ts'

/** The response to a notification. */
export type Answer =
  | { readonly status: number }
  /** There was no response in time, or no connection. */
  | { readonly error: string }
  /** The target is not allowed. */
  | { readonly refusal: string }

const taken: ReadonlySet<number> = new Set([102, 200, 201, 202, 204])
const passing: ReadonlySet<number> = new Set([500, 502, 503, 504])

export function outcomeOf(answer: Answer): DeliveryOutcome {
  if ('refusal' in answer) return 'refused'
  if ('error' in answer) return 'retrying'
  if (taken.has(answer.status)) return 'delivered'
  return passing.has(answer.status) ? 'retrying' : 'failed'
}

/** The expiration of the channel limits the number of attempts. */
export const retryMsMax = 600_000
const backoff: Backoff = { firstMs: 500, factor: 2, capMs: retryMsMax, jitter: 0.5 }
const attemptsCounted = 20

/** The state of a channel after an attempt, or without one. */
export interface NextState {
  readonly key: string
  readonly told: number
  readonly toldKey: number
  readonly incarnation: string
  readonly isSynced: 0 | 1
  /** Whether the notification was requested. Later requests cause a further notification. */
  readonly grantsWish: 0 | 1
  readonly attempts: number
  readonly dueAt: number | null
}

/** The notification was delivered or given up. */
export const settledState = (
  channel: ClaimedChannel,
  at: { readonly incarnation: string; readonly ownerKey: number },
): NextState => ({
  key: channel.key,
  told: channel.telling,
  toldKey: at.ownerKey,
  incarnation: at.incarnation,
  isSynced: 1,
  grantsWish: channel.isWanted,
  attempts: 0,
  dueAt: null,
})

/** The notification is to be retried. */
export function retryState(
  channel: ClaimedChannel,
  { nowMs, randomBytes }: { readonly nowMs: number; readonly randomBytes: RandomBytes },
): NextState {
  const attempts = channel.attempts + 1
  const delayMs = retryDelayMs(backoff, Math.min(attempts, attemptsCounted), randomBytes)
  return { ...unchangedChannel(channel), attempts, dueAt: nowMs + delayMs }
}

/** The notification was not sent. */
export const postponedState = (channel: ClaimedChannel, dueAt: number | null): NextState => ({
  ...unchangedChannel(channel),
  dueAt,
})

const unchangedChannel = (channel: ClaimedChannel) => ({
  key: channel.key,
  told: channel.told,
  toldKey: channel.toldKey,
  incarnation: channel.incarnation,
  isSynced: channel.isSynced,
  grantsWish: 0 as const,
  attempts: channel.attempts,
})
