import { almanacApi } from '#/contract/almanac-api.ts'
import { duplicate, limitExceeded, requiredField } from '#/kernel/errors.ts'
import { wireShelf } from '../../bookshelves/wire-shelf.ts'
import { newShelf } from '../../domain/shelf.ts'
import { operation } from '../../operation.ts'
import { Bookshelf } from '../../schemas/bookshelf.ts'
import { accessIn, titleIn } from './shelf-description.ts'

export const insert = operation(
  {
    id: 'books.mylibrary.bookshelves.insert',
    api: almanacApi,
    http: 'POST /users/me/bookshelves',
    summary: 'Creates a shelf for the caller.',
    body: Bookshelf,
    reply: Bookshelf,
  },
  async ({ body, caller, clock, database, shelves, customShelvesMax, api }) => {
    if (body.title === undefined) throw requiredField('Missing title.')
    const title = titleIn(body.title)
    const access = body.access === undefined ? 'PRIVATE' : accessIn(body.access)
    const { description = '' } = body
    const { userId } = caller
    const nowMs = clock.nowMs()
    return database.transaction(async (tx) => {
      const { nextId, count } = await shelves.lockCustom(tx, userId)
      const id = caller.newId === undefined ? nextId : Number(caller.newId)
      if (id < nextId) throw duplicate('A bookshelf with this id or a higher one')
      if (count >= customShelvesMax) {
        throw limitExceeded(`A user has at most ${customShelvesMax} bookshelves of their own.`)
      }
      const shelf = newShelf({ userId, id, title, description, access }, nowMs)
      await shelves.add(tx, shelf)
      return wireShelf(shelf, api())
    })
  },
)
