import { expect, it } from 'vitest'
import { securityHeaders } from './security-headers.ts'

const yearS = 31_536_000
const nosniff = ['X-Content-Type-Options', 'nosniff']
const strict = ['Strict-Transport-Security', `max-age=${yearS}; includeSubDomains`]

it.each([
  ['production', 'https://calendar.example.com', yearS, [...nosniff, ...strict]],
  ['production', 'https://calendar.example.com', 0, nosniff],
  ['production', 'http://calendar.example.com', yearS, nosniff],
  ['production', '', yearS, nosniff],
  ['dev', 'https://calendar.example.com', yearS, nosniff],
] as const)('in %s mode at %j with %i s every answer says %j', (mode, publicUrl, hstsS, said) => {
  expect(securityHeaders({ mode, publicUrl, hstsS })).toEqual(said)
})
