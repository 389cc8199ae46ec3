import { duplicate } from '#/kernel/errors.ts'
import { contentOf } from '../event/event-content.ts'
import { type InternalProperties, internalIn } from '../event/internal-properties.ts'
import { timesIn } from '../event/times.ts'
import type { BothWritings, CalendarContext } from '../operation.ts'
import { assembledEvent, identityOf } from '../rendering/assembled.ts'
import { inZone } from '../rendering/presentation.ts'
import type { Event } from '../schemas/event.ts'
import type { Access } from '../sharing/access.ts'
import { timeZoneOf } from '../store/calendars.ts'
import { type EventRow, eventIn } from '../store/events.ts'
import type { EventChange } from './calendar-writer.ts'
import { calendarAsPerson } from './creation.ts'
import { removalsAfter } from './series-change.ts'

type Given = Pick<CalendarContext, 'store' | 'attendeesMax' | 'copiesPerEventMax'>

interface Moving extends BothWritings {
  readonly row: EventRow
}

/** Moves an event with its exceptions to another calendar, and leaves tombstones. */
export async function moveEvent(given: Given, moving: Moving): Promise<EventRow> {
  const { store } = given
  const { source, destination, row } = moving
  const { tx } = source
  const there = await copyThere(given, moving)
  const all = await store.events.exceptionsOf(tx, row.calendarKey, row.id)
  const exceptions = all.filter(({ presence }) => presence !== 'tombstone')
  const { access, writer: arriving } = destination
  const { key } = access.calendar
  await leaveOutOthers(given, moving, exceptions)
  arriving.noteHolders(row.id, await store.holders.find(tx, row))
  const change = asOf(access, row)
  const { removed: _removed, forgotten: _forgotten, ...internal } = change.internal
  const { nextChangeNumber: changeNumber, nowMs: atMs } = arriving
  const removals =
    there?.kind === 'series' ? removalsAfter(there, { change, changeNumber, atMs }) : {}
  const arrived = await arriving.put({ ...change, internal: { ...internal, ...removals } })
  for (const exception of exceptions) await arriving.put(asOf(access, exception))
  await takeText(given, moving)
  for (const left of [row, ...exceptions]) await source.writer.put(tombstoneOf(left, key))
  return arrived
}

/** Moves the stored iCalendar object of the event, which can contain more than the event. */
async function takeText({ store }: Given, { source, destination, row }: Moving): Promise<void> {
  const { tx, access, writer } = destination
  const { key: calendarKey } = access.calendar
  const object = await store.objects.find(source.tx, row.calendarKey, row.id)
  if (object === undefined) return
  const other = await store.objects.findNamed(tx, calendarKey, object.name)
  const isTaken = other !== undefined && other.eventId !== row.id
  const name = isTaken ? `${row.id}.ics` : object.name
  await writer.accountText(object.text.length)
  // The organizer changes, so that the object no longer matches the event.
  const changeNumber = writer.takeNumber()
  await store.objects.put(tx, { ...object, calendarKey, name, rowsVersion: '', changeNumber })
}

/** Removes the destination's own exceptions, because the moved event replaces them. */
async function leaveOutOthers(
  { store }: Given,
  { destination, row }: Moving,
  exceptions: readonly EventRow[],
): Promise<void> {
  const { tx, access, writer } = destination
  const arriving = new Set(exceptions.map(({ id }) => id))
  const there = await store.events.exceptionsOf(tx, access.calendar.key, row.id)
  const left = there.filter(({ id, presence }) => presence !== 'tombstone' && !arriving.has(id))
  for (const exception of left) await writer.put({ ...tombstoneOf(exception), copyOf: null })
}

/**
 * The destination's row of the event: the tombstone of an earlier move, or a copy of the source's event. Any
 * other event with the same id or iCalUID prevents the move.
 */
async function copyThere(
  { store }: Given,
  { source, destination, row }: Moving,
): Promise<EventRow | undefined> {
  const { tx, access } = destination
  const { key } = access.calendar
  const { iCalUID } = eventIn(row)
  const withUid = await store.events.withUid(tx, key, iCalUID!)
  const others = withUid.filter(({ id, kind }) => kind !== 'exception' && id !== row.id)
  const there = await store.events.findIn(tx, key, row.id)
  const isOther =
    there !== undefined && !isCopy(there, { iCalUID, organizer: source.access.calendar.id })
  if (others.length > 0 || isOther) throw duplicate('The requested identifier')
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
    ...rowParts(row, event),
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
    ...rowParts(row, event),
    event: { ...event, status: 'cancelled' },
    presence: 'tombstone',
    ...(copyOf !== undefined && { copyOf }),
  }
}

const rowParts = (row: EventRow, event: Event) => ({
  times: timesIn(row, event),
  kind: row.kind,
  masterId: row.masterId,
  originalStart: row.originalStart,
  creatorId: row.creatorId,
  internal: internalIn(row.internal),
})
