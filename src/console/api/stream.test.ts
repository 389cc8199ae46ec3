import { describe, expect, it } from 'vitest'
import { messageIn } from './stream.ts'

describe('a message of a stream', () => {
  it.each([
    ['data: one', { event: 'message', data: 'one', id: undefined }],
    ['event: change\nid: 7\ndata: {"a":1}', { event: 'change', data: '{"a":1}', id: '7' }],
    ['data: one\ndata: two', { event: 'message', data: 'one\ntwo', id: undefined }],
    [': alive', { event: 'message', data: '', id: undefined }],
    ['data:close', { event: 'message', data: 'close', id: undefined }],
  ])('is read from %j', (block, message) => {
    expect(messageIn(block)).toEqual(message)
  })
})
