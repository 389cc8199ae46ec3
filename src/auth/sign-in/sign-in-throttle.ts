import type { Clock } from '#/kernel/clock.ts'
import type { Database, Transaction } from '#/storage/port.ts'
import {
  countFailure,
  forgetFailures,
  lockFailures,
  type Subject,
  takeBackFailure,
} from './sign-in-failures.ts'

export interface Blocked {
  readonly kind: 'blocked'
  readonly retryAfterS: number
}

interface Begun {
  readonly kind: 'begun'
  readonly counted: readonly { readonly subject: Subject; readonly number: number }[]
}

interface ThrottleContext {
  readonly database: Database
  readonly clock: Clock
}

/** Throttles sign-in attempts with an exponential delay. */
export class SignInThrottle {
  readonly #context: ThrottleContext

  constructor(context: ThrottleContext) {
    this.#context = context
  }

  /**
   * Counts an attempt as a failure before its outcome is known, so that concurrent attempts in any process are
   * throttled as if they were sequential. The subjects are locked in the given order.
   */
  begin(subjects: readonly Subject[]): Promise<Begun | Blocked> {
    const begin = async (tx: Transaction): Promise<Begun | Blocked> => {
      const nowMs = this.#context.clock.nowMs()
      const locked = []
      for (const subject of subjects) {
        const { failures, blockedUntil } = await lockFailures(tx, subject, nowMs)
        const waitMs = blockedUntil - nowMs
        if (waitMs > 0) return { kind: 'blocked', retryAfterS: Math.ceil(waitMs / 1000) }
        locked.push({ subject, failures })
      }
      const counted = []
      for (const { subject, failures } of locked) {
        counted.push({ subject, number: await countFailure(tx, subject, { failures, nowMs }) })
      }
      return { kind: 'begun', counted }
    }
    return this.#context.database.transaction(begin, { isAside: true })
  }

  /** Uncounts an attempt that has succeeded. */
  async succeed({ counted }: Begun): Promise<void> {
    const takeBack = async (tx: Transaction) => {
      for (const { subject, number } of counted) {
        if (subject.isOwn) await forgetFailures(tx, subject)
        else await takeBackFailure(tx, subject, number)
      }
    }
    await this.#context.database.transaction(takeBack, { isAside: true })
  }
}
