import type { Clock } from '#/kernel/clock.ts'
import { forbidden } from '#/kernel/errors.ts'
import type { Database, Reader, Transaction } from '#/storage/port.ts'
import { insertInto, sql } from '#/storage/sql/sql.ts'
import { command, query } from '#/storage/sql/statement.ts'
import { findUserById, type UserRecord } from '../directory/directory-users.ts'
import { identities } from '../tables.ts'

/** The account of a user at another identity provider. */
export interface Identity {
  readonly providerId: string
  /** The permanent id of the user at the provider. */
  readonly subject: string
  /** The address at the provider when the accounts were linked; empty if it gave none. */
  readonly email: string
  readonly createdAtMs: number
}

interface SubjectKey {
  readonly providerId: string
  readonly subject: string
}

/** Links between subjects of identity providers and users. */
export class Identities {
  readonly #database: Database
  readonly #clock: Clock

  constructor({ database, clock }: { readonly database: Database; readonly clock: Clock }) {
    this.#database = database
    this.#clock = clock
  }

  /** The identities of a user, ordered by provider; at most one at each. */
  of({ id: userId }: Pick<UserRecord, 'id'>): Promise<Identity[]> {
    return this.#database.all(listOfUser, { userId })
  }

  async userOf(reader: Reader, key: SubjectKey): Promise<UserRecord | undefined> {
    const row = await reader.first(findUserId, key)
    return row && findUserById(reader, row.userId)
  }

  /** False if the user has another identity at this provider, or the subject belongs to another user. */
  async link(
    tx: Transaction,
    identity: SubjectKey & { readonly userId: string; readonly email: string },
  ): Promise<boolean> {
    const createdAtMs = this.#clock.nowMs()
    return (await tx.run(add, { ...identity, createdAtMs })) > 0
  }

  /** False if there is no such identity. */
  unlink({ id: userId }: Pick<UserRecord, 'id'>, providerId: string): Promise<boolean> {
    return this.#database.transaction(
      async (tx) => (await tx.run(remove, { userId, providerId })) > 0,
    )
  }

  /** Unlinks an identity on behalf of its user, who must keep a way to sign in. */
  unlinkOwn(userId: string, providerId: string): Promise<boolean> {
    return this.#database.transaction(async (tx) => {
      const user = await findUserById(tx, userId)
      const identities = await tx.all(lockOfUser, { userId })
      if (!identities.some((identity) => identity.providerId === providerId)) return false
      if (identities.length === 1 && !user?.hasPassword) {
        throw forbidden('This is your only way to sign in. Set a password first.')
      }
      return (await tx.run(remove, { userId, providerId })) > 0
    })
  }
}

const columns = sql`provider_id as "providerId", subject, email, created_at as "createdAtMs"`

const listOfUser = query<{ userId: string }, Identity>(
  ({ userId }) =>
    sql`select ${columns} from ${identities} where user_id = ${userId} order by provider_id`,
)

const lockOfUser = query<{ userId: string }, Identity>(
  ({ userId }, { forUpdate }) =>
    sql`select ${columns} from ${identities} where user_id = ${userId} order by provider_id ${forUpdate}`,
)

const findUserId = query<SubjectKey, { userId: string }>(
  ({ providerId, subject }) => sql`select user_id as "userId" from ${identities}
   where provider_id = ${providerId} and subject = ${subject}`,
)

const add = command<SubjectKey & { userId: string; email: string; createdAtMs: number }>(
  ({ providerId, subject, userId, email, createdAtMs }) =>
    insertInto(
      identities,
      { provider_id: providerId, subject, user_id: userId, email, created_at: createdAtMs },
      sql`on conflict do nothing`,
    ),
)

const remove = command<{ userId: string; providerId: string }>(
  ({ userId, providerId }) =>
    sql`delete from ${identities} where user_id = ${userId} and provider_id = ${providerId}`,
)
