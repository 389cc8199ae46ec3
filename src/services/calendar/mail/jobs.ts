import type { NewJob } from '#/jobs/job.ts'
import type { Event } from '../schemas/event.ts'
import type { Role, RuleScope } from '../sharing/access-rule.ts'

/** The kind of the jobs that write the mail of this service. */
export const calendarMailKind = 'calendar.mail'

/** What somebody is told of by mail. */
export type CalendarMail = SharingMail | EventMail

export interface SharingMail {
  readonly template: 'calendarShared'
  readonly to: string
  readonly calendarId: string
  readonly role: Role
  readonly sharedBy: string
}

/** An invitation, a change of one, its end, or an answer to it: one mail for each recipient. */
export interface EventMail {
  readonly template: 'eventMail'
  readonly method: 'REQUEST' | 'CANCEL' | 'REPLY'
  /** The event as the sender's calendar shows it, whole. */
  readonly event: Event
  readonly calendarId: string
  /** The organizer, or the attendee who answers. */
  readonly from: { readonly email: string; readonly displayName?: string | undefined }
  readonly recipients: readonly string[]
  /** Names the change: a recipient gets one mail for it, however often the job runs. */
  readonly changeId: string
  /** The recipients have been invited before. */
  readonly isUpdate?: boolean
  /** The zone that times are told in. */
  readonly zone: string
}

export const eventMailJob = (mail: Omit<EventMail, 'template'>): NewJob =>
  jobOf({ template: 'eventMail', ...mail })

/** Whoever is given access hears of it; the public and whole domains are nobody to write to. */
export function sharingMailJob(
  { type, value }: RuleScope,
  grant: Pick<SharingMail, 'calendarId' | 'role' | 'sharedBy'>,
): NewJob | undefined {
  const isSomebody = type === 'user' || type === 'group'
  if (!isSomebody || value === undefined || grant.role === 'none') return undefined
  return jobOf({ template: 'calendarShared', to: value, ...grant })
}

const jobOf = (payload: CalendarMail): NewJob => ({ kind: calendarMailKind, payload })
