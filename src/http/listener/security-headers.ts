interface SecurityHeaderSettings {
  readonly mode: 'dev' | 'production'
  readonly publicUrl: string
  readonly hstsS: number
}

/**
 * The Content-Security-Policy of responses that are not pages: nothing may run, load or be framed. Pages have
 * policies of their own.
 */
export const dataPolicy =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"

/** The security headers of every response, as alternating names and values. */
export function securityHeaders({ mode, publicUrl, hstsS }: SecurityHeaderSettings): string[] {
  const isEncrypted = mode === 'production' && publicUrl.startsWith('https:')
  return [
    'X-Content-Type-Options',
    'nosniff',
    ...(isEncrypted && hstsS > 0
      ? ['Strict-Transport-Security', `max-age=${hstsS}; includeSubDomains`]
      : []),
  ]
}
