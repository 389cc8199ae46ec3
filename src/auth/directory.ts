import type { Clock } from '#/kernel/clock.ts'
import { invalidField } from '#/kernel/errors.ts'
import type { RandomBytes } from '#/kernel/randomness.ts'
import type { Database, Reader, Transaction } from '#/storage/port.ts'
import { none, statement } from '#/storage/statement.ts'
import { tokensChanged } from './tokens.ts'

export interface UserRecord {
  readonly id: string
  readonly email: string
  readonly name: string
}

/** What a service does when a user comes or goes, in the same transaction. */
export interface Provisioner {
  welcome(tx: Transaction, user: UserRecord): Promise<void>
  dismiss(tx: Transaction, user: UserRecord): Promise<void>
}

interface DirectoryParts {
  readonly database: Database
  readonly clock: Clock
  readonly randomBytes: RandomBytes
  readonly provisioners: readonly Provisioner[]
}

/** The users of this server. */
export class Directory {
  readonly #parts: DirectoryParts

  constructor(parts: DirectoryParts) {
    this.#parts = parts
  }

  find(email: string): Promise<UserRecord | undefined> {
    return this.#parts.database.first(findUser, { email: canonicalEmail(email) })
  }

  list(): Promise<UserRecord[]> {
    return this.#parts.database.all(listUsers, none)
  }

  /** Adds the user and all that each service has for a new user; says whether it was new. */
  async ensure(
    tx: Transaction,
    wanted: { email: string; name?: string },
  ): Promise<{ user: UserRecord; isNew: boolean }> {
    const email = canonicalEmail(wanted.email)
    const user = { id: this.#newUserId(), email, name: wanted.name ?? email.split('@')[0]! }
    const added = await tx.run(addUser, { ...user, createdAt: this.#parts.clock.nowMs() })
    if (added === 0) return { user: await existing(tx, email), isNew: false }
    for (const { welcome } of this.#parts.provisioners) await welcome(tx, user)
    return { user, isNew: true }
  }

  /** Removes the user and everything that belongs to the user. */
  remove(email: string): Promise<boolean> {
    return this.#parts.database.transaction(async (tx) => {
      const user = await tx.first(findUser, { email: canonicalEmail(email) })
      if (user === undefined) return false
      for (const { dismiss } of this.#parts.provisioners) await dismiss(tx, user)
      await tx.run(removeUser, { id: user.id })
      await tx.notify(tokensChanged)
      return true
    })
  }

  // Twenty-one digits, the form of subject identifiers that clients store.
  #newUserId(): string {
    const number = BigInt(`0x${Buffer.from(this.#parts.randomBytes(8)).toString('hex')}`)
    return `1${(number % 10n ** 20n).toString().padStart(20, '0')}`
  }
}

const emailShape = /^[^\s@]{1,64}@[^\s@.]+(\.[^\s@.]+)+$/

/** Addresses are compared and kept in lower case. */
export function canonicalEmail(email: string): string {
  const canonical = email.trim().toLowerCase()
  if (canonical.length > 254 || !emailShape.test(canonical)) {
    throw invalidField(`${JSON.stringify(email.slice(0, 80))} is not an email address.`)
  }
  return canonical
}

async function existing(reader: Reader, email: string): Promise<UserRecord> {
  const user = await reader.first(findUser, { email })
  if (user === undefined) throw new Error('a user that exists is not found')
  return user
}

const findUser = statement<{ email: string }, UserRecord>(
  'select id, email, name from users where email = :email',
)

const listUsers = statement<object, UserRecord>('select id, email, name from users order by email')

const addUser = statement<UserRecord & { createdAt: number }>(
  `insert into users (id, email, name, created_at) values (:id, :email, :name, :createdAt)
   on conflict (email) do nothing`,
)

const removeUser = statement<{ id: string }>('delete from users where id = :id')
