import type { Reader, Transaction } from '#/storage/port.ts'
import { statement } from '#/storage/statement.ts'
import type { Origin } from '../credential-origin.ts'

/** Something that the provider keeps: a code, a refresh token, a session, a grant, an interaction. */
export interface ArtifactRow {
  readonly idHash: string
  readonly payload: string
  readonly consumedAt: number | null
  readonly expiresAt: number | null
  readonly origin: Origin
}

export interface NewArtifact {
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

/** Says how many were consumed: none, when somebody has done so before. */
export const consumeArtifact = (tx: Transaction, key: Key & { consumedAt: number }) =>
  tx.run(consume, key)

/** Lets an artifact live until another time. */
export const extendArtifact = (tx: Transaction, key: Key & { expiresAt: number }) =>
  tx.run(extend, key)

/** The same for the session that tokens name by its `uid`. */
export const extendSession = (tx: Transaction, session: { uid: string; expiresAt: number }) =>
  tx.run(extendByUid, session)

export const removeArtifact = (tx: Transaction, key: Key) => tx.run(remove, key)

/** Removes everything of a grant but access tokens, which are kept elsewhere. */
export const removeArtifactsOfGrant = (tx: Transaction, grantId: string) =>
  tx.run(removeOfGrant, { grantId })

/** Removes a bounded number of them and says by its count whether there may be more. */
export const removeExpiredArtifacts = (
  tx: Transaction,
  expired: { readonly before: number; readonly count: number },
) => tx.run(removeExpired, expired)

const columns =
  'id_hash as "idHash", payload, consumed_at as "consumedAt", expires_at as "expiresAt", origin'

const put = statement<NewArtifact>(
  `insert into oauth_artifacts (model, id_hash, payload, grant_id, uid, user_code_hash, account_id,
     client_id, expires_at, origin)
   values (:model, :idHash, :payload, :grantId, :uid, :userCodeHash, :accountId, :clientId,
     :expiresAt, :origin)
   on conflict (model, id_hash) do update set payload = excluded.payload,
     grant_id = excluded.grant_id, uid = excluded.uid, user_code_hash = excluded.user_code_hash,
     account_id = excluded.account_id, client_id = excluded.client_id,
     expires_at = excluded.expires_at, origin = excluded.origin`,
)

const find = statement<Key, ArtifactRow>(
  `select ${columns} from oauth_artifacts where model = :model and id_hash = :idHash`,
)

const findByUid = statement<{ model: string; uid: string }, ArtifactRow>(
  `select ${columns} from oauth_artifacts where uid = :uid and model = :model`,
)

const findByUserCode = statement<{ model: string; userCodeHash: string }, ArtifactRow>(
  `select ${columns} from oauth_artifacts
   where user_code_hash = :userCodeHash and model = :model`,
)

const consume = statement<Key & { consumedAt: number }>(
  `update oauth_artifacts set consumed_at = :consumedAt
   where model = :model and id_hash = :idHash and consumed_at is null`,
)

const extend = statement<Key & { expiresAt: number }>(
  `update oauth_artifacts set expires_at = :expiresAt
   where model = :model and id_hash = :idHash`,
)

const extendByUid = statement<{ uid: string; expiresAt: number }>(
  `update oauth_artifacts set expires_at = :expiresAt where uid = :uid and model = 'Session'`,
)

const remove = statement<Key>(
  'delete from oauth_artifacts where model = :model and id_hash = :idHash',
)

const removeOfGrant = statement<{ grantId: string }>(
  'delete from oauth_artifacts where grant_id = :grantId',
)

const removeExpired = statement<{ before: number; count: number }>(
  `delete from oauth_artifacts where (model, id_hash) in (
     select model, id_hash from oauth_artifacts where expires_at < :before limit :count)`,
)
