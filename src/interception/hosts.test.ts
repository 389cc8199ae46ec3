import { expect, it } from 'vitest'
import { destinationOf } from './hosts.ts'

const allowed = ['api.example.com', '*.example.org']

it.each([
  ['www.googleapis.com', 'almanac'],
  ['WWW.GoogleApis.com', 'almanac'],
  ['oauth2.googleapis.com', 'almanac'],
  ['accounts.google.com', 'almanac'],
  ['storage.googleapis.com', 'refused'],
  ['www.googleapis.com.example.net', 'refused'],
  ['metadata.google.internal', 'refused'],
  ['169.254.169.254', 'refused'],
  ['localhost', 'network'],
  ['127.0.0.1', 'network'],
  ['[::1]', 'network'],
  ['api.example.com', 'network'],
  ['API.example.com', 'network'],
  ['example.com', 'refused'],
  ['www.api.example.com', 'refused'],
  ['one.two.example.org', 'network'],
  ['example.org', 'refused'],
  ['badexample.org', 'refused'],
])('requests to %s go to: %s', (host, destination) => {
  expect(destinationOf(host, allowed)).toBe(destination)
})

it('an intercepted host stays intercepted when it is allowed', () => {
  expect(destinationOf('www.googleapis.com', ['*.googleapis.com'])).toBe('almanac')
  expect(destinationOf('storage.googleapis.com', ['*.googleapis.com'])).toBe('network')
})
