import type { Clock } from '#/kernel/clock.ts'
import type { RandomBytes } from '#/kernel/randomness.ts'
import type { Reader, Transaction } from '#/storage/port.ts'
import { insertInto, rowOf, sql } from '#/storage/sql/sql.ts'
import { command, query } from '#/storage/sql/statement.ts'
import { accessTokens, users } from '../tables.ts'
import { isAcceptedIn, type Mode, type Origin } from './credential-origin.ts'
import { hashOf, newAccessToken } from './secrets.ts'

/** Tells every process that a token is no longer what it was. */
export const tokensChanged = 'almanac_tokens'

/** The client of all tokens that users make for themselves. */
export const personalClientId = 'personal'

/** The client of all tokens that an operator makes on the command line. */
export const commandClientId = 'cli'

/** Clients that are no programs: each token of them belongs to its user alone. */
export const ownTokenClientIds: ReadonlySet<string> = new Set([personalClientId, commandClientId])

export interface TokenRecord {
  readonly userId: string
  readonly email: string
  readonly clientId: string
  readonly scopes: string
  readonly origin: Origin
  readonly expiresAt: number | null
  /** The consent that it rests on, for tokens of the OAuth provider. */
  readonly grantId: string | null
  /** What the provider itself wants to know of it. */
  readonly payload: string | null
}

export interface NewToken {
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
  /** What its user calls it. */
  readonly name?: string
}

/** What has ended before its time: a token, all of one consent, or all of a user. */
export type EndedTokens =
  | { readonly hash: string }
  | { readonly grantId: string }
  | { readonly userId: string }

/** What a service does with what rests on tokens that have ended, in the same transaction. */
export interface TokenFollower {
  tokensEnded?(tx: Transaction, ended: EndedTokens): Promise<void>
}

interface TokensOptions {
  /** Decides whether tokens of dev mode are found; they are not unless given. */
  readonly mode?: Mode
  readonly followers?: readonly TokenFollower[]
  readonly mark?: string
}

/** Access tokens: opaque texts of which only a hash is kept. */
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

  /** Calls back when tokens have ended here; other processes hear of it by themselves. */
  onRevocation(listener: () => void): void {
    this.#revocationListeners.add(listener)
  }

  /** Adds the token, or replaces what was kept under the same text, and gives its text. */
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
    // Only a text that was used before can be known to somebody.
    if (token.origin === 'dev') await tx.notify(tokensChanged, hash)
    return text
  }

  /** The token of a hash, if it counts in the mode of this server. */
  async find(reader: Reader, hash: string): Promise<TokenRecord | undefined> {
    const found = await reader.first(findToken, { hash })
    return found !== undefined && isAcceptedIn(this.#mode, found) ? found : undefined
  }

  /** How many tokens a user has of a client. */
  async countOf(reader: Reader, whose: { userId: string; clientId: string }): Promise<number> {
    const nowMs = this.#clock.nowMs()
    return (await reader.first(countTokens, { ...whose, nowMs }))?.count ?? 0
  }

  /** Says whether there was such a token. */
  async revoke(tx: Transaction, text: string): Promise<boolean> {
    const hash = hashOf(text)
    this.#tellAfter(tx)
    const removed = await tx.run(removeToken, { hash })
    await tx.notify(tokensChanged, hash)
    await tellFollowers(this.#followers, tx, { hash })
    return removed > 0
  }

  /** Ends all tokens that rest on one consent. */
  async revokeGrant(tx: Transaction, grantId: string): Promise<void> {
    this.#tellAfter(tx)
    for (const { hash } of await tx.all(removeOfGrant, { grantId })) {
      await tx.notify(tokensChanged, hash)
    }
    await tellFollowers(this.#followers, tx, { grantId })
  }

  // A notification takes its time, also to the process that sends it.
  #tellAfter(tx: Transaction): void {
    tx.afterCommit(() => {
      for (const listener of this.#revocationListeners) listener()
    })
  }

  /** Forgets tokens that have expired before the given moment. */
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
    rowOf(accessTokens, args),
    sql`on conflict (hash) do update set user_id = excluded.user_id, client_id = excluded.client_id,
     scopes = excluded.scopes, origin = excluded.origin, expires_at = excluded.expires_at,
     grant_id = excluded.grant_id, payload = excluded.payload, name = excluded.name`,
  ),
)

const findToken = query<{ hash: string }, TokenRecord>(
  ({
    hash,
  }) => sql`select t.user_id as "userId", u.email, t.client_id as "clientId", t.scopes, t.origin,
     t.expires_at as "expiresAt", t.grant_id as "grantId", t.payload
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
