import { useCallback } from 'react'
import { type Point, useOpen } from '../desk.ts'
import { newDraft, type Slot } from '../event/draft.ts'
import { preferences } from '../preferences.ts'
import { mayWrite, useCalendars } from '../state/calendars.ts'
import { nextHour } from '../time/today.ts'

/** Opens the form for a new event, beside a point if there is one; without a time, for the next hour. */
export function useCreate(zone: string): (slot?: Slot, anchor?: Point) => void {
  const { data, refetch } = useCalendars()
  const setOpen = useOpen()
  return useCallback(
    async (slot, anchor) => {
      // A click may come before the calendars are loaded.
      const calendars = data ?? (await refetch({ cancelRefetch: false })).data
      const calendarId = calendars?.find(mayWrite)?.id
      if (calendarId === undefined) return
      const draft = newDraft(calendarId, slot ?? soon(zone), zone)
      setOpen(anchor === undefined ? { kind: 'new', draft } : { kind: 'quick', draft, anchor })
    },
    [data, refetch, setOpen, zone],
  )
}

function soon(timeZone: string): Slot {
  const start = nextHour(timeZone)
  const time = (at: Temporal.ZonedDateTime) => ({
    dateTime: at.toString({ timeZoneName: 'never' }),
    timeZone,
  })
  return { start: time(start), end: time(start.add({ minutes: preferences().defaultMinutes })) }
}
