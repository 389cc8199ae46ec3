import type { Scope } from '#/contract/operation.ts'

/** The scope of what a user has as somebody who writes programs. */
export const accountScopes = {
  manage: {
    uri: 'urn:almanac:account',
    about: 'See and make your tokens, clients and keys, and see your use of this server',
  },
} as const satisfies Record<string, Scope>

export const canManageAccount = [accountScopes.manage]
