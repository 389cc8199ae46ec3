import { expect, it } from 'vitest'
import type { WireReply, WireRequest } from '../wire.ts'
import { RecordedBodies } from './recorded-bodies.ts'

const json = 'application/json; charset=UTF-8'

const exchange = (sent: Partial<WireRequest>, body: WireReply['body'], contentType = json) => ({
  request: { target: '/calendar/v3/colors', headers: {}, body: undefined, ...sent } as WireRequest,
  reply: { status: 200, headers: { 'Content-Type': contentType }, body },
})

it('shows what was sent and received, without secrets', () => {
  const bodies = new RecordedBodies()
  const sent = {
    target: '/almanac/v1/users/me/tokens?key=k&a=1',
    headers: { 'content-type': 'application/json' },
    body: Buffer.from('{"password":"hunter2","name":"Ä"}'),
  }
  bodies.add(1, 'ana', exchange(sent, [Buffer.from('{"token":"alm'), Buffer.from('_1"}')]))
  expect(bodies.find(1, 'ana')).toEqual({
    url: '/almanac/v1/users/me/tokens?key=masked&a=1',
    request: {
      contentType: 'application/json',
      bytes: 34,
      text: '{"password":"masked","name":"Ä"}',
    },
    response: { contentType: json, bytes: 17, text: '{"token":"masked"}' },
  })
})

it('shows nothing to other users, and nothing after it was cleared', () => {
  const bodies = new RecordedBodies()
  bodies.add(1, 'ana', exchange({}, '{}'))
  expect(bodies.find(1, 'bob')).toBeUndefined()
  expect(bodies.find(2, 'ana')).toBeUndefined()
  bodies.clear()
  expect(bodies.find(1, 'ana')).toBeUndefined()
})

it('keeps the start of long bodies, and masks secrets in it', () => {
  const bodies = new RecordedBodies()
  const text = `{"token":"secret","summary":"${'x'.repeat(100_000)}"}`
  for (const body of [text, Buffer.from(text), [Buffer.from(text)]]) {
    bodies.add(1, 'ana', exchange({}, body))
    const { response } = bodies.find(1, 'ana')!
    expect(response).toMatchObject({ bytes: text.length, isTruncated: true })
    expect(response!.text).toMatch(/^\{"token":"masked","summary":"x+$/)
    expect(response!.text!.length).toBeLessThan(17_000)
  }
})

it.each([
  ['an image', 'image/png', {}],
  ['a compressed body', json, { 'content-encoding': 'gzip' }],
])('keeps only the size of %s', (_, type, headers) => {
  const bodies = new RecordedBodies()
  const sent = { headers: { 'content-type': type, ...headers }, body: Buffer.from('12345') }
  bodies.add(1, 'ana', exchange(sent, undefined))
  expect(bodies.find(1, 'ana')!.request).toEqual({ contentType: type, bytes: 5 })
})

it('drops the oldest if there are too many', () => {
  const bodies = new RecordedBodies()
  const large = 'x'.repeat(20_000)
  for (let number = 1; number <= 500; number++) bodies.add(number, 'ana', exchange({}, large))
  expect(bodies.find(1, 'ana')).toBeUndefined()
  expect(bodies.find(500, 'ana')).toBeDefined()
  const kept = Array.from({ length: 500 }, (_, at) => bodies.find(at + 1, 'ana')).filter(Boolean)
  expect(kept.length).toBeLessThanOrEqual(128)
})
