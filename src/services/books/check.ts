import { users } from '#/auth/tables.ts'
import { jobs } from '#/jobs/tables.ts'
import type { Database } from '#/storage/port.ts'
import { sql } from '#/storage/sql/sql.ts'
import { none, query } from '#/storage/sql/statement.ts'
import { predefinedShelves } from './domain/predefined-shelves.ts'
import { bookshelfVolumes, bookshelves, bookVolumes } from './store/tables.ts'

/** What is wrong with the rows of this service: empty when all is well. */
export function booksProblems(database: Database): Promise<string[]> {
  return database.snapshot(async (snapshot) => {
    const shelvesPerUser = predefinedShelves.length
    const lacking = await snapshot.all(usersWithoutShelves, { shelvesPerUser })
    const miscounted = await snapshot.all(miscountedShelves, none)
    const misplaced = await snapshot.all(volumesOnNoShelf, none)
    const lost = await snapshot.all(lostVolumes, none)
    return [
      ...lacking.map(({ email }) => `The user ${email} lacks a bookshelf that everybody has.`),
      ...miscounted.map(
        ({ userId, id, volumeCount, found }) =>
          `The bookshelf ${id} of ${userId} counts ${volumeCount} volumes and holds ${found}.`,
      ),
      ...misplaced.map(({ userId, key }) => `Volumes of ${userId} are on no bookshelf (${key}).`),
      ...lost.map(({ volumeId }) => `The volume ${volumeId} is on a bookshelf and in no catalog.`),
    ]
  })
}

const usersWithoutShelves = query<{ shelvesPerUser: number }, { email: string }>(
  ({ shelvesPerUser }) => sql`select email from ${users} u
   where ${shelvesPerUser} > (select count(*) from ${bookshelves} s where s.user_id = u.id and s.id < 1000)`,
)

const miscountedShelves = query<
  object,
  { userId: string; id: number; volumeCount: number; found: number }
>(
  () => sql`select s.user_id as "userId", s.id, s.volume_count as "volumeCount",
     coalesce(v.found, 0) as found
   from ${bookshelves} s left join (
     select user_id, shelf_key, count(*) as found from ${bookshelfVolumes}
     where is_withdrawn = 0 group by user_id, shelf_key
   ) v on v.user_id = s.user_id and v.shelf_key = s.key
   where s.volume_count <> coalesce(v.found, 0)`,
)

const volumesOnNoShelf = query<object, { userId: string; key: number }>(
  () => sql`select v.user_id as "userId", v.shelf_key as key
   from (select distinct user_id, shelf_key from ${bookshelfVolumes}) v
   where not exists (select 1 from ${bookshelves} s
       where s.user_id = v.user_id and s.key = v.shelf_key)
     and not exists (select 1 from ${jobs} j
       where j.kind = 'books.shelfSweep' and j.payload like '%"' || v.user_id || '"%')`,
)

const lostVolumes = query<object, { volumeId: string }>(
  () => sql`select distinct volume_id as "volumeId" from ${bookshelfVolumes} v
   where v.is_withdrawn = 0
     and not exists (select 1 from ${bookVolumes} b where b.id = v.volume_id)
     and exists (select 1 from ${bookshelves} s
       where s.user_id = v.user_id and s.key = v.shelf_key)`,
)
