import { describe, expect, it } from 'vitest'
import { publicationsOf } from '#/contract/documents/discovery-publication.ts'
import { openApiDocument } from '#/contract/documents/openapi.ts'
import { libraryApi, libraryOperations } from './sample-api.ts'

const [library] = publicationsOf([{ api: libraryApi, operations: libraryOperations }])
const document = openApiDocument(libraryApi, library!.operations, {
  rootUrl: 'http://localhost:8080/',
})

describe('an OpenAPI document', () => {
  it('contains the root URL of the interface', () => {
    expect(document.openapi).toBe('3.1.0')
    expect(document.servers).toEqual([{ url: 'http://localhost:8080/library/v1' }])
  })

  it('describes parameters with their place and schema', () => {
    expect(document.paths['/shelves/{shelfId}/books']?.get).toMatchObject({
      operationId: 'library.books.list',
      parameters: [
        { name: 'shelfId', in: 'path', required: true, description: 'The shelf.' },
        {
          name: 'maxResults',
          in: 'query',
          required: false,
          schema: { type: 'integer', format: 'int32', minimum: 1, maximum: 40, default: 10 },
        },
        { name: 'since', in: 'query', required: true },
        { name: 'binding', schema: { type: 'array', items: { enum: ['hard', 'soft'] } } },
      ],
    })
  })

  it('offers each scope, and a key if one is enough', () => {
    expect(document.paths['/shelves/{shelfId}/books']?.get).toMatchObject({
      security: [
        { oauth2: ['https://scopes.example/library.readonly'] },
        { oauth2: ['https://scopes.example/library'] },
        { bearer: [] },
        { apiKey: [] },
      ],
    })
  })

  it('refers to bodies, answers and the error by name', () => {
    const content = { 'application/json': { schema: { $ref: '#/components/schemas/Book' } } }
    expect(document.paths['/shelves/{shelfId}/books/{bookId}']?.patch).toMatchObject({
      requestBody: { content },
      responses: { 200: { content }, default: { $ref: '#/components/responses/Error' } },
    })
    expect(document.paths['/notes/clear']?.post).toMatchObject({ responses: { 204: {} } })
  })

  it('contains every schema that it refers to', () => {
    const named = [...JSON.stringify(document).matchAll(/#\/components\/schemas\/(\w+)/g)]
    for (const [, name] of named) expect(Object.keys(document.components.schemas)).toContain(name)
  })
})
