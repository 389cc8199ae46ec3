import { duplicate, notFound } from '#/kernel/errors.ts'
import type { MailOptions } from '../attendees/attendee-mail.ts'
import { followWrite } from '../attendees/follow-write.ts'
import { calendarAsPerson, timeZoneOf } from '../calendar/calendar-row.ts'
import {
  cannotChangeOrganizer,
  cannotChangeOrganizerOfInstance,
  eventTypeRestriction,
} from '../errors.ts'
import { contentOf } from '../event/event-content.ts'
import { type InternalProperties, internalIn } from '../event/internal-properties.ts'
import { timesIn } from '../event/times.ts'
import type { BothWritings, CalendarContext } from '../operation.ts'
import type { FoundEvent, Target } from '../reading/target.ts'
import { assembledEvent, identityOf } from '../rendering/assembled-event.ts'
import { inZone } from '../rendering/presentation.ts'
import type { Event } from '../schemas/event.ts'
import type { Access } from '../sharing/access.ts'
import { type EventRow, eventIn } from '../store/events.ts'
import type { ObjectRow } from '../store/ical/objects.ts'
import type { EventChange } from './calendar-writer.ts'
import { removalsAfter } from './series-change.ts'

interface Move extends BothWritings {
  readonly found: FoundEvent
  readonly options: MailOptions
  /** What calendar programs are to find on the destination; by default, what they have sent. */
  readonly object?: Pick<ObjectRow, 'name' | 'text' | 'userId'>
  /** The caller has looked for events with the iCalUID on the destination. */
  readonly isUidChecked?: boolean
}

/** Moves an event to another calendar, and decides what follows from that. */
export async function moveAndFollow(context: CalendarContext, move: Move): Promise<EventRow> {
  const { source, destination: writing, found: before, options } = move
  const { target, current } = before
  requireMovable(target, current.event, source.access.calendar.id)
  const row = await moveEvent(context, { ...move, row: target.row })
  await followWrite(context, { ...writing, options, before, after: { row }, isMoved: true })
  return row
}

/** Only the organizer can move an event, and only as a whole. */
function requireMovable({ row, instance }: Target, event: Event, calendarId: string): void {
  if (instance !== undefined || row.kind === 'exception') throw cannotChangeOrganizerOfInstance()
  if (row.presence === 'tombstone') throw notFound()
  if (row.eventType !== 'default') {
    throw eventTypeRestriction('Only events of the type default can be moved.')
  }
  if (event.organizer?.email !== calendarId) throw cannotChangeOrganizer()
}

interface Moving extends BothWritings, Pick<Move, 'object' | 'isUidChecked'> {
  readonly row: EventRow
}

/** Moves an event with its exceptions to another calendar, and leaves tombstones. */
async function moveEvent(context: CalendarContext, moving: Moving): Promise<EventRow> {
  const { events, holders } = context
  const { source, destination, row } = moving
  const { tx } = source
  const there = await copyThere(context, moving)
  const all = await events.exceptionsOf(tx, row.calendarKey, row.id)
  const exceptions = all.filter(({ presence }) => presence !== 'tombstone')
  const { access, writer: arriving } = destination
  const { key } = access.calendar
  await leaveOutOthers(context, moving, exceptions)
  arriving.noteHolders(row.id, await holders.find(tx, row))
  const change = asOf(access, row)
  const { removed: _removed, forgotten: _forgotten, ...internal } = change.internal
  const { nextChangeNumber: changeNumber, nowMs: atMs } = arriving
  const removals =
    there?.kind === 'series' ? removalsAfter(there, { change, changeNumber, atMs }) : {}
  const arrived = await arriving.put({ ...change, internal: { ...internal, ...removals } })
  for (const exception of exceptions) await arriving.put(asOf(access, exception))
  await takeText(context, moving)
  for (const left of [row, ...exceptions]) await source.writer.put(tombstoneOf(left, key))
  return arrived
}

/** Moves the stored iCalendar object of the event, which can contain more than the event. */
async function takeText({ objects }: CalendarContext, moving: Moving): Promise<void> {
  const { source, destination, row } = moving
  const { tx, access, writer } = destination
  const { key: calendarKey } = access.calendar
  const sent = await objects.find(source.tx, row.calendarKey, row.id)
  const object = moving.object ?? sent
  if (object === undefined) return
  const other = await objects.findNamed(tx, calendarKey, object.name)
  const isTaken = other !== undefined && other.eventId !== row.id
  const name = isTaken && moving.object === undefined ? `${row.id}.ics` : object.name
  const { text, userId } = object
  await writer.accountText(text.length)
  const eventId = row.id
  const former = await objects.find(tx, calendarKey, eventId)
  // The organizer changes, so that the object no longer matches the event.
  const said = { text, userId, rowsVersion: '' }
  const changeNumber = writer.takeNumber()
  await objects.put(tx, { calendarKey, eventId, name, ...said, changeNumber })
  if (former !== undefined && former.name !== name) {
    await objects.giveUpName(tx, former, {
      changeNumber: writer.takeNumber(),
      atMs: writer.nowMs,
    })
  }
}

/** Removes the destination's own exceptions, because the moved event replaces them. */
async function leaveOutOthers(
  { events }: CalendarContext,
  { destination, row }: Moving,
  exceptions: readonly EventRow[],
): Promise<void> {
  const { tx, access, writer } = destination
  const arriving = new Set(exceptions.map(({ id }) => id))
  const there = await events.exceptionsOf(tx, access.calendar.key, row.id)
  const left = there.filter(({ id, presence }) => presence !== 'tombstone' && !arriving.has(id))
  for (const exception of left) await writer.put({ ...tombstoneOf(exception), copyOf: null })
}

/**
 * The destination's row of the event: the tombstone of an earlier move, or a copy of the source's event. Any
 * other event with the same id or iCalUID prevents the move.
 */
async function copyThere(
  { events }: CalendarContext,
  { source, destination, row, isUidChecked = false }: Moving,
): Promise<EventRow | undefined> {
  const { tx, access } = destination
  const { key } = access.calendar
  const { iCalUID } = eventIn(row)
  const withUid = await events.withUid(tx, key, iCalUID!)
  const others = withUid.filter(({ id, kind }) => kind !== 'exception' && id !== row.id)
  const there = await events.findIn(tx, key, row.id)
  const isOther =
    there !== undefined && !isCopy(there, { iCalUID, organizer: source.access.calendar.id })
  if ((others.length > 0 && !isUidChecked) || isOther) throw duplicate('The requested identifier')
  return there
}

function isCopy(
  row: EventRow,
  { iCalUID, organizer }: { readonly iCalUID: string | undefined; readonly organizer: string },
): boolean {
  const event = eventIn(row)
  const isLeft = row.presence === 'tombstone' || event.organizer?.email === organizer
  return event.iCalUID === iCalUID && isLeft
}

/** The event as it is stored on the destination. */
function asOf(
  { calendar }: Access,
  row: EventRow,
): EventChange & { readonly internal: InternalProperties } {
  const zone = timeZoneOf(calendar)
  const event = inZone(eventIn(row), row, zone)
  const times = timesIn(row, event)
  // Labels belong to a calendar.
  const { eventLabelId: _, ...content } = contentOf(event)
  const identity = { ...identityOf(event), organizer: calendarAsPerson(calendar) }
  return {
    ...movedColumns(row, event),
    event: assembledEvent({ identity, content, times, calendarId: calendar.id, zone }),
    presence: row.presence,
  }
}

/**
 * The tombstone on the source calendar. It is stored as an attendee copy of the moved event, so that a later
 * invitation of that calendar replaces it instead of creating a second event.
 */
function tombstoneOf(row: EventRow, copyOf?: number): EventChange {
  const event = eventIn(row)
  return {
    ...movedColumns(row, event),
    event: { ...event, status: 'cancelled' },
    presence: 'tombstone',
    ...(copyOf !== undefined && { copyOf }),
  }
}

const movedColumns = (row: EventRow, event: Event) => ({
  times: timesIn(row, event),
  kind: row.kind,
  masterId: row.masterId,
  originalStart: row.originalStart,
  creatorId: row.creatorId,
  internal: internalIn(row.internal),
})
