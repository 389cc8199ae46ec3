import { useQuery } from '@tanstack/react-query'
import { ApiProblem } from '../../api/index.ts'
import { useCalendars } from '../state/calendars.ts'
import { keys } from '../state/keys.ts'
import { getEvent } from '../wire/events.ts'
import { seriesIn } from './eid.ts'

/** All fields of one event; disabled without an id. */
export const useEvent = (calendarId: string, eventId: string | undefined) =>
  useQuery({
    queryKey: keys.event(calendarId, eventId ?? ''),
    queryFn: ({ signal }) => getEvent(calendarId, eventId!, signal),
    enabled: eventId !== undefined,
  })

/** The event of a URL; the series if its first instance was deleted. */
export const useLinkedEvent = (calendarId: string, eventId: string) =>
  useQuery({
    queryKey: keys.event(calendarId, eventId),
    queryFn: ({ signal }) =>
      getEvent(calendarId, eventId, signal).catch((error: unknown) => {
        const seriesId = seriesIn(eventId)
        if (!isMissing(error) || seriesId === undefined) throw error
        return getEvent(calendarId, seriesId, signal)
      }),
  })

const isMissing = (error: unknown) => error instanceof ApiProblem && error.status === 404

/** The entry of a calendar in the user's list. */
export function useEntry(calendarId: string) {
  const { data: calendars } = useCalendars()
  return calendars?.find(({ id }) => id === calendarId)
}
