import type { Standing } from '../../access.ts'
import type { CalendarGiven, EventWriting } from '../../operation.ts'
import type { Event } from '../../schemas/event.ts'
import { type Rewriting, rewritten } from '../rewriting.ts'
import type { Target } from '../target.ts'
import { changedCopy } from './copy-change.ts'
import { withInvited } from './inviting.ts'
import { isShared } from './shared.ts'
import { spread } from './spreading.ts'

type Given = Pick<CalendarGiven, 'store' | 'caller' | 'attendeesMax' | 'copiesPerEventMax'>

/** What has become of an event and, where it is a copy, of the event of the organizer. */
export interface Changed {
  readonly next: Target
  readonly original?: {
    readonly standing: Standing
    readonly before: Event
    readonly next: Target
  }
}

/** Writes what has become of an event, and of all copies of it, in one transaction. */
export function changed(
  given: Given,
  asked: Rewriting & Pick<EventWriting, 'others'>,
): Promise<Changed> {
  return asked.target.row.copyOf === null
    ? changedOriginal(given, asked)
    : changedCopy(given, asked)
}

async function changedOriginal(
  given: Given,
  asked: Rewriting & Pick<EventWriting, 'others'>,
): Promise<Changed> {
  const { tx, standing, writer, others, current, described } = asked
  const { id } = standing.calendar
  const { organizer = current.event.organizer ?? {} } = asked
  const isInviting =
    described.content.attendees !== undefined && isShared({ ...current.event, organizer }, id)
  const { attendees } = current.event
  const invited = isInviting
    ? await withInvited(given, { tx, others, organizer: id, described, before: attendees })
    : described
  const next = await rewritten(given, { ...asked, described: invited })
  await spread(given, { tx, writer, others })
  return { next }
}
