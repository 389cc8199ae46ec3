import type { Mode } from '../credentials/credential-origin.ts'

interface CookieScope {
  readonly mode: Mode
  /** Where the cookie is sent to. */
  readonly path: string
}

/**
 * What browsers call a cookie. In production the beginning of the name makes them refuse one that was not
 * set over https, or, at the root, one that was set by another host of the domain.
 */
export function cookieName(name: string, { mode, path }: CookieScope): string {
  if (mode === 'dev') return name
  return `${path === '/' ? '__Host-' : '__Secure-'}${name}`
}

/** What tells the cookies of a world from those of the root, which browsers send to it as well. */
export const worldSuffix = (prefix: string): string => prefix.replaceAll('/', '_')

/** The header that sets a cookie which scripts and the forms of other sites do not get. */
export function setCookieHeader(
  { name, value, maxAgeS }: { name: string; value: string; maxAgeS: number },
  { mode, path }: CookieScope,
): string {
  const secure = mode === 'production' ? '; Secure' : ''
  return `${name}=${value}; Path=${path}; Max-Age=${maxAgeS}; HttpOnly; SameSite=Lax${secure}`
}

/** The header that makes a browser forget a cookie. */
export const clearCookieHeader = (name: string, scope: CookieScope): string =>
  `${setCookieHeader({ name, value: '', maxAgeS: 0 }, scope)}; Expires=Thu, 01 Jan 1970 00:00:00 GMT`

/** The value of a cookie that a request carries. */
export function cookieIn(header: string | undefined, name: string): string | undefined {
  const pair = header?.split(/; */).find((each) => each.startsWith(`${name}=`))
  return pair?.slice(name.length + 1)
}
