/** The mode of a server. Dev mode issues credentials to everyone on the machine. */
export type Mode = 'dev' | 'production'

/** Whether a credential was created in dev mode or issued in production. */
export type Origin = 'dev' | 'issued'

/** The origin of credentials that a server creates in this mode. */
export const originIn = (mode: Mode): Origin => (mode === 'dev' ? 'dev' : 'issued')

/** Whether a credential is valid. Those created in dev mode are invalid in production. */
export const isAcceptedIn = (mode: Mode, { origin }: { readonly origin: Origin }): boolean =>
  mode === 'dev' || origin === 'issued'
