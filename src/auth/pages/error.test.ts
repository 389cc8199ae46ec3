import { expect, it } from 'vitest'
import { errorPage } from './error.ts'

it.each([
  ['invalid_client', 'does not know the app'],
  ['something_new', 'Go back to the app'],
  ['constructor', 'Go back to the app'],
])('the error page gives advice for %s', (error, words) => {
  expect(errorPage({ error, locale: 'en' })).toContain(words)
})

it('the error page shows one line of the description and no stack', () => {
  const description = `bad request\n    at handler (/srv/almanac/src/main.ts:1:1)`
  const text = errorPage({ error: 'invalid_request', description, locale: 'en' })
  expect(text).toContain('<bdi lang="en">bad request</bdi>')
  expect(text).not.toContain('/srv')
})

it('the error page truncates a long description', () => {
  const text = errorPage({ error: 'x', description: 'y'.repeat(9999), locale: 'en' })
  expect(text).toMatch(/<bdi lang="en">y{300}<\/bdi>/)
})
