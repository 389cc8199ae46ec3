import { expect, it } from 'vitest'
import { parseReplicaUrl } from './replica-url.ts'

it.each([
  ['file:///backup/al%20manac', { kind: 'file', folder: '/backup/al manac' }],
  [
    's3://replicas',
    {
      kind: 's3',
      bucket: 'replicas',
      prefix: '',
      endpoint: 'https://s3.us-east-1.amazonaws.com',
      region: 'us-east-1',
    },
  ],
  [
    's3://replicas/a/b/?region=eu-central-1&endpoint=http://127.0.0.1:9000/',
    {
      kind: 's3',
      bucket: 'replicas',
      prefix: 'a/b/',
      endpoint: 'http://127.0.0.1:9000',
      region: 'eu-central-1',
    },
  ],
])('%s is a replica', (text, expected) => {
  expect(parseReplicaUrl(text)).toEqual(expected)
})

it.each([
  '',
  '/backup',
  'file://host/backup?x=1',
  'https://example.com/replica',
  's3:///prefix',
  's3://key:secret@replicas/prefix',
  's3://replicas?zone=1',
  's3://replicas?endpoint=ftp://example.com',
])('%j is no replica', (text) => {
  expect(() => parseReplicaUrl(text)).toThrow()
})
