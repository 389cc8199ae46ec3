import type { Scope } from '#/contract/operation.ts'

const calendar = 'https://www.googleapis.com/auth/calendar'

/** What old programs ask for, and which scope it is the former name of. */
const formerNames: Readonly<Record<string, string>> = {
  'https://www.google.com/calendar/feeds': calendar,
  'https://www.google.com/calendar/feeds/': calendar,
}

/** The scopes with those former names that stand for any of them. */
export const withFormerNames = (scopes: readonly Scope[]): Scope[] => [
  ...scopes,
  ...Object.entries(formerNames).flatMap(([uri, present]) => {
    const known = scopes.find((scope) => scope.uri === present)
    return known === undefined ? [] : [{ ...known, uri }]
  }),
]

/** What a list of scopes allows. */
export const allowedBy = (scopes: readonly string[]): ReadonlySet<string> =>
  new Set(scopes.flatMap((scope) => [scope, formerNames[scope] ?? scope]))
