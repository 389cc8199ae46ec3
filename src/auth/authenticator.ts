import type { Caller } from '#/contract/operation.ts'
import type { Clock } from '#/kernel/clock.ts'
import { invalidApiKey, invalidCredentials } from '#/kernel/errors.ts'
import type { Database } from '#/storage/port.ts'
import type { ApiKeys } from './credentials/api-keys.ts'
import { type AppPasswords, appPasswordHash } from './credentials/app-passwords.ts'
import { allowedBy } from './credentials/older-scopes.ts'
import { hashOf } from './credentials/secrets.ts'
import { TokenUses } from './credentials/token-uses.ts'
import {
  appPasswordClientId,
  type TokenRecord,
  type Tokens,
  tokensChanged,
} from './credentials/tokens.ts'
import type { SelfSigned } from './service-accounts/self-signed.ts'

/** The credentials of a request. */
export interface Credentials {
  readonly token?: string | undefined
  readonly key?: string | undefined
  /** The request, whose root URL identifies this server. */
  readonly at?: { readonly origin: string }
}

/** The credentials of HTTP Basic authentication. */
interface AppPasswordCredentials {
  readonly email: string
  readonly password: string
}

interface AuthenticatorContext {
  readonly database: Database
  readonly clock: Clock
  readonly tokens: Tokens
  readonly apiKeys: ApiKeys
  readonly appPasswords: AppPasswords
  readonly selfSigned: SelfSigned
  readonly tokenCacheMs: number
  readonly tokenCacheMax: number
}

interface CachedCaller {
  readonly hash: string
  readonly caller: Caller
  readonly expiresAtMs: number
  readonly checkedAtMs: number
}

const anonymous: Caller = { kind: 'anonymous' }

/** Identifies the caller of a request. Results are cached for some seconds. */
export class Authenticator {
  readonly #context: AuthenticatorContext
  readonly #uses: TokenUses
  /** By the text of the credential, because hashing it would cost more than everything else. */
  readonly #cached = new Map<string, CachedCaller>()
  readonly #entryByHash = new Map<string, string>()
  /** Counts changes of credentials, so that a result read before a change is not cached. */
  #changes = 0
  #foreignChanges: number | undefined

  constructor(context: AuthenticatorContext) {
    this.#context = context
    this.#uses = new TokenUses(context)
  }

  /** Subscribes to changes of tokens in all processes. */
  async listen(): Promise<void> {
    await this.#context.database.listen(tokensChanged, (hash) => {
      if (hash === '') return this.forget()
      this.#changes++
      const entry = this.#entryByHash.get(hash)
      if (entry !== undefined) this.#forget(entry, hash)
    })
  }

  /** Clears the cache, as after a restore. */
  forget(): void {
    this.#changes++
    this.#cached.clear()
    this.#entryByHash.clear()
  }

  /** Returns a cached caller without a promise. */
  callerOf({ token, key, at }: Credentials): Caller | Promise<Caller> {
    if (token === undefined && key === undefined) return anonymous
    const { clock, tokenCacheMs } = this.#context
    this.#followOthers()
    const cached = this.#cached.get(token ?? keyEntry(key!))
    if (cached === undefined || clock.machineMs() - cached.checkedAtMs > tokenCacheMs) {
      return token === undefined ? this.#keyOf(key!) : this.#userOf(token, at)
    }
    if (cached.expiresAtMs <= clock.nowMs()) throw invalidCredentials()
    return cached.caller
  }

  /**
   * Identifies the caller by an address and an app password. The password of the account is not accepted,
   * and neither are tokens.
   */
  callerByAppPassword(credentials: AppPasswordCredentials): Caller | Promise<Caller> {
    const { clock, tokenCacheMs } = this.#context
    this.#followOthers()
    const cached = this.#cached.get(appPasswordEntry(credentials))
    const isCurrent = cached && clock.machineMs() - cached.checkedAtMs <= tokenCacheMs
    return isCurrent ? cached.caller : this.#ownerOf(credentials)
  }

  /** Clears the cache when another process, such as a command, has written to an embedded database. */
  #followOthers(): void {
    const present = this.#context.database.foreignChanges()
    if (present === this.#foreignChanges) return
    this.#foreignChanges = present
    this.forget()
  }

  async #userOf(token: string, at: Credentials['at']): Promise<Caller> {
    const { database, tokens, selfSigned, clock } = this.#context
    const hash = hashOf(token)
    const changes = this.#changes
    const record = await tokens.find(database, hash)
    const found = record ? this.#callerFrom(record, hash) : await selfSigned.read(token, at?.origin)
    if (found === undefined || found.expiresAtMs <= clock.nowMs()) throw invalidCredentials()
    if (record !== undefined) this.#uses.note(hash, record.lastUsedAtMs)
    this.#remember(token, { hash, ...found }, changes)
    return found.caller
  }

  #callerFrom(record: TokenRecord, hash: string): Pick<CachedCaller, 'caller' | 'expiresAtMs'> {
    const { userId, email, clientId, grantId } = record
    const scopes = allowedBy(record.scopes.split(' '))
    const token = { hash, grantId }
    const caller: Caller = { kind: 'user', userId, email, scopes, clientId, token }
    return { caller, expiresAtMs: record.expiresAt ?? Number.POSITIVE_INFINITY }
  }

  async #keyOf(key: string): Promise<Caller> {
    const { database, apiKeys } = this.#context
    const hash = hashOf(key)
    const changes = this.#changes
    const record = await apiKeys.find(database, hash)
    if (record === undefined) throw invalidApiKey()
    const caller: Caller = { kind: 'key', clientId: record.id }
    this.#remember(keyEntry(key), { hash, caller, expiresAtMs: Number.POSITIVE_INFINITY }, changes)
    return caller
  }

  async #ownerOf(credentials: AppPasswordCredentials): Promise<Caller> {
    const { database, appPasswords } = this.#context
    const hash = appPasswordHash(credentials.password)
    const changes = this.#changes
    const record = await appPasswords.find(database, hash)
    if (record === undefined || record.email !== credentials.email.trim().toLowerCase()) {
      throw invalidCredentials()
    }
    const { userId, email } = record
    await appPasswords.noteUse(database, hash, record.lastUsedAtMs)
    const scopes = allowedBy(record.scopes.split(' '))
    const caller: Caller = { kind: 'user', userId, email, scopes, clientId: appPasswordClientId }
    const expiresAtMs = Number.POSITIVE_INFINITY
    this.#remember(appPasswordEntry(credentials), { hash, caller, expiresAtMs }, changes)
    return caller
  }

  #remember(entry: string, cached: Omit<CachedCaller, 'checkedAtMs'>, changes: number): void {
    const { clock, tokenCacheMax } = this.#context
    if (changes !== this.#changes) return
    this.#cached.set(entry, { ...cached, checkedAtMs: clock.machineMs() })
    this.#entryByHash.set(cached.hash, entry)
    if (this.#cached.size <= tokenCacheMax) return
    const [oldest] = this.#cached
    this.#forget(oldest![0], oldest![1].hash)
  }

  #forget(entry: string, hash: string): void {
    this.#cached.delete(entry)
    this.#entryByHash.delete(hash)
  }
}

// Prefixes, so that a cached credential of one kind is not accepted as one of another.
const keyEntry = (key: string) => `key:${key}`
const appPasswordEntry = ({ email, password }: AppPasswordCredentials) => `app:${email}:${password}`
