import { useQuery } from '@tanstack/react-query'
import { getPalette, listCalendars } from '../wire/calendars.ts'
import type { CalendarEntry, Role } from '../wire/types.ts'
import { keys } from './keys.ts'

/** The user's calendar list, their own calendars first. */
export const useCalendars = () =>
  useQuery({
    queryKey: keys.calendars,
    queryFn: ({ signal }) => listCalendars(signal),
    select: inOrder,
  })

export const usePalette = () =>
  useQuery({
    queryKey: keys.palette,
    queryFn: ({ signal }) => getPalette(signal),
    staleTime: Number.POSITIVE_INFINITY,
  })

const inOrder = (entries: readonly CalendarEntry[]): readonly CalendarEntry[] =>
  entries
    .filter(({ hidden }) => hidden !== true)
    .toSorted(
      (one, other) =>
        Number(other.primary ?? false) - Number(one.primary ?? false) ||
        nameOf(one).localeCompare(nameOf(other)),
    )

export const nameOf = ({ summaryOverride, summary, id }: CalendarEntry): string =>
  summaryOverride || summary || id

const writers: readonly Role[] = ['writerWithoutPrivateAccess', 'writer', 'owner']

export const mayWrite = ({ accessRole }: CalendarEntry): boolean => writers.includes(accessRole)
export const mayShare = ({ accessRole }: CalendarEntry): boolean => accessRole === 'owner'

/** Whether a calendar is that of a room, which administrators own. */
export const isRoom = ({ id }: CalendarEntry): boolean =>
  id.endsWith('@resource.calendar.google.com')

export const mayRead = ({ accessRole }: CalendarEntry): boolean => accessRole !== 'freeBusyReader'
