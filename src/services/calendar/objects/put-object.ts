import { conditionNotMet } from '#/kernel/errors.ts'
import { calendarPrecondition } from '../errors.ts'
import type { CalendarContext, EventWriting } from '../operation.ts'
import { type EventRow, eventIn } from '../store/events.ts'
import { ObjectReader, type ObjectVersion } from './object-reader.ts'
import type { SentObject } from './sent-object.ts'
import { writeObject } from './write-object.ts'

/** The version that a program has seen, which a write requires. */
export interface ObjectMatch {
  /** Throws if the object has another version. */
  readonly require: (version: ObjectVersion) => void
  /** Whether attendees may have responded since. */
  readonly allowsResponses: boolean
}

export interface PutObject {
  readonly name: string
  readonly sent: SentObject
  /** Whether there must be no object of this name yet. */
  readonly isNew: boolean
  readonly match?: ObjectMatch | undefined
}

/** Writes an object within a transaction on its calendar. */
export async function putObject(
  context: CalendarContext,
  events: EventWriting,
  { name, isNew, match, sent }: PutObject,
): Promise<{ readonly isNew: boolean; readonly name: string }> {
  const { tx, access, writer } = events
  const { key: calendarKey } = access.calendar
  const reader = new ObjectReader(context, access, tx)
  const found = await reader.named(name)
  if (isNew && found !== undefined) throw conditionNotMet()
  if (match !== undefined) {
    if (found === undefined) throw conditionNotMet()
    match.require(reader.versionOf(found))
  }
  const { uid } = sent
  await requireOwnUid(context, { writing: events, reader, uid, eventId: found?.eventId })
  if (found !== undefined && eventIn(found.rows[0]!).iCalUID !== uid) {
    throw calendarPrecondition('no-uid-conflict', name, 409)
  }
  const rows = found?.rows ?? []
  requireFewAttendees(sent, { rows, attendeesMax: context.attendeesMax })
  const keepsResponses = match?.allowsResponses ?? false
  const eventId = await writeObject({ context, writing: events, sent, rows, keepsResponses })
  const written = { ...(await reader.ofEvent(eventId)), name }
  const rowsVersion = (await reader.says(written, sent)) ? reader.rowsVersionOf(written.rows) : ''
  const { object } = written
  const isSame = object?.text === sent.text && object.rowsVersion === rowsVersion
  if (!isSame || object.name !== name) {
    await writer.accountText(sent.text.length - (object?.text.length ?? 0))
    await context.store.objects.put(tx, {
      calendarKey,
      eventId,
      name,
      userId: context.caller.userId,
      rowsVersion,
      text: sent.text,
      changeNumber: writer.takeNumber(),
    })
    if (object !== undefined && object.name !== name) {
      const changeNumber = writer.takeNumber()
      await context.store.objects.giveUpName(tx, object, { changeNumber, atMs: writer.nowMs })
    }
  }
  return { isNew: found === undefined, name }
}

/** Refuses more attendees than an event can have, unless it has them already. */
function requireFewAttendees(
  { whole, instances }: SentObject,
  { rows, attendeesMax }: { readonly rows: readonly EventRow[]; readonly attendeesMax: number },
): void {
  const events = whole === undefined ? instances : [whole, ...instances]
  const counts = events.map(({ attendees = [] }) => attendees.length)
  const most = Math.max(attendeesMax, ...rows.map((row) => eventIn(row).attendees?.length ?? 0))
  if (counts.some((count) => count > most)) {
    throw calendarPrecondition(
      'max-attendees-per-instance',
      `An event has at most ${attendeesMax} attendees.`,
    )
  }
}

/** Refuses a UID that another object of the calendar has. */
export async function requireOwnUid(
  { store }: CalendarContext,
  {
    writing: { tx, access },
    reader,
    uid,
    eventId,
  }: {
    readonly writing: EventWriting
    readonly reader: ObjectReader
    readonly uid: string
    readonly eventId: string | undefined
  },
): Promise<void> {
  const rows = await store.events.withUid(tx, access.calendar.key, uid)
  const other = rows.find(
    ({ presence, id, masterId }) => presence === 'live' && (masterId ?? id) !== eventId,
  )
  if (other === undefined) return
  const { name } = await reader.ofEvent(other.masterId ?? other.id)
  throw calendarPrecondition('no-uid-conflict', name, 409)
}
