import type { User } from '#/contract/operation.ts'
import type { Reader, Transaction } from '#/storage/port.ts'
import { contentAt, ownIn, ownText } from '../event/personal-properties.ts'
import type { CalendarDependencies } from '../operation.ts'
import { seriesModel } from '../recurrence/series-models.ts'
import type { Event } from '../schemas/event.ts'
import { type CalendarRow, timeZoneOf } from '../store/calendars.ts'
import { type EventRow, type Events, type EventWords, eventIn } from '../store/events.ts'
import { CalendarWriter } from '../writing/calendar-writer.ts'
import { lastApplied } from './applied-requests.ts'
import { automaticResponses } from './automatic-responses.ts'
import { hasOwnTimes, nextMark, originalId } from './copied-event.ts'
import type { Response } from './guest-change.ts'
import { cancellation, GuestCopies } from './guest-copies.ts'
import { Invitation } from './invitation.ts'
import type { Request } from './request.ts'
import {
  rowContent,
  type SharedContents,
  type SharedEvent,
  type SharedRow,
} from './shared-event.ts'

/** Above this many attendees, responses do not reach the copies of other attendees. */
export const answersSpreadMax = 200

/** The organizer's event that copies follow: an event, or a series with its exceptions. */
export interface SourceId {
  /** The key of the organizer's calendar. */
  readonly key: number
  readonly id: string
}

export type ReconciliationParts = Pick<
  CalendarDependencies,
  'database' | 'calendars' | 'events' | 'clock' | 'roles' | 'answerLimits'
>

/** Whose change is followed, for what calendars respond by themselves. */
export interface Cause {
  readonly by: { readonly userId: string; readonly email: string }
  readonly sendUpdates: 'all' | 'externalOnly' | 'none'
}

/**
 * Brings the copies that one calendar has of an event up to date with the event as it is now, in a
 * transaction on that calendar alone. It may run late, twice or in any order: whatever it reads after
 * locking the calendar is at least as new as what any earlier run has read. Says whether the calendar has a
 * request that the organizer's event has to take over first.
 */
export function reconcile(
  parts: ReconciliationParts,
  { calendarId, contents, ...source }: CalendarReconciliation,
): Promise<'done' | 'requested'> {
  const { calendars, database, clock } = parts
  return database.transaction(
    async (tx) => {
      const calendar = await calendars.reserve(tx, calendarId)
      if (calendar === undefined) return 'done'
      const writer = new CalendarWriter(parts, { tx, calendar, nowMs: clock.nowMs() })
      const result = await reconcileLocked(parts, { tx, writer, source, contents })
      await writer.end()
      return result
    },
    { locks: `calendar ${calendarId}` },
  )
}

interface CalendarReconciliation extends SourceId, Cause {
  readonly calendarId: string
  /** What the copies of other calendars were made of. */
  readonly contents: SharedContents
}

interface Reconciling {
  readonly tx: Transaction
  readonly writer: CalendarWriter
  readonly source: SourceId & Cause
  readonly contents: SharedContents
}

async function reconcileLocked(
  parts: ReconciliationParts,
  { tx, writer, source, contents }: Reconciling,
): Promise<'done' | 'requested'> {
  const { events } = parts
  const { id } = source
  const found = await findSource(events, tx, { source, holderKey: writer.calendar.key })
  const { key, row: whole, copies } = found
  if (whole?.calendarId === writer.calendar.id) return 'done'
  const following = await copiesFollowing(events, tx, { key, id, copies })
  if (whole === undefined || whole.calendarId === null) {
    await cancelAll(events, { tx, writer, held: following })
    return 'done'
  }
  // What used to be a series was written as a whole when it became one event.
  const exceptions = whole.kind === 'series' ? await events.exceptionsOf(tx, key, id) : []
  const rows = { whole, exceptions }
  const held = await clearRequests(events, { tx, writer, held: following, rows })
  if (held.some(({ own }) => ownIn(own).request !== undefined)) return 'requested'
  // Numbers of the calendar that the event was on before say nothing of this one.
  const ofSource = held.filter(({ copyOf }) => copyOf === key)
  const upTo = Math.max(0, ...ofSource.map(({ own }) => ownIn(own).upTo ?? 0))
  const newest = Math.max(
    ...[rows.whole, ...rows.exceptions].map(({ changeNumber }) => changeNumber),
  )
  if (upTo >= newest && !held.some(hasReturned)) return 'done'
  const organizer = { id: whole.calendarId }
  const guest = writer.calendar
  const shared = await sharedFor(tx, { rows, contents, organizer, guest, held, upTo })
  if (shared.isAnswer && isQuiet(shared)) return 'done'
  const mayBeAway = whole.hasHolderAbsences === 1
  const { nowMs } = writer
  const asking = { tx, calendar: writer.calendar, nowMs, shared, held, upTo, mayBeAway }
  const by = { kind: 'user', ...inviterOf(whole, source, guest) } as User
  const answers = await automaticResponses(parts, { ...asking, exceptions, by })
  const answered = withResponses(shared, answers.responses, writer.calendar.id)
  const written = await writeCopies(events, { tx, writer, shared: answered, held, newest })
  await noteUpTo(events, { tx, key, held, written, newest })
  const number = lastApplied(rows.whole, writer.calendar) + 1
  const requests = requestsOf(answers, { ...source, base: newest, number })
  for (const [rowId, request] of requests) {
    const isOf = (row: EventRow) => originalId(row.id) === rowId
    const copy = written.findLast(isOf) ?? held.find(isOf)
    if (copy !== undefined) await events.setOwn(tx, copy, ownText({ ...ownIn(copy.own), request }))
  }
  return requests.size > 0 ? 'requested' : 'done'
}

interface Unwritten extends Pick<CopyWriting, 'tx' | 'held' | 'newest'> {
  readonly key: number
  readonly written: readonly EventRow[]
}

/** Notes what copies that need not be written follow, and up to where. */
async function noteUpTo(
  events: Events,
  { tx, key, held, written, newest }: Unwritten,
): Promise<void> {
  const ids = new Set(written.map(({ id }) => id))
  const copies = held.filter(({ id }) => !ids.has(id))
  for (const copy of copies.filter(({ copyOf }) => copyOf !== key)) {
    const { upTo: _, ...own } = ownIn(copy.own)
    await events.followTo(tx, copy, { copyOf: key, own: ownText(own) })
  }
  // A copy that its attendee has deleted shows what it has shown then, should it be taken back.
  const there = copies.filter(({ own }) => !ownIn(own).hasLeft)
  const noted = there.filter((copy, index) => hasReturned(copy) || (index === 0 && ids.size === 0))
  for (const copy of noted) {
    const { hasReturned: _, ...own } = ownIn(copy.own)
    await events.setOwn(tx, copy, ownText({ ...own, upTo: newest }))
  }
}

/**
 * Whoever has invited the calendar: the creator of the event, where this follows from what its own user
 * has said of it, or from the end of another calendar.
 */
function inviterOf(
  { creatorId, wire }: EventRow,
  { by }: Cause,
  guest: Pick<CalendarRow, 'id'>,
): Cause['by'] {
  if (by.userId !== '' && by.email !== guest.id) return by
  return { userId: creatorId, email: (JSON.parse(wire) as Event).creator?.email ?? '' }
}

/** The event with what the calendar itself responds. */
function withResponses(
  shared: SharedEvent,
  responses: ReadonlyMap<string, Response>,
  calendarId: string,
): SharedEvent {
  if (responses.size === 0) return shared
  const answered = (one: SharedRow): SharedRow => {
    const response = responses.get(one.row.id)
    if (response === undefined) return one
    const event = one.stored()
    const attendees = event.attendees!.map((attendee) =>
      attendee.email === calendarId ? { ...attendee, ...response } : attendee,
    )
    const row = { ...one.row, wire: JSON.stringify({ ...event, attendees }) }
    return { row, guestIds: one.guestIds, ...rowContent(row) }
  }
  return {
    ...shared,
    whole: answered(shared.whole),
    exceptions: shared.exceptions.map(answered),
  }
}

type RequestParts = Pick<Request, 'base' | 'number' | 'by' | 'sendUpdates'> & SourceId

/** What the organizer's event has to take over, by the ids of its rows. */
function requestsOf(
  { responses, declines }: Awaited<ReturnType<typeof automaticResponses>>,
  { key: _key, id, base, number, by, sendUpdates }: RequestParts,
): ReadonlyMap<string, Request> {
  const common = { base, by, sendUpdates, isAutomatic: true } as const
  const requests = new Map<string, Request>()
  let next = number
  for (const [rowId, answer] of responses) {
    requests.set(rowId, { ...common, number: next++, change: { answer } })
  }
  if (declines.length > 0) {
    requests.set(id, { ...common, number: next++, change: {}, ...requests.get(id), declines })
  }
  return requests
}

interface Clearing extends Writing {
  readonly rows: SourceRows
}

/** Removes requests that the organizer's event has taken over, and gives the copies without them. */
async function clearRequests(
  events: Events,
  { tx, writer, held, rows }: Clearing,
): Promise<readonly EventRow[]> {
  const last = lastApplied(rows.whole, writer.calendar)
  const cleared: EventRow[] = []
  for (const copy of held) {
    const { request, ...rest } = ownIn(copy.own)
    const isApplied = request !== undefined && request.number <= last
    const own = isApplied ? ownText(rest) : copy.own
    if (isApplied) await events.setOwn(tx, copy, own)
    cleared.push({ ...copy, own })
  }
  return cleared
}

/** Where an event is that was moved to other calendars. */
export async function currentSource(
  events: Events,
  reader: Reader,
  source: SourceId,
): Promise<SourceId> {
  const { key } = await findSource(events, reader, { source, holderKey: noCalendarKey })
  return { key, id: source.id }
}

const noCalendarKey = 0

/** The organizer's event as it is now, and the copies that a calendar has of it. */
async function findSource(
  events: Events,
  reader: Reader,
  { source: { key: firstKey, id }, holderKey }: { source: SourceId; holderKey: number },
) {
  let key = firstKey
  for (let moves = 0; ; moves++) {
    const { source: row, copies } = await events.findSource(reader, {
      calendarKey: key,
      id,
      holderKey,
    })
    const isStub = row !== undefined && row.presence === 'gone' && row.copyOf !== null
    if (!isStub || moves === movesMax) return { key, row, copies }
    key = row.copyOf!
  }
}

const movesMax = 20

interface SourceRows {
  readonly whole: EventRow
  readonly exceptions: readonly EventRow[]
}

/** Those of the copies that follow the event, also where they were made before it was moved. */
async function copiesFollowing(
  events: Events,
  tx: Transaction,
  { key, id, copies }: SourceId & { readonly copies: readonly EventRow[] },
): Promise<readonly EventRow[]> {
  const followed = new Map<number, boolean>([[key, true]])
  for (const { copyOf } of copies) {
    if (followed.has(copyOf!)) continue
    followed.set(copyOf!, (await currentSource(events, tx, { key: copyOf!, id })).key === key)
  }
  return copies.filter(({ copyOf }) => followed.get(copyOf!))
}

interface SharedFor {
  readonly rows: SourceRows
  readonly contents: SharedContents
  readonly organizer: Pick<CalendarRow, 'id'>
  readonly guest: CalendarRow
  readonly held: readonly EventRow[]
  /** The change number that the copies are up to date with. */
  readonly upTo: number
}

/** The event as far as the copies of one calendar have to follow it. */
async function sharedFor(
  tx: Transaction,
  { rows, contents, organizer, guest, held, upTo }: SharedFor,
): Promise<SharedEvent> {
  const invitation = new Invitation(tx, { organizer, guest })
  const returned = new Map(held.filter(hasReturned).map((copy) => [originalId(copy.id), copy]))
  const upToOf = ({ id, calendarKey }: EventRow) => {
    // With a series its instances have been away.
    const copy = returned.get(rows.whole.id) ?? returned.get(id)
    if (copy === undefined) return upTo
    return copy.copyOf === calendarKey ? (ownIn(copy.own).upTo ?? 0) : 0
  }
  const isNew = (row: EventRow) => row.changeNumber > upToOf(row)
  const shared = async (row: EventRow) => {
    const content = contents.of(row)
    return { row, ...content, guestIds: await invitation.to(content) }
  }
  const whole = await shared(rows.whole)
  const master = held.find((row) => row.masterId === null && originalId(row.id) === rows.whole.id)
  const isAnswer =
    upTo > 0 &&
    [rows.whole, ...rows.exceptions].filter(isNew).every((row) => contentAt(row) <= upToOf(row))
  // A change of one instance brings a copy with times of its own back to the whole series.
  const isWholeWritten =
    isNew(rows.whole) || (!isAnswer && master !== undefined && hasOwnTimes(master, whole))
  const exceptions = isWholeWritten ? rows.exceptions : rows.exceptions.filter(isNew)
  return {
    whole,
    exceptions: await Promise.all(exceptions.map(shared)),
    model: rows.whole.kind === 'series' ? seriesModel(rows.whole) : undefined,
    isWholeWritten,
    isAnswer,
  }
}

const hasReturned = ({ own }: EventRow): boolean => ownIn(own).hasReturned === true

const isQuiet = ({ whole }: SharedEvent): boolean =>
  (whole.stored().attendees ?? []).length > answersSpreadMax

interface Writing {
  readonly tx: Transaction
  readonly writer: CalendarWriter
  readonly held: readonly EventRow[]
}

interface CopyWriting extends Writing {
  readonly shared: SharedEvent
  readonly newest: number
}

/** Writes the copies, under another id where the calendar has another event with the id. */
async function writeCopies(
  events: Events,
  { tx, writer, held, shared, newest }: CopyWriting,
): Promise<readonly EventRow[]> {
  for (let marks = ''; ; marks = nextMark(marks)) {
    const rows = new GuestCopies(writer, shared, { held, marks, upTo: newest }).rows()
    const isSettled = held.length > 0
    if (!isSettled && !(await isIdFree(events, tx, rows))) continue
    const heldIds = new Set(held.map((row) => row.id))
    const { known = [], added = [] } = Object.groupBy(rows, (row) =>
      heldIds.has(row.id) ? 'known' : 'added',
    )
    for (const row of known) await events.put(tx, row)
    let isRefused = false
    for (const row of await events.putCopies(tx, added)) {
      if (!(await replaceUnfollowed(events, tx, row))) isRefused = true
    }
    // Copies that there are have their ids already.
    if (isSettled || !isRefused) return rows
  }
}

/** Cancels what a calendar has of an event that is gone. */
async function cancelAll(events: Events, { tx, writer, held }: Writing): Promise<void> {
  const zone = timeZoneOf(writer.calendar)
  // The way to where the event was moved stays, because other copies may have yet to go it.
  const copies = held.filter((copy) => !isStub(copy, writer.calendar.id))
  for (const copy of copies) {
    // Nobody is left to take a request over.
    const { request, ...own } = ownIn(copy.own)
    if (copy.presence !== 'gone') {
      await events.put(tx, writer.numbered({ ...cancellation(copy, zone), own }))
    } else if (request !== undefined) await events.setOwn(tx, copy, ownText(own))
  }
  await events.freeCopies(tx, copies)
}

/** Whether a row is what an event has left on a calendar from which it was moved. */
export const isStub = ({ presence, wire }: EventRow, calendarId: string): boolean =>
  presence === 'gone' && (JSON.parse(wire) as Event).organizer?.email === calendarId

/**
 * Whether the calendar has no other event with the id of the event or series, so that instances of the
 * one are not taken for instances of the other. The database tells of a row that comes alone.
 */
async function isIdFree(
  events: Events,
  tx: Transaction,
  rows: readonly EventRow[],
): Promise<boolean> {
  const [row] = rows
  if (row === undefined || (rows.length === 1 && row.masterId === null)) return true
  const there = await events.findIn(tx, row.calendarKey, row.masterId ?? row.id)
  return there === undefined || there.copyOf === row.copyOf || isSameEvent(there, row)
}

/** Writes a copy over an import of the same event, or over what is left of it from an earlier time. */
async function replaceUnfollowed(
  events: Events,
  tx: Transaction,
  row: EventRow & EventWords,
): Promise<boolean> {
  const there = await events.findIn(tx, row.calendarKey, row.id)
  if (there === undefined || !isSameEvent(there, row)) return false
  await events.put(tx, row)
  return true
}

/** Whether a row that follows no organizer's event is about the event of a copy all the same. */
function isSameEvent(there: EventRow, copy: EventRow): boolean {
  const [one, other] = [eventIn(there), eventIn(copy)]
  return (
    there.copyOf === null &&
    one.iCalUID === other.iCalUID &&
    one.organizer?.email === other.organizer?.email
  )
}
