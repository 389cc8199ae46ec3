import { isDeepStrictEqual } from 'node:util'
import { timeZoneOf } from '../calendar/calendar-row.ts'
import { contentOf } from '../event/event-content.ts'
import { draftWith } from '../event/event-draft.ts'
import type { EventWriteContext, EventWriting } from '../operation.ts'
import { currentOf, type FoundEvent, findTarget, type Target } from '../reading/target.ts'
import type { Event } from '../schemas/event.ts'
import { eventIn, writtenEvent } from '../store/events.ts'
import type { Rewriting } from '../writing/rewriting.ts'
import { declinedFor, decliningOf, invitationsDuring } from './absences.ts'
import type { Request } from './attendee-change.ts'
import {
  isNews,
  isNewsOfAttendee,
  type MailOptions,
  mailAttendees,
  mailAutomaticResponse,
  mailOrganizer,
  sendUpdatesOf,
} from './attendee-mail.ts'
import { changeEvent } from './change-event.ts'

/** Changes an event and carries out the consequences. */
export async function changeAndFollow(
  context: EventWriteContext,
  change: Rewriting,
): Promise<Target> {
  const after = await changeEvent(context, change)
  await followWrite(context, { ...change, before: change, after })
  return after
}

interface Write extends EventWriting {
  readonly options?: MailOptions | undefined
  /** The event before the write, if there was one. */
  readonly before?: FoundEvent | undefined
  readonly after: Target
  /** Whether the event was moved here from another calendar. */
  readonly isMoved?: boolean
  /** The request that the write applies, and the calendar it came from. */
  readonly applied?: { readonly request: Request; readonly calendarId: string }
}

/**
 * Decides the consequences of a write: mail to attendees or to the organizer, and the invitations that a new
 * absence declines. Every write of events ends here. The calendars of attendees are reconciled after the
 * commit.
 */
export async function followWrite(context: EventWriteContext, write: Write): Promise<void> {
  if (write.after.row === write.before?.target.row) return
  await mailAbout(context, write)
  if (write.after.instance === undefined) await declineInvitationsDuring(context, write)
}

async function mailAbout(context: EventWriteContext, write: Write): Promise<void> {
  const { tx, access, options = {}, before, after, isMoved = false, applied } = write
  if (sendUpdatesOf(options) === 'none') return
  const { row } = after
  const former = before?.current.event
  const isAboutNobody = former?.attendees === undefined && writtenEvent(row).attendees === undefined
  if (isAboutNobody) return
  const mailed = { tx, access, options, row, before: former }
  if (applied?.request.isAutomatic) {
    return mailAutomaticResponse(context, { ...mailed, email: applied.calendarId })
  }
  if (former === undefined || isMoved) return mailAttendees(context, mailed)
  if (former.organizer?.email !== access.calendar.id) {
    return mailOrganizer(context, { ...mailed, before: former })
  }
  const isMailed = applied ? isNewsOfAttendee : isNews
  if (isMailed(former, eventIn(row))) await mailAttendees(context, mailed)
}

/** Declines the invitations during a new absence, if the absence is set to decline. */
async function declineInvitationsDuring(
  context: EventWriteContext,
  { tx, access, writer, options = {}, before, after: { row } }: Write,
): Promise<void> {
  if (row.eventType !== 'outOfOffice' && row.eventType !== 'focusTime') return
  const event = eventIn(row)
  const { declinesAll, message } = decliningOf(event)
  if (row.presence !== 'live' || !declinesAll || isSameAbsence(event, before?.current.event)) return
  const { calendar } = access
  const { events } = context
  const absence = { tx, calendar, row, nowMs: writer.nowMs }
  for (const id of await invitationsDuring(absence, context.answerLimits)) {
    const target = await findTarget({ events, reader: tx }, calendar.key, id)
    const { userId } = context.caller
    const current = currentOf(target, { userId, zone: timeZoneOf(calendar) })
    const { event: invitation } = current
    const attendees = invitation.attendees?.map((attendee) =>
      attendee.email === calendar.id ? declinedFor({ message }, attendee) : attendee,
    )
    const content = { ...contentOf(invitation), ...(attendees && { attendees }) }
    const draft = draftWith(current, content)
    await changeAndFollow(context, { tx, access, writer, target, current, draft, options })
  }
}

function isSameAbsence(event: Event, before: Event | undefined): boolean {
  const absence = ({ start, end, recurrence, status, ...rest }: Event) => {
    const { declinesAll } = decliningOf(rest)
    return { start, end, recurrence, status, declinesAll }
  }
  return before !== undefined && isDeepStrictEqual(absence(event), absence(before))
}
