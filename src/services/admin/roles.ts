import type { AdminRole } from '#/auth/admin-roles.ts'

/** Who may call an operation of the administration, by what it is about. */
export const mayCall = {
  manageServer: ['owner'],
  seeServer: ['owner', 'auditor'],
  manageUsers: ['owner', 'userAdministrator'],
  seeUsers: ['owner', 'userAdministrator', 'auditor'],
  manageAds: ['owner', 'adsAdministrator'],
  seeAds: ['owner', 'auditor', 'adsAdministrator'],
  seeHealth: ['owner', 'userAdministrator', 'auditor', 'adsAdministrator'],
  readAudit: ['owner', 'auditor'],
} as const satisfies Record<string, readonly AdminRole[]>
