import { useCallback } from 'react'
import { useOpen } from '../desk.ts'
import { mayWrite, useCalendars } from '../state/calendars.ts'
import { nextHour } from '../time/today.ts'
import { newDraft, type Slot } from './draft.ts'

/** Opens the form for a new event; without a time, for the next hour. */
export function useCreate(zone: string): (slot?: Slot) => void {
  const { data: calendars } = useCalendars()
  const setOpen = useOpen()
  const calendarId = calendars?.find(mayWrite)?.id
  return useCallback(
    (slot) => {
      if (calendarId === undefined) return
      setOpen({ kind: 'new', draft: newDraft(calendarId, slot ?? soon(zone), zone) })
    },
    [calendarId, setOpen, zone],
  )
}

function soon(timeZone: string): Slot {
  const start = nextHour(timeZone)
  const time = (at: Temporal.ZonedDateTime) => ({
    dateTime: at.toString({ timeZoneName: 'never' }),
    timeZone,
  })
  return { start: time(start), end: time(start.add({ hours: 1 })) }
}
