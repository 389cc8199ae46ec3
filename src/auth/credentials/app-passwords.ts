import type { Clock } from '#/kernel/clock.ts'
import { base32hex } from '#/kernel/identifiers.ts'
import type { RandomBytes } from '#/kernel/randomness.ts'
import type { Database, Reader, Transaction } from '#/storage/port.ts'
import { insertInto, rowOf, sql } from '#/storage/sql/sql.ts'
import { command, query } from '#/storage/sql/statement.ts'
import { appPasswords, users } from '../tables.ts'
import { isAcceptedIn, type Mode, type Origin } from './credential-origin.ts'
import { hashOf } from './secrets.ts'
import { tokensChanged } from './tokens.ts'

/** An app password without its text. */
export interface AppPasswordRecord {
  readonly id: string
  readonly name: string
  /** Separated by spaces. */
  readonly scopes: string
  readonly createdAtMs: number
  readonly lastUsedAtMs: number | null
}

interface NewAppPassword {
  readonly userId: string
  readonly name: string
  readonly scopes: readonly string[]
  readonly origin: Origin
}

interface FoundAppPassword {
  readonly userId: string
  readonly email: string
  readonly scopes: string
  readonly origin: Origin
  readonly lastUsedAtMs: number | null
}

interface AppPasswordsContext {
  readonly clock: Clock
  readonly randomBytes: RandomBytes
  /** Whether app passwords of dev mode are accepted. */
  readonly mode: Mode
  /** The scopes that an app password can have; the first one includes the others. */
  readonly allowedScopes: readonly string[]
}

/** A use is recorded if the last recorded one is older. */
const useRecordedEveryMs = 60_000

/** 120 random bits, in groups that people can type. */
const groups = 6
const groupLength = 4

/**
 * Passwords for calendar programs that can only sign in with a name and a password. They are random, so that a
 * plain hash protects them.
 */
export class AppPasswords {
  readonly #context: AppPasswordsContext

  constructor(context: AppPasswordsContext) {
    this.#context = context
  }

  get allowedScopes(): readonly string[] {
    return this.#context.allowedScopes
  }

  /** Creates an app password, and returns its text, which is not stored. */
  async create(tx: Transaction, { scopes, ...draft }: NewAppPassword) {
    const { clock, randomBytes } = this.#context
    const text = Array.from({ length: groups }, () => base32hex(groupLength, randomBytes)).join('-')
    const record: AppPasswordRecord = {
      id: base32hex(12, randomBytes),
      name: draft.name,
      scopes: scopes.join(' '),
      createdAtMs: clock.nowMs(),
      lastUsedAtMs: null,
    }
    await tx.run(add, { ...draft, ...record, hash: appPasswordHash(text) })
    return { text, record }
  }

  /** The app password with this hash, if it is valid in the mode of this server. */
  async find(reader: Reader, hash: string): Promise<FoundAppPassword | undefined> {
    const found = await reader.first(find, { hash })
    return found !== undefined && isAcceptedIn(this.#context.mode, found) ? found : undefined
  }

  /** Records that an app password was used. */
  async noteUse(database: Database, hash: string, lastUsedAtMs: number | null): Promise<void> {
    const nowMs = this.#context.clock.nowMs()
    if (lastUsedAtMs !== null && Math.abs(nowMs - lastUsedAtMs) < useRecordedEveryMs) return
    await database.transaction((tx) => tx.run(noteUse, { hash, nowMs }))
  }

  listOf(reader: Reader, userId: string): Promise<AppPasswordRecord[]> {
    return reader.all(listOf, { userId })
  }

  /** Returns whether the user had such an app password. */
  async remove(tx: Transaction, key: { userId: string; id: string }): Promise<boolean> {
    const removed = await tx.all(remove, key)
    for (const { hash } of removed) await tx.notify(tokensChanged, hash)
    return removed.length > 0
  }
}

/** The stored hash. People may type an app password without dashes or in upper case. */
export const appPasswordHash = (text: string): string =>
  hashOf(text.replace(/[\s-]/g, '').toLowerCase())

const add = command<AppPasswordRecord & Omit<NewAppPassword, 'scopes'> & { hash: string }>((args) =>
  insertInto(
    appPasswords,
    rowOf(appPasswords, args, { created_at: args.createdAtMs, last_used_at: args.lastUsedAtMs }),
  ),
)

const find = query<{ hash: string }, FoundAppPassword>(
  ({ hash }) => sql`select p.user_id as "userId", u.email, p.scopes, p.origin,
     p.last_used_at as "lastUsedAtMs"
   from ${appPasswords} p join ${users} u on u.id = p.user_id
   where p.hash = ${hash} and u.disabled_at is null`,
)

const noteUse = command<{ hash: string; nowMs: number }>(
  ({ hash, nowMs }) => sql`update ${appPasswords} set last_used_at = ${nowMs} where hash = ${hash}`,
)

const listOf = query<{ userId: string }, AppPasswordRecord>(
  ({ userId }) => sql`select id, name, scopes, created_at as "createdAtMs",
     last_used_at as "lastUsedAtMs"
   from ${appPasswords} where user_id = ${userId} order by created_at, id`,
)

const remove = command<{ userId: string; id: string }, { hash: string }>(
  ({ userId, id }) =>
    sql`delete from ${appPasswords} where user_id = ${userId} and id = ${id} returning hash`,
)
