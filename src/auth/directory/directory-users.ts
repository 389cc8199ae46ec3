import type { Reader, Transaction } from '#/storage/port.ts'
import { insertInto, limit, rowOf, sql } from '#/storage/sql/sql.ts'
import { command, none, query } from '#/storage/sql/statement.ts'
import { users } from '../tables.ts'
import type { AdminRole } from './admin-roles.ts'

export interface UserRecord {
  readonly id: string
  readonly email: string
  readonly name: string
  /** Null for an ordinary user. */
  readonly adminRole: AdminRole | null
  readonly isDisabled: boolean
  readonly hasPassword: boolean
  readonly createdAtMs: number
}

interface NewUser {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly adminRole: AdminRole | null
  readonly passwordHash: string | null
  readonly createdAtMs: number
}

export const findUserByEmail = async (reader: Reader, email: string) =>
  recordOf(await reader.first(findByEmail, { email }))

export const findUserById = async (reader: Reader, id: string) =>
  recordOf(await reader.first(findById, { id }))

export const listUsers = async (reader: Reader): Promise<UserRecord[]> =>
  (await reader.all(list, none)).map(recordOfRow)

/** The users whose addresses follow the given one, in their order. */
export const pageOfUsers = async (
  reader: Reader,
  page: { after: string; limit: number },
): Promise<UserRecord[]> => (await reader.all(listPage, page)).map(recordOfRow)

/** A user with the password hash, which is only for checking the password. */
export async function findUserForSignIn(reader: Reader, email: string) {
  const row = await reader.first(findForSignIn, { email })
  if (row === undefined || row.isDisabled === 1 || row.passwordHash === null) return undefined
  const { passwordHash, ...user } = row
  return { user: recordOfRow(user), passwordHash }
}

/** Returns false if the address is taken. */
export async function addUser(tx: Transaction, user: NewUser): Promise<boolean> {
  return (await tx.run(add, user)) > 0
}

export const removeUser = (tx: Transaction, id: string) => tx.run(remove, { id })

export const renameUser = (tx: Transaction, change: { id: string; name: string }) =>
  tx.run(rename, change)

export const setUserRole = (tx: Transaction, change: { id: string; adminRole: AdminRole | null }) =>
  tx.run(setRole, change)

/** Locks the owners who can sign in until the transaction ends, and returns their ids. */
export const lockOwners = async (tx: Transaction): Promise<string[]> =>
  (await tx.all(listOwners, none)).map(({ id }) => id)

export const setUserPasswordHash = (tx: Transaction, change: { id: string; hash: string }) =>
  tx.run(setPasswordHash, change)

/** Since when the user is disabled, or null for one who is not. */
export const setUserDisabled = (
  tx: Transaction,
  change: { id: string; disabledAt: number | null },
) => tx.run(setDisabled, change)

interface UserRow {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly adminRole: AdminRole | null
  readonly isDisabled: number
  readonly hasPassword: number
  readonly createdAtMs: number
}

const recordOf = (row: UserRow | undefined) => (row === undefined ? undefined : recordOfRow(row))

const recordOfRow = (row: UserRow): UserRecord => ({
  ...row,
  isDisabled: row.isDisabled === 1,
  hasPassword: row.hasPassword === 1,
})

const columns = sql`id, email, name, admin_role as "adminRole", created_at as "createdAtMs",
  case when disabled_at is null then 0 else 1 end as "isDisabled",
  case when password_hash is null then 0 else 1 end as "hasPassword"`

const findByEmail = query<{ email: string }, UserRow>(
  ({ email }) => sql`select ${columns} from ${users} where email = ${email}`,
)

const findById = query<{ id: string }, UserRow>(
  ({ id }) => sql`select ${columns} from ${users} where id = ${id}`,
)

const list = query<object, UserRow>(() => sql`select ${columns} from ${users} order by email`)

const listPage = query<{ after: string; limit: number }, UserRow>(
  (args) =>
    sql`select ${columns} from ${users} where email > ${args.after} order by email ${limit(args.limit)}`,
)

const findForSignIn = query<{ email: string }, UserRow & { passwordHash: string | null }>(
  ({ email }) =>
    sql`select ${columns}, password_hash as "passwordHash" from ${users} where email = ${email}`,
)

const add = command<NewUser>((args) =>
  insertInto(
    users,
    rowOf(users, args, { created_at: args.createdAtMs, disabled_at: null }),
    sql`on conflict (email) do nothing`,
  ),
)

const remove = command<{ id: string }>(({ id }) => sql`delete from ${users} where id = ${id}`)

const rename = command<{ id: string; name: string }>(
  ({ name, id }) => sql`update ${users} set name = ${name} where id = ${id}`,
)

const setRole = command<{ id: string; adminRole: AdminRole | null }>(
  ({ adminRole, id }) => sql`update ${users} set admin_role = ${adminRole} where id = ${id}`,
)

// Sorted, so that concurrent transactions cannot deadlock.
const listOwners = query<typeof none, { id: string }>(
  (_, { forUpdate }) => sql`
    select id from ${users} where admin_role = 'owner' and disabled_at is null
     order by id ${forUpdate}`,
)

const setPasswordHash = command<{ id: string; hash: string }>(
  ({ hash, id }) => sql`update ${users} set password_hash = ${hash} where id = ${id}`,
)

const setDisabled = command<{ id: string; disabledAt: number | null }>(
  ({ disabledAt, id }) => sql`update ${users} set disabled_at = ${disabledAt} where id = ${id}`,
)
