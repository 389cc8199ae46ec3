import { shortScope } from '../scope-words.ts'

/** A path to read with the first of these scopes that a token has. */
const paths: readonly (readonly [scope: RegExp, path: string])[] = [
  [/^calendar(?:\.readonly|\.calendarlist(?:\.readonly)?)?$/, '/calendar/v3/users/me/calendarList'],
  [/^calendar\.events/, '/calendar/v3/calendars/primary/events'],
  [/^books$/, '/books/v1/mylibrary/bookshelves'],
  [/^doubleclicksearch$/, '/almanac/v1/ads/advertisers'],
  [/^urn:almanac:account$/, '/almanac/v1/users/me'],
  [/^urn:almanac:admin$/, '/admin/v1/health'],
]

/** The path of a first call that a token with these scopes allows. */
export const firstPathFor = (scopes: readonly string[]): string | undefined =>
  paths.find(([pattern]) => scopes.some((scope) => pattern.test(shortScope(scope))))?.[1]
