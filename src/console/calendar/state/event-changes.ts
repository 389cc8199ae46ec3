import { t } from '../../texts/calendar.ts'
import {
  deleteEvent,
  getEvent,
  insertEvent,
  moveEvent,
  patchEvent,
  type SendUpdates,
} from '../wire/events.ts'
import type { CalendarEvent, EventPatch, EventTime } from '../wire/types.ts'
import type { Done } from './changing.ts'

/** The part of a series that a change applies to. */
export type Reach = 'this' | 'following' | 'all'

/** A private event of somebody else has no title to show. */
export const titleOfEvent = ({
  summary,
  visibility,
}: Pick<CalendarEvent, 'summary' | 'visibility'>): string =>
  summary || (visibility === 'private' ? t.busy : t.noTitle)

/** Guests are notified of a change and of its undo. The lists of a view omit guests other than the user. */
export const updatesFor = ({
  attendees,
  attendeesOmitted,
}: Pick<CalendarEvent, 'attendees' | 'attendeesOmitted'>): SendUpdates =>
  (attendees?.length ?? 0) > 0 || attendeesOmitted === true ? 'all' : 'none'

export async function addEvent(
  calendarId: string,
  body: EventPatch,
  sendUpdates: SendUpdates,
): Promise<Done> {
  const made = await insertEvent(calendarId, body, sendUpdates)
  return {
    text: t.added(titleOfEvent(made)),
    undo: () => deleteEvent(calendarId, made.id, sendUpdates),
  }
}

/** Changes one event, an instance or a whole series, by its id. */
export async function changeEvent(
  calendarId: string,
  eventId: string,
  changes: EventPatch,
  sendUpdates: SendUpdates,
): Promise<Done> {
  const before = await getEvent(calendarId, eventId)
  const after = await patchEvent(calendarId, eventId, spelledOut(changes), sendUpdates)
  if (after.status === 'cancelled') throw new Error(t.deletedMeanwhile(titleOfEvent(before)))
  return {
    text: t.saved(titleOfEvent(after)),
    undo: () => patchEvent(calendarId, eventId, reverse(changes, before), sendUpdates),
  }
}

export async function removeEvent(
  calendarId: string,
  event: Pick<CalendarEvent, 'id' | 'summary' | 'attendees' | 'attendeesOmitted'>,
): Promise<Done> {
  const sendUpdates = updatesFor(event)
  await deleteEvent(calendarId, event.id, sendUpdates)
  return {
    text: t.deleted(titleOfEvent(event)),
    undo: () => patchEvent(calendarId, event.id, { status: 'confirmed' }, sendUpdates),
  }
}

export async function moveToCalendar(
  from: string,
  event: Pick<CalendarEvent, 'id' | 'attendees' | 'attendeesOmitted'>,
  to: string,
): Promise<Done> {
  const sendUpdates = updatesFor(event)
  const moved = await moveEvent(from, event.id, to, sendUpdates)
  return {
    text: t.moved(titleOfEvent(moved)),
    undo: () => moveEvent(to, moved.id, from, sendUpdates),
  }
}

/** Two consecutive changes, which are undone in reverse order. */
export async function inTurn(first: Done, next: () => Promise<Done>): Promise<Done> {
  const second = await next()
  return {
    text: second.text,
    undo: async () => {
      await second.undo?.()
      await first.undo?.()
    },
  }
}

/** The previous values of a change, which restore the event when they are sent. */
function reverse(changes: EventPatch, before: CalendarEvent): EventPatch {
  const old = Object.fromEntries(
    Object.keys(changes).map((name) => [name, before[name as keyof CalendarEvent] ?? null]),
  )
  return spelledOut(old as EventPatch)
}

/** A part of a time that is left out would stay as it was. */
function spelledOut(changes: EventPatch): EventPatch {
  const { start, end } = changes
  return {
    ...changes,
    ...(start && { start: wholeTime(start) }),
    ...(end && { end: wholeTime(end) }),
  }
}

const wholeTime = ({ date, dateTime, timeZone }: EventTime): EventTime => ({
  date: date ?? null,
  dateTime: dateTime ?? null,
  timeZone: timeZone ?? null,
})
