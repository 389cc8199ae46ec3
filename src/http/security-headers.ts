interface SecurityHeaderSettings {
  readonly mode: 'dev' | 'production'
  readonly publicUrl: string
  readonly hstsS: number
}

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
