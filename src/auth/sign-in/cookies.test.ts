import { expect, it } from 'vitest'
import { clearCookieHeader, cookieIn, cookieName, setCookieHeader, worldSuffix } from './cookies.ts'

it.each([
  ['production', '/', '__Host-alm_session'],
  ['production', '/signin/x', '__Secure-alm_session'],
  ['dev', '/', 'alm_session'],
] as const)('in %s mode a cookie for %s is called %s', (mode, path, name) => {
  expect(cookieName('alm_session', { mode, path })).toBe(name)
})

it('cookies of a world end with the name of the world', () => {
  expect(worldSuffix('/worlds/blue')).toBe('_worlds_blue')
  expect(worldSuffix('')).toBe('')
})

it('cookies are hidden from scripts and other sites, and in production from plain http', () => {
  const cookie = { name: 'a', value: 'b', maxAgeS: 60 }
  const attributes = 'Path=/; Max-Age=60; HttpOnly; SameSite=Lax'
  expect(setCookieHeader(cookie, { mode: 'dev', path: '/' })).toBe(`a=b; ${attributes}`)
  expect(setCookieHeader(cookie, { mode: 'production', path: '/' })).toBe(
    `a=b; ${attributes}; Secure`,
  )
  expect(clearCookieHeader('a', { mode: 'dev', path: '/' })).toMatch(
    /^a=; Path=\/; Max-Age=0;.* Expires=Thu, 01 Jan 1970/,
  )
})

it.each([
  [undefined, undefined],
  ['b=1', undefined],
  ['xa=1; a=2; b=3', '2'],
  ['a=', ''],
])('of the header %j the value is %j', (header, value) => {
  expect(cookieIn(header, 'a')).toBe(value)
})
