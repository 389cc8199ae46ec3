import { oneOf, optional } from '#/contract/schema.ts'
import { shelfParam, sourceParam } from '../../bookshelves/params.ts'
import { operation } from '../../operation.ts'
import { Empty } from '../../schemas/empty.ts'
import { removeFromShelf } from '../../shelving.ts'
import { volumeIdParam } from './params.ts'

export const removeVolume = operation(
  {
    id: 'books.mylibrary.bookshelves.removeVolume',
    http: 'POST /mylibrary/bookshelves/{shelf}/removeVolume',
    summary: 'Removes a volume from a shelf of the caller.',
    params: {
      shelf: shelfParam,
      volumeId: volumeIdParam,
      reason: optional({
        ...oneOf('REASON_UNDEFINED', 'ONBOARDING'),
        anyCase: true,
        about: 'Accepted and ignored.',
      }),
      source: sourceParam,
    },
    reply: Empty,
  },
  async ({ params, caller, recentViews, ...context }) => {
    await recentViews.whenWritten(caller.userId)
    return context.database.transaction(async (tx) => {
      await removeFromShelf(context, tx, { userId: caller.userId, ...params })
      return {}
    })
  },
)
