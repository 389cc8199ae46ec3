import type { Reader, Transaction } from '#/storage/port.ts'
import { insertInto, limit, rowOf, sql } from '#/storage/sql/sql.ts'
import { command, query } from '#/storage/sql/statement.ts'
import type { Origin } from '../../credentials/credential-origin.ts'
import { oauthArtifacts } from '../../tables.ts'

/** A stored artifact of the provider: a code, refresh token, session, grant or interaction. */
export interface ArtifactRow {
  readonly idHash: string
  readonly payload: string
  readonly consumedAt: number | null
  readonly expiresAt: number | null
  readonly origin: Origin
}

interface NewArtifact {
  readonly model: string
  readonly idHash: string
  readonly payload: string
  readonly grantId: string | null
  readonly uid: string | null
  readonly userCodeHash: string | null
  readonly accountId: string | null
  readonly clientId: string | null
  readonly expiresAt: number | null
  readonly origin: Origin
}

interface Key {
  readonly model: string
  readonly idHash: string
}

export const putArtifact = (tx: Transaction, artifact: NewArtifact) => tx.run(put, artifact)

export const findArtifact = (reader: Reader, key: Key) => reader.first(find, key)

export const findArtifactByUid = (reader: Reader, key: { model: string; uid: string }) =>
  reader.first(findByUid, key)

export const findArtifactByUserCode = (
  reader: Reader,
  key: { model: string; userCodeHash: string },
) => reader.first(findByUserCode, key)

/** Returns the number of consumed artifacts: 0 if it was consumed before. */
export const consumeArtifact = (tx: Transaction, key: Key & { consumedAt: number }) =>
  tx.run(consume, key)

/** Changes the expiration of an artifact. */
export const extendArtifact = (tx: Transaction, key: Key & { expiresAt: number }) =>
  tx.run(extend, key)

/** The same for the session that tokens name by its `uid`. */
export const extendSession = (tx: Transaction, session: { uid: string; expiresAt: number }) =>
  tx.run(extendByUid, session)

export const removeArtifact = (tx: Transaction, key: Key) => tx.run(remove, key)

/** Deletes all artifacts of a grant. Access tokens are stored elsewhere. */
export const removeArtifactsOfGrant = (tx: Transaction, grantId: string) =>
  tx.run(removeOfGrant, { grantId })

/** Deletes a bounded number. A full count means that there may be more. */
export const removeExpiredArtifacts = (
  tx: Transaction,
  expired: { readonly before: number; readonly count: number },
) => tx.run(removeExpired, expired)

const columns = sql`id_hash as "idHash", payload, consumed_at as "consumedAt",
  expires_at as "expiresAt", origin`

const put = command<NewArtifact>((args) =>
  insertInto(
    oauthArtifacts,
    rowOf(oauthArtifacts, args, { consumed_at: null, polled_at: null, poll_interval_s: null }),
    sql`on conflict (model, id_hash) do update set payload = excluded.payload,
     grant_id = excluded.grant_id, uid = excluded.uid, user_code_hash = excluded.user_code_hash,
     account_id = excluded.account_id, client_id = excluded.client_id,
     expires_at = excluded.expires_at, origin = excluded.origin`,
  ),
)

const find = query<Key, ArtifactRow>(
  ({ model, idHash }) =>
    sql`select ${columns} from ${oauthArtifacts} where model = ${model} and id_hash = ${idHash}`,
)

const findByUid = query<{ model: string; uid: string }, ArtifactRow>(
  ({ uid, model }) =>
    sql`select ${columns} from ${oauthArtifacts} where uid = ${uid} and model = ${model}`,
)

const findByUserCode = query<{ model: string; userCodeHash: string }, ArtifactRow>(
  ({ userCodeHash, model }) => sql`select ${columns} from ${oauthArtifacts}
   where user_code_hash = ${userCodeHash} and model = ${model}`,
)

const consume = command<Key & { consumedAt: number }>(
  ({ consumedAt, model, idHash }) => sql`update ${oauthArtifacts} set consumed_at = ${consumedAt}
   where model = ${model} and id_hash = ${idHash} and consumed_at is null`,
)

const extend = command<Key & { expiresAt: number }>(
  ({ expiresAt, model, idHash }) => sql`update ${oauthArtifacts} set expires_at = ${expiresAt}
   where model = ${model} and id_hash = ${idHash}`,
)

const extendByUid = command<{ uid: string; expiresAt: number }>(
  ({ expiresAt, uid }) =>
    sql`update ${oauthArtifacts} set expires_at = ${expiresAt} where uid = ${uid} and model = 'Session'`,
)

const remove = command<Key>(
  ({ model, idHash }) =>
    sql`delete from ${oauthArtifacts} where model = ${model} and id_hash = ${idHash}`,
)

const removeOfGrant = command<{ grantId: string }>(
  ({ grantId }) => sql`delete from ${oauthArtifacts} where grant_id = ${grantId}`,
)

const removeExpired = command<{ before: number; count: number }>(
  ({ count, before }) => sql`delete from ${oauthArtifacts} where (model, id_hash) in (
     select model, id_hash from ${oauthArtifacts} where expires_at < ${before} ${limit(count)})`,
)
