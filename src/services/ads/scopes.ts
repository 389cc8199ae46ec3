import type { Scope } from '#/contract/operation.ts'

/** Every scope of the search advertising service, by the short name it has here. */
export const adsScopes = {
  everything: {
    uri: 'https://www.googleapis.com/auth/doubleclicksearch',
    about: 'See and change your search advertising data',
  },
} as const satisfies Record<string, Scope>
