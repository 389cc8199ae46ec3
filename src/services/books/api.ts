import type { Api } from '#/contract/operation.ts'

export const booksApi: Api = {
  name: 'books',
  version: 'v1',
  title: 'Books API',
  description: 'Books, finding them, and the shelves they stand on.',
  basePath: '/books/v1',
  basePathIn: 'methodPaths',
  batchPath: 'common',
  quotaStatus: 429,
  serviceName: 'books.googleapis.com',
  isKeyNoCredential: true,
}
