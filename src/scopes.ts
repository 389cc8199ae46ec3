import { identityScopes } from '#/auth/oauth/identity-scopes.ts'
import { withFormerNames } from '#/auth/older-scopes.ts'
import type { Scope } from '#/contract/operation.ts'
import { accountScopes } from '#/services/account/scopes.ts'
import { adminScopes } from '#/services/admin/scopes.ts'
import { adsScopes } from '#/services/ads/scopes.ts'
import { booksScopes } from '#/services/books/scopes.ts'
import { calendarScopes } from '#/services/calendar/scopes.ts'

const presentScopes: readonly Scope[] = [
  ...Object.values(calendarScopes),
  ...Object.values(accountScopes),
  ...Object.values(adminScopes),
  ...Object.values(booksScopes),
  ...Object.values(adsScopes),
]

/**
 * Every scope that a program can be given. Programs ask for those of several interfaces at once, so
 * they are all known, whichever operations there are.
 */
export const declaredScopes: readonly Scope[] = withFormerNames(presentScopes)

/** What a token that is minted without any scopes allows. */
export const allScopes = presentScopes.map(({ uri }) => uri)

/** Every scope that somebody can ask for. */
export const knownScopes = [...declaredScopes, ...identityScopes].map(({ uri }) => uri)
