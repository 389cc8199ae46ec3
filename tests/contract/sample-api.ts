import { type Api, operationsOf, type Scope } from '#/contract/operation.ts'
import {
  about,
  any,
  array,
  dateTime,
  int64,
  integer,
  kind,
  map,
  object,
  oneOf,
  optional,
  patchOf,
  readOnly,
  repeated,
  requiredBy,
  string,
} from '#/contract/schema.ts'

// A small made-up interface for the tests of everything that is derived.

export const libraryApi: Api = {
  name: 'library',
  version: 'v1',
  title: 'Library',
  description: 'Lends books.',
  basePath: '/library/v1',
  basePathIn: 'servicePath',
  batchPath: 'own',
  quotaStatus: 403,
}

export const extraApi: Api = {
  ...libraryApi,
  name: 'extra',
  title: 'Extra',
  basePath: '/extra/v1',
  basePathIn: 'methodPaths',
  batchPath: 'common',
}

const write: Scope = { uri: 'https://scopes.example/library', about: 'Change the library.' }
const read: Scope = { uri: 'https://scopes.example/library.readonly', about: 'See the library.' }

const Author = object('Author', { name: string() }, { about: 'Who wrote it.' })

const Book = object('Book', {
  kind: kind('library#book'),
  id: readOnly(int64()),
  title: requiredBy(string({ about: 'What is on the cover.' }), 'library.books.insert'),
  author: about('The first author.', Author),
  others: array(Author),
  labels: map(string()),
  size: object(undefined, { pages: integer() }),
  binding: oneOf('hard', 'soft'),
  printed: dateTime(),
  extra: any(),
})

const Books = object('Books', { items: array(Book), nextPageToken: string() })

const operation = operationsOf<Readonly<Record<string, string>>, unknown>()
const never = () => Promise.reject(new Error('The sample answers nothing.'))

export const libraryOperations = [
  operation(
    {
      id: 'library.books.list',
      http: 'GET /shelves/{shelfId}/books',
      summary: 'Lists books.',
      params: {
        shelfId: string({ about: 'The shelf.' }),
        maxResults: optional(integer({ minimum: 1, maximum: 40, cap: 20, default: 10 })),
        since: dateTime(),
        binding: repeated(oneOf('hard', 'soft')),
      },
      reply: Books,
      scopes: [read, write],
      access: { shelfId: 'reader' },
      cost: 1,
      credential: 'key',
      supportsSubscription: true,
    },
    never,
  ),
  operation(
    {
      id: 'library.books.patch',
      http: 'PATCH /shelves/{shelfId}/books/{bookId}',
      summary: 'Changes a book | a little.',
      params: { bookId: int64(), shelfId: string() },
      body: patchOf(Book),
      reply: Book,
      scopes: [write],
      access: { shelfId: 'writer', refusal: 'forbidden', inPart: 'reader' },
      cost: 3,
    },
    never,
  ),
  operation(
    {
      id: 'library.books.notes.clear',
      http: 'POST /notes/clear',
      summary: 'Removes all notes.',
      params: {},
      scopes: [write],
      cost: 1,
    },
    never,
  ),
  operation(
    {
      id: 'library.settings.update',
      http: 'PUT /library/settings/{setting}',
      summary: 'Changes a setting.',
      params: { setting: string() },
      scopes: [write],
      cost: 1,
      api: extraApi,
    },
    never,
  ),
]
