import { expect, it } from 'vitest'
import type { WireRequest } from '#/http/wire.ts'
import { insert } from '#/services/calendar/events/insert.ts'
import { list } from '#/services/calendar/events/list.ts'
import { CallableOperation, operationCaller, partsCaller, textCaller } from './operation-client.ts'

const operation = new CallableOperation(list.contract, '/calendar/v3')

it('puts parameters where the contract has them', () => {
  const params = { calendarId: 'a b/c@x', maxResults: 2, eventTypes: ['x', 'y'], q: undefined }
  expect(operation.target(operation.address(params))).toBe(
    '/calendar/v3/calendars/a%20b%2Fc%40x/events?maxResults=2&eventTypes=x&eventTypes=y',
  )
})

it('refuses an empty segment, which would address something else', () => {
  expect(() => operation.address({ calendarId: '' })).toThrow('calendarId must not be empty')
})

const request = { id: '1', peer: '::1', origin: 'http://h', prefix: '' }
const arrival = { request, authorization: 'Bearer t' }

it('calls as whoever sent the request', async () => {
  const operations = new Map([['calendar.events.list', operation]])
  const seen: unknown[] = []
  const handle = (request: object) => {
    seen.push(request)
    return { status: 200, headers: {}, body: '{"items":[]}' }
  }
  const call = operationCaller({ handle, operations }, arrival)
  const answer = await call({
    operation: 'calendar.events.list',
    params: { calendarId: 'x' },
    ifMatch: '"1"',
  })
  expect(answer).toEqual({ items: [] })
  expect(seen).toMatchObject([
    {
      id: '1',
      method: 'GET',
      target: '/calendar/v3/calendars/x/events',
      headers: { authorization: 'Bearer t', 'if-match': '"1"' },
      body: undefined,
      peer: '::1',
      origin: 'http://h',
      prefix: '',
      isBatchPart: true,
    },
  ])
})

it('passes a body as it is, with its bytes on demand', async () => {
  const body = { summary: 'x', location: undefined }
  const seen: WireRequest[] = []
  const handle = (sent: WireRequest) => {
    seen.push(sent)
    return { status: 200, headers: {}, body: '{}' }
  }
  const operations = new Map([
    ['calendar.events.insert', new CallableOperation(insert.contract, '/calendar/v3')],
  ])
  const call = operationCaller({ handle, operations }, arrival)
  await call({ operation: 'calendar.events.insert', params: { calendarId: 'x' }, body })
  expect(seen[0]!.json).toBe(body)
  expect(String(seen[0]!.body)).toBe('{"summary":"x"}')
})

it('returns the form of a reply that is taken', async () => {
  const value = { items: [] }
  const parts = { members: {}, items: '' }
  const handle = ({ takes }: WireRequest) => ({
    status: 200,
    headers: {},
    body: '{}',
    ...(takes === 'value' && { value }),
    ...(takes === 'parts' && { parts }),
  })
  const operations = new Map([['calendar.events.list', operation]])
  const list = { operation: 'calendar.events.list', params: { calendarId: 'x' } }
  expect(await operationCaller({ handle, operations }, arrival)(list)).toBe(value)
  expect(partsCaller({ handle, operations }, arrival)(list)).toBe(parts)
  expect(textCaller({ handle, operations }, arrival)(list)).toBe('{}')
})

it('throws the error of the operation', async () => {
  const error = { errors: [{ domain: 'global', reason: 'notFound', message: 'Not Found' }] }
  const handle = () => ({ status: 404, headers: {}, body: JSON.stringify({ error }) })
  const operations = new Map([['calendar.events.list', operation]])
  const call = operationCaller({ handle, operations }, arrival)
  await expect(
    call({ operation: 'calendar.events.list', params: { calendarId: 'x' } }),
  ).rejects.toMatchObject({ status: 404, message: 'Not Found' })
})
