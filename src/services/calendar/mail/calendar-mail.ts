import { canonicalEmail } from '#/auth/directory/directory-email.ts'
import { findUserByEmail } from '#/auth/directory/directory-users.ts'
import type { JobKind, NewJob } from '#/jobs/job.ts'
import type { NewMail } from '#/jobs/mail/mail.ts'
import { type Mails, mailIdOf } from '#/jobs/mail/mails.ts'
import type { Clock } from '#/kernel/clock.ts'
import type { Database } from '#/storage/port.ts'
import { type CalendarRow, timeZoneOf } from '../calendar/calendar-row.ts'
import type { Calendar } from '../schemas/calendar.ts'
import type { Event } from '../schemas/event.ts'
import type { Role, RuleScope } from '../sharing/access-rule.ts'
import type { Calendars } from '../store/calendars.ts'
import type { UserSettings } from '../store/user-settings.ts'
import type { TimeStyle } from './event-facts.ts'
import { laidOut, oneLine } from './layout.ts'

interface Context {
  readonly calendars: Calendars
  readonly mails: Mails
  readonly clock: Clock
  /** The base URL for links. */
  readonly origin: () => string
  readonly settings: UserSettings
}

/**
 * The job that writes the mails of this service. All mails of a job are written in one transaction, with ids
 * that a second run would choose again, so that no mail is sent twice.
 */
export const calendarMail = (context: Context): JobKind<CalendarMail> => ({
  kind: calendarMailKind,
  attemptsMax: 5,
  backoff: { firstMs: 5_000, factor: 4, capMs: 600_000, jitter: 0.5 },
  timeoutMs: 60_000,
  leaseMs: 60_000,
  run: async (payload, { jobId, database }) => {
    const mails = await mailsFor(payload, { ...context, jobId, database })
    if (mails.length === 0) return
    await database.transaction(async (tx) => {
      for (const mail of mails) await context.mails.put(tx, mail)
    })
  },
})

async function mailsFor(
  payload: CalendarMail,
  {
    calendars,
    clock,
    origin,
    settings,
    jobId,
    database,
  }: Context & {
    readonly jobId: string
    readonly database: Database
  },
): Promise<readonly NewMail[]> {
  if (payload.template === 'eventMail') {
    // The iCalendar library is loaded by the first invitation.
    const { eventMails } = await import('./event-mail.ts')
    const timeStyles = await timeStylesOf(payload.recipients, { settings, calendars, database })
    return eventMails(payload, clock.nowMs(), timeStyles)
  }
  const calendar = await calendars.find(payload.calendarId)
  // The calendar was deleted meanwhile.
  if (calendar === undefined) return []
  return [sharingMail(payload, { calendar, origin: origin(), changeId: jobId })]
}

/** How to write times for users of this server, by address. Others get the zone of the event. */
async function timeStylesOf(
  recipients: readonly string[],
  {
    settings,
    calendars,
    database,
  }: Pick<Context, 'settings' | 'calendars'> & {
    readonly database: Database
  },
): Promise<ReadonlyMap<string, TimeStyle>> {
  const timeStyles = new Map<string, TimeStyle>()
  for (const recipient of recipients) {
    const user = await findUserByEmail(database, canonicalEmail(recipient))
    if (user === undefined) continue
    const { byId } = await settings.of(user.id)
    const primary = await calendars.find(user.email)
    const zone = byId.get('timezone')?.value ?? (primary && timeZoneOf(primary))
    const clock = byId.get('format24HourTime')?.value === 'false' ? 12 : 24
    if (zone !== undefined) timeStyles.set(recipient, { zone, clock })
  }
  return timeStyles
}

interface Shared {
  readonly calendar: Pick<CalendarRow, 'id' | 'wire'>
  readonly origin: string
  readonly changeId: string
}

/** The mail to a user with whom a calendar was shared. */
function sharingMail(mail: SharingMail, { calendar, origin, changeId }: Shared): NewMail {
  const { summary = calendar.id } = JSON.parse(calendar.wire) as Calendar
  const title = oneLine(summary)
  return {
    id: mailIdOf(changeId, mail.to),
    to: mail.to,
    fromName: `${mail.sharedBy} via Almanac`,
    replyTo: mail.sharedBy,
    subject: `${mail.sharedBy} has shared a calendar with you: ${title}`,
    ...laidOut({
      opening: `${mail.sharedBy} has shared the calendar "${title}" with you.`,
      title,
      rows: [{ label: 'You may', text: permission[mail.role] }],
      link: { label: 'Open the calendar', address: calendarLink(calendar.id, origin) },
    }),
  }
}

const permission: Readonly<Record<Role, string>> = {
  none: 'do nothing',
  freeBusyReader: 'see when it is busy, without details',
  reader: 'see all events',
  writerWithoutPrivateAccess: 'see and change events, except private ones',
  writer: 'see and change events',
  owner: 'see and change events, and share the calendar',
}

const calendarLink = (calendarId: string, origin: string) =>
  `${origin}/calendar/r?cid=${Buffer.from(calendarId).toString('base64url')}`

export const calendarMailKind = 'calendar.mail'

/** The payload of a mail job. */
type CalendarMail = SharingMail | EventMail

interface SharingMail {
  readonly template: 'calendarShared'
  readonly to: string
  readonly calendarId: string
  readonly role: Role
  readonly sharedBy: string
}

/** An invitation, its update or cancellation, or a response: one mail per recipient. */
export interface EventMail {
  readonly template: 'eventMail'
  readonly method: 'REQUEST' | 'CANCEL' | 'REPLY'
  /** The complete event on the sender's calendar. */
  readonly event: Event
  readonly calendarId: string
  /** The organizer, or the attendee who responds. */
  readonly from: { readonly email: string; readonly displayName?: string | undefined }
  readonly recipients: readonly string[]
  /** Identifies the change: a recipient gets one mail for it, however often the job runs. */
  readonly changeId: string
  /** The recipients were invited before. */
  readonly isUpdate?: boolean
  /** The zone of the times in the mail. */
  readonly zone: string
}

export const eventMailJob = (mail: Omit<EventMail, 'template'>): NewJob =>
  jobOf({ template: 'eventMail', ...mail })

/** The job that notifies a user or group of new access; undefined for the public and for domains. */
export function sharingMailJob(
  { type, value }: RuleScope,
  grant: Pick<SharingMail, 'calendarId' | 'role' | 'sharedBy'>,
): NewJob | undefined {
  const isSomebody = type === 'user' || type === 'group'
  if (!isSomebody || value === undefined || grant.role === 'none') return undefined
  return jobOf({ template: 'calendarShared', to: value, ...grant })
}

const jobOf = (payload: CalendarMail): NewJob => ({ kind: calendarMailKind, payload })
