import { isDeepStrictEqual } from 'node:util'
import { responseOf } from '../attendees/attendee-change.ts'
import { isNews, type MailOptions, mailAgain } from '../attendees/attendee-mail.ts'
import { changeAndFollow } from '../attendees/follow-write.ts'
import { timeZoneOf } from '../calendar/calendar-row.ts'
import { calendarPrecondition } from '../errors.ts'
import { contentOf } from '../event/event-content.ts'
import {
  type CurrentEvent,
  draftForInsert,
  draftForUpdate,
  type EventContext,
} from '../event/event-draft.ts'
import { internalIn } from '../event/internal-properties.ts'
import { originalStartOf } from '../event/times.ts'
import { exportedText } from '../ical/exported-calendar.ts'
import type { ParsedEvent } from '../ical/parse-event.ts'
import type { CalendarContext, EventWriting } from '../operation.ts'
import { instanceEvent } from '../reading/in-window.ts'
import { changeableEvent, type FoundEvent, type Target } from '../reading/target.ts'
import { hasOriginalStartOf, type SeriesModel, seriesModel } from '../recurrence/series-models.ts'
import type { Event } from '../schemas/event.ts'
import { type EventRow, eventIn } from '../store/events.ts'
import type { ObjectRow } from '../store/ical/objects.ts'
import { deleteEvent, eventContext } from '../writing/change.ts'
import { createEvent } from '../writing/creation.ts'
import { importEvent } from '../writing/import-event.ts'
import { exceptionDates, mergedRecurrence } from './exception-dates.ts'
import { type ScheduleParameters, scheduleParameters } from './scheduling/schedule-parameters.ts'
import type { SentObject } from './sent-object.ts'

/** Calendar programs leave it to the server to invite attendees and to respond, unless they say otherwise. */
const optionsOf = ({ invitedElsewhere, isReplyWithheld }: ScheduleParameters): MailOptions => ({
  sendUpdates: 'all',
  invitedElsewhere,
  ...(isReplyWithheld && silent),
})

/** The organizer learns of nothing. */
const silent = { sendUpdates: 'none', isReplyWithheld: true } as const satisfies MailOptions

interface ObjectWriting {
  readonly context: CalendarContext
  readonly writing: EventWriting
  readonly sent: SentObject
  readonly options: MailOptions
  /** Whether the responses of other attendees stay as they are. */
  readonly keepsResponses: boolean
  /** Whether instances that the series does not have are left out, rather than refused. */
  readonly omitsUnknownInstances: boolean
  /** The rows of the object that are not deleted. */
  readonly rows: readonly EventRow[]
}

interface WrittenEvents {
  /** The id of the event or series. */
  readonly eventId: string
  /** The event or series; undefined for what was imported. */
  readonly row?: EventRow
}

/** Writes the events of an object. */
export async function writeObject(writing: Omit<ObjectWriting, 'options'>): Promise<WrittenEvents> {
  const { sent, rows } = writing
  const parameters = scheduleParameters(sent.text)
  const object = { ...writing, options: optionsOf(parameters) }
  const whole = rows.find(({ masterId }) => masterId === null)
  if (sent.whole === undefined || (whole === undefined && isInvitation(object))) {
    return { eventId: await importObject(object) }
  }
  const row =
    whole === undefined
      ? await addWhole(object, sent.whole)
      : (await changeTo(object, { row: whole }, sent.whole)).row
  if (whole !== undefined) await sendAgain(object, { before: whole, row, parameters })
  if (row.kind === 'series') await writeInstances(object, row.id)
  else if (sent.instances.length > 0 && !object.omitsUnknownInstances) {
    throw calendarPrecondition(
      'valid-calendar-object-resource',
      'An event that does not repeat has no instances.',
    )
  }
  return { eventId: row.id, row }
}

/** Sends what a program asks to send although nothing has changed (RFC 6638, 7.2). */
async function sendAgain(
  { context, writing }: ObjectWriting,
  {
    before,
    row,
    parameters: { forced, isReplyForced },
  }: {
    readonly before: EventRow
    readonly row: EventRow
    readonly parameters: ScheduleParameters
  },
): Promise<void> {
  if (forced.length === 0 && !isReplyForced) return
  const event = eventIn(row)
  if (before !== row && isNews(eventIn(before), event)) return
  const recipients = [...forced, ...(isReplyForced ? [event.organizer?.email ?? ''] : [])]
  const { tx, access, writer } = writing
  await mailAgain(context, { tx, access, row }, { recipients, atMs: writer.nowMs })
}

/** Whether somebody else organizes the event. Programs name the user as the organizer on every calendar. */
function isInvitation({ context, sent, writing }: ObjectWriting): boolean {
  const email = sent.whole?.organizer?.email
  const own = [undefined, writing.access.calendar.id, context.caller.email]
  return !own.includes(email)
}

/** Adds what others organize, or instances whose series is not on the calendar. */
async function importObject(object: ObjectWriting): Promise<string> {
  const { sent, rows } = object
  const replaced = rows.find(({ kind, masterId }) => kind === 'single' && masterId === null)
  if (replaced !== undefined) await deleteRow(object, replaced)
  const written: EventRow[] = []
  for (const event of [...(sent.whole ? [sent.whole] : []), ...sent.instances]) {
    const row = sent.whole === undefined ? loneInstance(object, event) : undefined
    written.push(
      row ? (await changeTo(object, { row }, event)).row : await importOne(object, event),
    )
  }
  await deleteLoneInstances(object, written)
  const { id, masterId } = written.at(-1)!
  return masterId ?? id
}

/** The instance of the object that an event changes, if it is there without its series. */
function loneInstance({ rows, writing }: ObjectWriting, event: ParsedEvent): EventRow | undefined {
  const zone = timeZoneOf(writing.access.calendar)
  const originalStart = originalStartOf(event.originalStartTime!, zone)
  return rows.find((row) => isLone(row) && row.originalStart === originalStart)
}

const isLone = ({ kind, masterId, presence }: EventRow): boolean =>
  kind === 'single' && masterId !== null && presence === 'live'

function importOne(object: ObjectWriting, { organizer, ...body }: ParsedEvent): Promise<EventRow> {
  const { context, writing, sent } = object
  const isOwn = organizer?.email === writing.access.calendar.id
  const imported = { body, iCalUID: sent.uid, organizer: isOwn ? undefined : organizer }
  return importEvent(context, writing, imported)
}

/**
 * Deletes instances that the object had without their series, unless they were written or belong to it now. Adding a
 * series is no response to invitations to its instances.
 */
async function deleteLoneInstances(
  object: ObjectWriting,
  written: readonly EventRow[],
): Promise<void> {
  const kept = new Set(written.map(({ id }) => id))
  const series = written.find(({ kind }) => kind === 'series')
  const isOfSeries = (row: EventRow) =>
    series?.id === row.masterId && hasOriginalStartOf(seriesModel(series), row)
  for (const row of object.rows) {
    const isInvited = row.copyOf !== null && object.sent.whole !== undefined
    const isKept = kept.has(row.id) || isOfSeries(row) || isInvited
    if (isLone(row) && !isKept) await deleteRow(object, row)
  }
}

async function deleteRow(object: ObjectWriting, row: EventRow): Promise<void> {
  const { context, writing, options } = object
  await deleteEvent(context, { ...writing, ...foundFor(object, { row }), options })
}

const contextOf = ({ context, writing }: ObjectWriting): EventContext =>
  eventContext(context, writing.access)

/** Adds an event or series. A series takes over instances that the object had without it. */
async function addWhole(object: ObjectWriting, event: ParsedEvent): Promise<EventRow> {
  const { context, writing, rows } = object
  if (rows.length > 0) {
    const row = await importOne(object, event)
    await deleteLoneInstances(object, [row])
    return row
  }
  const { organizer: _, ...body } = event
  return createEvent(context, writing, {
    id: context.newEventId(),
    iCalUID: body.iCalUID,
    isUidChecked: true,
    draft: draftForInsert(body, contextOf(object)),
    sequence: Math.max(body.sequence ?? 0, 0),
    options: object.options,
  })
}

/** Changes an event or instance to what was sent. */
function changeTo(object: ObjectWriting, target: Target, event: ParsedEvent): Promise<Target> {
  const { context, writing } = object
  const found = foundFor(object, target)
  const { current } = found
  const responder = object.keepsResponses ? writing.access.calendar.id : undefined
  const body = bodyAfter(current, event, responder)
  const sequence =
    (event.sequence ?? 0) > (current.event.sequence ?? 0) ? event.sequence : undefined
  return changeAndFollow(context, {
    ...writing,
    ...found,
    draft: draftForUpdate(current, body, contextOf(object)),
    sequence,
    options: object.options,
  })
}

const foundFor = ({ context, writing }: ObjectWriting, target: Target): FoundEvent =>
  changeableEvent(target, writing.access, context.caller)

/**
 * The event with what iCalendar can say replaced; what it cannot say stays. If only one attendee is to
 * respond, the responses of others stay as well.
 */
function bodyAfter(
  { event, reminders, source }: CurrentEvent,
  sent: ParsedEvent,
  responder: string | undefined,
): Event {
  const { organizer: _organizer, sequence: _sequence, originalStartTime: _start, ...said } = sent
  const hadReminders = (reminders?.overrides ?? []).length > 0
  const silent = hadReminders ? { useDefault: false, overrides: [] } : reminders
  const {
    summary: _summary,
    description: _description,
    location: _location,
    recurrence: _recurrence,
    transparency: _transparency,
    visibility: _visibility,
    attendees: _attendees,
    attendeesOmitted: _omitted,
    status: _status,
    sequence: _former,
    ...kept
  } = event
  const chosen = said.reminders ?? silent
  const cameFrom = said.source ?? source
  return {
    ...kept,
    ...said,
    ...sameTexts(event, sent),
    ...(cameFrom && { source: cameFrom }),
    ...(said.extendedProperties && {
      extendedProperties: { ...event.extendedProperties, ...said.extendedProperties },
    }),
    ...(chosen && { reminders: chosen }),
    ...(said.attendees && { attendees: mergedAttendees(event, said.attendees, responder) }),
    ...(said.recurrence && {
      recurrence: mergedRecurrence({ stored: event, sent: said }).recurrence,
    }),
  }
}

/** The texts that a program has sent back as they were shown, with the characters that iCalendar lacks. */
const sameTexts = (event: Event, sent: ParsedEvent): Event =>
  Object.fromEntries(
    (['summary', 'description', 'location'] as const)
      .filter((name) => exportedText(event[name]) === (sent[name] ?? ''))
      .flatMap((name) => (event[name] === undefined ? [] : [[name, event[name]]])),
  )

/** Attendees keep what iCalendar does not say of them, such as comments. */
function mergedAttendees(
  { attendees = [] }: Event,
  sent: NonNullable<Event['attendees']>,
  responder: string | undefined,
) {
  const storedByEmail = new Map(attendees.map((attendee) => [attendee.email, attendee]))
  return sent.map(({ email, ...said }) => {
    const stored = storedByEmail.get(email)
    const { optional: _, additionalGuests: _guests, ...kept } = stored ?? {}
    const isResponding = responder === undefined || stored === undefined || email === responder
    const response = isResponding ? {} : responseOf(stored)
    return { ...kept, ...(email !== undefined && { email }), ...said, ...response }
  })
}

/** Makes the instances of a series those of the object: changed, cancelled, or as the series says. */
async function writeInstances(object: ObjectWriting, masterId: string): Promise<void> {
  const { sent, writing } = object
  let series = await seriesOf(object, masterId)
  const written = new Set<number>()
  for (const event of sent.instances) {
    const originalStart = originalStartOf(event.originalStartTime!, series.model.startZone)
    const target = instanceTarget(series, originalStart)
    if (target === undefined) {
      if (object.omitsUnknownInstances) continue
      throw calendarPrecondition(
        'valid-calendar-object-resource',
        'The series has no instance at the RECURRENCE-ID.',
      )
    }
    written.add(originalStart!)
    const { nextChangeNumber } = writing.writer
    await changeTo(object, target, event)
    // A stricter visibility is that of the whole series.
    const hasWrittenOthers = writing.writer.nextChangeNumber > nextChangeNumber + 1
    if (hasWrittenOthers) series = await seriesOf(object, masterId)
  }
  const cancelled = exceptionDates(sent.whole!.recurrence ?? [], sent.whole!.start)
  await restoreOthers(object, series, written.union(cancelled))
  for (const originalStart of cancelled.difference(written)) {
    await cancelInstance(object, instanceTarget(series, originalStart))
  }
}

/** A series with its exceptions before the write, which are read and compiled once for all of them. */
interface StoredSeries {
  readonly master: EventRow
  readonly model: SeriesModel
  readonly exceptions: ReadonlyMap<number | null, EventRow>
}

async function seriesOf(object: ObjectWriting, masterId: string): Promise<StoredSeries> {
  const { tx, access } = object.writing
  const { events } = object.context
  const master = (await events.findIn(tx, access.calendar.key, masterId))!
  const exceptions = await events.exceptionsOf(tx, access.calendar.key, masterId)
  return {
    master,
    model: seriesModel(master),
    exceptions: new Map(exceptions.map((row) => [row.originalStart, row])),
  }
}

/** The instance of a series; undefined if the series has none there. */
function instanceTarget(
  { master, model, exceptions }: StoredSeries,
  originalStart: number | undefined,
): Target | undefined {
  if (originalStart === undefined || !model.series.hasOriginalStart(originalStart)) return undefined
  const row = exceptions.get(originalStart)
  return row === undefined ? { row: master, instance: { originalStart, model } } : { row, master }
}

/** Gives up the exceptions that the object no longer has: they become what the series says. */
async function restoreOthers(
  object: ObjectWriting,
  { master, model, exceptions }: StoredSeries,
  kept: ReadonlySet<number>,
): Promise<void> {
  const { context, writing } = object
  for (const row of exceptions.values()) {
    if (row.presence === 'tombstone' || kept.has(row.originalStart!)) continue
    const hasOwn = Object.keys(internalIn(row.internal).overrides ?? {}).length > 0
    if (row.presence === 'live' && !hasOwn) continue
    const found = foundFor(object, { row, master })
    const base = instanceEvent(eventIn(master), {
      model,
      originalStart: row.originalStart!,
      zone: timeZoneOf(writing.access.calendar),
    })
    const ofSeries = internalIn(master.internal).reminders?.[context.caller.userId]
    const body = { ...base, ...(ofSeries && { reminders: ofSeries }) }
    await changeAndFollow(context, {
      ...writing,
      ...found,
      draft: draftForUpdate(found.current, body, contextOf(object)),
      options: object.options,
    })
  }
}

async function cancelInstance(object: ObjectWriting, target: Target | undefined): Promise<void> {
  const { context, writing } = object
  if (target === undefined || target.row.presence === 'cancelled') return
  await deleteEvent(context, { ...writing, ...foundFor(object, target), options: object.options })
}

interface Deletion extends Pick<ObjectWriting, 'context' | 'writing'> {
  readonly found: { readonly rows: readonly EventRow[]; readonly object: ObjectRow | undefined }
  /** Whether neither attendees nor organizers are told. */
  readonly isSilent?: boolean
}

/** Deletes the events of an object. */
export async function deleteObject({
  context,
  writing,
  found: { rows, object },
  isSilent = false,
}: Deletion): Promise<void> {
  const { isReplyWithheld } = scheduleParameters(object?.text ?? '')
  const options: MailOptions = isSilent || isReplyWithheld ? silent : { sendUpdates: 'all' }
  const wholes = rows.filter(({ kind }) => kind !== 'exception')
  for (const row of wholes) {
    const found = changeableEvent({ row }, writing.access, context.caller)
    if (isDeepStrictEqual(contentOf(found.current.event).status, 'cancelled')) continue
    await deleteEvent(context, { ...writing, ...found, options })
  }
}
