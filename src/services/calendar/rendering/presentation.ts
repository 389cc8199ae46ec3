import { withEtag } from '../event/etag.ts'
import { withoutAbsent } from '../event/event-content.ts'
import { instanceId } from '../event/event-id.ts'
import { dateTimeText, shownDate, shownTime, shownTimes, timesIn } from '../event/times.ts'
import type { Event } from '../schemas/event.ts'
import { isAtLeast } from '../sharing/access-rule.ts'
import { eventIn, type ShownRow } from '../store/events.ts'
import type { View } from './event-reply.ts'
import { type CallersPart, callersPartOf, personalPartsOf } from './personal-parts.ts'

const defaultReminders = '{"useDefault":true}'

/** Renders an event as text for a reader. Most readers get the stored text plus a few members. */
export function eventText(row: ShownRow, view: View): string {
  const isAsStored =
    view.maxAttendees === undefined &&
    !isMasked(row, view) &&
    !(isAnonymous(view) && row.wire.includes('"attendees":'))
  const stored = isAsStored ? wireInZone(row, view.zone) : undefined
  if (stored === undefined) return JSON.stringify(seenEvent(row, view))
  const tail = `,"htmlLink":${JSON.stringify(htmlLink(linkedId(row), view))},"reminders":`
  if (row.internal === '') return `${stored.slice(0, -1)}${tail}${defaultReminders}}`
  const { etag, reminders, source } = callersPart(row, view)
  const wire = etag === undefined ? stored : withEtag(stored, etag)
  const shownSource = source === undefined ? '' : `,"source":${JSON.stringify(source)}`
  return `${wire.slice(0, -1)}${tail}${JSON.stringify(reminders)}${shownSource}}`
}

// The first matches are the times of the event, because quotes within texts are escaped.
const startMark = '"start":{"dateTime":"'
const endMark = '"end":{"dateTime":"'
const timeEnd = '","timeZone":'

/**
 * The stored text with its times rendered in a zone, which costs a tenth of parsing it. Undefined if the
 * event has other times than those of its row.
 */
function wireInZone(row: ShownRow, zone: string): string | undefined {
  const { wire, kind, isAllDay, originalStart } = row
  if (row.zone === zone) return wire
  if (kind !== 'single' || isAllDay === 1 || originalStart !== null) return undefined
  const startAt = wire.indexOf(startMark) + startMark.length
  const afterStart = startAt + dateTimeLength(wire, startAt)
  const endAt = wire.indexOf(endMark, afterStart) + endMark.length
  const afterEnd = endAt + dateTimeLength(wire, endAt)
  const isFound = startAt >= startMark.length && endAt > afterStart
  if (!isFound || !wire.startsWith(timeEnd, afterStart) || !wire.startsWith(timeEnd, afterEnd)) {
    return undefined
  }
  const start = dateTimeText(row.startMs, zone)
  const end = dateTimeText(row.endMs, zone)
  return `${wire.slice(0, startAt)}${start}${wire.slice(afterStart, endAt)}${end}${wire.slice(afterEnd)}`
}

const dateTimeLength = (wire: string, at: number): number => wire.indexOf('"', at) - at

/** The same as an object. */
export function seenEvent(row: ShownRow, view: View, stored = eventIn(row)): Event {
  const event = inZone(stored, row, view.zone)
  if (isMasked(row, view)) return maskedEvent(event)
  const { etag = event.etag, reminders, source } = callersPart(row, view)
  return {
    ...withSeenAttendees(event, view),
    ...(etag && { etag }),
    htmlLink: htmlLink(linkedId(row), view),
    reminders,
    ...(source && { source }),
  }
}

/** Renders a deleted event as a tombstone for incremental sync. */
export const tombstoneText = (row: ShownRow, { zone }: View): string =>
  tombstoneOf(inZone(eventIn(row), row, zone))

/** The same for an event or a missing instance with its times in the zone of the reader. */
export const tombstoneOf = ({ kind, etag, id, recurringEventId, originalStartTime }: Event) =>
  JSON.stringify({ kind, etag, id, status: 'cancelled', recurringEventId, originalStartTime })

/**
 * Writers see the details of all events, readers those of events that are not private, others those
 * of public events.
 */
export function isMasked({ visibility }: Pick<ShownRow, 'visibility'>, { role }: View): boolean {
  if (visibility === 'public' || isAtLeast(role, 'writer')) return false
  return visibility === 'private' || !isAtLeast(role, 'reader')
}

/** The event that a link opens; for a series, its first instance. */
const linkedId = ({ id, kind, startMs, isAllDay }: ShownRow): string =>
  kind === 'series' ? instanceId(id, startMs, isAllDay === 1) : id

/** The page of the event. */
export const htmlLink = (id: string, { origin, calendarId }: View): string =>
  `${origin}/calendar/event?eid=${base64url(`${id} ${calendarId}`)}`

const base64url = (text: string): string => Buffer.from(text).toString('base64url')

/** The parts of an event that only this caller sees. */
function callersPart(
  row: Pick<ShownRow, 'internal' | 'creatorId'>,
  { userId }: View,
): Partial<CallersPart> & Pick<CallersPart, 'reminders'> {
  const parts = personalPartsOf(row)
  return (parts && callersPartOf(parts, userId)) ?? { reminders: { useDefault: true } }
}

/** The event with its times rendered in a zone. */
export function inZone(event: Event, row: ShownRow, zone: string): Event {
  if (row.zone === zone) return event
  const times = timesIn(row, event)
  const { originalStart } = row
  const original = event.originalStartTime
  const shown = { ...event, ...shownTimes(times, zone) }
  if (originalStart === null || original === undefined) return shown
  const ownZone = original.timeZone
  const originalStartTime =
    ownZone === undefined ? shownDate(originalStart) : shownTime(originalStart, { zone, ownZone })
  return { ...shown, originalStartTime }
}

/** Readers of public calendars who aren't signed in. */
const isAnonymous = ({ userId }: View): boolean => userId === ''

/**
 * Anonymous callers see no attendees, because addresses are not published with the calendar. With
 * more attendees than `maxAttendees`, other callers see only the calendar's own entry.
 */
function withSeenAttendees(event: Event, view: View): Event {
  const { attendees } = event
  if (attendees === undefined) return event
  if (isAnonymous(view)) return withoutAttendees(event)
  if (view.maxAttendees === undefined || attendees.length <= view.maxAttendees) return event
  return { ...event, attendees: attendees.filter(({ self }) => self), attendeesOmitted: true }
}

const withoutAttendees = ({ attendees: _, ...others }: Event): Event => others

/**
 * What free/busy readers see of an event. A series keeps its rule: its instances reveal as much, and
 * without the rule it would look like a single event.
 */
export const maskedEvent = (event: Event): Event =>
  withoutAbsent({
    kind: event.kind,
    etag: event.etag && maskedEtag(event.etag),
    id: event.id,
    status: event.status,
    start: event.start,
    end: event.end,
    recurrence: event.recurrence,
    recurringEventId: event.recurringEventId,
    originalStartTime: event.originalStartTime,
    transparency: event.transparency,
    visibility: 'private',
    iCalUID: event.iCalUID,
    eventType: event.eventType,
  }) as Event

/** A masked event is another representation, so it has another etag. */
export const maskedEtag = (etag: string): string => etag.replace('"3', '"4')
