import type { Transaction } from '#/storage/port.ts'
import { declineExisting } from '../attendees/existing-invitations.ts'
import { type MailOptions, type TellingGiven, tellOfChange } from '../attendees/invitations.ts'
import type { InvitingGiven } from '../attendees/inviting.ts'
import type { CurrentEvent } from '../event/event-draft.ts'
import type { EventWriting } from '../operation.ts'
import type { Target } from '../reading/target.ts'

export type ConsequencesGiven = InvitingGiven & TellingGiven

interface Written {
  readonly tx: Transaction
  readonly writing: EventWriting
  readonly options: MailOptions
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
  { tx, writing, options, found, next, isMoved }: Written,
): Promise<void> {
  if (next.row === found?.target.row) return
  const { access } = writing
  const before = found?.current.event
  const { row, instance } = next
  await tellOfChange(given, { tx, access, options, before, row, isMoved })
  if (instance === undefined) await declineExisting(given, { tx, writing, options, row, before })
}
