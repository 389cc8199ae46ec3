import type { JobKind } from '#/jobs/job.ts'
import type { NewMail } from '#/jobs/mail/mail.ts'
import type { Mails } from '#/jobs/mail/mails.ts'
import type { Clock } from '#/kernel/clock.ts'
import type { Calendars } from '../store/calendars.ts'
import { type CalendarMail, calendarMailKind } from './jobs.ts'
import { sharingMail } from './sharing-mail.ts'

interface Parts {
  readonly calendars: Calendars
  readonly mails: Mails
  readonly clock: Clock
  /** The address of this server, for links. */
  readonly origin: () => string
}

/**
 * The job that writes the mail of this service. All mails of one job are put in one transaction
 * under ids that another run would choose again, so that nobody gets two.
 */
export const calendarMail = (parts: Parts): JobKind<CalendarMail> => ({
  kind: calendarMailKind,
  attemptsMax: 5,
  backoff: { firstMs: 5_000, factor: 4, capMs: 600_000, jitter: 0.5 },
  timeoutMs: 60_000,
  leaseMs: 60_000,
  run: async (payload, { jobId, database }) => {
    const mails = await mailsFor(payload, { ...parts, jobId })
    if (mails.length === 0) return
    await database.transaction(async (tx) => {
      for (const mail of mails) await parts.mails.put(tx, mail)
    })
  },
})

async function mailsFor(
  payload: CalendarMail,
  { calendars, clock, origin, jobId }: Parts & { readonly jobId: string },
): Promise<readonly NewMail[]> {
  if (payload.template === 'eventMail') {
    // The library that prints iCalendar is loaded by the first invitation.
    const { eventMails } = await import('./event-mail.ts')
    return eventMails(payload, clock.nowMs())
  }
  const calendar = await calendars.find(payload.calendarId)
  // Of a calendar that is gone there is nothing to tell.
  if (calendar === undefined) return []
  return [sharingMail(payload, { calendar, origin: origin(), changeId: jobId })]
}
