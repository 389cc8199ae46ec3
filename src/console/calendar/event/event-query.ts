import { useQuery } from '@tanstack/react-query'
import { useCalendars } from '../state/calendars.ts'
import { keys } from '../state/keys.ts'
import { getEvent } from '../wire/events.ts'

/** All of one event; nothing is asked without an id. */
export const useEvent = (calendarId: string, eventId: string | undefined) =>
  useQuery({
    queryKey: keys.event(calendarId, eventId ?? ''),
    queryFn: ({ signal }) => getEvent(calendarId, eventId!, signal),
    enabled: eventId !== undefined,
  })

/** The entry of a calendar on the person's list. */
export function useEntry(calendarId: string) {
  const { data: calendars } = useCalendars()
  return calendars?.find(({ id }) => id === calendarId)
}
