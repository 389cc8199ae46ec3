import { invalidField } from '#/kernel/errors.ts'
import { changeAndFollow } from '../attendees/follow-write.ts'
import { type CalendarRow, calendarAsPerson, timeZoneOf } from '../calendar/calendar-row.ts'
import { participantIsNeitherOrganizerNorAttendee } from '../errors.ts'
import {
  type CurrentEvent,
  draftForInsert,
  draftForUpdate,
  type EventContext,
} from '../event/event-draft.ts'
import { idOfICalUid, instanceId } from '../event/event-id.ts'
import { internalIn } from '../event/internal-properties.ts'
import { addressIn } from '../event/properties/attendees.ts'
import { requireSequence, staleSequence } from '../event/sequence.ts'
import { originalStartOf, shownDate, shownTime } from '../event/times.ts'
import type { CalendarContext, EventWriting } from '../operation.ts'
import { instanceEvent } from '../reading/in-window.ts'
import { changeableEvent, type Target } from '../reading/target.ts'
import {
  hasOriginalStartOf,
  recurrenceOfInstance,
  seriesModel,
} from '../recurrence/series-models.ts'
import type { EventIdentity } from '../rendering/assembled-event.ts'
import { inZone } from '../rendering/presentation.ts'
import type { Event } from '../schemas/event.ts'
import { type EventRow, eventIn } from '../store/events.ts'
import { isTimeZone } from '../time/zone-offsets.ts'
import type { CalendarWriter } from './calendar-writer.ts'
import { type DraftFlags, eventContext } from './change.ts'
import { createEvent, type LoneInstance } from './creation.ts'
import { overridesOf } from './instance-change.ts'
import { unchangedColumns } from './series-change.ts'

interface Imported {
  readonly body: Event
  readonly iCalUID: string
  readonly organizer: EventIdentity['organizer'] | undefined
  /** How to read the body, by the parameters of the call. */
  readonly flags?: DraftFlags
}

/**
 * Adds an imported event, or updates the existing one. Events are the same if they have the same iCalUID and
 * the same original start, or both none (RFC 5545, 3.8.4.4).
 */
export async function importEvent(
  context: CalendarContext,
  writing: EventWriting,
  imported: Imported,
): Promise<EventRow> {
  const { tx, access, writer } = writing
  const { calendar } = access
  const rows = await context.events.withUid(tx, calendar.key, imported.iCalUID)
  const found = importTarget(rows, imported, calendar)
  const row =
    'target' in found
      ? await updateImported(context, writing, { ...imported, target: found.target })
      : await addImported(context, writing, { ...imported, instance: found.instance })
  if (row.kind === 'series' && row.presence === 'live') {
    const instances = rows.filter(({ kind, masterId }) => kind === 'single' && masterId === row.id)
    await adoptInstances(writer, { master: row, instances })
  }
  return row
}

/** An import sends no invitations, so that every writer may name attendees. */
const importContext = (
  context: CalendarContext,
  { access }: EventWriting,
  { flags }: Imported,
): EventContext => ({ ...eventContext(context, access, flags), isBareServiceAccount: false })

function addImported(
  context: CalendarContext,
  writing: EventWriting,
  imported: Imported & { readonly instance: NewInstance | undefined },
): Promise<EventRow> {
  const { body, iCalUID, organizer, instance } = imported
  if (instance !== undefined && body.recurrence !== undefined && body.recurrence.length > 0) {
    throw recurrenceOfInstance()
  }
  return createEvent(context, writing, {
    id: instance?.id ?? idOfICalUid(iCalUID),
    iCalUID,
    isUidChecked: true,
    draft: draftForInsert(body, importContext(context, writing, imported)),
    sequence: requireSequence(body.sequence),
    organizer,
    instance,
  })
}

async function updateImported(
  context: CalendarContext,
  writing: EventWriting,
  { target, ...imported }: Imported & { readonly target: Target },
): Promise<EventRow> {
  const { access } = writing
  const { body, organizer } = imported
  const found = changeableEvent(target, access, context.caller)
  const { current } = found
  const { row } = await changeAndFollow(context, {
    ...writing,
    ...found,
    draft: draftForUpdate(current, body, importContext(context, writing, imported)),
    revision: importedRevision(body, target, current),
    organizer: organizer ?? calendarAsPerson(access.calendar),
  })
  return row
}

/**
 * The revision of an imported event, which its organizer counts. An older revision than that of the existing
 * event is refused, unless that event was deleted here.
 */
function importedRevision(
  { sequence }: Event,
  { row, instance }: Target,
  { event }: CurrentEvent,
): number {
  const stored = event.sequence ?? 0
  if (sequence === undefined) return stored
  const isKept = instance === undefined && row.presence !== 'tombstone'
  if (isKept && sequence < stored) throw staleSequence(stored)
  return isKept ? sequence : Math.max(sequence, 0)
}

interface NewInstance extends LoneInstance {
  readonly id: string
}

type Found = { readonly target: Target } | { readonly instance: NewInstance | undefined }

/** The event or instance that an import refers to; otherwise the position of the new event. */
function importTarget(
  rows: readonly EventRow[],
  { body, iCalUID }: Imported,
  calendar: CalendarRow,
): Found {
  const wholes = rows.filter(({ masterId }) => masterId === null)
  const whole = wholes.find(({ presence }) => presence === 'live') ?? wholes[0]
  const { originalStartTime } = body
  if (originalStartTime === undefined) {
    return whole === undefined ? { instance: undefined } : { target: { row: whole } }
  }
  const isOwn = whole !== undefined && organizerOf(whole) === calendar.id
  if (whole?.kind === 'series' && (isOwn || whole.presence === 'live')) {
    return { target: instanceOf(whole, rows, originalStartTime) }
  }
  const masterId = whole === undefined || isOwn ? idOfICalUid(iCalUID) : whole.id
  const instance = newInstance(masterId, body, timeZoneOf(calendar))
  const row = rows.find(({ id, kind }) => id === instance.id && kind === 'single')
  return row === undefined ? { instance } : { target: { row } }
}

const organizerOf = (row: EventRow) => eventIn(row).organizer?.email

/** An instance of a series on the calendar. */
function instanceOf(
  master: EventRow,
  rows: readonly EventRow[],
  originalStartTime: NonNullable<Event['originalStartTime']>,
): Target {
  const model = seriesModel(master)
  const originalStart = originalStartOf(originalStartTime, model.startZone)
  const existing = rows.find(
    ({ masterId, originalStart: taken }) => masterId === master.id && taken === originalStart,
  )
  if (existing !== undefined) return { row: existing }
  if (originalStart === undefined || !model.series.hasOriginalStart(originalStart)) {
    throw invalidField('The series has no instance at the original start.')
  }
  return { row: master, instance: { originalStart, model } }
}

/** An instance of a series that is not on the calendar. */
function newInstance(masterId: string, body: Event, calendarZone: string): NewInstance {
  const { date, timeZone } = body.originalStartTime!
  const ownZone = timeZone ?? body.start?.timeZone ?? calendarZone
  const originalStart = isTimeZone(ownZone)
    ? originalStartOf(body.originalStartTime!, ownZone)
    : undefined
  if (originalStart === undefined) throw invalidField('Invalid original start time.')
  const isAllDay = date !== undefined
  return {
    id: instanceId(masterId, originalStart, isAllDay),
    masterId,
    originalStart,
    originalStartTime: isAllDay
      ? shownDate(originalStart)
      : shownTime(originalStart, { zone: calendarZone, ownZone }),
  }
}

/**
 * The organizer of an imported event; undefined if it is the calendar itself. The calendar has to be the
 * organizer or an attendee.
 */
export function importedOrganizer(
  { organizer, attendees = [] }: Event,
  calendarId: string,
): EventIdentity['organizer'] | undefined {
  if (!organizer?.email) return undefined
  const email = addressIn(organizer.email)
  if (email === undefined) throw invalidField('Invalid organizer email.')
  if (email === calendarId) return undefined
  if (!attendees.some((attendee) => addressIn(attendee.email ?? '') === calendarId)) {
    throw participantIsNeitherOrganizerNorAttendee()
  }
  const { displayName } = organizer
  return { email, ...(displayName && { displayName }) }
}

/**
 * Turns instances that were imported before their series into exceptions of it. An instance that the series
 * does not have stays a separate event.
 */
async function adoptInstances(
  writer: CalendarWriter,
  { master, instances }: { readonly master: EventRow; readonly instances: readonly EventRow[] },
): Promise<void> {
  const model = seriesModel(master)
  const { zone } = master
  const series = eventIn(master)
  for (const row of instances) {
    if (!hasOriginalStartOf(model, row)) continue
    const event = inZone(eventIn(row), row, zone)
    const base = instanceEvent(series, { model, originalStart: row.originalStart!, zone })
    await writer.put({
      ...unchangedColumns(row, event),
      kind: 'exception',
      event,
      before: event,
      presence: row.presence === 'live' ? 'live' : 'cancelled',
      internal: { ...internalIn(row.internal), overrides: overridesOf(base, event) },
    })
  }
}
