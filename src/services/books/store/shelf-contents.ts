import type { Reader, Transaction } from '#/storage/port.ts'
import { insertInto, limit, owner, routing, type Sql, sql } from '#/storage/sql/sql.ts'
import { command, query } from '#/storage/sql/statement.ts'
import { recentlyViewed } from '../domain/predefined-shelves.ts'
import type { Shelf } from '../domain/shelf.ts'
import { positionGap } from '../domain/shelf-order.ts'
import type { ShelfKey, ShelfName } from './shelves.ts'
import { bookshelfVolumes, bookshelves, bookVolumes } from './tables.ts'

/** A volume with its position on a shelf. */
export interface Placed {
  readonly volumeId: string
  readonly position: number
}

/** A page of the volumes on a shelf, with the shelf at the same time. */
export interface ShelfPage {
  readonly shelf: Pick<Shelf, 'access' | 'volumeCount'>
  readonly volumeIds: readonly string[]
}

/** The positions of volumes on shelves. Volumes that have left the catalog are skipped. */
export class ShelfContents {
  async page(
    reader: Reader,
    name: ShelfName,
    { startIndex, count }: { startIndex: number; count: number },
  ): Promise<ShelfPage | undefined> {
    const rows = await reader.all(findPage, { ...name, startIndex, count })
    const [shelf] = rows
    if (shelf === undefined) return undefined
    return { shelf, volumeIds: rows.flatMap(({ volumeId }) => volumeId ?? []) }
  }

  /** When this user last added each of the volumes to a shelf. */
  async shelvedAt(
    reader: Reader,
    userId: string,
    volumeIds: readonly string[],
  ): Promise<ReadonlyMap<string, number>> {
    const ids = JSON.stringify(volumeIds)
    const rows = await reader.all(findShelved, { userId, ids, recentlyViewed })
    return new Map(rows.map(({ volumeId, addedAtMs }) => [volumeId, addedAtMs]))
  }

  /** Whether a user has any rows. */
  async hasAny(reader: Reader, userId: string): Promise<boolean> {
    return (await reader.first(findAny, { userId })) !== undefined
  }

  /** The kind of a volume; undefined if it is not in the catalog. */
  async kindOf(tx: Transaction, volumeId: string): Promise<'ebook' | 'other' | undefined> {
    const volume = await tx.first(findKind, { volumeId })
    if (volume === undefined) return undefined
    return volume.isEbook === 1 ? 'ebook' : 'other'
  }

  /** Adds a volume at the end and returns its position; undefined if the shelf already contains it. */
  async append(tx: Transaction, shelf: Shelf, added: Added): Promise<number | undefined> {
    const { userId, key } = shelf
    const { last } = (await tx.first(findEnds, { userId, key }))!
    const position = (last ?? 0) + positionGap
    return (await tx.first(append, { userId, key, ...added, position }))?.position
  }

  /** Moves or adds a volume to the front, and returns its position. */
  async prepend(tx: Transaction, shelf: Shelf, added: Added): Promise<number> {
    const { userId, key } = shelf
    const { first } = (await tx.first(findEnds, { userId, key }))!
    const position = (first ?? 0) - positionGap
    return (await tx.first(prepend, { userId, key, ...added, position }))!.position
  }

  find(tx: Transaction, shelf: Shelf, volumeId: string): Promise<Placed | undefined> {
    const { userId, key } = shelf
    return tx.first(find, { userId, key, volumeId })
  }

  /** The other volumes on the shelf after the first `startIndex`. */
  others(tx: Transaction, shelf: Shelf, page: OthersPage): Promise<Placed[]> {
    const { userId, key } = shelf
    return tx.all(findOthers, { userId, key, ...page })
  }

  async place(tx: Transaction, { userId, key }: Shelf, placed: Placed): Promise<void> {
    await tx.run(place, { userId, key, ...placed })
  }

  async placeAll(tx: Transaction, shelf: Shelf, placed: readonly Placed[]): Promise<void> {
    const { userId, key } = shelf
    const rows = placed.map(({ volumeId, position }) => ({
      user_id: userId,
      shelf_key: key,
      volume_id: volumeId,
      position,
    }))
    await tx.run(placeAll, { userId, rows: JSON.stringify(rows) })
  }

  /** Returns the kind of the removed volume, if any. */
  async remove(
    tx: Transaction,
    shelf: Shelf,
    volumeId: string,
  ): Promise<'present' | 'withdrawn' | undefined> {
    const { userId, key } = shelf
    const removed = await tx.first(remove, { userId, key, volumeId })
    if (removed === undefined) return undefined
    return removed.isWithdrawn === 1 ? 'withdrawn' : 'present'
  }

  /** Removes the volumes after the first `kept`, and returns how many. */
  trim(tx: Transaction, { userId, key }: Shelf, remaining: number): Promise<number> {
    return tx.run(trim, { userId, key, remaining })
  }

  /** Deletes up to `count` rows with a key, and returns how many. */
  async sweep(tx: Transaction, key: ShelfKey, count: number): Promise<number> {
    return tx.run(sweep, { userId: key.userId, key: key.key, count })
  }
}

interface Added {
  readonly volumeId: string
  readonly addedAtMs: number
}

interface OthersPage {
  readonly volumeId: string
  readonly startIndex: number
  readonly count: number
}

type OnShelf = { readonly userId: string; readonly key: number }

// One statement, so that the shelf and its volumes are from the same snapshot.
const findPage = query<
  ShelfName & { startIndex: number; count: number },
  ShelfPage['shelf'] & { volumeId: string | null }
>(
  ({ count, userId, id, startIndex }) => sql`
   select s.access, s.volume_count as "volumeCount", v.volume_id as "volumeId"
   from ${bookshelves} s left join (
     select position, volume_id from ${bookshelfVolumes}
     where user_id = ${owner(userId)} and is_withdrawn = 0
       and shelf_key = (select key from ${bookshelves} where user_id = ${owner(userId)} and id = ${id})
     order by position, volume_id ${limit(count)} offset ${startIndex}
   ) v on true
   where s.user_id = ${owner(userId)} and s.id = ${id}
   order by v.position, v.volume_id`,
)

const findShelved = query<
  { userId: string; ids: string; recentlyViewed: number },
  { volumeId: string; addedAtMs: number }
>(
  ({ userId, ids, recentlyViewed }, { inTexts }) => sql`
    select v.volume_id as "volumeId", max(v.added_at) as "addedAtMs"
     from ${bookshelfVolumes} v
     join ${bookshelves} s on s.user_id = v.user_id and s.key = v.shelf_key
     where v.user_id = ${owner(userId)} and v.volume_id ${inTexts(ids)} and s.user_id = ${owner(userId)}
       and s.id <> ${recentlyViewed}
     group by v.volume_id`,
)

const findAny = query<{ userId: string }, { volumeId: string }>(
  ({ userId }) =>
    sql`select volume_id as "volumeId" from ${bookshelfVolumes} where user_id = ${owner(userId)} limit 1`,
)

const findKind = query<{ volumeId: string }, { isEbook: 0 | 1 }>(
  ({ volumeId }) => sql`select is_ebook as "isEbook" from ${bookVolumes} where id = ${volumeId}`,
)

const findEnds = query<OnShelf, { first: number | null; last: number | null }>(
  ({ userId, key }) => sql`select min(position) as first, max(position) as last
   from ${bookshelfVolumes} where user_id = ${owner(userId)} and shelf_key = ${key} and is_withdrawn = 0`,
)

/** Inserts a volume; the argument says what to do if it is on the shelf. */
const insertOr = (onConflict: Sql) =>
  command<OnShelf & Added & { position: number }, { position: number }>(
    ({ userId, key, volumeId, position, addedAtMs }) =>
      insertInto(
        bookshelfVolumes,
        {
          user_id: userId,
          shelf_key: key,
          volume_id: volumeId,
          position,
          is_withdrawn: sql`0`,
          added_at: addedAtMs,
        },
        sql`on conflict (user_id, volume_id, shelf_key) ${onConflict} returning position`,
      ),
  )

const append = insertOr(sql`do nothing`)

const prepend = insertOr(
  sql`do update set position = excluded.position, added_at = excluded.added_at`,
)

const find = query<OnShelf & { volumeId: string }, Placed>(
  ({ userId, key, volumeId }) => sql`
   select volume_id as "volumeId", position from ${bookshelfVolumes}
   where user_id = ${owner(userId)} and shelf_key = ${key} and volume_id = ${volumeId} and is_withdrawn = 0`,
)

const findOthers = query<OnShelf & OthersPage, Placed>(
  ({ count, userId, key, volumeId, startIndex }) => sql`
   select volume_id as "volumeId", position from ${bookshelfVolumes}
   where user_id = ${owner(userId)} and shelf_key = ${key} and is_withdrawn = 0 and volume_id <> ${volumeId}
   order by position, volume_id ${limit(count)} offset ${startIndex}`,
)

const place = command<OnShelf & Placed>(
  ({ position, userId, volumeId, key }) => sql`update ${bookshelfVolumes} set position = ${position}
   where user_id = ${owner(userId)} and volume_id = ${volumeId} and shelf_key = ${key}`,
)

// The rows contain the whole key, so that SQLite looks up the shelf by row and not vice versa.
const placeAll = command<{ userId: string; rows: string }>(
  ({ userId, rows }, { jsonRows }) => sql`update ${bookshelfVolumes} set position = given.position
     from ${jsonRows(rows, {
       user_id: 'text',
       shelf_key: 'integer',
       volume_id: 'text',
       position: 'integer',
     })} as given
     where ${bookshelfVolumes}.user_id = given.user_id
       and ${bookshelfVolumes}.volume_id = given.volume_id
       and ${bookshelfVolumes}.shelf_key = given.shelf_key${routing(sql`
       and ${bookshelfVolumes}.user_id = ${owner(userId)}`)}`,
)

const remove = command<OnShelf & { volumeId: string }, { isWithdrawn: 0 | 1 }>(
  ({ userId, key, volumeId }) => sql`delete from ${bookshelfVolumes}
   where user_id = ${owner(userId)} and shelf_key = ${key} and volume_id = ${volumeId}
   returning is_withdrawn as "isWithdrawn"`,
)

const trim = command<OnShelf & { remaining: number }>(
  ({ userId, key, remaining }) => sql`delete from ${bookshelfVolumes}
   where user_id = ${owner(userId)} and shelf_key = ${key} and volume_id in (
     select volume_id from ${bookshelfVolumes}
     where user_id = ${owner(userId)} and shelf_key = ${key} and is_withdrawn = 0
     order by position, volume_id limit 1000 offset ${remaining})`,
)

const sweep = command<OnShelf & { count: number }>(
  ({ count, userId, key }) => sql`delete from ${bookshelfVolumes}
   where user_id = ${owner(userId)} and shelf_key = ${key} and volume_id in (
     select volume_id from ${bookshelfVolumes} where user_id = ${owner(userId)} and shelf_key = ${key}
     ${limit(count)})`,
)
