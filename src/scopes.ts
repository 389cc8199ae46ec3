import { identityScopes } from '#/auth/oauth/identity-scopes.ts'
import type { Scope } from '#/contract/operation.ts'
import { accountScopes } from '#/services/account/scopes.ts'
import { adminScopes } from '#/services/admin/scopes.ts'
import { adsScopes } from '#/services/ads/scopes.ts'
import { booksScopes } from '#/services/books/scopes.ts'
import { calendarScopes } from '#/services/calendar/scopes.ts'

/**
 * Every scope that a program can be given. Programs ask for those of several interfaces at once, so
 * they are all known, whichever operations there are.
 */
export const declaredScopes: readonly Scope[] = [
  ...Object.values(calendarScopes),
  ...Object.values(accountScopes),
  ...Object.values(adminScopes),
  ...Object.values(booksScopes),
  ...Object.values(adsScopes),
]

/** What a token that is minted without any scopes allows. */
export const allScopes = declaredScopes.map(({ uri }) => uri)

/** Every scope that somebody can ask for. */
export const knownScopes = [...allScopes, ...identityScopes.map(({ uri }) => uri)]
