import type { Clock } from '#/kernel/clock.ts'
import { base32hex } from '#/kernel/identifiers.ts'
import type { RandomBytes } from '#/kernel/randomness.ts'
import type { Reader, Transaction } from '#/storage/port.ts'
import { insertInto, rowOf, sql } from '#/storage/sql/sql.ts'
import { command, none, query } from '#/storage/sql/statement.ts'
import { apiKeys, users } from '../tables.ts'
import { isAcceptedIn, type Mode, type Origin } from './credential-origin.ts'
import { hashOf, newApiKey } from './secrets.ts'
import { tokensChanged } from './tokens.ts'

export interface KeyRecord {
  readonly id: string
  readonly name: string
  readonly origin: Origin
  readonly createdAtMs: number
}

interface NewKey {
  readonly name: string
  readonly origin: Origin
  /** The user who created it, if any. */
  readonly ownerId?: string | undefined
}

interface ApiKeysOptions {
  /** Whether keys of dev mode are accepted; they are not by default. */
  readonly mode?: Mode
  /** The prefix of keys. */
  readonly mark?: string
}

/** API keys. They identify a client, not a user, and give access to public data only. */
export class ApiKeys {
  readonly #clock: Clock
  readonly #randomBytes: RandomBytes
  readonly #mode: Mode
  readonly #mark: string

  constructor(
    clock: Clock,
    randomBytes: RandomBytes,
    { mode = 'production', mark = '' }: ApiKeysOptions = {},
  ) {
    this.#clock = clock
    this.#randomBytes = randomBytes
    this.#mode = mode
    this.#mark = mark
  }

  async create(tx: Transaction, { name, origin, ownerId }: NewKey) {
    const text = this.#mark + newApiKey(this.#randomBytes)
    const id = base32hex(12, this.#randomBytes)
    const createdAtMs = this.#clock.nowMs()
    const row = { hash: hashOf(text), id, name, origin, ownerId: ownerId ?? null, createdAtMs }
    await tx.run(addKey, row)
    return { id, text, createdAtMs }
  }

  /** The key with this hash, if it is valid in the mode of this server. */
  async find(reader: Reader, hash: string): Promise<KeyRecord | undefined> {
    const found = await reader.first(findKey, { hash })
    return found !== undefined && isAcceptedIn(this.#mode, found) ? found : undefined
  }

  list(reader: Reader): Promise<KeyRecord[]> {
    return reader.all(listKeys, none)
  }

  listOf(reader: Reader, ownerId: string): Promise<KeyRecord[]> {
    return reader.all(listKeysOf, { ownerId })
  }

  /** Returns whether there was such a key. With an owner, only if the key belongs to it. */
  async remove(tx: Transaction, id: string, ownerId?: string): Promise<boolean> {
    const removed = await (ownerId === undefined
      ? tx.all(removeKey, { id })
      : tx.all(removeKeyOf, { id, ownerId }))
    for (const { hash } of removed) await tx.notify(tokensChanged, hash)
    return removed.length > 0
  }
}

const addKey = command<{
  hash: string
  id: string
  name: string
  origin: string
  ownerId: string | null
  createdAtMs: number
}>((args) => insertInto(apiKeys, rowOf(apiKeys, args, { created_at: args.createdAtMs })))

const columns = sql`k.id, k.name, k.origin, k.created_at as "createdAtMs"`

/** Omits keys of disabled users. */
const findKey = query<{ hash: string }, KeyRecord>(
  ({ hash }) => sql`select ${columns} from ${apiKeys} k left join ${users} u on u.id = k.owner_id
   where k.hash = ${hash} and u.disabled_at is null`,
)

const listKeys = query<object, KeyRecord>(
  () => sql`select ${columns} from ${apiKeys} k order by k.name, k.id`,
)

const listKeysOf = query<{ ownerId: string }, KeyRecord>(
  ({ ownerId }) =>
    sql`select ${columns} from ${apiKeys} k where k.owner_id = ${ownerId} order by k.created_at, k.id`,
)

const removeKey = command<{ id: string }, { hash: string }>(
  ({ id }) => sql`delete from ${apiKeys} where id = ${id} returning hash`,
)

const removeKeyOf = command<{ id: string; ownerId: string }, { hash: string }>(
  ({ id, ownerId }) =>
    sql`delete from ${apiKeys} where id = ${id} and owner_id = ${ownerId} returning hash`,
)
