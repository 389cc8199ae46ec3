import { useCallback } from 'react'
import { t } from '../../texts/calendar.ts'
import { useChanging } from '../state/changing.ts'
import { updatesFor } from '../state/event-changes.ts'
import type { Occurrence } from '../state/occurrences.ts'
import { changeAsFarAs } from '../state/series-changes.ts'
import type { Moved } from '../views/grid.tsx'
import type { CalendarEvent, EventTime } from '../wire/types.ts'
import type { AskReach } from './reach-question.tsx'

/** Saves where an event has been dragged to. */
export function useMoving(askReach: AskReach) {
  const change = useChanging()
  return useCallback(
    async ({ calendar, event }: Occurrence, { start, end, revert }: Moved) => {
      const reach = await askReach(event, t.verbs.move)
      if (reach === undefined) return revert()
      const times = { start: inZoneOf(event, start), end: inZoneOf(event, end) }
      const isDone = await change({
        calendarIds: [calendar.id],
        expect: (cache) => cache.patch(calendar.id, event.id, times),
        run: () => changeAsFarAs(reach, calendar.id, event, times, updatesFor(event)),
      })
      if (!isDone) revert()
    },
    [change, askReach],
  )
}

/** An event keeps its own time zone, even if the view has another one. */
const inZoneOf = ({ start }: CalendarEvent, time: EventTime): EventTime =>
  typeof time.dateTime === 'string' && typeof start.timeZone === 'string'
    ? { ...time, timeZone: start.timeZone }
    : time
