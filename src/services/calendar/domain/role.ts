/** What somebody may do with a calendar, from nothing to everything. */
export const roles = [
  'none',
  'freeBusyReader',
  'reader',
  'writerWithoutPrivateAccess',
  'writer',
  'owner',
] as const

export type Role = (typeof roles)[number]

const rankOf = new Map<Role, number>(roles.map((role, rank) => [role, rank]))

export const isRole = (text: string): text is Role => rankOf.has(text as Role)

export const isAtLeast = (role: Role, least: Role): boolean =>
  rankOf.get(role)! >= rankOf.get(least)!

/** A grant of less takes nothing away from a grant of more. */
export const higherOf = (one: Role, other: Role): Role => (isAtLeast(one, other) ? one : other)

export const lowerOf = (one: Role, other: Role): Role => (isAtLeast(one, other) ? other : one)
