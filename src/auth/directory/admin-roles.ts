export const adminRoles = ['owner', 'userAdministrator', 'auditor', 'adsAdministrator'] as const

export type AdminRole = (typeof adminRoles)[number]

export const adminRoleNamed = (name: string): AdminRole | undefined =>
  adminRoles.find((role) => role === name)

/** Whether a role includes the management of users and what belongs to them. */
export const managesUsers = (role: AdminRole | null | undefined): boolean =>
  role === 'owner' || role === 'userAdministrator'
