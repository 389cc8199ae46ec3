import { describe, expect, it } from 'vitest'
import { discoveryDocument, discoveryIndex } from '#/contract/documents/discovery.ts'
import { publicationsOf } from '#/contract/documents/discovery-publication.ts'
import { type Operation, operationsOf } from '#/contract/operation.ts'
import { object, string } from '#/contract/schema.ts'
import { extraApi, libraryApi, libraryOperations } from './sample-api.ts'

const [library, extra] = publicationsOf([{ api: libraryApi, operations: libraryOperations }])
const address = { rootUrl: 'http://localhost:8080' }
const document = discoveryDocument(libraryApi, library!.operations, address)
const extraDocument = discoveryDocument(extraApi, extra!.operations, address)

describe('a discovery document', () => {
  it('contains the root URL of the interface', () => {
    expect(document).toMatchObject({
      kind: 'discovery#restDescription',
      id: 'library:v1',
      rootUrl: 'http://localhost:8080/',
      servicePath: 'library/v1/',
      basePath: '/library/v1/',
      baseUrl: 'http://localhost:8080/library/v1/',
      batchPath: 'batch/library/v1',
    })
  })

  it('follows a base path that a setting has changed', () => {
    const moved = discoveryDocument(libraryApi, [], { ...address, basePath: '/v1' })
    expect(moved).toMatchObject({
      servicePath: 'v1/',
      baseUrl: 'http://localhost:8080/v1/',
      batchPath: 'batch/v1',
    })
  })

  it('supports the root as its base path', () => {
    const moved = discoveryDocument(libraryApi, [], { ...address, basePath: '' })
    expect(moved).toMatchObject({
      servicePath: '',
      baseUrl: 'http://localhost:8080/',
      batchPath: 'batch',
    })
  })

  it('puts the base path in front of each method if the interface does so', () => {
    expect(extraDocument).toMatchObject({ servicePath: '', basePath: '', batchPath: 'batch' })
    const update = extraDocument.resources?.library?.resources?.settings?.methods?.update
    expect(update?.path).toBe('extra/v1/library/settings/{setting}')
  })

  it('contains an operation only below the interface that publishes it', () => {
    expect(Object.keys(document.resources!)).toEqual(['books'])
    expect(Object.keys(extraDocument.resources!)).toEqual(['library'])
  })

  it('nests resources as the ids spell them', () => {
    const books = document.resources!.books!
    expect(Object.keys(books.methods!)).toEqual(['list', 'patch'])
    expect(books.resources!.notes!.methods!.clear).toEqual({
      id: 'library.books.notes.clear',
      path: 'notes/clear',
      httpMethod: 'POST',
      description: 'Removes all notes.',
      scopes: ['https://scopes.example/library'],
    })
  })

  it('describes a method with its parameters, bounds as text', () => {
    expect(document.resources!.books!.methods!.list).toEqual({
      id: 'library.books.list',
      path: 'shelves/{shelfId}/books',
      httpMethod: 'GET',
      description: 'Lists books.',
      parameters: {
        binding: {
          type: 'string',
          location: 'query',
          repeated: true,
          enum: ['hard', 'soft'],
          enumDescriptions: ['', ''],
        },
        maxResults: {
          type: 'integer',
          format: 'int32',
          location: 'query',
          default: '10',
          minimum: '1',
          maximum: '40',
        },
        shelfId: { type: 'string', location: 'path', required: true, description: 'The shelf.' },
        since: { type: 'string', format: 'date-time', location: 'query', required: true },
      },
      parameterOrder: ['shelfId', 'since'],
      response: { $ref: 'Books' },
      scopes: ['https://scopes.example/library', 'https://scopes.example/library.readonly'],
      supportsSubscription: true,
    })
  })

  it('orders path parameters as the path does', () => {
    const patch = document.resources!.books!.methods!.patch!
    expect(patch.parameterOrder).toEqual(['shelfId', 'bookId'])
    expect(patch.request).toEqual({ $ref: 'Book' })
  })

  it('lists named schemas once and writes the others where they are used', () => {
    expect(Object.keys(document.schemas)).toEqual(['Author', 'Book', 'Books'])
    expect(document.schemas.Book).toEqual({
      id: 'Book',
      type: 'object',
      properties: {
        author: { $ref: 'Author', description: 'The first author.' },
        binding: { type: 'string', enum: ['hard', 'soft'], enumDescriptions: ['', ''] },
        extra: { type: 'any' },
        id: { type: 'string', format: 'int64', readOnly: true },
        kind: {
          type: 'string',
          default: 'library#book',
          description: 'Always `library#book`.',
          readOnly: true,
        },
        labels: { type: 'object', additionalProperties: { type: 'string' } },
        others: { type: 'array', items: { $ref: 'Author', description: 'Who wrote it.' } },
        printed: { type: 'string', format: 'date-time' },
        size: { type: 'object', properties: { pages: { type: 'integer', format: 'int32' } } },
        title: {
          type: 'string',
          description: 'What is on the cover.',
          annotations: { required: ['library.books.insert'] },
        },
      },
    })
  })

  it('names the scopes with what they allow', () => {
    expect(document.auth?.oauth2.scopes).toEqual({
      'https://scopes.example/library': { description: 'Change the library.' },
      'https://scopes.example/library.readonly': { description: 'See the library.' },
    })
  })

  it('publishes the standard parameters of its kind of interface', () => {
    expect(Object.keys(document.parameters).sort()).toEqual(
      ['alt', 'fields', 'key', 'oauth_token', 'prettyPrint', 'quotaUser', 'userIp'].sort(),
    )
    expect(Object.keys(extraDocument.parameters)).toContain('upload_protocol')
  })

  it('refuses two schemas of one name', () => {
    const reading = (reply: ReturnType<typeof object>): Operation =>
      operationsOf<unknown, unknown>()(
        {
          id: 'library.a.get',
          http: 'GET /a',
          summary: 'A.',
          params: {},
          reply,
          scopes: [],
          cost: 1,
        },
        () => Promise.resolve({}),
      )
    const twice = [
      reading(object('Same', { one: string() })),
      reading(object('Same', { other: string() })),
    ]
    expect(() => discoveryDocument(libraryApi, twice, address)).toThrow('the name Same')
  })
})

describe('the discovery index', () => {
  it('links to each document', () => {
    expect(discoveryIndex([libraryApi], 'http://localhost:8080')).toMatchObject({
      kind: 'discovery#directoryList',
      items: [
        {
          id: 'library:v1',
          discoveryRestUrl: 'http://localhost:8080/discovery/v1/apis/library/v1/rest',
          discoveryLink: './apis/library/v1/rest',
          preferred: true,
        },
      ],
    })
  })
})
