import { string } from '#/contract/schema.ts'
import { invalid } from '#/kernel/errors.ts'
import type { Bookshelves } from '#/services/books/schemas/bookshelf.ts'
import type { Volumes } from '#/services/books/schemas/volumes.ts'
import type { CallOperation } from '../operation-client.ts'
import { readTool, writeTool } from '../tool.ts'
import { bookPageArguments, booksAnswer } from './book-view.ts'

const shelfId = string({ about: 'The `shelfId` from list_bookshelves.', lengthMax: 64 })
const volumeId = string({ about: 'The `volumeId` from search_books.', lengthMax: 64 })

export const listBookshelves = readTool(
  {
    name: 'list_bookshelves',
    title: 'List bookshelves',
    about: "Returns the user's bookshelves, with ids and numbers of books.",
    args: {},
    operations: ['books.mylibrary.bookshelves.list'],
  },
  async ({ call }) => {
    const { items = [] }: Bookshelves = await call({
      operation: 'books.mylibrary.bookshelves.list',
    })
    return {
      bookshelves: items.map(({ id, title, description, access, volumeCount }) => ({
        shelfId: id === undefined ? undefined : String(id),
        title,
        description,
        access,
        volumeCount,
      })),
    }
  },
)

export const listBookshelfBooks = readTool(
  {
    name: 'list_bookshelf_books',
    title: 'List the books on a bookshelf',
    findIdsWith: 'list_bookshelves',
    about: "Returns the books on one of the user's bookshelves.",
    args: { shelfId, ...bookPageArguments },
    operations: ['books.mylibrary.bookshelves.volumes.list'],
  },
  async ({ args: { shelfId: shelf, pageSize = 10, startIndex = 0 }, call }) => {
    const found: Volumes = await call({
      operation: 'books.mylibrary.bookshelves.volumes.list',
      params: { shelf, maxResults: pageSize, startIndex },
    })
    return booksAnswer(found, { pageSize, startIndex })
  },
)

export const addBookToShelf = writeTool(
  {
    name: 'add_book_to_shelf',
    title: 'Add a book to a bookshelf',
    findIdsWith: 'list_bookshelves and search_books',
    about: "Puts a book on one of the user's bookshelves.",
    args: { shelfId, volumeId },
    operations: [
      'books.mylibrary.bookshelves.volumes.list',
      'books.mylibrary.bookshelves.addVolume',
      'books.volumes.get',
    ],
  },
  async ({ args, call }) => {
    const params = { shelf: args.shelfId, volumeId: args.volumeId }
    const isThere = await isOnShelf(call, params)
    if (args.dryRun)
      await call({ operation: 'books.volumes.get', params: { volumeId: args.volumeId } })
    return {
      summary: `Put the book ${args.volumeId} on the bookshelf ${args.shelfId}`,
      write: { operation: 'books.mylibrary.bookshelves.addVolume', params },
      preview: () => ({ isOnShelfAlready: isThere }),
      answer: () => ({ added: !isThere }),
      undo: isThere ? undefined : { operation: 'books.mylibrary.bookshelves.removeVolume', params },
    }
  },
)

export const removeBookFromShelf = writeTool(
  {
    name: 'remove_book_from_shelf',
    title: 'Remove a book from a bookshelf',
    findIdsWith: 'list_bookshelves and search_books',
    about: "Takes a book off one of the user's bookshelves.",
    args: { shelfId, volumeId },
    operations: [
      'books.mylibrary.bookshelves.volumes.list',
      'books.mylibrary.bookshelves.removeVolume',
    ],
    isDestructive: true,
  },
  async ({ args, call }) => {
    const params = { shelf: args.shelfId, volumeId: args.volumeId }
    if (!(await isOnShelf(call, params))) {
      throw invalid('volumeId', 'The book is not on this bookshelf.')
    }
    return {
      summary: `Take the book ${args.volumeId} off the bookshelf ${args.shelfId}`,
      write: { operation: 'books.mylibrary.bookshelves.removeVolume', params },
      preview: () => ({ volumeId: args.volumeId }),
      answer: () => ({ removed: true }),
      undo: { operation: 'books.mylibrary.bookshelves.addVolume', params },
    }
  },
)

/** The most volumes of a page, and of a shelf as far as it is looked at. */
const pageSizeMax = 1000
const pagesMax = 10

async function isOnShelf(
  call: CallOperation,
  { shelf, volumeId }: { readonly shelf: string; readonly volumeId: string },
): Promise<boolean> {
  for (let page = 0; page < pagesMax; page++) {
    const { items = [] }: Volumes = await call({
      operation: 'books.mylibrary.bookshelves.volumes.list',
      params: {
        shelf,
        maxResults: pageSizeMax,
        startIndex: page * pageSizeMax,
        fields: 'items/id',
      },
    })
    if (items.some(({ id }) => id === volumeId)) return true
    if (items.length < pageSizeMax) return false
  }
  return false
}
