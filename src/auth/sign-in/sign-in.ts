import type { Clock } from '#/kernel/clock.ts'
import type { Database } from '#/storage/port.ts'
import type { Directory, UserRecord } from '../directory/directory.ts'
import { isHashingFull, verifyPassword } from '../passwords/passwords.ts'
import {
  accountSubject,
  deviceSubject,
  networkSubject,
  pairSubject,
  type Subject,
} from './sign-in-failures.ts'
import { type Blocked, SignInThrottle } from './sign-in-throttle.ts'

export interface SignInAttempt {
  readonly email: string
  readonly password: string
  /** The address of the client. */
  readonly address: string
  /** The device, if the account was used from it before. */
  readonly deviceId?: string | undefined
}

/** A failure does not reveal whether the account exists. */
type SignInOutcome =
  | { readonly kind: 'user'; readonly user: UserRecord }
  | { readonly kind: 'wrong' }
  | Blocked

interface SignInContext {
  readonly database: Database
  readonly clock: Clock
  readonly directory: Directory
  /** Verifies a password; replaced in tests. */
  readonly verifyPassword?: typeof verifyPassword
}

/** Checks passwords, with growing delays after failures. */
export class SignIn {
  readonly #context: SignInContext
  readonly #throttle: SignInThrottle
  readonly #verifyPassword: typeof verifyPassword

  constructor(context: SignInContext) {
    this.#context = context
    this.#throttle = new SignInThrottle(context)
    this.#verifyPassword = context.verifyPassword ?? verifyPassword
  }

  async signIn({ email, password, ...from }: SignInAttempt): Promise<SignInOutcome> {
    if (isHashingFull()) return { kind: 'blocked', retryAfterS: 1 }
    const attempt = await this.#throttle.begin(subjectsOf(email, from))
    if (attempt.kind === 'blocked') return attempt
    const found = await this.#context.directory.findForSignIn(email)
    if (!(await this.#verifyPassword(password, found?.passwordHash))) return { kind: 'wrong' }
    await this.#throttle.succeed(attempt)
    return { kind: 'user', user: found!.user }
  }
}

/**
 * The subjects that an attempt counts for, in locking order. The network comes first, so that a delayed
 * network records nothing about the accounts that it tries.
 */
const subjectsOf = (
  email: string,
  { address, deviceId }: Pick<SignInAttempt, 'address' | 'deviceId'>,
): readonly Subject[] =>
  deviceId === undefined
    ? [networkSubject(address), accountSubject(email), pairSubject(email, address)]
    : [deviceSubject(email, deviceId)]
