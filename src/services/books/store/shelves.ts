import type { Reader, Transaction } from '#/storage/port.ts'
import { insertInto, owner, rowOf, sql } from '#/storage/sql/sql.ts'
import { command, query } from '#/storage/sql/statement.ts'
import { firstCustomId } from '../domain/predefined-shelves.ts'
import type { Shelf } from '../domain/shelf.ts'
import { bookshelves, bookUsers } from './tables.ts'

/** Identifies a shelf of a user. */
export interface ShelfName {
  readonly userId: string
  readonly id: number
}

/** The shelves of users, without their contents. */
export class Shelves {
  /** Ordered by id; undefined if the user does not exist. */
  async list(reader: Reader, userId: string): Promise<Shelf[] | undefined> {
    const shelves = await reader.all(list, { userId })
    return shelves.length === 0 ? undefined : shelves
  }

  find(reader: Reader, name: ShelfName): Promise<Shelf | undefined> {
    return reader.first(find, { ...name })
  }

  /** Finds the shelf and locks it until the transaction ends. */
  lock(tx: Transaction, name: ShelfName): Promise<Shelf | undefined> {
    return tx.first(lock, { ...name })
  }

  /** Stores the counts and times of a shelf. */
  async recount(tx: Transaction, shelf: Shelf): Promise<void> {
    const { userId, id, volumeCount, updatedAtMs, volumesUpdatedAtMs } = shelf
    await tx.run(recount, { userId, id, volumeCount, updatedAtMs, volumesUpdatedAtMs })
  }

  /** Stores the key of a shelf's volumes. */
  async rekey(tx: Transaction, { userId, id, key }: Shelf): Promise<void> {
    await tx.run(rekey, { userId, id, key })
  }

  /** Stores the title, description and access of a shelf. */
  async describe(tx: Transaction, shelf: Shelf): Promise<void> {
    const { userId, id, title, description, access, updatedAtMs } = shelf
    await tx.run(describe, { userId, id, title, description, access, updatedAtMs })
  }

  /** Creates the shelves of a new user. */
  async welcome(tx: Transaction, userId: string, shelves: readonly Shelf[]): Promise<void> {
    await tx.run(addUser, { userId, nextShelfId: firstCustomId })
    for (const shelf of shelves) await tx.run(add, { ...shelf })
  }

  /** Counts and locks the custom shelves of a user until the transaction ends. */
  async lockCustom(tx: Transaction, userId: string): Promise<{ nextId: number; count: number }> {
    const user = (await tx.first(lockUser, { userId }))!
    const { count } = (await tx.first(countCustom, { userId, firstCustomId }))!
    return { nextId: user.nextShelfId, count }
  }

  /** Adds a shelf with the next id. */
  async add(tx: Transaction, shelf: Shelf): Promise<void> {
    await tx.run(add, { ...shelf })
    await tx.run(advance, { userId: shelf.userId, nextShelfId: shelf.id + 1 })
  }

  async remove(tx: Transaction, { userId, id }: ShelfName): Promise<void> {
    await tx.run(remove, { userId, id })
  }

  /** Whether a shelf has this key. */
  async hasKey(reader: Reader, { userId, key }: ShelfKey): Promise<boolean> {
    return (await reader.first(findByKey, { userId, key })) !== undefined
  }
}

/** The key of a shelf's volumes. */
export interface ShelfKey {
  readonly userId: string
  readonly key: number
}

const columns = sql`user_id as "userId", id, key, title, description, access,
  volume_count as "volumeCount", created_at as "createdAtMs", updated_at as "updatedAtMs",
  volumes_updated_at as "volumesUpdatedAtMs"`

const list = query<{ userId: string }, Shelf>(
  ({ userId }) =>
    sql`select ${columns} from ${bookshelves} where user_id = ${owner(userId)} order by id`,
)

const find = query<ShelfName, Shelf>(
  ({ userId, id }) =>
    sql`select ${columns} from ${bookshelves} where user_id = ${owner(userId)} and id = ${id}`,
)

const lock = query<ShelfName, Shelf>(
  ({ userId, id }, { forUpdate }) =>
    sql`select ${columns} from ${bookshelves} where user_id = ${owner(userId)} and id = ${id} ${forUpdate}`,
)

const findByKey = query<ShelfKey, { id: number }>(
  ({ userId, key }) =>
    sql`select id from ${bookshelves} where user_id = ${owner(userId)} and key = ${key}`,
)

const recount = command<
  ShelfName & Pick<Shelf, 'volumeCount' | 'updatedAtMs' | 'volumesUpdatedAtMs'>
>(
  ({ volumeCount, updatedAtMs, volumesUpdatedAtMs, userId, id }) => sql`update ${bookshelves}
   set volume_count = ${volumeCount}, updated_at = ${updatedAtMs},
     volumes_updated_at = ${volumesUpdatedAtMs}
   where user_id = ${owner(userId)} and id = ${id}`,
)

const rekey = command<ShelfName & Pick<Shelf, 'key'>>(
  ({ key, userId, id }) =>
    sql`update ${bookshelves} set key = ${key} where user_id = ${owner(userId)} and id = ${id}`,
)

const describe = command<
  ShelfName & Pick<Shelf, 'title' | 'description' | 'access' | 'updatedAtMs'>
>(
  ({ title, description, access, updatedAtMs, userId, id }) => sql`update ${bookshelves}
   set title = ${title}, description = ${description}, access = ${access}, updated_at = ${updatedAtMs}
   where user_id = ${owner(userId)} and id = ${id}`,
)

const add = command<Shelf>((args) =>
  insertInto(
    bookshelves,
    rowOf(bookshelves, args, {
      created_at: args.createdAtMs,
      updated_at: args.updatedAtMs,
      volumes_updated_at: args.volumesUpdatedAtMs,
    }),
  ),
)

const remove = command<ShelfName>(
  ({ userId, id }) =>
    sql`delete from ${bookshelves} where user_id = ${owner(userId)} and id = ${id}`,
)

const addUser = command<{ userId: string; nextShelfId: number }>(({ userId, nextShelfId }) =>
  insertInto(bookUsers, { user_id: userId, next_shelf_id: nextShelfId }),
)

const lockUser = query<{ userId: string }, { nextShelfId: number }>(
  ({ userId }, { forUpdate }) =>
    sql`select next_shelf_id as "nextShelfId" from ${bookUsers} where user_id = ${owner(userId)} ${forUpdate}`,
)

const countCustom = query<{ userId: string; firstCustomId: number }, { count: number }>(
  ({ userId, firstCustomId }) => sql`select count(*) as count from ${bookshelves}
   where user_id = ${owner(userId)} and id >= ${firstCustomId}`,
)

const advance = command<{ userId: string; nextShelfId: number }>(
  ({ nextShelfId, userId }) =>
    sql`update ${bookUsers} set next_shelf_id = ${nextShelfId} where user_id = ${owner(userId)}`,
)
