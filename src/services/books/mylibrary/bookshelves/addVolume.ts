import { oneOf, optional } from '#/contract/schema.ts'
import { shelfParam, sourceParam } from '../../bookshelves/params.ts'
import { operation } from '../../operation.ts'
import { Empty } from '../../schemas/empty.ts'
import { addToShelf } from '../../shelving.ts'
import { volumeIdParam } from './params.ts'

export const addVolume = operation(
  {
    id: 'books.mylibrary.bookshelves.addVolume',
    http: 'POST /mylibrary/bookshelves/{shelf}/addVolume',
    summary: 'Adds a volume to the end of a shelf of the caller.',
    params: {
      shelf: shelfParam,
      volumeId: volumeIdParam,
      reason: optional({
        ...oneOf('REASON_UNDEFINED', 'IOS_PREX', 'IOS_SEARCH', 'ONBOARDING'),
        anyCase: true,
        about: 'Accepted and ignored.',
      }),
      source: sourceParam,
    },
    reply: Empty,
  },
  ({ params, caller, ...context }) =>
    context.database.transaction(async (tx) => {
      await addToShelf(context, tx, { userId: caller.userId, ...params })
      return {}
    }),
)
