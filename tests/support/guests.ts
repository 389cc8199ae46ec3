import { CalendarEvents, type MadeEvent } from './event-bodies.ts'
import type { WireBody } from './http.ts'
import type { Site } from './sites.ts'

/** The primary calendars of users who invite each other. */
export async function people(site: Site, count: number): Promise<CalendarEvents[]> {
  const users = await Promise.all(Array.from({ length: count }, () => site.user()))
  return users.map((user) => new CalendarEvents(user, user.email))
}

/** Calendars as those who are invited, with what is said of each of them. */
export const invite = (...guests: readonly CalendarEvents[]) => ({
  attendees: guests.map(({ calendarId: email }) => ({ email })),
})

/** What is said of a calendar on a list of attendees. */
export const entryOf = ({ attendees = [] }: WireBody, { calendarId }: CalendarEvents) =>
  (attendees as readonly WireBody[]).find(({ email }) => email === calendarId)

/** The answers by address. */
export const answersIn = ({ attendees = [] }: WireBody): Record<string, unknown> =>
  Object.fromEntries(
    (attendees as readonly WireBody[]).map(({ email, responseStatus }) => [email, responseStatus]),
  )

/** Answers on a copy for the calendar that it is on, and leaves the others as they are. */
export async function answer(
  events: CalendarEvents,
  id: string,
  entry: object,
  query = '',
): Promise<MadeEvent> {
  const { attendees = [] } = await events.read(id)
  const others = (attendees as readonly WireBody[]).filter(
    ({ email }) => email !== events.calendarId,
  )
  const own = { email: events.calendarId, ...entry }
  const reply = await events.patch(id, { attendees: [...others, own] }, query)
  if (reply.status !== 200) throw new Error(`no answer: ${reply.status} ${reply.text}`)
  return reply.json as MadeEvent
}

const ofCopy = ['etag', 'updated', 'htmlLink', 'colorId', 'eventLabelId', 'transparency']

/** What all copies of an event have in common, whoever reads it. */
export function sharedPart(event: WireBody): WireBody {
  const { attendees = [], organizer, creator, reminders, extendedProperties, ...rest } = event
  const withoutSelf = ({ self: _, ...person }: WireBody) => person
  const shared = Object.fromEntries(Object.entries(rest).filter(([name]) => !ofCopy.includes(name)))
  return {
    ...shared,
    attendees: (attendees as readonly WireBody[]).map(withoutSelf),
    organizer: organizer && withoutSelf(organizer as WireBody),
    creator: creator && withoutSelf(creator as WireBody),
    properties: (extendedProperties as WireBody | undefined)?.shared,
  } as unknown as WireBody
}
