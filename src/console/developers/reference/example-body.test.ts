import { expect, it } from 'vitest'
import { exampleBody } from './example-body.ts'
import type { ApiDocument, ApiOperation } from './openapi.ts'

const document = {
  components: {
    schemas: {
      Shelf: {
        properties: {
          kind: { type: 'string' },
          id: { type: 'string', readOnly: true },
          title: { type: 'string' },
          access: { type: 'string', enum: ['PUBLIC', 'PRIVATE'] },
          count: { type: 'integer' },
          isOpen: { type: 'boolean' },
          tags: { type: 'array', items: { type: 'string' } },
          parent: { $ref: '#/components/schemas/Shelf' },
        },
      },
    },
  },
} as unknown as ApiDocument

const shelf = { $ref: '#/components/schemas/Shelf' }
const example = (id: string, body: ApiOperation['body'] = shelf) =>
  exampleBody(document, { id, body } as ApiOperation)

it('fills in writable properties by their types', () => {
  const flat = { title: '', access: 'PUBLIC', count: 0, isOpen: false, tags: [] }
  expect(JSON.parse(example('shelves.insert'))).toEqual({
    ...flat,
    parent: { ...flat, parent: {} },
  })
})

it('has examples of events and channels', () => {
  const event = JSON.parse(example('calendar.events.insert'))
  expect(event.start.dateTime).toMatch(/T09:00:00.000Z$/)
  expect(JSON.parse(example('calendar.acl.watch'))).toMatchObject({ type: 'web_hook' })
})

it('is empty where there is no body', () => {
  expect(exampleBody(document, { id: 'shelves.get', body: undefined } as ApiOperation)).toBe('')
})
