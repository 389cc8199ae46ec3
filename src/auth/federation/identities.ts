import type { Clock } from '#/kernel/clock.ts'
import { forbidden } from '#/kernel/errors.ts'
import type { Database, Reader, Transaction } from '#/storage/port.ts'
import { statement } from '#/storage/statement.ts'
import { findUserById, type UserRecord } from '../directory-users.ts'

/** Who a user is at another identity provider. */
export interface Identity {
  readonly providerId: string
  /** What the provider calls the user, for ever. */
  readonly subject: string
  /** The address that the provider gave when the two were connected; empty where it gave none. */
  readonly email: string
  readonly createdAtMs: number
}

interface SubjectKey {
  readonly providerId: string
  readonly subject: string
}

/** Which subject of which identity provider is which user. */
export class Identities {
  readonly #database: Database
  readonly #clock: Clock

  constructor({ database, clock }: { readonly database: Database; readonly clock: Clock }) {
    this.#database = database
    this.#clock = clock
  }

  /** All of a user, in the order of the providers' ids; at each provider there is at most one. */
  of({ id: userId }: Pick<UserRecord, 'id'>): Promise<Identity[]> {
    return this.#database.all(listOfUser, { userId })
  }

  async userOf(reader: Reader, key: SubjectKey): Promise<UserRecord | undefined> {
    const row = await reader.first(findUserId, key)
    return row && findUserById(reader, row.userId)
  }

  /** False where the user is somebody else at this provider, or the subject is another user. */
  async link(
    tx: Transaction,
    identity: SubjectKey & { readonly userId: string; readonly email: string },
  ): Promise<boolean> {
    const createdAtMs = this.#clock.nowMs()
    return (await tx.run(add, { ...identity, createdAtMs })) > 0
  }

  /** Says whether there was such an identity. */
  unlink({ id: userId }: Pick<UserRecord, 'id'>, providerId: string): Promise<boolean> {
    return this.#database.transaction(
      async (tx) => (await tx.run(remove, { userId, providerId })) > 0,
    )
  }

  /** The same for users themselves, who keep a way to sign in. */
  unlinkOwn(userId: string, providerId: string): Promise<boolean> {
    return this.#database.transaction(async (tx) => {
      const user = await findUserById(tx, userId)
      const identities = await tx.all(lockOfUser, { userId })
      if (!identities.some((identity) => identity.providerId === providerId)) return false
      if (identities.length === 1 && !user?.hasPassword) {
        throw forbidden('You could not sign in any more: set a password first.')
      }
      return (await tx.run(remove, { userId, providerId })) > 0
    })
  }
}

const columns = `provider_id as "providerId", subject, email, created_at as "createdAtMs"`

const listOfUser = statement<{ userId: string }, Identity>(
  `select ${columns} from identities where user_id = :userId order by provider_id`,
)

const lockOfUser = statement<{ userId: string }, Identity>(
  ({ forUpdate }) =>
    `select ${columns} from identities where user_id = :userId order by provider_id ${forUpdate}`,
)

const findUserId = statement<SubjectKey, { userId: string }>(
  `select user_id as "userId" from identities
   where provider_id = :providerId and subject = :subject`,
)

const add = statement<SubjectKey & { userId: string; email: string; createdAtMs: number }>(
  `insert into identities (provider_id, subject, user_id, email, created_at)
   values (:providerId, :subject, :userId, :email, :createdAtMs)
   on conflict do nothing`,
)

const remove = statement<{ userId: string; providerId: string }>(
  'delete from identities where user_id = :userId and provider_id = :providerId',
)
