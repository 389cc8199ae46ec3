import { bodyDecoderOf } from '#/contract/decoding/decode-body.ts'
import type { WireResource } from '#/inventory/inventory.ts'
import { originalId } from '#/services/calendar/attendees/organizer-event.ts'
import { Event } from '#/services/calendar/schemas/event.ts'
import type { SeedExport } from '../export.ts'
import { withoutDefaults } from './resources.ts'

/** Leaves out what only the server can set. */
const writableOf = bodyDecoderOf(Event) as (resource: WireResource) => Event

/** The events of a calendar, without copies of events that other calendars of this server organize. */
export function exportedEvents(state: SeedExport, calendarId: string): object[] {
  const events = eventsOn(state, calendarId).filter((event) => !isCopy(state, calendarId, event))
  const series = new Map(events.map((event) => [event.id, event]))
  // In the order in which they were created, because rooms answer those first that come first.
  return events
    .toSorted((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1))
    .map((event) => {
      const master = series.get(event.recurringEventId)
      return master === undefined
        ? exportedEvent(state, calendarId, event)
        : exportedInstance(state, event, master)
    })
}

const orderOf = ({ recurringEventId, created, id }: WireResource): string =>
  `${recurringEventId === undefined ? 0 : 1} ${created ?? ''} ${id}`

/** Events from mail can be added only by the server. */
const eventsOn = ({ resources }: SeedExport, calendarId: string): WireResource[] =>
  resources
    .partsOf(calendarId, 'calendar.event')
    .filter(({ eventType }) => eventType !== 'fromMail')

const originalKey = ({ organizer, id, recurringEventId }: WireResource): string => {
  const { email } = (organizer ?? {}) as { email?: string }
  return `${email}/${originalId(String(recurringEventId ?? id))}`
}

function isCopy(state: SeedExport, calendarId: string, event: WireResource): boolean {
  const events = state.resources.byKey('calendar.event')
  // A deleted instance only contains the id of its series.
  const whole =
    event.organizer === undefined && event.recurringEventId !== undefined
      ? events.get(`${calendarId}/${event.recurringEventId}`)?.resource
      : event
  if (whole?.organizer === undefined) return false
  const { email } = whole.organizer as { email?: string }
  return email !== calendarId && events.has(originalKey(whole))
}

const usual = {
  status: 'confirmed',
  eventType: 'default',
  reminders: { useDefault: true },
}

function exportedEvent(state: SeedExport, calendarId: string, event: WireResource): object {
  const { sequence: _sequence, organizer, attendees, ...rest } = writableOf(event)
  const isOrganizedElsewhere = organizer?.email !== undefined && organizer.email !== calendarId
  return withoutDefaults(
    {
      ...rest,
      ...(isOrganizedElsewhere && { organizer }),
      attendees: attendees?.map(exportedAttendee(state)),
    },
    { ...usual, ...(!isOrganizedElsewhere && { iCalUID: `${event.id}@google.com` }) },
  )
}

type Attendee = NonNullable<Event['attendees']>[number]

/** A missing response is the default, except for attendees who respond automatically. */
const exportedAttendee =
  (state: SeedExport) =>
  (attendee: Attendee): unknown => {
    const isUsual = !answersAtOnce(state, attendee.email!)
    const exported = withoutDefaults(
      { ...attendee },
      isUsual ? { responseStatus: 'needsAction' } : {},
    )
    return Object.keys(exported).length === 1 ? attendee.email : exported
  }

/** Rooms and people with absences. */
const answersAtOnce = (state: SeedExport, calendarId: string): boolean =>
  state.resources.byKey('admin.resource').has(calendarId) ||
  eventsOn(state, calendarId).some(
    ({ eventType }) => eventType === 'outOfOffice' || eventType === 'focusTime',
  )

const instanceNames = ['id', 'iCalUID', 'recurrence', 'recurringEventId', 'originalStartTime']

/** A changed or deleted instance: how it differs from its series. */
function exportedInstance(state: SeedExport, event: WireResource, master: WireResource): object {
  const { recurringEventId, originalStartTime } = event
  const place = { recurringEventId, originalStartTime }
  if (event.status === 'cancelled') return { ...place, status: 'cancelled' }
  const { sequence: _own, organizer: _organizer, ...own } = writableOf(event)
  const { sequence: _series, ...ofSeries } = writableOf(master)
  const changes = Object.entries(clearedProperties(ofSeries, own)).filter(
    ([name, value]) =>
      !instanceNames.includes(name) &&
      JSON.stringify(value) !== JSON.stringify(ofSeries[name as keyof typeof ofSeries]),
  )
  const { attendees, ...rest } = Object.fromEntries(changes) as Event
  return withoutDefaults({ ...place, ...rest, attendees: attendees?.map(exportedAttendee(state)) })
}

/** The instance, with empty values and defaults for what only its series has. */
function clearedProperties(series: object, instance: object): object {
  const missing = Object.entries(series)
    .filter(([name]) => !(name in instance))
    .map(([name, value]) => [name, clearedValue(name, value)])
  return { ...Object.fromEntries(missing), ...instance }
}

function clearedValue(name: string, value: unknown): unknown {
  if (typeof value === 'string') return ''
  if (Array.isArray(value)) return []
  return typeof value === 'object' ? {} : Event.properties![name]?.default
}

const personalNames = [
  'summary',
  'description',
  'location',
  'colorId',
  'transparency',
  'visibility',
  'extendedProperties',
  'reminders',
] as const

/** What attendees of this calendar have changed on their copies of events. */
export function exportedInvitations(state: SeedExport, calendarId: string): object[] {
  const events = state.resources.byKey('calendar.event')
  return eventsOn(state, calendarId)
    .filter((event) => isCopy(state, calendarId, event) && event.organizer !== undefined)
    .flatMap((copy) => {
      const { email } = copy.organizer as { email: string }
      // What an instance does not change, it has from its series.
      const series = events.get(`${calendarId}/${copy.recurringEventId}`)?.resource
      const original = events.get(`${email}/${originalId(String(copy.id))}`)?.resource ?? series
      const changes = personalNames.flatMap((name): [string, unknown][] => {
        const ownBefore = series?.reminders ?? usual.reminders
        const before = name === 'reminders' ? ownBefore : sharedPart(original?.[name])
        const value = copy[name] ?? (typeof before === 'string' ? '' : undefined)
        const isSame = [before, series && (series[name] ?? '')].some(
          (usually) => JSON.stringify(value) === JSON.stringify(usually),
        )
        return isSame || value === undefined ? [] : [[name, value]]
      })
      return changes.length === 0 ? [] : [{ id: copy.id, ...Object.fromEntries(changes) }]
    })
}

/** The properties of an event that its copies have as well. */
function sharedPart(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('private' in value)) return value
  const { private: _, ...shared } = value
  return Object.keys(shared).length === 0 ? undefined : shared
}
