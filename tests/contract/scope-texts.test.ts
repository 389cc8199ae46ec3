import { expect, it } from 'vitest'
import { messagesFor } from '#/auth/pages/messages.ts'
import { knownScopes } from '#/services.ts'

it('every scope has a German description for the consent page', () => {
  const { scopes } = messagesFor('de')
  expect(knownScopes.filter((uri) => !Object.hasOwn(scopes, uri))).toEqual([])
})
