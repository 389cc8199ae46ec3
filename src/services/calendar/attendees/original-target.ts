import { ApiError } from '#/kernel/errors.ts'
import type { Transaction } from '#/storage/port.ts'
import { findTarget, type Target } from '../reading/target.ts'
import type { CalendarRow } from '../store/calendars.ts'
import type { EventRow, Events } from '../store/events.ts'
import { nearestInstanceId, originalId } from './copied-event.ts'

interface Copy {
  /** The organizer's calendar. */
  readonly calendar: CalendarRow
  readonly copy: EventRow
  /** The instance of the copy that is meant, if it has no row of its own. */
  readonly id?: string
}

/** What an attendee copy, or an instance of it, stands for on the organizer's calendar. */
export async function originalTarget(
  events: Events,
  tx: Transaction,
  { calendar, copy, id = copy.id }: Copy,
): Promise<Target | undefined> {
  const found = await foundTarget(events, tx, { calendar, id: originalId(id) })
  if (found !== undefined) return found
  // Where the copy of a series has times of its own, the nearest instance is meant.
  const { calendarKey } = copy
  const nearest = await nearestInstanceId(events, tx, {
    id,
    calendarKey,
    organizerKey: calendar.key,
  })
  return nearest === undefined ? undefined : foundTarget(events, tx, { calendar, id: nearest })
}

async function foundTarget(
  events: Events,
  reader: Transaction,
  { calendar, id }: { readonly calendar: CalendarRow; readonly id: string },
): Promise<Target | undefined> {
  try {
    return await findTarget({ events, reader }, calendar.key, id)
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined
    throw error
  }
}
