import { mayWrite } from '../state/calendars.ts'
import type { Occurrence } from '../state/occurrences.ts'

/** Whether the event is the person's to change: on a calendar they write to, and not a guest's copy. */
export const mayMove = ({ calendar, event }: Occurrence): boolean =>
  mayWrite(calendar) &&
  event.locked !== true &&
  (event.organizer === undefined ||
    event.organizer.self === true ||
    event.guestsCanModify === true) &&
  (event.eventType ?? 'default') === 'default'
