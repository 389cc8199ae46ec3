import { resourceDeleted } from '../errors.ts'
import type { EventDraft } from '../event/event-draft.ts'
import type { Target } from '../reading/target.ts'
import { type Rewriting, rewritten } from '../writing/rewriting.ts'
import { changedCopy } from './copy-change.ts'
import { type InvitingGiven, withInvited } from './inviting.ts'
import { isShared } from './shared-event.ts'

/** What has become of an event. */
export interface Changed {
  readonly next: Target
}

/** Writes what has become of an event, and of all copies of it, in one transaction. */
export function changed(given: InvitingGiven, asked: Rewriting): Promise<Changed> {
  if (asked.target.row.copyOf === null) return changedOriginal(given, asked)
  if (hasMovedAway(asked)) throw resourceDeleted()
  return changedCopy(given, asked)
}

/** Whether the event was moved to another calendar, and this is the tombstone that it has left here. */
const hasMovedAway = ({ access, current }: Rewriting): boolean =>
  current.event.organizer?.email === access.calendar.id

async function changedOriginal(given: InvitingGiven, asked: Rewriting): Promise<Changed> {
  const { tx, access, writer, current } = asked
  const { id } = access.calendar
  const described = declinedByLeaving(asked)
  const { organizer = current.event.organizer ?? {} } = asked
  const { id: ownId, privateCopy, eventType } = current.event
  const isInviting =
    described.content.attendees !== undefined &&
    isShared({ id: ownId, organizer, privateCopy, eventType }, id)
  const inviting = { tx, writer, described, before: current }
  const invited = isInviting ? await withInvited(given, inviting) : described
  const next = await rewritten(
    given,
    invited === asked.described ? asked : { ...asked, described: invited },
  )
  return { next }
}

/** Whoever deletes the event of an organizer elsewhere declines it, unless the organizer has called it off. */
function declinedByLeaving({ access, current, described, organizer }: Rewriting): EventDraft {
  const { id } = access.calendar
  const { status, organizer: from } = current.event
  const { content } = described
  const isLeft = status !== 'cancelled' && content.status === 'cancelled'
  if (!isLeft || organizer !== undefined || from?.email === id) return described
  const attendees = content.attendees?.map((attendee) =>
    attendee.email === id ? { ...attendee, responseStatus: 'declined' as const } : attendee,
  )
  return attendees === undefined ? described : { ...described, content: { ...content, attendees } }
}
