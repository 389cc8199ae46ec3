import type { NewJob } from '#/jobs/job.ts'
import type { RuleScope } from './domain/access-rule.ts'
import type { Role } from './domain/role.ts'

/** The kind of the jobs that carry the mail of this service. */
export const calendarMailKind = 'calendar.mail'

/** What somebody is told of by mail after a calendar was shared. */
export interface SharingMail {
  readonly template: 'calendarShared'
  readonly to: string
  readonly calendarId: string
  readonly role: Role
  readonly sharedBy: string
}

/** Whoever is given access hears of it; the public and whole domains are nobody to write to. */
export function sharingMail(
  { type, value }: RuleScope,
  grant: Pick<SharingMail, 'calendarId' | 'role' | 'sharedBy'>,
): NewJob | undefined {
  const isSomebody = type === 'user' || type === 'group'
  if (!isSomebody || value === undefined || grant.role === 'none') return undefined
  const payload: SharingMail = { template: 'calendarShared', to: value, ...grant }
  return { kind: calendarMailKind, payload }
}
