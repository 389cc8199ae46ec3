import type { Transaction } from '#/storage/port.ts'
import { changed } from '../attendees/changing.ts'
import { type MailWishes, type TellingGiven, tellOfChange } from '../attendees/invitations.ts'
import type { InvitingGiven } from '../attendees/inviting.ts'
import type { CurrentEvent } from '../event/described-event.ts'
import { contentOf } from '../event/event-content.ts'
import type { EventWriting } from '../operation.ts'
import type { Target } from '../reading/target.ts'

export type DeletionGiven = InvitingGiven & TellingGiven

interface Deletion {
  readonly tx: Transaction
  readonly writing: EventWriting
  readonly wishes: MailWishes
  readonly found: { readonly target: Target; readonly current: CurrentEvent }
}

/** Deletes an event. An attendee who does that declines, and the organizer is told. */
export async function deleteEvent(
  given: DeletionGiven,
  { tx, writing, wishes, found }: Deletion,
): Promise<void> {
  const { standing } = writing
  const { event, times, reminders, source } = found.current
  const content = { ...contentOf(event), status: 'cancelled' }
  const described = { content, times, reminders, source }
  const change = await changed(given, { tx, ...writing, ...found, described })
  await tellOfChange(given, { tx, standing, wishes, found, ...change })
}
