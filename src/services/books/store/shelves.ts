import type { Reader, Transaction } from '#/storage/port.ts'
import { statement } from '#/storage/statement.ts'
import { firstCustomId } from '../domain/predefined-shelves.ts'
import type { Shelf } from '../domain/shelf.ts'

/** Which shelf of which user. */
export interface ShelfName {
  readonly userId: string
  readonly id: number
}

/** The shelves of users, without what stands on them. */
export class Shelves {
  /** Undefined for somebody who is no user; otherwise in the order of their ids. */
  async list(reader: Reader, userId: string): Promise<Shelf[] | undefined> {
    const shelves = await reader.all(list, { userId })
    return shelves.length === 0 ? undefined : shelves
  }

  find(reader: Reader, name: ShelfName): Promise<Shelf | undefined> {
    return reader.first(find, { ...name })
  }

  /** Finds the shelf and keeps others from changing it until the transaction ends. */
  lock(tx: Transaction, name: ShelfName): Promise<Shelf | undefined> {
    return tx.first(lock, { ...name })
  }

  /** Keeps the counts and times of a shelf. */
  async recount(tx: Transaction, shelf: Shelf): Promise<void> {
    const { userId, id, volumeCount, updatedAtMs, volumesUpdatedAtMs } = shelf
    await tx.run(recount, { userId, id, volumeCount, updatedAtMs, volumesUpdatedAtMs })
  }

  /** Keeps under which key the volumes of a shelf are. */
  async rekey(tx: Transaction, { userId, id, key }: Shelf): Promise<void> {
    await tx.run(rekey, { userId, id, key })
  }

  /** Keeps what a shelf says of itself. */
  async describe(tx: Transaction, shelf: Shelf): Promise<void> {
    const { userId, id, title, description, access, updatedAtMs } = shelf
    await tx.run(describe, { userId, id, title, description, access, updatedAtMs })
  }

  /** Gives a new user shelves. */
  async welcome(tx: Transaction, userId: string, shelves: readonly Shelf[]): Promise<void> {
    await tx.run(addUser, { userId, nextShelfId: firstCustomId })
    for (const shelf of shelves) await tx.run(add, { ...shelf })
  }

  /** How many shelves the user has made; nobody makes another one until the transaction ends. */
  async lockCustom(tx: Transaction, userId: string): Promise<{ nextId: number; count: number }> {
    const user = (await tx.first(lockUser, { userId }))!
    const { count } = (await tx.first(countCustom, { userId, firstCustomId }))!
    return { nextId: user.nextShelfId, count }
  }

  /** Adds a shelf whose id was the next one. */
  async add(tx: Transaction, shelf: Shelf): Promise<void> {
    await tx.run(add, { ...shelf })
    await tx.run(advance, { userId: shelf.userId, nextShelfId: shelf.id + 1 })
  }

  async remove(tx: Transaction, { userId, id }: ShelfName): Promise<void> {
    await tx.run(remove, { userId, id })
  }

  /** Whether something is kept under this key for good. */
  async hasKey(reader: Reader, { userId, key }: ShelfKey): Promise<boolean> {
    return (await reader.first(findByKey, { userId, key })) !== undefined
  }
}

/** What the volumes of a shelf are kept under. */
export interface ShelfKey {
  readonly userId: string
  readonly key: number
}

const columns = `user_id as "userId", id, key, title, description, access,
  volume_count as "volumeCount", created_at as "createdAtMs", updated_at as "updatedAtMs",
  volumes_updated_at as "volumesUpdatedAtMs"`

const list = statement<{ userId: string }, Shelf>(
  `select ${columns} from bookshelves where user_id = :userId order by id`,
)

const find = statement<ShelfName, Shelf>(
  `select ${columns} from bookshelves where user_id = :userId and id = :id`,
)

const lock = statement<ShelfName, Shelf>(
  ({ forUpdate }) =>
    `select ${columns} from bookshelves where user_id = :userId and id = :id ${forUpdate}`,
)

const findByKey = statement<ShelfKey, { id: number }>(
  'select id from bookshelves where user_id = :userId and key = :key',
)

const recount = statement<
  ShelfName & Pick<Shelf, 'volumeCount' | 'updatedAtMs' | 'volumesUpdatedAtMs'>
>(
  `update bookshelves
   set volume_count = :volumeCount, updated_at = :updatedAtMs,
     volumes_updated_at = :volumesUpdatedAtMs
   where user_id = :userId and id = :id`,
)

const rekey = statement<ShelfName & Pick<Shelf, 'key'>>(
  'update bookshelves set key = :key where user_id = :userId and id = :id',
)

const describe = statement<
  ShelfName & Pick<Shelf, 'title' | 'description' | 'access' | 'updatedAtMs'>
>(
  `update bookshelves
   set title = :title, description = :description, access = :access, updated_at = :updatedAtMs
   where user_id = :userId and id = :id`,
)

const add = statement<Shelf>(
  `insert into bookshelves (user_id, id, key, title, description, access, volume_count, created_at,
     updated_at, volumes_updated_at)
   values (:userId, :id, :key, :title, :description, :access, :volumeCount, :createdAtMs,
     :updatedAtMs, :volumesUpdatedAtMs)`,
)

const remove = statement<ShelfName>('delete from bookshelves where user_id = :userId and id = :id')

const addUser = statement<{ userId: string; nextShelfId: number }>(
  'insert into book_users (user_id, next_shelf_id) values (:userId, :nextShelfId)',
)

const lockUser = statement<{ userId: string }, { nextShelfId: number }>(
  ({ forUpdate }) =>
    `select next_shelf_id as "nextShelfId" from book_users where user_id = :userId ${forUpdate}`,
)

const countCustom = statement<{ userId: string; firstCustomId: number }, { count: number }>(
  `select count(*) as count from bookshelves
   where user_id = :userId and id >= :firstCustomId`,
)

const advance = statement<{ userId: string; nextShelfId: number }>(
  'update book_users set next_shelf_id = :nextShelfId where user_id = :userId',
)
