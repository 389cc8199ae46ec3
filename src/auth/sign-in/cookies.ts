import type { Mode } from '../credentials/credential-origin.ts'

interface CookieScope {
  readonly mode: Mode
  /** The path of the cookie. */
  readonly path: string
}

/**
 * The name of a cookie. In production its prefix makes browsers reject cookies that were not set over https,
 * or at the root, those set by another host of the domain.
 */
export function cookieName(name: string, { mode, path }: CookieScope): string {
  if (mode === 'dev') return name
  return `${path === '/' ? '__Host-' : '__Secure-'}${name}`
}

/** Distinguishes the cookies of a world from those of the root, which browsers also send. */
export const worldSuffix = (prefix: string): string => prefix.replaceAll('/', '_')

/** The header that sets a cookie which is not available to scripts and other sites. */
export function setCookieHeader(
  { name, value, maxAgeS }: { name: string; value: string; maxAgeS: number },
  { mode, path }: CookieScope,
): string {
  const secure = mode === 'production' ? '; Secure' : ''
  return `${name}=${value}; Path=${path}; Max-Age=${maxAgeS}; HttpOnly; SameSite=Lax${secure}`
}

/** The header that deletes a cookie. */
export const clearCookieHeader = (name: string, scope: CookieScope): string =>
  `${setCookieHeader({ name, value: '', maxAgeS: 0 }, scope)}; Expires=Thu, 01 Jan 1970 00:00:00 GMT`

/** The value of a cookie of a request. */
export function cookieIn(header: string | undefined, name: string): string | undefined {
  const pair = header?.split(/; */).find((each) => each.startsWith(`${name}=`))
  return pair?.slice(name.length + 1)
}
