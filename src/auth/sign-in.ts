import type { Clock } from '#/kernel/clock.ts'
import type { Database, Transaction } from '#/storage/port.ts'
import type { Directory, UserRecord } from './directory.ts'
import { isHashingFull, verifyPassword } from './passwords.ts'
import {
  accountSubject,
  countFailure,
  deviceSubject,
  forgetFailures,
  lockFailures,
  networkSubject,
  pairSubject,
  type Subject,
  takeBackFailure,
} from './sign-in-failures.ts'

export interface SignInAttempt {
  readonly email: string
  readonly password: string
  /** Where the attempt comes from. */
  readonly address: string
  /** The device, if the account was used from it before. */
  readonly deviceId?: string | undefined
}

/** Nothing of a refusal tells whether there is such an account. */
export type SignInOutcome =
  | { readonly kind: 'user'; readonly user: UserRecord }
  | { readonly kind: 'wrong' }
  | Blocked

interface Blocked {
  readonly kind: 'blocked'
  readonly retryAfterS: number
}

interface Counted {
  readonly subject: Subject
  readonly number: number
}

interface Begun {
  readonly kind: 'begun'
  readonly counted: readonly Counted[]
}

interface SignInParts {
  readonly database: Database
  readonly clock: Clock
  readonly directory: Directory
}

/** Checks passwords, ever slower for who keeps failing. */
export class SignIn {
  readonly #parts: SignInParts

  constructor(parts: SignInParts) {
    this.#parts = parts
  }

  async signIn({ email, password, ...from }: SignInAttempt): Promise<SignInOutcome> {
    if (isHashingFull()) return { kind: 'blocked', retryAfterS: 1 }
    const attempt = await this.#begin(subjectsOf(email, from))
    if (attempt.kind === 'blocked') return attempt
    const found = await this.#parts.directory.findForSignIn(email)
    if (!(await verifyPassword(password, found?.passwordHash))) return { kind: 'wrong' }
    const takeBack = async (tx: Transaction) => {
      for (const { subject, number } of attempt.counted) {
        if (subject.isOwn) await forgetFailures(tx, subject)
        else await takeBackFailure(tx, subject, number)
      }
    }
    await this.#parts.database.transaction(takeBack, { isAside: true })
    return { kind: 'user', user: found!.user }
  }

  /**
   * Counts the attempt as a failure before it is known to be one. Many attempts at the same moment,
   * in any process, are therefore slowed down as if they came one after the other.
   */
  #begin(subjects: readonly Subject[]): Promise<Begun | Blocked> {
    const begin = async (tx: Transaction): Promise<Begun | Blocked> => {
      const nowMs = this.#parts.clock.nowMs()
      const locked = []
      for (const subject of subjects) {
        const { failures, blockedUntil } = await lockFailures(tx, subject, nowMs)
        const waitMs = blockedUntil - nowMs
        if (waitMs > 0) return { kind: 'blocked', retryAfterS: Math.ceil(waitMs / 1000) }
        locked.push({ subject, failures })
      }
      const counted: Counted[] = []
      for (const { subject, failures } of locked) {
        counted.push({ subject, number: await countFailure(tx, subject, { failures, nowMs }) })
      }
      return { kind: 'begun', counted }
    }
    return this.#parts.database.transaction(begin, { isAside: true })
  }
}

/**
 * Whose failures slow an attempt down, in the order in which they are locked by everybody. The network comes
 * first, so that one that has to wait leaves nothing behind about the accounts that it goes on to try.
 */
const subjectsOf = (
  email: string,
  { address, deviceId }: Pick<SignInAttempt, 'address' | 'deviceId'>,
): readonly Subject[] =>
  deviceId === undefined
    ? [networkSubject(address), accountSubject(email), pairSubject(email, address)]
    : [deviceSubject(email, deviceId)]
