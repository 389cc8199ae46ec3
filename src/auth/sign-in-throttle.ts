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

interface ThrottleParts {
  readonly database: Database
  readonly clock: Clock
}

/** Slows attempts to sign in down, ever more for who keeps failing. */
export class SignInThrottle {
  readonly #parts: ThrottleParts

  constructor(parts: ThrottleParts) {
    this.#parts = parts
  }

  /**
   * Counts an attempt as a failure before it is known to be one. Many attempts at the same moment,
   * in any process, are therefore slowed down as if they came one after the other. The subjects are locked in the
   * given order.
   */
  begin(subjects: readonly Subject[]): Promise<Begun | Blocked> {
    const begin = async (tx: Transaction): Promise<Begun | Blocked> => {
      const nowMs = this.#parts.clock.nowMs()
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
    return this.#parts.database.transaction(begin, { isAside: true })
  }

  /** Takes back that an attempt was counted, because it has succeeded. */
  async succeed({ counted }: Begun): Promise<void> {
    const takeBack = async (tx: Transaction) => {
      for (const { subject, number } of counted) {
        if (subject.isOwn) await forgetFailures(tx, subject)
        else await takeBackFailure(tx, subject, number)
      }
    }
    await this.#parts.database.transaction(takeBack, { isAside: true })
  }
}
