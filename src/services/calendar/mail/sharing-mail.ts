import type { NewMail } from '#/jobs/mail/mail.ts'
import { mailIdOf } from '#/jobs/mail/mails.ts'
import type { Role } from '../domain/role.ts'
import type { Calendar } from '../schemas/calendar.ts'
import type { CalendarRow } from '../store/calendars.ts'
import { oneLine } from './clean-text.ts'
import type { SharingMail } from './jobs.ts'
import { laidOut } from './layout.ts'

interface Shared {
  readonly calendar: Pick<CalendarRow, 'id' | 'wire'>
  readonly origin: string
  readonly changeId: string
}

/** Tells somebody that a calendar has been shared with them. */
export function sharingMail(mail: SharingMail, { calendar, origin, changeId }: Shared): NewMail {
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
