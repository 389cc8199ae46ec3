import type { Reader, Transaction } from '#/storage/port.ts'
import { limit, sql } from '#/storage/sql/sql.ts'
import { command, query } from '#/storage/sql/statement.ts'
import { type EndedTokens, tokensChanged } from '../credentials/tokens.ts'
import {
  accessTokens,
  appPasswords,
  oauthArtifacts,
  oauthClients,
  serviceAccounts,
} from '../tables.ts'

/** A token or session of a user, without its text or full hash. */
export interface SessionRecord {
  readonly id: string
  readonly kind: 'accessToken' | 'refreshToken' | 'session'
  /** The name that its user has given to it. */
  readonly name: string | undefined
  readonly clientId: string | undefined
  readonly scopes: readonly string[]
  readonly createdAtMs: number | undefined
  readonly expiresAtMs: number | undefined
  /** To the hour. For an app that has signed in, the last use of its access tokens. */
  readonly lastUsedAtMs: number | undefined
}

/** This many characters of a hash are unique, and useless for any other purpose. */
const idLength = 16

export const sessionIdOf = (hash: string): string => hash.slice(0, idLength)

/** The current tokens and sessions of a user, ordered by id. */
export async function pageOfSessions(
  reader: Reader,
  page: { userId: string; nowMs: number; after: string; limit: number },
): Promise<SessionRecord[]> {
  return (await reader.all(list, page)).map(recordOf)
}

/** Revokes one of them and everything that depends on the same consent; returns what was revoked. */
export async function endSession(
  tx: Transaction,
  key: { userId: string; id: string },
): Promise<EndedTokens[]> {
  const ended = [...(await tx.all(removeToken, key)), ...(await tx.all(removeArtifact, key))]
  for (const { kind, grantId } of ended) {
    // Revoking an access token does not revoke its consent.
    if (kind !== 'RefreshToken' || grantId === null) continue
    await tx.run(removeTokensOfGrant, { grantId })
    await tx.run(removeArtifactsOfGrant, { grantId })
  }
  if (ended.length > 0) await tx.notify(tokensChanged)
  return ended.map(({ kind, hash, grantId }) =>
    kind === 'RefreshToken' && grantId !== null ? { grantId } : { hash },
  )
}

/**
 * Revokes all tokens, app passwords, sessions and codes of a user, and the tokens of a service account for other
 * users. Returns what was revoked.
 */
export async function endAllSessions(tx: Transaction, userId: string): Promise<EndedTokens[]> {
  await tx.run(removeTokensOfUser, { userId })
  await tx.run(removeAppPasswordsOfUser, { userId })
  await tx.all(removeArtifactsOfUser, { userId })
  const isServiceAccount = (await tx.first(findServiceAccount, { userId })) !== undefined
  // The id of a service account is also its client id.
  const clientId = userId
  const delegated = isServiceAccount ? await tx.all(removeTokensOfClient, { clientId }) : []
  await tx.notify(tokensChanged)
  return [{ userId }, ...delegated]
}

/** Revokes the access tokens of all OAuth clients of a user; returns them. Consents stay, but get no new tokens. */
export async function endTokensOfClients(tx: Transaction, ownerId: string): Promise<EndedTokens[]> {
  const ended: EndedTokens[] = []
  for (const { clientId } of await tx.all(listClientsOf, { ownerId })) {
    ended.push(...(await tx.all(removeTokensOfClient, { clientId })))
  }
  return ended
}

/**
 * Signs the user out everywhere: revokes sessions and consents with everything that depends on them, and
 * returns these. Tokens that the user or an operator created stay valid.
 */
export async function endSignIns(tx: Transaction, userId: string): Promise<EndedTokens[]> {
  const ended = [
    ...(await tx.all(removeGrantedTokens, { userId })),
    ...(await tx.all(removeArtifactsOfUser, { userId })),
  ]
  await tx.notify(tokensChanged)
  const grantIds = new Set(ended.flatMap(({ grantId }) => (grantId === null ? [] : [grantId])))
  return [...grantIds].map((grantId) => ({ grantId }))
}

interface SessionRow {
  readonly id: string
  readonly kind: 'AccessToken' | 'RefreshToken' | 'Session'
  readonly name: string | null
  readonly clientId: string | null
  readonly scopes: string | null
  readonly payload: string | null
  readonly createdAt: number | null
  readonly expiresAt: number | null
  readonly lastUsedAt: number | null
}

/** What the OAuth server stores about a session or refresh token; times are in seconds. */
interface ArtifactPayload {
  readonly scope?: string
  readonly loginTs?: number
  readonly iat?: number
}

const kinds = {
  AccessToken: 'accessToken',
  RefreshToken: 'refreshToken',
  Session: 'session',
} as const

function recordOf({ id, kind, scopes, payload, ...row }: SessionRow): SessionRecord {
  const { scope, loginTs, iat } = JSON.parse(payload ?? '{}') as ArtifactPayload
  const text = scopes ?? scope ?? ''
  const sinceS = loginTs ?? iat
  return {
    id,
    kind: kinds[kind],
    name: row.name ?? undefined,
    clientId: row.clientId ?? undefined,
    scopes: text.split(' ').filter((scope) => scope !== ''),
    createdAtMs: row.createdAt ?? (sinceS === undefined ? undefined : sinceS * 1000),
    expiresAtMs: row.expiresAt ?? undefined,
    lastUsedAtMs: row.lastUsedAt ?? undefined,
  }
}

const list = query<{ userId: string; nowMs: number; after: string; limit: number }, SessionRow>(
  (args) => sql`
    select substr(hash, 1, ${idLength}) as id, 'AccessToken' as kind, name, client_id as "clientId",
     scopes, null as payload, created_at as "createdAt", expires_at as "expiresAt",
     last_used_at as "lastUsedAt"
   from ${accessTokens}
   where user_id = ${args.userId} and substr(hash, 1, ${idLength}) > ${args.after}
     and (expires_at is null or expires_at > ${args.nowMs})
   union all
   select substr(id_hash, 1, ${idLength}), model, null, client_id, null, payload, null, expires_at,
     (select max(t.last_used_at) from ${accessTokens} t where t.grant_id = a.grant_id)
   from ${oauthArtifacts} a
   where account_id = ${args.userId} and substr(id_hash, 1, ${idLength}) > ${args.after}
     and model in ('RefreshToken', 'Session') and consumed_at is null
     and (expires_at is null or expires_at > ${args.nowMs})
   order by id ${limit(args.limit)}`,
)

type Ended = { readonly kind: string; readonly hash: string; readonly grantId: string | null }

const removeToken = command<{ userId: string; id: string }, Ended>(
  ({ userId, id }) => sql`
   delete from ${accessTokens} where user_id = ${userId} and substr(hash, 1, ${idLength}) = ${id}
   returning 'AccessToken' as kind, hash, grant_id as "grantId"`,
)

const removeArtifact = command<{ userId: string; id: string }, Ended>(
  ({ userId, id }) => sql`delete from ${oauthArtifacts}
   where account_id = ${userId} and substr(id_hash, 1, ${idLength}) = ${id}
     and model in ('RefreshToken', 'Session')
   returning model as kind, id_hash as hash, grant_id as "grantId"`,
)

const removeTokensOfGrant = command<{ grantId: string }>(
  ({ grantId }) => sql`delete from ${accessTokens} where grant_id = ${grantId}`,
)

const removeArtifactsOfGrant = command<{ grantId: string }>(
  ({ grantId }) => sql`delete from ${oauthArtifacts} where grant_id = ${grantId}`,
)

const removeTokensOfUser = command<{ userId: string }>(
  ({ userId }) => sql`delete from ${accessTokens} where user_id = ${userId}`,
)

const findServiceAccount = query<{ userId: string }, { id: string }>(
  ({ userId }) => sql`select id from ${serviceAccounts} where id = ${userId}`,
)

const listClientsOf = query<{ ownerId: string }, { clientId: string }>(
  ({ ownerId }) => sql`select id as "clientId" from ${oauthClients} where owner_id = ${ownerId}`,
)

const removeTokensOfClient = command<{ clientId: string }, { hash: string }>(
  ({ clientId }) => sql`delete from ${accessTokens} where client_id = ${clientId} returning hash`,
)

const removeAppPasswordsOfUser = command<{ userId: string }>(
  ({ userId }) => sql`delete from ${appPasswords} where user_id = ${userId}`,
)

const removeGrantedTokens = command<{ userId: string }, { grantId: string | null }>(
  ({ userId }) => sql`delete from ${accessTokens} where user_id = ${userId} and grant_id is not null
   returning grant_id as "grantId"`,
)

const removeArtifactsOfUser = command<{ userId: string }, { grantId: string | null }>(
  ({ userId }) =>
    sql`delete from ${oauthArtifacts} where account_id = ${userId} returning grant_id as "grantId"`,
)
