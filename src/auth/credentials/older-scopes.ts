import type { Scope } from '#/contract/operation.ts'

const calendar = 'https://www.googleapis.com/auth/calendar'

/** Former names of scopes, which old clients request. */
const formerNames: Readonly<Record<string, string>> = {
  'https://www.google.com/calendar/feeds': calendar,
  'https://www.google.com/calendar/feeds/': calendar,
}

/** The scopes and their former names. */
export const withFormerNames = (scopes: readonly Scope[]): Scope[] => [
  ...scopes,
  ...Object.entries(formerNames).flatMap(([uri, present]) => {
    const presentScope = scopes.find((scope) => scope.uri === present)
    return presentScope === undefined ? [] : [{ ...presentScope, uri }]
  }),
]

/** The scopes that a list includes, with former names resolved. */
export const allowedBy = (scopes: readonly string[]): ReadonlySet<string> =>
  new Set(scopes.flatMap((scope) => [scope, formerNames[scope] ?? scope]))
