import type { MailOptions } from '../attendees/attendee-mail.ts'
import { changeAndFollow } from '../attendees/follow-write.ts'
import { contentOf } from '../event/event-content.ts'
import type { CurrentEvent } from '../event/event-draft.ts'
import type { EventWriteContext, EventWriting } from '../operation.ts'
import { currentOf, type Target } from '../reading/target.ts'
import { timeZoneOf } from '../store/calendars.ts'
import { type EventRow, eventIn } from '../store/events.ts'

interface Deletion {
  readonly writing: EventWriting
  readonly options: MailOptions
  readonly found: { readonly target: Target; readonly current: CurrentEvent }
}

/** Deletes an event. An attendee who does that declines, and the organizer is told. */
export async function deleteEvent(
  context: EventWriteContext,
  { writing, options, found }: Deletion,
): Promise<void> {
  const { event, times, reminders, source } = found.current
  const content = { ...contentOf(event), status: 'cancelled' }
  const described = { content, times, reminders, source }
  await changeAndFollow(context, { ...writing, ...found, described, options })
}

/** Each is a write with consequences of its own. */
const invitationsPerTransaction = 20

interface Declining {
  readonly writing: EventWriting
  /** The id of the last invitation that was declined. */
  readonly after: string
}

/**
 * Declines some of the invitations on a calendar, as deleting them does, in the order of their ids.
 * Organizers on other servers are told by mail of what is not over yet. Returns the id of the last one, or
 * undefined when no more are left.
 */
export async function declineInvitations(
  context: EventWriteContext,
  { writing, after }: Declining,
): Promise<string | undefined> {
  const { calendar } = writing.access
  const { nowMs } = writing.writer
  const rows = await context.store.events.invitationsOn(writing.tx, {
    calendarKey: calendar.key,
    after,
    nowMs,
    limit: invitationsPerTransaction,
  })
  const zone = timeZoneOf(calendar)
  for (const row of rows.filter((one) => isFromElsewhere(one, calendar.id))) {
    const target = { row }
    const current = currentOf(target, { userId: context.caller.userId, zone })
    const options = { sendUpdates: row.endMs > nowMs ? 'externalOnly' : 'none' } as const
    await deleteEvent(context, { writing, options, found: { target, current } })
  }
  return rows.length < invitationsPerTransaction ? undefined : rows.at(-1)!.id
}

const isFromElsewhere = (row: EventRow, calendarId: string): boolean =>
  eventIn(row).organizer?.email !== calendarId
