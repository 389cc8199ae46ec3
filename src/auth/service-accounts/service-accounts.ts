import type { Clock } from '#/kernel/clock.ts'
import { duplicate, invalidField } from '#/kernel/errors.ts'
import type { RandomBytes } from '#/kernel/randomness.ts'
import type { Database } from '#/storage/port.ts'
import { insertInto, sql } from '#/storage/sql/sql.ts'
import { command, none, query } from '#/storage/sql/statement.ts'
import type { Directory } from '../directory/directory.ts'
import { serviceAccounts } from '../tables.ts'
import {
  addKey,
  keysOf,
  newKeyPair,
  removeKey,
  type ServiceAccountKey,
} from './service-accounts-keys.ts'

export interface ServiceAccount {
  /** Also the id of its user, and its client id. */
  readonly id: string
  readonly email: string
  readonly name: string
}

interface ServiceAccountsContext {
  readonly database: Database
  readonly clock: Clock
  readonly randomBytes: RandomBytes
  readonly directory: Directory
  /** The domain of the addresses of service accounts. */
  readonly serviceAccountDomain: string
  /** Generates a key pair; replaced in tests. */
  readonly newKeyPair?: typeof newKeyPair
}

/** Service accounts: users that sign with a key instead of a password. */
export class ServiceAccounts {
  readonly #context: ServiceAccountsContext
  readonly #newKeyPair: typeof newKeyPair

  constructor(context: ServiceAccountsContext) {
    this.#context = context
    this.#newKeyPair = context.newKeyPair ?? newKeyPair
  }

  /** Creates the account, its user and a key, whose private key is returned once and not stored. */
  async create({ name }: { name: string }): Promise<{
    account: ServiceAccount
    key: ServiceAccountKey
  }> {
    const { database, directory, serviceAccountDomain, clock } = this.#context
    if (!nameShape.test(name)) {
      throw invalidField(
        'The name of a service account has up to 30 lower-case letters, digits and hyphens, begins with a letter and does not end with a hyphen.',
      )
    }
    const pair = await this.#newKeyPair()
    return database.transaction(async (tx) => {
      const email = `${name}@${serviceAccountDomain}`
      const { user, isNew } = await directory.ensure(tx, { email, name })
      if (!isNew) throw duplicate(`The account ${user.email}`)
      const account = { id: user.id, email: user.email, name }
      await tx.run(addAccount, { ...account, createdAt: clock.nowMs() })
      return { account, key: await addKey(tx, { email: user.email, pair, ...this.#context }) }
    })
  }

  find(email: string): Promise<ServiceAccount | undefined> {
    return this.#context.database.first(findAccount, { email: email.trim().toLowerCase() })
  }

  list(): Promise<ServiceAccount[]> {
    return this.#context.database.all(listAccounts, none)
  }

  /** Deletes the account, its data, and its tokens for other users. */
  remove({ email }: ServiceAccount): Promise<boolean> {
    return this.#context.directory.remove(email)
  }

  async keyIds({ email }: ServiceAccount): Promise<string[]> {
    return (await keysOf(this.#context.database, email)).map(({ id }) => id)
  }

  /** Adds a key, whose private key is returned once and not stored. */
  async addKey({ email }: ServiceAccount): Promise<ServiceAccountKey> {
    const pair = await this.#newKeyPair()
    return this.#context.database.transaction((tx) => addKey(tx, { email, pair, ...this.#context }))
  }

  /** Returns whether the account had such a key. */
  removeKey({ email }: ServiceAccount, keyId: string): Promise<boolean> {
    return this.#context.database.transaction((tx) => removeKey(tx, { email, keyId }))
  }
}

const nameShape = /^[a-z](?:[a-z0-9-]{0,28}[a-z0-9])?$/

const addAccount = command<ServiceAccount & { createdAt: number }>(
  ({ email, id, name, createdAt }) =>
    insertInto(serviceAccounts, { email, id, user_id: id, name, created_at: createdAt }),
)

const findAccount = query<{ email: string }, ServiceAccount>(
  ({ email }) => sql`select id, email, name from ${serviceAccounts} where email = ${email}`,
)

const listAccounts = query<object, ServiceAccount>(
  () => sql`select id, email, name from ${serviceAccounts} order by email`,
)
