/** How a server runs; dev mode gives credentials to anybody on the machine. */
export type Mode = 'dev' | 'production'

/** Whether a credential was given by a server in dev mode, or has been issued for good. */
export type Origin = 'dev' | 'issued'

/** What a server makes in this mode. */
export const originIn = (mode: Mode): Origin => (mode === 'dev' ? 'dev' : 'issued')

/** Whether a credential counts: what was made in dev mode is never good in production. */
export const isAcceptedIn = (mode: Mode, { origin }: { readonly origin: Origin }): boolean =>
  mode === 'dev' || origin === 'issued'
