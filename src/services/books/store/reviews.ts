import type { Reader, Transaction } from '#/storage/port.ts'
import { insertInto, owner, sql } from '#/storage/sql/sql.ts'
import { command, query } from '#/storage/sql/statement.ts'
import type { StoredReview } from '../reviewing/review.ts'
import { bookReviews } from './tables.ts'

export interface ReviewName {
  readonly userId: string
  readonly volumeId: string
}

/** The reviews of users. */
export class Reviews {
  find(reader: Reader, name: ReviewName): Promise<StoredReview | undefined> {
    return reader.first(find, { ...name })
  }

  async findAll(
    reader: Reader,
    userId: string,
    volumeIds: readonly string[],
  ): Promise<ReadonlyMap<string, StoredReview>> {
    if (volumeIds.length === 0) return new Map()
    const rows = await reader.all(findAll, { userId, ids: JSON.stringify(volumeIds) })
    return new Map(rows.map((row) => [row.volumeId, row]))
  }

  async put(tx: Transaction, review: StoredReview & ReviewName): Promise<void> {
    await tx.run(put, { ...review })
  }

  async remove(tx: Transaction, name: ReviewName): Promise<void> {
    await tx.run(remove, { ...name })
  }
}

const columns = sql`volume_id as "volumeId", rating, content, read_on as "readOn",
  updated_at as "updatedAtMs"`

const find = query<ReviewName, StoredReview>(
  ({ userId, volumeId }) => sql`select ${columns} from ${bookReviews}
   where user_id = ${owner(userId)} and volume_id = ${volumeId}`,
)

const findAll = query<{ userId: string; ids: string }, StoredReview>(
  ({ userId, ids }, { inTexts }) => sql`select ${columns} from ${bookReviews}
   where user_id = ${owner(userId)} and volume_id ${inTexts(ids)}`,
)

const put = command<StoredReview & ReviewName>(
  ({ userId, volumeId, rating, content, readOn, updatedAtMs }) =>
    insertInto(
      bookReviews,
      {
        user_id: userId,
        volume_id: volumeId,
        rating,
        content,
        read_on: readOn,
        updated_at: updatedAtMs,
      },
      sql`on conflict (user_id, volume_id) do update set rating = excluded.rating,
       content = excluded.content, read_on = excluded.read_on, updated_at = excluded.updated_at`,
    ),
)

const remove = command<ReviewName>(
  ({ userId, volumeId }) => sql`delete from ${bookReviews}
   where user_id = ${owner(userId)} and volume_id = ${volumeId}`,
)
