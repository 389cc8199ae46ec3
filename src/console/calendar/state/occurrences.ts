import { useQueries } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { windowOf } from '../time/event-time.ts'
import type { DayRange } from '../time/views.ts'
import { listInstances } from '../wire/events.ts'
import type { CalendarEntry, CalendarEvent, Palette } from '../wire/types.ts'
import { keys } from './keys.ts'

/** An event of a calendar with its color. */
export interface Occurrence {
  readonly key: string
  readonly calendar: CalendarEntry
  readonly event: CalendarEvent
  readonly color: string
}

interface OccurrenceFilter {
  readonly calendars: readonly CalendarEntry[]
  readonly palette: Palette | undefined
  readonly range: DayRange
  readonly zone: string
}

/** The events of the selected calendars in a range. Each calendar is queried and cached separately. */
export function useOccurrences({ calendars, palette, range, zone }: OccurrenceFilter) {
  const window = windowOf(range, zone)
  const selectedCalendars = calendars.filter(({ selected }) => selected === true)
  const results = useQueries({
    queries: selectedCalendars.map(({ id }) => ({
      queryKey: [...keys.eventsOf(id), 'in', window],
      queryFn: ({ signal }: { signal: AbortSignal }) => listInstances(id, window, { signal }),
      // Comparing every field of long lists would cost more than rendering them.
      structuralSharing: false,
    })),
  })
  const shown = useSame(selectedCalendars)
  const lists = useSame(results.map(({ data }) => data))
  const occurrences = useMemo(
    () =>
      shown.flatMap((calendar, index) =>
        (lists[index] ?? []).filter(isThere).map((event) => occurrenceOf(calendar, event, palette)),
      ),
    [shown, lists, palette],
  )
  const failed = results.find(({ isError }) => isError)
  return {
    occurrences,
    isLoading: results.some(({ isLoading }) => isLoading),
    error: failed?.error ?? undefined,
    retry: () => void failed?.refetch(),
  }
}

const isThere = ({ status }: CalendarEvent): boolean => status !== 'cancelled'

export const fallbackColor = '#4986e7'

export const occurrenceOf = (
  calendar: CalendarEntry,
  event: CalendarEvent,
  palette: Palette | undefined,
): Occurrence => ({
  key: `${calendar.id}\n${event.id}`,
  calendar,
  event,
  color:
    palette?.event[event.colorId ?? '']?.background ?? calendar.backgroundColor ?? fallbackColor,
})

/** The previous list while its elements are the same. */
function useSame<T>(list: readonly T[]): readonly T[] {
  const [kept, keep] = useState(list)
  if (kept.length === list.length && kept.every((each, index) => each === list[index])) return kept
  keep(list)
  return list
}
