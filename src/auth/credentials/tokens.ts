import type { Clock } from '#/kernel/clock.ts'
import type { RandomBytes } from '#/kernel/randomness.ts'
import type { Reader, Transaction } from '#/storage/port.ts'
import { insertInto, rowOf, sql } from '#/storage/sql/sql.ts'
import { command, query } from '#/storage/sql/statement.ts'
import { accessTokens, users } from '../tables.ts'
import { isAcceptedIn, type Mode, type Origin } from './credential-origin.ts'
import { hashOf, newAccessToken } from './secrets.ts'

/** The notification channel for changed tokens. */
export const tokensChanged = 'almanac_tokens'

/** The client of personal tokens. */
export const personalClientId = 'personal'

/** The client of tokens that are created on the command line. */
export const commandClientId = 'cli'

/** The client of app passwords. */
export const appPasswordClientId = 'app-password'

/** Clients whose tokens belong to their user alone. */
export const ownTokenClientIds: ReadonlySet<string> = new Set([
  personalClientId,
  commandClientId,
  appPasswordClientId,
])

export interface TokenRecord {
  readonly userId: string
  readonly email: string
  readonly clientId: string
  readonly scopes: string
  readonly origin: Origin
  readonly expiresAt: number | null
  /** The consent that it depends on, for tokens of the OAuth provider. */
  readonly grantId: string | null
  /** Data of the provider. */
  readonly payload: string | null
  /** To the hour; null if it has never been used. */
  readonly lastUsedAtMs: number | null
}

interface NewToken {
  readonly userId: string
  readonly clientId: string
  readonly scopes: readonly string[]
  readonly origin: Origin
  /** Now unless given. */
  readonly createdAtMs?: number
  readonly expiresAtMs?: number
  /** A token whose text is decided elsewhere: by the provider, or by the tokens file of dev mode. */
  readonly text?: string
  readonly grantId?: string
  readonly payload?: string
  /** The name that its user has given to it. */
  readonly name?: string
}

/** The revoked tokens: one token, all of a consent, or all of a user. */
export type EndedTokens =
  | { readonly hash: string }
  | { readonly grantId: string }
  | { readonly userId: string }

/** What a service does when tokens are revoked, in the same transaction. */
export interface TokenFollower {
  tokensEnded?(tx: Transaction, ended: EndedTokens): Promise<void>
}

interface TokensOptions {
  /** Whether tokens of dev mode are accepted; they are not by default. */
  readonly mode?: Mode
  readonly followers?: readonly TokenFollower[]
  readonly mark?: string
}

/** Access tokens: opaque texts of which only a hash is stored. */
export class Tokens {
  readonly #clock: Clock
  readonly #randomBytes: RandomBytes
  readonly #mode: Mode
  readonly #followers: readonly TokenFollower[]
  readonly #mark: string
  readonly #revocationListeners = new Set<() => void>()

  constructor(
    clock: Clock,
    randomBytes: RandomBytes,
    { mode = 'production', followers = [], mark = '' }: TokensOptions = {},
  ) {
    this.#clock = clock
    this.#randomBytes = randomBytes
    this.#mode = mode
    this.#followers = followers
    this.#mark = mark
  }

  /** Calls the listener when this process revokes tokens. Other processes are notified. */
  onRevocation(listener: () => void): void {
    this.#revocationListeners.add(listener)
  }

  /** Creates the token, or replaces one with the same text, and returns its text. */
  async mint(tx: Transaction, token: NewToken): Promise<string> {
    const text = token.text ?? this.#mark + newAccessToken(this.#randomBytes)
    const hash = hashOf(text)
    await tx.run(putToken, {
      hash,
      userId: token.userId,
      clientId: token.clientId,
      scopes: token.scopes.join(' '),
      origin: token.origin,
      createdAt: token.createdAtMs ?? this.#clock.nowMs(),
      expiresAt: token.expiresAtMs ?? null,
      grantId: token.grantId ?? null,
      payload: token.payload ?? null,
      name: token.name ?? null,
    })
    // Only a text that was used before can be cached.
    if (token.origin === 'dev') await tx.notify(tokensChanged, hash)
    return text
  }

  /** The token with this hash, if it is valid in the mode of this server. */
  async find(reader: Reader, hash: string): Promise<TokenRecord | undefined> {
    const found = await reader.first(findToken, { hash })
    return found !== undefined && isAcceptedIn(this.#mode, found) ? found : undefined
  }

  /** How many tokens a user has of a client. */
  async countOf(reader: Reader, whose: { userId: string; clientId: string }): Promise<number> {
    const nowMs = this.#clock.nowMs()
    return (await reader.first(countTokens, { ...whose, nowMs }))?.count ?? 0
  }

  /** Returns whether there was such a token. */
  async revoke(tx: Transaction, text: string): Promise<boolean> {
    const hash = hashOf(text)
    this.#tellAfter(tx)
    const removed = await tx.run(removeToken, { hash })
    await tx.notify(tokensChanged, hash)
    await tellFollowers(this.#followers, tx, { hash })
    return removed > 0
  }

  /** Revokes all tokens that depend on a consent. */
  async revokeGrant(tx: Transaction, grantId: string): Promise<void> {
    this.#tellAfter(tx)
    for (const { hash } of await tx.all(removeOfGrant, { grantId })) {
      await tx.notify(tokensChanged, hash)
    }
    await tellFollowers(this.#followers, tx, { grantId })
  }

  // Notifications are delayed, even to the process that sends them.
  #tellAfter(tx: Transaction): void {
    tx.afterCommit(() => {
      for (const listener of this.#revocationListeners) listener()
    })
  }

  /** Deletes tokens that expired before the given time. */
  async purge(tx: Transaction, before: number): Promise<void> {
    await tx.run(removeExpired, { before })
  }
}

export async function tellFollowers(
  followers: readonly TokenFollower[],
  tx: Transaction,
  ended: EndedTokens,
): Promise<void> {
  for (const follower of followers) await follower.tokensEnded?.(tx, ended)
}

const putToken = command<{
  hash: string
  userId: string
  clientId: string
  scopes: string
  origin: string
  createdAt: number
  expiresAt: number | null
  grantId: string | null
  payload: string | null
  name: string | null
}>((args) =>
  insertInto(
    accessTokens,
    rowOf(accessTokens, args, { last_used_at: null }),
    sql`on conflict (hash) do update set user_id = excluded.user_id, client_id = excluded.client_id,
     scopes = excluded.scopes, origin = excluded.origin, expires_at = excluded.expires_at,
     grant_id = excluded.grant_id, payload = excluded.payload, name = excluded.name`,
  ),
)

const findToken = query<{ hash: string }, TokenRecord>(
  ({ hash }) => sql`
   select t.user_id as "userId", u.email, t.client_id as "clientId", t.scopes, t.origin,
     t.expires_at as "expiresAt", t.grant_id as "grantId", t.payload,
     t.last_used_at as "lastUsedAtMs"
   from ${accessTokens} t join ${users} u on u.id = t.user_id
   where t.hash = ${hash} and u.disabled_at is null`,
)

const countTokens = query<{ userId: string; clientId: string; nowMs: number }, { count: number }>(
  ({ userId, clientId, nowMs }) => sql`select count(*) as count from ${accessTokens}
   where user_id = ${userId} and client_id = ${clientId}
     and (expires_at is null or expires_at > ${nowMs})`,
)

const removeToken = command<{ hash: string }>(
  ({ hash }) => sql`delete from ${accessTokens} where hash = ${hash}`,
)

const removeOfGrant = command<{ grantId: string }, { hash: string }>(
  ({ grantId }) => sql`delete from ${accessTokens} where grant_id = ${grantId} returning hash`,
)

const removeExpired = command<{ before: number }>(
  ({ before }) => sql`delete from ${accessTokens} where expires_at < ${before}`,
)
