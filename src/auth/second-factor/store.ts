import type { Reader, Transaction } from '#/storage/port.ts'
import { insertInto, rowOf, sql } from '#/storage/sql/sql.ts'
import { command, none, query } from '#/storage/sql/statement.ts'
import { passkeys, recoveryCodes, totpSecrets, users } from '../tables.ts'

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

interface TotpRow {
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

const columns = sql`id, user_id as "userId", public_key as "publicKey", counter, transports, name,
  created_at as "createdAt", last_used_at as "lastUsedAt"`

const lockUser = query<OfUser, { id: string }>(
  ({ userId }, { forUpdate }) => sql`select id from ${users} where id = ${userId} ${forUpdate}`,
)

const listPasskeys = query<OfUser, PasskeyRow>(
  ({ userId }) =>
    sql`select ${columns} from ${passkeys} where user_id = ${userId} order by created_at, id`,
)

const anyPasskey = query<typeof none, { id: string }>(() => sql`select id from ${passkeys} limit 1`)

const passkeyById = query<{ id: string }, PasskeyRow>(
  ({ id }) => sql`select ${columns} from ${passkeys} where id = ${id}`,
)

const insertPasskey = command<Omit<PasskeyRow, 'lastUsedAt'>>((args) =>
  insertInto(
    passkeys,
    rowOf(passkeys, args, { last_used_at: null }),
    sql`on conflict (id) do nothing`,
  ),
)

const setName = command<Pick<PasskeyRow, 'id' | 'userId' | 'name'>>(
  ({ name, id, userId }) =>
    sql`update ${passkeys} set name = ${name} where id = ${id} and user_id = ${userId}`,
)

const setUse = command<{
  id: string
  counterBefore: number
  usedBefore: number
  counter: number
  lastUsedAt: number
}>(
  ({ counter, lastUsedAt, id, counterBefore, usedBefore }) => sql`
   update ${passkeys} set counter = ${counter}, last_used_at = ${lastUsedAt}
   where id = ${id} and counter = ${counterBefore} and coalesce(last_used_at, 0) = ${usedBefore}`,
)

const deletePasskey = command<Pick<PasskeyRow, 'id' | 'userId'>>(
  ({ id, userId }) => sql`delete from ${passkeys} where id = ${id} and user_id = ${userId}`,
)

const deletePasskeys = command<OfUser>(
  ({ userId }) => sql`delete from ${passkeys} where user_id = ${userId}`,
)

const totpOf = query<OfUser, TotpRow>(
  ({ userId }) => sql`select sealed, last_step as "lastStep", created_at as "createdAt"
   from ${totpSecrets} where user_id = ${userId}`,
)

const upsertTotp = command<TotpRow & OfUser>(({ userId, sealed, lastStep, createdAt }) =>
  insertInto(
    totpSecrets,
    { user_id: userId, sealed, last_step: lastStep, created_at: createdAt },
    sql`on conflict (user_id) do update set sealed = excluded.sealed,
     last_step = excluded.last_step, created_at = excluded.created_at`,
  ),
)

const setStep = command<OfUser & { step: number; possible: number }>(
  ({ step, userId, possible }) => sql`update ${totpSecrets} set last_step = ${step}
   where user_id = ${userId} and (last_step < ${step} or last_step > ${possible})`,
)

const deleteTotp = command<OfUser>(
  ({ userId }) => sql`delete from ${totpSecrets} where user_id = ${userId}`,
)

const countCodes = query<OfUser, { count: number }>(
  ({ userId }) => sql`select count(*) as count from ${recoveryCodes} where user_id = ${userId}`,
)

const insertCode = command<OfUser & { hash: string }>(({ userId, hash }) =>
  insertInto(recoveryCodes, { user_id: userId, hash }),
)

const deleteCode = command<OfUser & { hash: string }>(
  ({ userId, hash }) =>
    sql`delete from ${recoveryCodes} where user_id = ${userId} and hash = ${hash}`,
)

const deleteCodes = command<OfUser>(
  ({ userId }) => sql`delete from ${recoveryCodes} where user_id = ${userId}`,
)
