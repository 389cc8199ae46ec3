import { groups } from '#/auth/tables.ts'
import { CommittedCache } from '#/storage/committed-cache.ts'
import type { Database, Transaction } from '#/storage/port.ts'
import { sql } from '#/storage/sql/sql.ts'
import { query } from '#/storage/sql/statement.ts'
import { withIds } from './buckets.ts'
import { calendars } from './tables.ts'

const strangersCharactersMax = 4 * 1024 * 1024

/** Knows which addresses belong to calendars and groups of this server. */
export class LocalAddresses {
  readonly #database: Database
  readonly #strangers: CommittedCache<{ readonly email: string }>

  constructor(database: Database) {
    this.#database = database
    this.#strangers = new CommittedCache(database, {
      charactersMax: strangersCharactersMax,
      charactersOf: ({ email }) => 100 + 2 * email.length,
    })
  }

  /**
   * Whether any of the addresses belongs to a calendar or group of this server. In a cluster the answer is that
   * one may, because finding the calendars costs no more.
   */
  async isAnyLocal(tx: Transaction, emails: readonly string[]): Promise<boolean> {
    if (this.#database.isDistributed) return true
    const unknown = emails.filter((email) => !this.isStranger(tx, email))
    if (unknown.length === 0) return false
    const found = await tx.first(findAnyLocal, { emails: JSON.stringify(unknown) })
    if (found !== undefined) return true
    for (const email of unknown) this.#strangers.keep(tx, email, { email })
    return false
  }

  /** Whether it is cached that no calendar or group has the address. */
  isStranger(tx: Transaction, email: string): boolean {
    return this.#strangers.peekIn(tx, email) !== undefined
  }

  /** Call this in the transaction that gives an address to a calendar or group. */
  noteLocal(tx: Transaction, email: string): void {
    this.#strangers.forget(tx, email)
  }
}

const findAnyLocal = query<{ emails: string }, { id: string }>(
  ({ emails }, dialect) => sql`select id from ${calendars} where ${withIds(emails, dialect)}
     union all select id from ${groups} where email ${dialect.inTexts(emails)} limit 1`,
)
