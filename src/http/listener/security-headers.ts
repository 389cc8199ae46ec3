interface SecurityHeaderSettings {
  readonly mode: 'dev' | 'production'
  readonly publicUrl: string
  readonly hstsS: number
}

/**
 * What browsers may do with an answer that is no page of ours: run nothing, load nothing, and show it in no
 * frame. Pages have policies of their own.
 */
export const dataPolicy =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"

/** What every answer of a server says to browsers: names and values in turn. */
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
