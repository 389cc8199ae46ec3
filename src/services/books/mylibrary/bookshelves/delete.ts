import { almanacApi } from '#/contract/almanac-api.ts'
import { forbidden } from '#/kernel/errors.ts'
import { shelfParam } from '../../bookshelves/params.ts'
import { requiredShelfId } from '../../bookshelves/public-shelf.ts'
import { isCustom } from '../../domain/predefined-shelves.ts'
import { operation } from '../../operation.ts'
import { leaveBehind, shelfNotFound } from '../../shelving.ts'

export const delete_ = operation(
  {
    id: 'books.mylibrary.bookshelves.delete',
    api: almanacApi,
    http: 'DELETE /users/me/bookshelves/{shelf}',
    summary: 'Deletes a shelf that the caller created, with its contents.',
    params: { shelf: shelfParam },
    audit: { object: 'bookshelves/{shelf}' },
  },
  async ({ params, caller, ...context }) => {
    const { shelves, database } = context
    const id = requiredShelfId(params.shelf)
    await database.transaction(async (tx) => {
      const shelf = await shelves.lock(tx, { userId: caller.userId, id })
      if (shelf === undefined) throw shelfNotFound()
      if (!isCustom(id)) throw forbidden('A default bookshelf cannot be deleted.')
      await leaveBehind(context, tx, shelf)
      await shelves.remove(tx, shelf)
    })
  },
)
