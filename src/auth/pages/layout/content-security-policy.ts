import { styleHash } from './style.ts'

/**
 * The policy of every page. `formActions` are URLs that forms may redirect to besides this server: browsers
 * apply the list to redirects after a form, so that it needs the redirect URI of the client. `scriptHashes`
 * are the only scripts that run.
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

/** The policy with one more URL that forms may lead to. */
export const addFormAction = (policy: string, address: string): string =>
  policy.replace("form-action 'self'", `form-action 'self' ${sourceOf(address)}`)

// Paths are omitted: they may contain characters that end a directive, and redirects ignore them.
function sourceOf(address: string): string {
  const web = /^https?:\/\/[a-z0-9.-]+(?::(?:\d+|\*))?(?=[/?#]|$)/i.exec(address)
  if (web !== null) return web[0]
  // Hosts that a policy cannot express, such as IPv6 addresses and custom schemes, are replaced by the
  // scheme.
  const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(address)
  if (scheme === null) throw new Error('A form action has to be an absolute address.')
  return scheme[0]
}
