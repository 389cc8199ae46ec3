import type { Clock } from '#/kernel/clock.ts'
import { base64url } from '#/kernel/identifiers.ts'
import type { RandomBytes } from '#/kernel/randomness.ts'
import type { Database, Transaction } from '#/storage/port.ts'
import { insertInto, sql } from '#/storage/sql/sql.ts'
import { command, query } from '#/storage/sql/statement.ts'
import { hashOf } from '../credentials/secrets.ts'
import type { Directory, UserRecord } from '../directory/directory.ts'
import { passwordLinks } from '../tables.ts'

interface PasswordLinksContext {
  readonly database: Database
  readonly clock: Clock
  readonly randomBytes: RandomBytes
  readonly directory: Directory
}

/** The path of the page of a link. */
export const passwordLinkPath = '/signin/password/'

export const resetLifetimeMs = 3_600_000
export const invitationLifetimeMs = 7 * 24 * 3_600_000

/** The maximum number of valid links per user. Further requests create none. */
const linksPerUserMax = 5
const secretBytes = 32

/** Single-use links to set the password of a user. */
export class PasswordLinks {
  readonly #context: PasswordLinksContext

  constructor(context: PasswordLinksContext) {
    this.#context = context
  }

  /** Creates a link and returns its path; undefined if the user has too many. */
  async create(
    tx: Transaction,
    { userId, lifetimeMs }: { userId: string; lifetimeMs: number },
  ): Promise<string | undefined> {
    const { clock, randomBytes } = this.#context
    const nowMs = clock.nowMs()
    await tx.run(removeExpired, { nowMs })
    const linkCount = await tx.first(count, { userId })
    if ((linkCount?.count ?? 0) >= linksPerUserMax) return undefined
    const secret = base64url(secretBytes, randomBytes)
    await tx.run(add, { hash: hashOf(secret), userId, expiresAt: nowMs + lifetimeMs })
    return passwordLinkPath + secret
  }

  /** The user of a link; undefined if it has expired or was used. */
  async find(secret: string): Promise<UserRecord | undefined> {
    const { database, clock, directory } = this.#context
    const row = await database.first(find, { hash: hashOf(secret), nowMs: clock.nowMs() })
    const user = row && (await directory.findById(row.userId))
    return user?.isDisabled ? undefined : user
  }

  /** Sets the password, which revokes all links of the user; returns whether the link was valid. */
  async redeem(secret: string, password: string): Promise<boolean> {
    const user = await this.find(secret)
    if (user === undefined) return false
    const link = { hash: hashOf(secret), nowMs: this.#context.clock.nowMs() }
    let isGood = false
    await this.#context.directory.setPassword(user, password, async (tx) => {
      isGood = (await tx.run(take, link)) > 0
      return isGood
    })
    return isGood
  }
}

export const removePasswordLinks = (tx: Transaction, userId: string) =>
  tx.run(removeOfUser, { userId })

const add = command<{ hash: string; userId: string; expiresAt: number }>(
  ({ hash, userId, expiresAt }) =>
    insertInto(passwordLinks, { hash, user_id: userId, expires_at: expiresAt }),
)

const count = query<{ userId: string }, { count: number }>(
  ({ userId }) => sql`select count(*) as count from ${passwordLinks} where user_id = ${userId}`,
)

const find = query<{ hash: string; nowMs: number }, { userId: string }>(
  ({ hash, nowMs }) =>
    sql`select user_id as "userId" from ${passwordLinks} where hash = ${hash} and expires_at > ${nowMs}`,
)

const take = command<{ hash: string; nowMs: number }>(
  ({ hash, nowMs }) =>
    sql`delete from ${passwordLinks} where hash = ${hash} and expires_at > ${nowMs}`,
)

const removeOfUser = command<{ userId: string }>(
  ({ userId }) => sql`delete from ${passwordLinks} where user_id = ${userId}`,
)

const removeExpired = command<{ nowMs: number }>(
  ({ nowMs }) => sql`delete from ${passwordLinks} where expires_at <= ${nowMs}`,
)
