import type { Scope } from '#/contract/operation.ts'

/** The scope of the administration. It grants nothing to users without an administrator role. */
export const adminScopes = {
  manage: { uri: 'urn:almanac:admin', about: 'Manage users, groups, domains and rooms' },
} as const satisfies Record<string, Scope>
