import type { EventRow } from '../store/events.ts'

/**
 * An attendee copy has the id of the organizer's event. Where the attendee's calendar has another event
 * with that id, this stands behind it, as often as it takes. Ids that clients choose have no underscores.
 */
const mark = '_copy'

/** The id that a copy, or an instance of it, has on the organizer's calendar. */
export const originalId = (id: string): string => id.replaceAll(mark, '')

/** What stands behind the id of the event in the ids of copies; mostly nothing. */
export const markIn = (id: string): string => mark.repeat(id.split(mark).length - 1)

export const nextMark = (marks: string): string => marks + mark

/** The id of the copy of a row: the mark belongs to the event or series, not to the instance. */
export function copyId({ id, masterId }: Pick<EventRow, 'id' | 'masterId'>, marks: string): string {
  const eventId = masterId ?? id
  return eventId + marks + id.slice(eventId.length)
}
