import { instanceId, isImportedId } from '#/services/calendar/event/event-id.ts'
import type { EventDateTime } from '#/services/calendar/schemas/event.ts'
import { midnightIn } from '#/services/calendar/time/civil-date.ts'
import { instantIn, isTimeZone } from '#/services/calendar/time/zone-offsets.ts'
import type { Event } from '../format/calendars.ts'
import type { SeedImport } from '../import.ts'
import { SeedError } from '../seed-error.ts'
import type { SeedCalendar } from './calendars.ts'

/** The parameters of a client that supports all properties of the event and sends no mail. */
export const quietly = (event: Pick<Event, 'eventLabelId'>): string =>
  `sendUpdates=none&${knowing(event)}`

/** A caller who knows of labels sets no colors. */
const knowing = ({ eventLabelId }: Pick<Event, 'eventLabelId'>): string =>
  `conferenceDataVersion=1&supportsAttachments=true&eventLabelVersion=${eventLabelId ? 1 : 0}`

/** An event that was added, and the attendees that its entry names. */
export interface AddedEvent {
  readonly calendar: SeedCalendar
  readonly id: string
  readonly attendees: readonly Attendee[]
  readonly path: string
}

/** Adds the events of all calendars: first events and series, then changed instances of series. */
export async function importEvents(
  context: SeedImport,
  calendars: readonly SeedCalendar[],
): Promise<AddedEvent[]> {
  const added: AddedEvent[] = []
  for (const calendar of calendars) {
    for (const [index, event] of calendar.events.entries()) {
      if (isInstance(event)) continue
      const path = `${calendar.path}.events[${index}]`
      added.push(await addEvent(context, calendar, { event, path }))
    }
  }
  for (const calendar of calendars) {
    for (const [index, event] of calendar.events.entries()) {
      if (!isInstance(event)) continue
      const path = `${calendar.path}.events[${index}]`
      added.push(await changeInstance(context, calendar, { event, path }))
    }
  }
  return added
}

interface EventEntry {
  readonly event: Event
  readonly path: string
}

const isInstance = ({ recurringEventId }: Event): boolean => recurringEventId !== undefined

const isOrganizedElsewhere = ({ organizer }: Event, { id }: SeedCalendar): boolean =>
  organizer?.email !== undefined && organizer.email.toLowerCase() !== id

async function addEvent(
  context: SeedImport,
  calendar: SeedCalendar,
  entry: EventEntry,
): Promise<AddedEvent> {
  const { client, at } = context
  const body = await completedEvent(context, calendar, entry)
  const events = eventsTarget(context, calendar)
  const isImported = isOrganizedElsewhere(body, calendar) || isInstance(body)
  const target = isImported ? `${events}/import?${knowing(body)}` : `${events}?${quietly(body)}`
  const { path } = entry
  const newId = body.id !== undefined && isImportedId(body.id) ? body.id : undefined
  const { id } = await at(path, () =>
    client.call({ as: calendar.owner, method: 'POST', target, body, newId }),
  )
  return { calendar, id: String(id), attendees: body.attendees ?? [], path }
}

/** The event with everything that its entry leaves open. */
async function completedEvent(
  context: SeedImport,
  calendar: SeedCalendar,
  { event, path }: EventEntry,
): Promise<Event> {
  const { quickAdd, ...body } = event
  const read = quickAdd === undefined ? {} : await quickAddEvent(context, calendar, event, path)
  const { start, end, attendees, ...rest } = { ...read, ...body }
  if (start === undefined) throw new SeedError(path, 'start or quickAdd is missing.')
  requireMoment(start, `${path}.start`)
  const isSeries = rest.recurrence !== undefined
  return {
    ...rest,
    start: inZone(start, calendar, isSeries),
    end: inZone(end ?? usualEnd(start), calendar, isSeries),
    ...(attendees && { attendees: attendees.map(namedAttendee(context, path)) }),
  }
}

async function quickAddEvent(
  context: SeedImport,
  calendar: SeedCalendar,
  { quickAdd = '', start, end }: Event,
  path: string,
): Promise<Event> {
  if (start !== undefined || end !== undefined) {
    throw new SeedError(path, 'an event has quickAdd, or start and end, not both.')
  }
  const { almanacBasePath } = context.core.settings
  const events = `${almanacBasePath}/calendars/${encodeURIComponent(calendar.id)}/events`
  const target = `${events}/quickAdd?text=${encodeURIComponent(quickAdd)}`
  return context.at(`${path}.quickAdd`, () =>
    context.client.call({ as: calendar.owner, method: 'GET', target }),
  )
}

function requireMoment({ date, dateTime }: EventDateTime, path: string): void {
  if (date === undefined && dateTime === undefined) {
    throw new SeedError(path, 'date or dateTime is missing.')
  }
}

/** A time without an offset is in the zone of the calendar, and series need to name a zone. */
function inZone(moment: EventDateTime, { timeZone }: SeedCalendar, isSeries: boolean) {
  const { dateTime } = moment
  const lacksZone = dateTime !== undefined && moment.timeZone === undefined
  const lacksOffset = dateTime !== undefined && !/(?:Z|[+-]\d\d:\d\d)$/i.test(dateTime)
  return lacksZone && (lacksOffset || isSeries) ? { ...moment, timeZone } : moment
}

/** One hour, or one day, after the start. */
function usualEnd({ date, dateTime, timeZone }: EventDateTime): EventDateTime {
  if (date !== undefined) return { date: Temporal.PlainDate.from(date).add({ days: 1 }).toString() }
  const [, local = '', offset = ''] = /^(.*?)(Z|[+-]\d\d:\d\d)?$/i.exec(dateTime ?? '')!
  const end = Temporal.PlainDateTime.from(local).add({ hours: 1 })
  return {
    dateTime: end.toString({ smallestUnit: 'second' }) + offset,
    ...(timeZone !== undefined && { timeZone }),
  }
}

export type Attendee = NonNullable<Event['attendees']>[number]

/** Rooms may be invited by the name that the seed gives them. */
const namedAttendee =
  ({ names }: SeedImport, path: string) =>
  (attendee: Attendee): Attendee => {
    const { email } = attendee
    if (email === undefined || email.includes('@')) return attendee
    return { ...attendee, email: names.calendarId(email, `${path}.attendees`) }
  }

/** Changes or deletes one instance of a series. */
async function changeInstance(
  context: SeedImport,
  calendar: SeedCalendar,
  entry: EventEntry,
): Promise<AddedEvent> {
  const { client, at } = context
  const { event, path } = entry
  const { recurringEventId = '', originalStartTime, ...changes } = event
  if (originalStartTime === undefined) {
    throw new SeedError(path, 'originalStartTime is missing.')
  }
  // An instance with a UID is one without a series.
  const isAlone = event.iCalUID !== undefined
  if (isAlone || isOrganizedElsewhere(event, calendar)) return addEvent(context, calendar, entry)
  const id = instanceId(recurringEventId, ...originalStartOf(originalStartTime, calendar, path))
  const target = `${eventsTarget(context, calendar)}/${encodeURIComponent(id)}?${quietly(event)}`
  const call = { as: calendar.owner, target }
  const { start, end, attendees, ...rest } = changes
  if (start !== undefined) requireMoment(start, `${path}.start`)
  const present = Object.values(rest).some(isObject)
    ? await at(path, () => client.call({ ...call, method: 'GET' }))
    : {}
  const body = {
    ...replacements(present, rest),
    ...(start && { start: inZone(start, calendar, false) }),
    ...((end ?? start) && { end: inZone(end ?? usualEnd(start!), calendar, false) }),
    ...(attendees && { attendees: attendees.map(namedAttendee(context, path)) }),
  }
  await at(path, () =>
    changes.status === 'cancelled'
      ? client.call({ ...call, method: 'DELETE' })
      : client.call({ ...call, method: 'PATCH', body }),
  )
  return { calendar, id, attendees: body.attendees ?? [], path }
}

type Members = Readonly<Record<string, unknown>>

/** The properties of an entry as a patch: objects replace those that there are, and empty ones clear them. */
export const replacements = (present: Members, entry: Members): Members =>
  Object.fromEntries(
    Object.entries(entry).map(([name, value]) => {
      const isEmpty = isObject(value) && Object.keys(value).length === 0
      return [name, isEmpty ? null : replacement(present[name], value)]
    }),
  )

/** A patch keeps the members of an object that it does not name. */
function replacement(present: unknown, value: unknown): unknown {
  if (!isObject(value) || !isObject(present)) return value
  const names = Object.keys({ ...present, ...value })
  const members = names.map((name) => [
    name,
    name in value ? replacement(present[name], value[name]) : null,
  ])
  return Object.fromEntries(members)
}

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** When the instance would start by its series, and whether that is a day. */
function originalStartOf(
  { date, dateTime, timeZone }: EventDateTime,
  calendar: SeedCalendar,
  path: string,
): [originalStart: number, isAllDay: boolean] {
  if (date !== undefined) return [midnightIn(date), true]
  const zone = timeZone ?? calendar.timeZone
  const originalStart = isTimeZone(zone) ? instantIn(dateTime ?? '', zone) : undefined
  if (originalStart === undefined)
    throw new SeedError(`${path}.originalStartTime`, 'it is not a time.')
  return [originalStart, false]
}

/** Where the events of a calendar are. */
export const eventsTarget = (
  { core }: Pick<SeedImport, 'core'>,
  { id }: Pick<SeedCalendar, 'id'>,
): string => `${core.settings.calendarBasePath}/calendars/${encodeURIComponent(id)}/events`
