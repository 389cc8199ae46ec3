import type { OAuthClients } from '#/auth/clients/oauth-clients.ts'
import type { ApiKeys } from '#/auth/credentials/api-keys.ts'
import type { AppPasswords } from '#/auth/credentials/app-passwords.ts'
import type { Tokens } from '#/auth/credentials/tokens.ts'
import type { Directory } from '#/auth/directory/directory.ts'
import type { Identities } from '#/auth/federation/identities.ts'
import type { Passkeys } from '#/auth/second-factor/passkeys.ts'
import type { SecondFactors } from '#/auth/second-factor/second-factors.ts'
import type { SignIn } from '#/auth/sign-in/sign-in.ts'
import { type Call, operationsOf, type Scope, type User } from '#/contract/operation.ts'
import type { Clock } from '#/kernel/clock.ts'
import type { Database, Reader } from '#/storage/port.ts'
import type { ExchangeRecord, RequestRecord } from './requests.ts'

/** What a user or client has used of a quota, and its limits. */
export interface QuotaUse {
  readonly minute: number
  readonly day: number
  readonly limits: { readonly minute: number | null; readonly day: number | null }
  readonly minuteEndsAtMs: number
  readonly dayEndsAtMs: number
}

/** What a user has spent of a daily allowance that only some operations charge. */
interface AllowanceUse {
  readonly allowance: string
  readonly used: number
  readonly limit: number
  readonly endsAtMs: number
}

/** The settings that the operations look at. */
export interface AccountSettings {
  readonly mode: 'dev' | 'production'
  /** The address of this server outside of a request; empty where it is not known. */
  readonly publicUrl: string
  /** Who may create clients and keys. */
  readonly developers: 'administrators' | 'users'
  readonly ownTokensMax: number
  readonly ownTokenDaysMax: number
  readonly ownClientsMax: number
  readonly ownKeysMax: number
  readonly appPasswordsMax: number
}

/** What the account service depends on. */
export interface AccountDependencies extends AccountSettings {
  readonly database: Database
  readonly clock: Clock
  readonly directory: Directory
  readonly tokens: Tokens
  readonly signIn: SignIn
  readonly identities: Identities
  readonly secondFactors: SecondFactors
  readonly passkeys: Passkeys
  readonly apiKeys: ApiKeys
  readonly appPasswords: AppPasswords
  readonly oauthClients: OAuthClients
  /** Called when a credential has ended, so that this process no longer accepts it. */
  readonly onEnded: () => void
  readonly quota: {
    usageOf(subject: `user:${string}` | `client:${string}`): Promise<QuotaUse>
  }
  /** Daily allowances of operations, in addition to the quota of all calls. */
  readonly allowances: {
    usageOf(reader: Reader, userId: string): Promise<AllowanceUse[]>
  }
  readonly requests: {
    of(userId: string, countMax: number): readonly RequestRecord[]
    exchangeOf(userId: string, requestId: string): ExchangeRecord | undefined
  }
}

/** What the handlers of this service need. */
export interface AccountContext extends AccountDependencies {
  readonly caller: User
  /** The address that the caller used for this server. */
  readonly origin: () => string
}

/** The scope of a user's own tokens, clients and keys. */
export const accountScopes = {
  manage: {
    uri: 'urn:almanac:account',
    about: 'See and make your tokens, clients and keys, and see your use of this server',
  },
} as const satisfies Record<string, Scope>

export const operation = operationsOf<never, AccountContext>({ scopes: [accountScopes.manage] })

/** Makes the context of a call. */
export const accountContext =
  (dependencies: AccountDependencies) =>
  (call: Call): AccountContext & Call => ({ ...dependencies, ...call, caller: call.caller as User })
