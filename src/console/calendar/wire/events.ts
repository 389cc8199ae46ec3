import { api } from '../../api/index.ts'
import { wireTime } from '../../locale/index.ts'
import { momentOf } from '../time/event-time.ts'
import { calendarPath } from './paths.ts'
import type { CalendarEvent, EventPage, EventPatch } from './types.ts'

export type SendUpdates = 'all' | 'none'

const eventsPath = (calendarId: string) => `${calendarPath(calendarId)}/events`
const eventPath = (calendarId: string, eventId: string) =>
  `${eventsPath(calendarId)}/${encodeURIComponent(eventId)}`

const pageSizeMax = 2500

/** All that a view draws, and no more. */
const shownFields =
  'nextPageToken,items(id,status,summary,location,start,end,colorId,recurringEventId,' +
  'originalStartTime,transparency,visibility,eventType,organizer(self,email),guestsCanModify,locked,' +
  'attendees(self,email,responseStatus),attendeesOmitted)'

interface Window {
  readonly timeMin: string
  readonly timeMax: string
}

/** The instances in a window, from all pages. */
export async function listInstances(
  calendarId: string,
  window: Window,
  { q, signal }: { q?: string | undefined; signal?: AbortSignal | undefined } = {},
): Promise<readonly CalendarEvent[]> {
  const found: CalendarEvent[] = []
  let pageToken: string | undefined
  do {
    const page: EventPage = await instancesPage(calendarId, { ...window, q, pageToken, signal })
    found.push(...(page.items ?? []))
    pageToken = page.nextPageToken
  } while (pageToken !== undefined)
  return found
}

/** The first instances in a window, as many as fit on a page. */
export const firstInstances = async (
  calendarId: string,
  window: Window,
  signal: AbortSignal,
): Promise<readonly CalendarEvent[]> =>
  (await instancesPage(calendarId, { ...window, signal })).items ?? []

const instancesPage = (
  calendarId: string,
  {
    signal,
    ...query
  }: Window & { q?: string | undefined; pageToken?: string | undefined } & {
    signal?: AbortSignal | undefined
  },
) =>
  api.get<EventPage>(eventsPath(calendarId), {
    signal,
    query: {
      ...query,
      singleEvents: true,
      orderBy: 'startTime',
      maxResults: pageSizeMax,
      maxAttendees: 1,
      fields: shownFields,
    },
  })

const remindedMs = 28 * 86_400_000
const remindedMax = 1000

/** The next events of a calendar with their reminders. */
export async function listReminded(
  calendarId: string,
  fromMs: number,
  signal: AbortSignal,
): Promise<readonly CalendarEvent[]> {
  const page: EventPage = await api.get(eventsPath(calendarId), {
    signal,
    query: {
      timeMin: wireTime(fromMs),
      timeMax: wireTime(fromMs + remindedMs),
      singleEvents: true,
      orderBy: 'startTime',
      maxResults: remindedMax,
      maxAttendees: 1,
      fields:
        'items(id,status,summary,location,start,end,reminders,attendees(self,responseStatus,email))',
    },
  })
  return page.items ?? []
}

/** How many instances of a series have their original start at or after a moment, canceled ones included. */
export async function countInstancesFrom(
  calendarId: string,
  seriesId: string,
  at: Temporal.ZonedDateTime,
): Promise<number> {
  let count = 0
  let pageToken: string | undefined
  do {
    const page: EventPage = await api.get(`${eventPath(calendarId, seriesId)}/instances`, {
      query: {
        pageToken,
        showDeleted: true,
        maxResults: pageSizeMax,
        fields: 'nextPageToken,items(originalStartTime)',
      },
    })
    count += (page.items ?? []).filter(
      ({ originalStartTime: start }) =>
        start !== undefined &&
        Temporal.ZonedDateTime.compare(momentOf(start, at.timeZoneId), at) >= 0,
    ).length
    pageToken = page.nextPageToken
  } while (pageToken !== undefined)
  return count
}

export const getEvent = (calendarId: string, eventId: string, signal?: AbortSignal) =>
  api.get<CalendarEvent>(eventPath(calendarId, eventId), { signal })

export const insertEvent = (calendarId: string, body: object, sendUpdates: SendUpdates) =>
  api.post<CalendarEvent>(eventsPath(calendarId), {
    query: { sendUpdates, conferenceDataVersion: 1, supportsAttachments: true },
    body,
  })

export const patchEvent = (
  calendarId: string,
  eventId: string,
  body: EventPatch,
  sendUpdates: SendUpdates = 'none',
) => api.patch<CalendarEvent>(eventPath(calendarId, eventId), { query: { sendUpdates }, body })

export const deleteEvent = (
  calendarId: string,
  eventId: string,
  sendUpdates: SendUpdates = 'none',
) => api.del(eventPath(calendarId, eventId), { query: { sendUpdates } })

export const moveEvent = (
  calendarId: string,
  eventId: string,
  destination: string,
  sendUpdates: SendUpdates,
) =>
  api.post<CalendarEvent>(`${eventPath(calendarId, eventId)}/move`, {
    query: { destination, sendUpdates },
  })

/** The event that a sentence describes, in the time zone of the user. */
export const readSentence = (
  calendarId: string,
  query: { readonly text: string; readonly timeZone: string },
  signal?: AbortSignal,
) =>
  api.get<CalendarEvent>(
    `/almanac/v1/calendars/${encodeURIComponent(calendarId)}/events/quickAdd`,
    { query, signal },
  )
