import type { ApiKeys } from '#/auth/api-keys.ts'
import type { Directory } from '#/auth/directory.ts'
import type { Identities } from '#/auth/federation/identities.ts'
import type { OAuthClients } from '#/auth/oauth-clients.ts'
import type { Passkeys } from '#/auth/second-factor/passkeys.ts'
import type { SecondFactors } from '#/auth/second-factor/second-factors.ts'
import type { SignIn } from '#/auth/sign-in.ts'
import type { Tokens } from '#/auth/tokens.ts'
import { type Call, operationsOf, type User } from '#/contract/operation.ts'
import type { Clock } from '#/kernel/clock.ts'
import type { Database, Reader } from '#/storage/port.ts'
import type { RequestRecord } from './requests.ts'

/** What somebody has used of a quota, and what is left to use. */
export interface QuotaUse {
  readonly minute: number
  readonly day: number
  readonly limits: { readonly minute: number | null; readonly day: number | null }
  readonly minuteEndsAtMs: number
  readonly dayEndsAtMs: number
}

/** What somebody has spent in a day of what only one part of a service uses. */
interface AllowanceUse {
  readonly allowance: string
  readonly used: number
  readonly limit: number
  readonly endsAtMs: number
}

/** What the account of a user rests on. */
export interface AccountParts {
  readonly database: Database
  readonly clock: Clock
  readonly directory: Directory
  readonly tokens: Tokens
  readonly signIn: SignIn
  readonly identities: Identities
  readonly secondFactors: SecondFactors
  readonly passkeys: Passkeys
  readonly apiKeys: ApiKeys
  readonly oauthClients: OAuthClients
  /** Told when a credential has ended, so that this process believes it no longer. */
  readonly onEnded: () => void
  readonly quota: {
    usageOf(subject: `user:${string}` | `client:${string}`): Promise<QuotaUse>
  }
  /** What is limited by itself, besides the calls of all services. */
  readonly allowances: {
    usageOf(reader: Reader, userId: string): Promise<AllowanceUse[]>
  }
  readonly requests: { of(userId: string, countMax: number): readonly RequestRecord[] }
  readonly mode: 'dev' | 'production'
  /** The address of this server outside of a request; empty where it is not known. */
  readonly publicUrl: string
  /** Who may make clients and keys. */
  readonly developers: 'administrators' | 'users'
  readonly ownTokensMax: number
  readonly ownTokenDaysMax: number
  readonly ownClientsMax: number
  readonly ownKeysMax: number
}

/** What the handlers of this service are given. */
export interface AccountGiven extends AccountParts {
  readonly caller: User
  /** The address that the caller used for this server. */
  readonly origin: () => string
}

export const operation = operationsOf<never, AccountGiven>()

/** Completes a call with what the handlers use. */
export const accountGiven =
  (parts: AccountParts) =>
  (call: Call): AccountGiven & Call => ({ ...parts, ...call, caller: call.caller as User })
