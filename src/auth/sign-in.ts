import type { Clock } from '#/kernel/clock.ts'
import type { Database } from '#/storage/port.ts'
import type { Directory, UserRecord } from './directory.ts'
import { isHashingFull, verifyPassword } from './passwords.ts'
import {
  accountSubject,
  countFailure,
  forgetFailures,
  lockFailures,
  networkSubject,
  type Subject,
  takeBackFailure,
} from './sign-in-failures.ts'

export interface SignInAttempt {
  readonly email: string
  readonly password: string
  /** Where the attempt comes from. */
  readonly address: string
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

interface Begun {
  readonly kind: 'begun'
  readonly countedOfNetwork: number
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

  async signIn({ email, password, address }: SignInAttempt): Promise<SignInOutcome> {
    if (isHashingFull()) return { kind: 'blocked', retryAfterS: 1 }
    const account = accountSubject(email)
    const network = networkSubject(address)
    const attempt = await this.#begin(account, network)
    if (attempt.kind === 'blocked') return attempt
    const found = await this.#parts.directory.findForSignIn(email)
    if (!(await verifyPassword(password, found?.passwordHash))) return { kind: 'wrong' }
    await this.#parts.database.transaction(async (tx) => {
      await forgetFailures(tx, account)
      await takeBackFailure(tx, network, attempt.countedOfNetwork)
    })
    return { kind: 'user', user: found!.user }
  }

  /**
   * Counts the attempt as a failure before it is known to be one. Many attempts at the same moment,
   * in any process, are therefore slowed down as if they came one after the other.
   */
  #begin(account: Subject, network: Subject): Promise<Begun | Blocked> {
    return this.#parts.database.transaction(async (tx) => {
      const nowMs = this.#parts.clock.nowMs()
      const ofAccount = await lockFailures(tx, account, nowMs)
      const ofNetwork = await lockFailures(tx, network, nowMs)
      const waitMs = Math.max(ofAccount.blockedUntil, ofNetwork.blockedUntil) - nowMs
      if (waitMs > 0) return { kind: 'blocked', retryAfterS: Math.ceil(waitMs / 1000) }
      await countFailure(tx, account, { ...ofAccount, nowMs })
      const countedOfNetwork = await countFailure(tx, network, { ...ofNetwork, nowMs })
      return { kind: 'begun', countedOfNetwork }
    })
  }
}
