const google = 'https://www.googleapis.com/auth/'

/** A scope without the common prefix. */
export const shortScope = (scope: string): string =>
  scope.startsWith(google) ? scope.slice(google.length) : scope

/** Scopes that are only for sign-in. */
const ofSignIn = new Set(['openid', 'email', 'profile', 'offline_access'])

export const isForPrograms = (scope: string): boolean => !ofSignIn.has(scope)

/** The API that a scope belongs to. */
export function scopeArea(scope: string): 'calendar' | 'books' | 'ads' | 'other' {
  const [name] = shortScope(scope).split('.')
  if (name === 'calendar' || name === 'books') return name
  return name === 'doubleclicksearch' ? 'ads' : 'other'
}
