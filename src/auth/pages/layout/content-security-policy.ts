import { styleHash } from './style.ts'

/**
 * The policy for every page. `formActions` are the addresses a form may lead to besides this server:
 * browsers hold the redirect that answers a form to this list, so it needs the program's redirect URI.
 * `scriptHashes` name the only scripts that run.
 */
export function contentSecurityPolicy({
  formActions,
  scriptHashes = [],
}: {
  readonly formActions: readonly string[]
  readonly scriptHashes?: readonly string[]
}): string {
  const targets = new Set(formActions.map(sourceOf))
  return [
    "default-src 'none'",
    `style-src '${styleHash}'`,
    ...(scriptHashes.length === 0
      ? []
      : [['script-src', ...scriptHashes.map((hash) => `'${hash}'`)].join(' ')]),
    "img-src 'self' data:",
    ['form-action', "'self'", ...targets].join(' '),
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')
}

// Paths are left away: they may hold characters that end a directive, and redirects ignore them.
function sourceOf(address: string): string {
  const web = /^https?:\/\/[a-z0-9.-]+(?::(?:\d+|\*))?(?=[/?#]|$)/i.exec(address)
  if (web !== null) return web[0]
  // What a policy cannot spell, such as an IPv6 host or a program's own scheme, is named by its scheme.
  const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(address)
  if (scheme === null) throw new Error('A form action has to be an absolute address.')
  return scheme[0]
}
