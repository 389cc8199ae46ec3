import { integer } from '#/contract/schema.ts'
import { invalidParameter } from '#/kernel/errors.ts'
import { shelfParam, sourceParam } from '../../bookshelves/params.ts'
import { operation } from '../../operation.ts'
import { Empty } from '../../schemas/empty.ts'
import { moveWithinShelf } from '../../shelving.ts'
import { volumeIdParam } from './params.ts'

export const moveVolume = operation(
  {
    id: 'books.mylibrary.bookshelves.moveVolume',
    http: 'POST /mylibrary/bookshelves/{shelf}/moveVolume',
    summary: 'Moves a volume to another position on a shelf of the caller.',
    params: {
      shelf: shelfParam,
      volumeId: volumeIdParam,
      volumePosition: integer({
        about: 'The new position of the volume; 0 for the first one.',
      }),
      source: sourceParam,
    },
    reply: Empty,
  },
  ({ params, caller, ...context }) => {
    const { volumePosition: index, ...named } = params
    if (index < 0) {
      throw invalidParameter('volumePosition', `Invalid value '${index}': it begins with 0.`)
    }
    return context.database.transaction(async (tx) => {
      await moveWithinShelf(context, tx, { userId: caller.userId, index, ...named })
      return {}
    })
  },
)
