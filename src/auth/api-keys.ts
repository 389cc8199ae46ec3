import type { Clock } from '#/kernel/clock.ts'
import { base32hex } from '#/kernel/identifiers.ts'
import type { RandomBytes } from '#/kernel/randomness.ts'
import type { Reader, Transaction } from '#/storage/port.ts'
import { none, statement } from '#/storage/statement.ts'
import { hashOf, newApiKey } from './secrets.ts'
import { type Origin, tokensChanged } from './tokens.ts'

export interface KeyRecord {
  readonly id: string
  readonly name: string
  readonly origin: Origin
}

/** API keys name a client, not a user: they open public data only. */
export class ApiKeys {
  readonly #clock: Clock
  readonly #randomBytes: RandomBytes

  constructor(clock: Clock, randomBytes: RandomBytes) {
    this.#clock = clock
    this.#randomBytes = randomBytes
  }

  async create(tx: Transaction, key: { name: string; origin: Origin }) {
    const text = newApiKey(this.#randomBytes)
    const id = base32hex(12, this.#randomBytes)
    await tx.run(addKey, { hash: hashOf(text), id, ...key, createdAt: this.#clock.nowMs() })
    return { id, text }
  }

  find(reader: Reader, hash: string): Promise<KeyRecord | undefined> {
    return reader.first(findKey, { hash })
  }

  list(reader: Reader): Promise<KeyRecord[]> {
    return reader.all(listKeys, none)
  }

  /** Says whether there was such a key. */
  async remove(tx: Transaction, id: string): Promise<boolean> {
    const removed = await tx.all(removeKey, { id })
    for (const { hash } of removed) await tx.notify(tokensChanged, hash)
    return removed.length > 0
  }
}

const addKey = statement<{
  hash: string
  id: string
  name: string
  origin: string
  createdAt: number
}>(
  `insert into api_keys (hash, id, name, origin, created_at)
   values (:hash, :id, :name, :origin, :createdAt)`,
)

const findKey = statement<{ hash: string }, KeyRecord>(
  'select id, name, origin from api_keys where hash = :hash',
)

const listKeys = statement<object, KeyRecord>(
  'select id, name, origin from api_keys order by name, id',
)

const removeKey = statement<{ id: string }, { hash: string }>(
  'delete from api_keys where id = :id returning hash',
)
