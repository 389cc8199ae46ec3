import { operation } from '../operation.ts'
import { Bookshelf } from '../schemas/bookshelf.ts'
import { shelfParam, sourceParam, userIdParam } from './params.ts'
import { requiredShelfId, requirePublic } from './public-shelf.ts'
import { wireShelf } from './wire-shelf.ts'

export const get = operation(
  {
    id: 'books.bookshelves.get',
    http: 'GET /users/{userId}/bookshelves/{shelf}',
    summary: 'Returns a public shelf of a user.',
    params: { userId: userIdParam, shelf: shelfParam, source: sourceParam },
    reply: Bookshelf,
    credential: 'none',
  },
  async ({ params, database, shelves, api }) => {
    const id = requiredShelfId(params.shelf)
    const shelf = await shelves.find(database, { userId: params.userId, id })
    return wireShelf(requirePublic(shelf), api())
  },
)
