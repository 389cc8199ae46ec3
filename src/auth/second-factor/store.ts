import type { Reader, Transaction } from '#/storage/port.ts'
import { none, statement } from '#/storage/statement.ts'

export interface PasskeyRow {
  /** The id of the credential, in base64url. */
  readonly id: string
  readonly userId: string
  readonly publicKey: string
  readonly counter: number
  /** Transports of the authenticator, separated by spaces. */
  readonly transports: string
  readonly name: string
  readonly createdAt: number
  readonly lastUsedAt: number | null
}

export interface TotpRow {
  readonly sealed: string
  readonly lastStep: number
  readonly createdAt: number
}

interface OfUser {
  readonly userId: string
}

/** Locks the factors of a user until the transaction ends; false if the user does not exist. */
export const lockFactors = async (tx: Transaction, userId: string): Promise<boolean> =>
  (await tx.first(lockUser, { userId })) !== undefined

export const passkeysOf = (reader: Reader, userId: string) => reader.all(listPasskeys, { userId })

export const isAnyPasskey = async (reader: Reader): Promise<boolean> =>
  (await reader.first(anyPasskey, none)) !== undefined

export const findPasskey = (reader: Reader, id: string) => reader.first(passkeyById, { id })

/** False if the credential is already registered. */
export const addPasskey = async (tx: Transaction, passkey: Omit<PasskeyRow, 'lastUsedAt'>) =>
  (await tx.run(insertPasskey, passkey)) > 0

export const renamePasskey = async (
  tx: Transaction,
  passkey: Pick<PasskeyRow, 'id' | 'userId' | 'name'>,
) => (await tx.run(setName, passkey)) > 0

/** Records a use; false if the passkey was used since `before` was read. */
export const usePasskey = async (
  tx: Transaction,
  before: PasskeyRow,
  now: { readonly counter: number; readonly lastUsedAt: number },
): Promise<boolean> => {
  const { id, counter: counterBefore, lastUsedAt } = before
  return (await tx.run(setUse, { id, counterBefore, usedBefore: lastUsedAt ?? 0, ...now })) > 0
}

export const removePasskey = async (tx: Transaction, passkey: Pick<PasskeyRow, 'id' | 'userId'>) =>
  (await tx.run(deletePasskey, passkey)) > 0

export const findTotp = (reader: Reader, userId: string) => reader.first(totpOf, { userId })

export const putTotp = (tx: Transaction, totp: TotpRow & OfUser) => tx.run(upsertTotp, totp)

/**
 * Records the time step of a code; false if this step or a later one was used. A recorded step that lies in the future
 * is from before the clock was set back and is ignored.
 */
export const useTotpStep = async (
  tx: Transaction,
  use: OfUser & { readonly step: number; readonly possible: number },
): Promise<boolean> => (await tx.run(setStep, use)) > 0

export const removeTotp = async (tx: Transaction, userId: string) =>
  (await tx.run(deleteTotp, { userId })) > 0

export const countRecoveryCodes = async (reader: Reader, userId: string): Promise<number> =>
  (await reader.first(countCodes, { userId }))?.count ?? 0

export async function replaceRecoveryCodes(
  tx: Transaction,
  userId: string,
  hashes: readonly string[],
): Promise<void> {
  await removeRecoveryCodes(tx, userId)
  await tx.runEach(
    insertCode,
    hashes.map((hash) => ({ userId, hash })),
  )
}

/** Deletes a code; false if it does not exist or was used. */
export const takeRecoveryCode = async (tx: Transaction, code: OfUser & { readonly hash: string }) =>
  (await tx.run(deleteCode, code)) > 0

export const removeRecoveryCodes = (tx: Transaction, userId: string) =>
  tx.run(deleteCodes, { userId })

/** Removes all factors of a user; false if there was none. */
export async function removeAllFactors(tx: Transaction, userId: string): Promise<boolean> {
  const passkeys = await tx.run(deletePasskeys, { userId })
  const hadTotp = await removeTotp(tx, userId)
  await removeRecoveryCodes(tx, userId)
  return passkeys > 0 || hadTotp
}

const columns = `id, user_id as "userId", public_key as "publicKey", counter, transports, name,
  created_at as "createdAt", last_used_at as "lastUsedAt"`

const lockUser = statement<OfUser, { id: string }>(
  ({ forUpdate }) => `select id from users where id = :userId ${forUpdate}`,
)

const listPasskeys = statement<OfUser, PasskeyRow>(
  `select ${columns} from passkeys where user_id = :userId order by created_at, id`,
)

const anyPasskey = statement<typeof none, { id: string }>('select id from passkeys limit 1')

const passkeyById = statement<{ id: string }, PasskeyRow>(
  `select ${columns} from passkeys where id = :id`,
)

const insertPasskey = statement<Omit<PasskeyRow, 'lastUsedAt'>>(
  `insert into passkeys (id, user_id, public_key, counter, transports, name, created_at)
   values (:id, :userId, :publicKey, :counter, :transports, :name, :createdAt)
   on conflict (id) do nothing`,
)

const setName = statement<Pick<PasskeyRow, 'id' | 'userId' | 'name'>>(
  'update passkeys set name = :name where id = :id and user_id = :userId',
)

const setUse = statement<{
  id: string
  counterBefore: number
  usedBefore: number
  counter: number
  lastUsedAt: number
}>(
  `update passkeys set counter = :counter, last_used_at = :lastUsedAt
   where id = :id and counter = :counterBefore and coalesce(last_used_at, 0) = :usedBefore`,
)

const deletePasskey = statement<Pick<PasskeyRow, 'id' | 'userId'>>(
  'delete from passkeys where id = :id and user_id = :userId',
)

const deletePasskeys = statement<OfUser>('delete from passkeys where user_id = :userId')

const totpOf = statement<OfUser, TotpRow>(
  `select sealed, last_step as "lastStep", created_at as "createdAt"
   from totp_secrets where user_id = :userId`,
)

const upsertTotp = statement<TotpRow & OfUser>(
  `insert into totp_secrets (user_id, sealed, last_step, created_at)
   values (:userId, :sealed, :lastStep, :createdAt)
   on conflict (user_id) do update set sealed = excluded.sealed,
     last_step = excluded.last_step, created_at = excluded.created_at`,
)

const setStep = statement<OfUser & { step: number; possible: number }>(
  `update totp_secrets set last_step = :step
   where user_id = :userId and (last_step < :step or last_step > :possible)`,
)

const deleteTotp = statement<OfUser>('delete from totp_secrets where user_id = :userId')

const countCodes = statement<OfUser, { count: number }>(
  'select count(*) as count from recovery_codes where user_id = :userId',
)

const insertCode = statement<OfUser & { hash: string }>(
  'insert into recovery_codes (user_id, hash) values (:userId, :hash)',
)

const deleteCode = statement<OfUser & { hash: string }>(
  'delete from recovery_codes where user_id = :userId and hash = :hash',
)

const deleteCodes = statement<OfUser>('delete from recovery_codes where user_id = :userId')
