import { sourceParam } from '../../bookshelves/params.ts'
import { wireShelves } from '../../bookshelves/wire-shelf.ts'
import { operation } from '../../operation.ts'
import { Bookshelves } from '../../schemas/bookshelf.ts'

export const list = operation(
  {
    id: 'books.mylibrary.bookshelves.list',
    http: 'GET /mylibrary/bookshelves',
    summary: 'Lists all shelves of the caller.',
    params: { source: sourceParam },
    reply: Bookshelves,
  },
  async ({ caller, database, shelves, recentViews, api }) => {
    await recentViews.whenWritten(caller.userId)
    return wireShelves((await shelves.list(database, caller.userId)) ?? [], api())
  },
)
