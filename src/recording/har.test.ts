import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { harEntry, harText, parseHar } from './har.ts'

const exchange = {
  startedMs: Date.parse('2030-05-03T08:00:00Z'),
  durationMs: 12,
  method: 'POST',
  url: 'http://127.0.0.1/calendar/v3/x?key=secret',
  requestHeaders: ['Content-Type', 'application/json', 'Authorization', 'Bearer secret'],
  requestBody: { bytes: Buffer.from('{"summary":"x"}'), isComplete: true },
  status: 200,
  statusText: 'OK',
  responseHeaders: ['Content-Type', 'application/json', 'Content-Encoding', 'gzip'],
  responseBody: { bytes: gzipSync('{"id":"1"}'), isComplete: true },
}

it('an entry has the decoded bodies and no secrets', () => {
  const entry = harEntry(exchange)
  expect(entry).toMatchObject({
    startedDateTime: '2030-05-03T08:00:00Z',
    request: {
      url: 'http://127.0.0.1/calendar/v3/x?key=masked',
      postData: { mimeType: 'application/json', text: '{"summary":"x"}' },
    },
    response: { status: 200, content: { text: '{"id":"1"}' } },
  })
  expect(JSON.stringify(entry)).not.toContain('secret')
  expect(parseHar(harText([entry], '1.0'))).toEqual([entry])
})

it.each([
  ['is too long to keep', { bytes: Buffer.from('{'), isComplete: false }],
  ['does not have the encoding it claims', { bytes: Buffer.from('{}'), isComplete: true }],
])('an entry has no text of a body that %s', (_, responseBody) => {
  expect(harEntry({ ...exchange, responseBody }).response.content).not.toHaveProperty('text')
})

it.each([
  ['', 'it is not JSON'],
  ['null', 'it has no log.entries'],
  ['{"log":{}}', 'it has no log.entries'],
  ['{"log":{"entries":[null]}}', 'log.entries[0] is incomplete'],
  [
    '{"log":{"entries":[{"request":{"method":"get","url":"x","headers":[]}}]}}',
    'log.entries[0] is incomplete',
  ],
])('%s is not an archive: %s', (text, message) => {
  expect(() => parseHar(text)).toThrow(message)
})
