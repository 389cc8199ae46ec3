import { users } from '#/auth/tables.ts'
import { jobs } from '#/jobs/tables.ts'
import type { Database, Snapshot } from '#/storage/port.ts'
import { limit, sql } from '#/storage/sql/sql.ts'
import { none, query } from '#/storage/sql/statement.ts'
import { predefinedShelves } from './domain/predefined-shelves.ts'
import { bookshelfVolumes, bookshelves, bookVolumes } from './store/tables.ts'

/** The inconsistencies in the rows of this service. */
export function booksProblems(database: Database): Promise<string[]> {
  return database.snapshot(async (snapshot) => {
    const shelvesPerUser = predefinedShelves.length
    const lacking = await snapshot.all(usersWithoutShelves, { shelvesPerUser })
    const miscounted = await snapshot.all(miscountedShelves, none)
    const misplaced = await misplacedVolumes(snapshot)
    const lost = await lostVolumes(snapshot)
    return [
      ...lacking.map(({ email }) => `The user ${email} lacks a bookshelf that everybody has.`),
      ...miscounted.map(
        ({ userId, id, volumeCount, found }) =>
          `The bookshelf ${id} of ${userId} counts ${volumeCount} volumes and holds ${found}.`,
      ),
      ...misplaced.map(({ userId, key }) => `Volumes of ${userId} are on no bookshelf (${key}).`),
      ...lost.map((volumeId) => `The volume ${volumeId} is on a bookshelf and in no catalog.`),
    ]
  })
}

const usersWithoutShelves = query<{ shelvesPerUser: number }, { email: string }>(
  ({ shelvesPerUser }) => sql`select email from ${users} where id not in (
     select user_id from ${bookshelves} where id < 1000
     group by user_id having count(*) >= ${shelvesPerUser})`,
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

/** Volumes without a shelf that no job is going to remove. */
async function misplacedVolumes(
  snapshot: Snapshot,
): Promise<{ readonly userId: string; readonly key: number }[]> {
  const found = await snapshot.all(volumesOnNoShelf, none)
  if (found.length === 0) return []
  const payloads = (await snapshot.all(sweepsToCome, none)).map(({ payload }) => payload)
  return found.filter(({ userId }) => !payloads.some((text) => text.includes(`"${userId}"`)))
}

const volumesOnNoShelf = query<object, { userId: string; key: number }>(
  () => sql`select v.user_id as "userId", v.shelf_key as key
   from (select distinct user_id, shelf_key from ${bookshelfVolumes}) v
   where not exists (select 1 from ${bookshelves} s
       where s.user_id = v.user_id and s.key = v.shelf_key)`,
)

const sweepsToCome = query<object, { payload: string }>(
  () => sql`select payload from ${jobs} where kind = 'books.shelfSweep'`,
)

const volumesPerPage = 500

/** The ids of volumes on shelves that are not in the catalog. */
async function lostVolumes(snapshot: Snapshot): Promise<string[]> {
  const lost: string[] = []
  for (let after = ''; ; ) {
    const page = await snapshot.all(shelvedVolumes, { after, limit: volumesPerPage })
    const ids = page.map(({ volumeId }) => volumeId)
    const existing = await snapshot.all(knownVolumes, { ids: JSON.stringify(ids) })
    const isKnown = new Set(existing.map(({ id }) => id))
    lost.push(...ids.filter((id) => !isKnown.has(id)))
    if (page.length < volumesPerPage) return lost
    after = ids.at(-1)!
  }
}

const shelvedVolumes = query<{ after: string; limit: number }, { volumeId: string }>(
  (args) => sql`select distinct volume_id as "volumeId" from ${bookshelfVolumes} v
   where v.is_withdrawn = 0 and v.volume_id > ${args.after} and exists (
     select 1 from ${bookshelves} s where s.user_id = v.user_id and s.key = v.shelf_key)
   order by volume_id ${limit(args.limit)}`,
)

const knownVolumes = query<{ ids: string }, { id: string }>(
  ({ ids }, { inTexts }) => sql`select id from ${bookVolumes} where id ${inTexts(ids)}`,
)
