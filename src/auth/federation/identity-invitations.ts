import type { Clock } from '#/kernel/clock.ts'
import { limitExceeded } from '#/kernel/errors.ts'
import { base64url } from '#/kernel/identifiers.ts'
import type { RandomBytes } from '#/kernel/randomness.ts'
import type { Database, Transaction } from '#/storage/port.ts'
import { insertInto, sql } from '#/storage/sql/sql.ts'
import { command, query } from '#/storage/sql/statement.ts'
import { hashOf } from '../credentials/secrets.ts'
import { identityInvitations } from '../tables.ts'

/** The path of the invitation page, followed by the secret. */
export const invitationPath = '/signin/invitation/'

interface IdentityInvitationsContext {
  readonly database: Database
  readonly clock: Clock
  readonly randomBytes: RandomBytes
}

/** The user and the provider that an invitation links. */
interface IdentityInvitation {
  readonly userId: string
  readonly providerId: string
}

const lifetimeMs = 7 * 24 * 3_600_000
const invitationsPerUserMax = 5
const secretBytes = 32

/** Single-use URLs that link a user to the person who opens one and signs in at the provider. */
export class IdentityInvitations {
  readonly #context: IdentityInvitationsContext

  constructor(context: IdentityInvitationsContext) {
    this.#context = context
  }

  /** Creates an invitation, up to a limit per user. */
  create({
    userId,
    providerId,
  }: IdentityInvitation): Promise<{ path: string; expiresAtMs: number }> {
    const { database, clock, randomBytes } = this.#context
    const nowMs = clock.nowMs()
    const secret = base64url(secretBytes, randomBytes)
    const expiresAtMs = nowMs + lifetimeMs
    return database.transaction(async (tx) => {
      await tx.run(removeExpired, { nowMs })
      const openCount = await tx.first(count, { userId })
      if ((openCount?.count ?? 0) >= invitationsPerUserMax) {
        throw limitExceeded(
          `A user has at most ${invitationsPerUserMax} invitations at a time: use one of them, or wait until they expire.`,
        )
      }
      await tx.run(add, { hash: hashOf(secret), userId, providerId, expiresAtMs })
      return { path: invitationPath + secret, expiresAtMs }
    })
  }

  /** Undefined if the invitation was used or has expired. */
  find(secret: string): Promise<IdentityInvitation | undefined> {
    const { database, clock } = this.#context
    return database.first(find, { hash: hashOf(secret), nowMs: clock.nowMs() })
  }

  /** Consumes an invitation; false if it was used or has expired. */
  async take(tx: Transaction, secret: string): Promise<boolean> {
    const nowMs = this.#context.clock.nowMs()
    return (await tx.run(take, { hash: hashOf(secret), nowMs })) > 0
  }
}

const add = command<{ hash: string; expiresAtMs: number } & IdentityInvitation>(
  ({ hash, userId, providerId, expiresAtMs }) =>
    insertInto(identityInvitations, {
      hash,
      user_id: userId,
      provider_id: providerId,
      expires_at: expiresAtMs,
    }),
)

const count = query<{ userId: string }, { count: number }>(
  ({ userId }) =>
    sql`select count(*) as count from ${identityInvitations} where user_id = ${userId}`,
)

const find = query<{ hash: string; nowMs: number }, IdentityInvitation>(
  ({ hash, nowMs }) => sql`
   select user_id as "userId", provider_id as "providerId" from ${identityInvitations}
   where hash = ${hash} and expires_at > ${nowMs}`,
)

const take = command<{ hash: string; nowMs: number }>(
  ({ hash, nowMs }) =>
    sql`delete from ${identityInvitations} where hash = ${hash} and expires_at > ${nowMs}`,
)

const removeExpired = command<{ nowMs: number }>(
  ({ nowMs }) => sql`delete from ${identityInvitations} where expires_at <= ${nowMs}`,
)
