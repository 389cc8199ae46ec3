import { expect, it } from 'vitest'
import { type ApiDocument, calledPath, operationsOf, typeWords } from './openapi.ts'

const document: ApiDocument = {
  info: { title: 'Shelves', version: 'v1' },
  servers: [{ url: 'http://127.0.0.1:8080/books/v1' }],
  components: { schemas: {} },
  paths: {
    '/shelves/{shelf}': {
      get: {
        operationId: 'shelves.get',
        parameters: [
          { name: 'shelf', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'fields', in: 'query', schema: { type: 'string' } },
        ],
      },
      delete: { operationId: 'shelves.delete' },
    },
  },
}

it('lists operations with the whole path, in the order of their ids', () => {
  expect(operationsOf(document).map(({ id, method, path }) => [id, method, path])).toEqual([
    ['shelves.delete', 'DELETE', '/books/v1/shelves/{shelf}'],
    ['shelves.get', 'GET', '/books/v1/shelves/{shelf}'],
  ])
})

it('fills in what is given and leaves out what is empty', () => {
  const [, get] = operationsOf(document)
  expect(calledPath(get!, { shelf: 'a/b', fields: '' })).toBe('/books/v1/shelves/a%2Fb')
  expect(calledPath(get!, {})).toBe('/books/v1/shelves/{shelf}')
  expect(calledPath(get!, { shelf: '1', fields: 'id' })).toBe('/books/v1/shelves/1?fields=id')
})

it('says what a field holds in a word', () => {
  expect(typeWords({ type: 'array', items: { $ref: '#/components/schemas/Event' } })).toBe(
    'list of Event',
  )
  expect(typeWords({ type: 'integer', format: 'int32' })).toBe('int32')
})
