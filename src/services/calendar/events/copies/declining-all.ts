import type { Transaction } from '#/storage/port.ts'
import type { EventWriting } from '../../operation.ts'
import type { Event } from '../../schemas/event.ts'
import { calendarIn } from '../../store/calendars.ts'
import type { EventRow } from '../../store/events.ts'
import { type DeletionGiven, deleteEvent } from '../deletion.ts'
import { currentOf } from '../target.ts'

/** Each locks the calendar of its organizer, and those of all who are invited. */
const invitationsPerTransaction = 20

interface Declining {
  readonly tx: Transaction
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
  given: DeletionGiven,
  { tx, writing, after }: Declining,
): Promise<string | undefined> {
  const { calendar } = writing.standing
  const { nowMs } = writing.writer
  const rows = await given.store.events.invitationsOn(tx, {
    calendarKey: calendar.key,
    after,
    nowMs,
    limit: invitationsPerTransaction,
  })
  const zone = calendarIn(calendar).timeZone ?? 'UTC'
  for (const row of rows.filter((one) => isInvitation(one, calendar.id))) {
    const target = { row }
    const current = currentOf(target, { userId: given.caller.userId, zone })
    const wishes = { sendUpdates: row.endMs > nowMs ? 'externalOnly' : 'none' } as const
    await deleteEvent(given, { tx, writing, wishes, found: { target, current } })
  }
  return rows.length < invitationsPerTransaction ? undefined : rows.at(-1)!.id
}

const isInvitation = ({ wire }: EventRow, calendarId: string): boolean =>
  (JSON.parse(wire) as Event).organizer?.email !== calendarId
