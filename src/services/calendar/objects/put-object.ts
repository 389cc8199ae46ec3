import { domainOf } from '#/auth/directory/domains.ts'
import { findGroups } from '#/auth/directory/groups-members.ts'
import { calendarPrecondition } from '../errors.ts'
import type { CalendarContext, EventWriting } from '../operation.ts'
import { type EventRow, eventIn, writtenEvent } from '../store/events.ts'
import { isSingle, ObjectReader, type ObjectVersion } from './object-reader.ts'
import {
  namesPeople,
  scheduleParameters,
  withScheduleStatuses,
} from './scheduling/schedule-parameters.ts'
import type { SentObject } from './sent-object.ts'
import { writeObject } from './write-object.ts'

/** The version that a program has seen, which a write requires. */
export interface ObjectMatch {
  /** Throws if the object has another version; undefined if there is none. */
  readonly require: (version: ObjectVersion | undefined) => void
  /** Whether attendees may have responded since. */
  readonly allowsResponses: boolean
}

export interface PutObject {
  readonly name: string
  readonly sent: SentObject
  readonly match?: ObjectMatch | undefined
  /** Whether instances that the series does not have are left out, rather than refused. */
  readonly omitsUnknownInstances?: boolean
}

interface PutResult {
  readonly isNew: boolean
  readonly name: string
  /** The version with the text that was sent; undefined if the object has another text, or others can change it at once. */
  readonly version: ObjectVersion | undefined
}

/** Writes an object within a transaction on its calendar. */
export async function putObject(
  context: CalendarContext,
  events: EventWriting,
  { name, match, sent, omitsUnknownInstances = false }: PutObject,
): Promise<PutResult> {
  const { tx, access, writer } = events
  const { key: calendarKey } = access.calendar
  const reader = new ObjectReader(context, access, tx)
  const found = await reader.findNamed(name)
  match?.require(found && reader.versionOf(found))
  const { uid } = sent
  await requireOwnUid(reader, uid, found?.eventId)
  if (found !== undefined && eventIn(found.rows[0]!).iCalUID !== uid) {
    throw calendarPrecondition('no-uid-conflict', name, 409)
  }
  const rows = found?.rows ?? []
  requireFewAttendees(sent, { rows, attendeesMax: context.attendeesMax })
  const keepsResponses = match?.allowsResponses ?? false
  const options = { keepsResponses, omitsUnknownInstances }
  const result = await writeObject({ context, writing: events, sent, rows, ...options })
  const { eventId, row } = result
  const isAlone = isSingle(row) && writtenEvent(row).attendees === undefined
  const written = isAlone ? reader.ofSingle(row, found?.object) : await reader.ofEvent(eventId)
  const text = await withStatuses(context, { writing: events, rows: written.rows, sent })
  const rowsVersion = (await reader.says(written, sent)) ? reader.rowsVersionOf(written.rows) : ''
  const { object } = written
  const isSame = object?.text === text && object.rowsVersion === rowsVersion
  let stored = object
  if (stored === undefined || !isSame || stored.name !== name) {
    await writer.accountText(text.length - (object?.text.length ?? 0))
    const { userId } = context.caller
    const changeNumber = writer.takeNumber()
    stored = { calendarKey, eventId, name, userId, rowsVersion, text, changeNumber }
    await context.objects.put(tx, stored)
    if (object !== undefined && object.name !== name) {
      const changeNumber = writer.takeNumber()
      await context.objects.giveUpName(tx, object, { changeNumber, atMs: writer.nowMs })
    }
  }
  const isAsSent =
    isAlone && rowsVersion !== '' && text === sent.text && !reader.hides(written.rows)
  const version = isAsSent ? reader.versionOf({ rows: written.rows, object: stored }) : undefined
  return { isNew: found === undefined, name, version }
}

interface Statuses {
  readonly writing: EventWriting
  readonly rows: readonly EventRow[]
  readonly sent: SentObject
}

/** The text that was sent, with what became of the messages to attendees and the organizer (RFC 6638, 3.2.9). */
async function withStatuses(
  context: CalendarContext,
  { writing, rows, sent }: Statuses,
): Promise<string> {
  const { calendar } = writing.access
  if (!namesPeople(sent.text)) return sent.text
  const events = rows.map(eventIn)
  const { organizer } = events.find(({ attendees }) => attendees !== undefined) ?? {}
  if (organizer?.email === undefined) return withScheduleStatuses(sent.text, () => undefined)
  const { invitedElsewhere, isReplyWithheld } = scheduleParameters(sent.text)
  const responded = new Set(
    events
      .flatMap(({ attendees = [] }) => attendees)
      .filter(({ responseStatus }) => responseStatus !== 'needsAction')
      .map(({ email }) => email),
  )
  const isOrganizer = organizer.email === calendar.id
  const isReplySent = !isOrganizer && !isReplyWithheld && responded.has(calendar.id)
  const recipients = isOrganizer
    ? events.flatMap(({ attendees = [] }) => attendees.flatMap(({ email }) => email ?? []))
    : [organizer.email]
  const delivered = await deliveryStatuses(context, writing, recipients)
  return withScheduleStatuses(sent.text, ({ name, email }) => {
    if (name === 'ORGANIZER') return isReplySent ? delivered.get(email) : undefined
    if (!isOrganizer || email === calendar.id || invitedElsewhere.includes(email)) return undefined
    return responded.has(email) ? '2.0' : delivered.get(email)
  })
}

/** How messages reach people: on this server at once, elsewhere by mail, and not at unknown addresses here. */
async function deliveryStatuses(
  { calendars, domains }: CalendarContext,
  { tx }: EventWriting,
  recipients: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const emails = [...new Set(recipients)]
  const found = await calendars.findAll(tx, emails)
  const groups = await findGroups(tx, emails)
  const here = new Set([...found.map(({ id }) => id), ...groups.map(({ email }) => email)])
  const ours = await domains.names(tx)
  const statusOf = (email: string) => {
    if (here.has(email)) return '1.2'
    return ours.has(domainOf(email)) ? '3.7' : '1.1'
  }
  return new Map(emails.map((email) => [email, statusOf(email)]))
}

/** Refuses more attendees than an event can have, unless it has them already. */
function requireFewAttendees(
  { whole, instances }: SentObject,
  { rows, attendeesMax }: { readonly rows: readonly EventRow[]; readonly attendeesMax: number },
): void {
  const events = whole === undefined ? instances : [whole, ...instances]
  const most = Math.max(0, ...events.map(({ attendees = [] }) => attendees.length))
  const hasAsMany = () => rows.some((row) => (eventIn(row).attendees?.length ?? 0) >= most)
  if (most > attendeesMax && !hasAsMany()) {
    throw calendarPrecondition(
      'max-attendees-per-instance',
      `An event has at most ${attendeesMax} attendees.`,
    )
  }
}

/** Refuses a UID that another object of the calendar has. */
export async function requireOwnUid(
  objects: ObjectReader,
  uid: string,
  eventId: string | undefined,
): Promise<void> {
  const { context, reader, access } = objects
  const rows = await context.events.keysWithUid(reader, access.calendar.key, uid)
  const other = rows.find(
    ({ presence, id, masterId }) => presence === 'live' && (masterId ?? id) !== eventId,
  )
  if (other === undefined) return
  const { name } = await objects.ofEvent(other.masterId ?? other.id)
  throw calendarPrecondition('no-uid-conflict', name, 409)
}
