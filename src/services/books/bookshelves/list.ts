import { notFound } from '#/kernel/errors.ts'
import { operation } from '../operation.ts'
import { Bookshelves } from '../schemas/bookshelf.ts'
import { sourceParam, userIdParam } from './params.ts'
import { wireShelves } from './wire-shelf.ts'

export const list = operation(
  {
    id: 'books.bookshelves.list',
    http: 'GET /users/{userId}/bookshelves',
    summary: 'Lists the public shelves of a user.',
    params: { userId: userIdParam, source: sourceParam },
    reply: Bookshelves,
    credential: 'none',
  },
  async ({ params, database, shelves, api }) => {
    const all = await shelves.list(database, params.userId)
    if (all === undefined) throw notFound('The user could not be found.')
    return wireShelves(
      all.filter(({ access }) => access === 'PUBLIC'),
      api(),
    )
  },
)
