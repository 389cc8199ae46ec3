import { shelfParam, sourceParam } from '../../bookshelves/params.ts'
import { requiredShelfId } from '../../bookshelves/public-shelf.ts'
import { wireShelf } from '../../bookshelves/wire-shelf.ts'
import { operation } from '../../operation.ts'
import { Bookshelf } from '../../schemas/bookshelf.ts'
import { shelfNotFound } from '../../shelving.ts'

export const get = operation(
  {
    id: 'books.mylibrary.bookshelves.get',
    http: 'GET /mylibrary/bookshelves/{shelf}',
    summary: 'Returns a shelf of the caller.',
    params: { shelf: shelfParam, source: sourceParam },
    reply: Bookshelf,
  },
  async ({ params, caller, database, shelves, recentViews, api }) => {
    const { userId } = caller
    const id = requiredShelfId(params.shelf)
    await recentViews.whenWritten(userId)
    const shelf = await shelves.find(database, { userId, id })
    if (shelf === undefined) throw shelfNotFound()
    return wireShelf(shelf, api())
  },
)
