import { shelfParam, sourceParam } from '../../bookshelves/params.ts'
import { operation } from '../../operation.ts'
import { Empty } from '../../schemas/empty.ts'
import { clearShelf } from '../../shelving.ts'

export const clearVolumes = operation(
  {
    id: 'books.mylibrary.bookshelves.clearVolumes',
    http: 'POST /mylibrary/bookshelves/{shelf}/clearVolumes',
    summary: 'Removes all volumes from a shelf of the caller.',
    params: { shelf: shelfParam, source: sourceParam },
    reply: Empty,
    audit: { object: 'bookshelves/{shelf}' },
  },
  async ({ params, caller, recentViews, ...context }) => {
    await recentViews.whenWritten(caller.userId)
    return context.database.transaction(async (tx) => {
      await clearShelf(context, tx, { userId: caller.userId, ...params })
      return {}
    })
  },
)
