const google = 'https://www.googleapis.com/auth/'

/** A scope without the part that all have in common. */
export const shortScope = (scope: string): string =>
  scope.startsWith(google) ? scope.slice(google.length) : scope

/** Scopes that only a sign-in uses, and no program of one's own. */
const ofSignIn = new Set(['openid', 'email', 'profile', 'offline_access'])

export const isForPrograms = (scope: string): boolean => !ofSignIn.has(scope)
