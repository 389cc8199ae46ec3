import { about, oneOf, optional, string } from '#/contract/schema.ts'
import type { Volumes } from '#/services/books/schemas/volumes.ts'
import { readTool } from '../tool.ts'
import { bookPageArguments, booksAnswer, bookView } from './book-view.ts'

export const searchBooks = readTool(
  {
    name: 'search_books',
    title: 'Search books',
    about:
      'Finds books in the catalog by words, and by intitle:, inauthor:, subject: and isbn:, such as `inauthor:austen persuasion`.',
    args: {
      query: string({ about: 'What to search for.', lengthMax: 1000 }),
      language: optional(
        string({ about: 'Only books in this language, such as `en`.', lengthMax: 20 }),
      ),
      orderBy: optional(about('The order.', oneOf('relevance', 'newest'))),
      ...bookPageArguments,
    },
    operations: ['books.volumes.list'],
  },
  async ({ args: { query, language, orderBy, pageSize = 10, startIndex = 0 }, call }) => {
    const found: Volumes = await call({
      operation: 'books.volumes.list',
      params: { q: query, langRestrict: language, orderBy, maxResults: pageSize, startIndex },
    })
    return booksAnswer(found, { pageSize, startIndex })
  },
)

export const getBook = readTool(
  {
    name: 'get_book',
    title: 'Get a book',
    findIdsWith: 'search_books',
    about: 'Returns one book with its whole description.',
    args: { volumeId: string({ about: 'The `volumeId` from search_books.', lengthMax: 64 }) },
    operations: ['books.volumes.get'],
  },
  async ({ args: { volumeId }, call }) =>
    bookView(await call({ operation: 'books.volumes.get', params: { volumeId } })),
)
