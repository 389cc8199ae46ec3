import { almanacApi } from '#/contract/almanac-api.ts'
import { patchOf } from '#/contract/schema.ts'
import { shelfParam } from '../../bookshelves/params.ts'
import { requiredShelfId } from '../../bookshelves/public-shelf.ts'
import { wireShelf } from '../../bookshelves/wire-shelf.ts'
import { changedShelf } from '../../domain/shelf.ts'
import { operation } from '../../operation.ts'
import { Bookshelf } from '../../schemas/bookshelf.ts'
import { shelfNotFound } from '../../shelving.ts'
import { shelfAfter } from './shelf-description.ts'

export const patch = operation(
  {
    id: 'books.mylibrary.bookshelves.patch',
    api: almanacApi,
    http: 'PATCH /users/me/bookshelves/{shelf}',
    summary: 'Updates the title, the description or the access of a shelf of the caller.',
    params: { shelf: shelfParam },
    body: patchOf(Bookshelf),
    reply: Bookshelf,
  },
  async ({ params, body, caller, clock, database, shelves, api }) => {
    const id = requiredShelfId(params.shelf)
    return database.transaction(async (tx) => {
      const shelf = await shelves.lock(tx, { userId: caller.userId, id })
      if (shelf === undefined) throw shelfNotFound()
      const described = shelfAfter(shelf, body)
      const isSame = Object.entries(described).every(
        ([name, value]) => value === shelf[name as keyof typeof described],
      )
      if (isSame) return wireShelf(shelf, api())
      const after = changedShelf(shelf, clock.nowMs(), described)
      await shelves.describe(tx, after)
      return wireShelf(after, api())
    })
  },
)
