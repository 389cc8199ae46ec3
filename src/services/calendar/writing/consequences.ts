import type { Transaction } from '#/storage/port.ts'
import { declineExisting } from '../attendees/existing-invitations.ts'
import { type MailWishes, type TellingGiven, tellOfChange } from '../attendees/invitations.ts'
import type { InvitingGiven } from '../attendees/inviting.ts'
import type { CurrentEvent } from '../event/described-event.ts'
import type { EventWriting } from '../operation.ts'
import type { Target } from '../reading/target.ts'

export type ConsequencesGiven = InvitingGiven & TellingGiven

interface Written {
  readonly tx: Transaction
  readonly writing: EventWriting
  readonly wishes: MailWishes
  /** The event before the write, if there was one. */
  readonly found?: { readonly target: Target; readonly current: CurrentEvent }
  readonly next: Target
  /** The event has come from another calendar. */
  readonly isMoved?: boolean
}

/**
 * Decides what follows from a write, from what the event was, what it is and what the caller wants: the mail
 * to attendees or to the organizer, and the invitations that a new absence declines. The calendars of
 * attendees follow by themselves, from what was written.
 */
export async function followWrite(
  given: ConsequencesGiven,
  { tx, writing, wishes, found, next, isMoved }: Written,
): Promise<void> {
  if (next.row === found?.target.row) return
  const { standing } = writing
  const before = found?.current.event
  const { row, instance } = next
  await tellOfChange(given, { tx, standing, wishes, before, row, isMoved })
  if (instance === undefined) await declineExisting(given, { tx, writing, wishes, row, before })
}
