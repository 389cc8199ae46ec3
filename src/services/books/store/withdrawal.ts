import type { Transaction } from '#/storage/port.ts'
import { sql } from '#/storage/sql/sql.ts'
import { adHocCommand, command, none, query } from '#/storage/sql/statement.ts'
import { bookshelfVolumes, bookshelves } from './tables.ts'

/**
 * Hides volumes that leave the catalog from the shelves that contain them; they reappear if the volumes return.
 * Must be called in the transaction that removes the volumes, after their removal.
 */
export async function withdrawFromShelves(
  tx: Transaction,
  volumeIds: readonly string[],
): Promise<void> {
  await tx.all(holdOffShelving, none)
  await setWithdrawn(tx, volumeIds, 1)
}

/** Restores returned volumes to their former positions. */
export async function returnToShelves(
  tx: Transaction,
  volumeIds: readonly string[],
): Promise<void> {
  if (volumeIds.length === 0) return
  const ids = JSON.stringify(volumeIds)
  if ((await tx.first(findWithdrawn, { ids })) === undefined) return
  await tx.all(holdOffShelving, none)
  await setWithdrawn(tx, volumeIds, 0)
}

async function setWithdrawn(
  tx: Transaction,
  volumeIds: readonly string[],
  isWithdrawn: 0 | 1,
): Promise<void> {
  const changed = await tx.all(set, { ids: JSON.stringify(volumeIds), isWithdrawn })
  const changes = new Map<string, ShelfCount>()
  for (const { userId, key } of changed) {
    const name = `${userId} ${key}`
    const { change } = changes.get(name) ?? { change: 0 }
    changes.set(name, { user_id: userId, key, change: change + (isWithdrawn === 1 ? -1 : 1) })
  }
  if (changes.size > 0) await tx.run(recount, { rows: JSON.stringify([...changes.values()]) })
}

interface ShelfCount {
  readonly user_id: string
  readonly key: number
  readonly change: number
}

// Adding a volume locks the shelf first and then checks that the volume exists, so that no process can put a
// removed volume on a shelf.
const holdOffShelving = adHocCommand<typeof none, never>((_, { holdOffWriters }) =>
  holdOffWriters(bookshelves),
)

const findWithdrawn = query<{ ids: string }, { userId: string }>(
  ({ ids }, { inTexts }) => sql`select user_id as "userId" from ${bookshelfVolumes}
     where is_withdrawn = 1 and volume_id ${inTexts(ids)} limit 1`,
)

const set = command<{ ids: string; isWithdrawn: 0 | 1 }, { userId: string; key: number }>(
  ({ isWithdrawn, ids }, { inTexts }) => sql`
    update ${bookshelfVolumes} set is_withdrawn = ${isWithdrawn}
     where volume_id ${inTexts(ids)} and is_withdrawn = 1 - ${isWithdrawn}
     returning user_id as "userId", shelf_key as key`,
)

const recount = command<{ rows: string }>(
  ({ rows }, { jsonRows }) => sql`
    update ${bookshelves} set volume_count = volume_count + given.change
     from ${jsonRows(rows, { user_id: 'text', key: 'integer', change: 'integer' })} as given
     where ${bookshelves}.user_id = given.user_id and ${bookshelves}.key = given.key`,
)
