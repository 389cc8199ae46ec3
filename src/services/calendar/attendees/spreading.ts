import { limitExceeded } from '#/kernel/errors.ts'
import type { Transaction } from '#/storage/port.ts'
import type { CalendarGiven, EventWriting } from '../operation.ts'
import { seriesModel } from '../recurrence/series-models.ts'
import type { Event } from '../schemas/event.ts'
import type { EventRow, Events, EventWords } from '../store/events.ts'
import type { CalendarWriter, SharedWrite } from '../writing/calendar-writer.ts'
import { hasOwnTimes, nextMark, originalId } from './copied-event.ts'
import { GuestCopies } from './guest-copies.ts'
import { findGuests } from './guests.ts'
import { isShared, type SharedEvent, sharedRow } from './shared-event.ts'

type Given = Pick<CalendarGiven, 'store' | 'attendeesMax' | 'copiesPerEventMax'>

interface Spreading extends Pick<EventWriting, 'writer' | 'others'> {
  readonly tx: Transaction
}

/** Above this, guests do not hear of each other's answers. */
export const answersSpreadMax = 200

/**
 * Brings all copies of what was written to a calendar up to it, in the same transaction. Gives the
 * copies that were written.
 */
export async function spread(given: Given, spreading: Spreading): Promise<readonly EventRow[]> {
  const writes = spreading.writer.takeShared()
  if (writes.length === 0 || concernsNobody(given, spreading, writes)) return []
  const byEvent = Map.groupBy(writes, ({ row }) => row.masterId ?? row.id)
  const written: EventRow[] = []
  for (const [id, ofEvent] of byEvent) {
    if (isQuiet(ofEvent)) continue
    written.push(...(await spreadEvent(given, spreading, { id, writes: ofEvent })))
  }
  return written
}

/** Brings what one guest has of an event up to it, for a guest who comes back to it. */
export async function refresh(
  given: Given,
  spreading: Spreading,
  { id, guest }: { readonly id: string; readonly guest: CalendarWriter },
): Promise<readonly EventRow[]> {
  const { tx, writer } = spreading
  const { events } = given.store
  const whole = await events.findIn(tx, writer.calendar.key, id)
  if (whole === undefined) return []
  const shared = await sharedEvent(given, spreading, { id, writes: [writeOf(whole)] })
  const copies = await events.copiesOf(tx, writer.calendar.key, id)
  const held = copies.filter(({ calendarKey }) => calendarKey === guest.calendar.key)
  return writeCopies(given, spreading, { guests: [guest], shared: shared!, copies: held })
}

/** A write of an event that copies have to follow whatever it has changed. */
function writeOf(row: EventRow): SharedWrite {
  const event = JSON.parse(row.wire) as Event
  return { row, before: event, event, isAnswer: false }
}

/** Whether it is known without asking that an event has no copies and is to have none. */
function concernsNobody(
  { store }: Given,
  { tx, writer }: Spreading,
  [write, ...others]: readonly SharedWrite[],
): boolean {
  const { row, before, event } = write!
  const { calendar } = writer
  if (others.length > 0 || row.kind !== 'single' || before?.recurrence !== undefined) return false
  if (!store.events.isUncopied(tx, calendar.key, row.id)) return false
  const isElsewhere = ({ email = '' }) =>
    email === calendar.id || store.calendars.isStranger(tx, email)
  return (event.attendees ?? []).every(isElsewhere)
}

const isQuiet = (writes: readonly SharedWrite[]): boolean =>
  writes.every(
    ({ isAnswer, event }) => isAnswer && (event.attendees ?? []).length > answersSpreadMax,
  )

interface Written {
  readonly id: string
  readonly writes: readonly SharedWrite[]
}

async function spreadEvent(
  given: Given,
  spreading: Spreading,
  written: Written,
): Promise<readonly EventRow[]> {
  const { tx, writer, others } = spreading
  const { events } = given.store
  const shared = await sharedEvent(given, spreading, written)
  if (shared === undefined) return []
  const { key } = writer.calendar
  const isNew = written.writes.every(({ before }) => before === undefined)
  const holders = isNew ? [] : await events.copyHolders(tx, key, written.id)
  const guestIds = [shared.whole, ...shared.exceptions].flatMap((row) => [...row.guestIds])
  if (guestIds.length === 0 && holders.length === 0) return []
  const writers = await others.open([...guestIds, ...holders])
  await requireRoom(given, spreading, {
    written,
    shared,
    holders,
    guestsCount: new Set(guestIds).size,
  })
  // Read once they are locked, so that nobody's own change of a copy is lost.
  const copies = holders.length === 0 ? [] : await events.copiesOf(tx, key, written.id)
  const guests = writers.filter(({ calendar }) => calendar.id !== writer.calendar.id)
  const { whole, isWholeWritten, isAnswer } = shared
  if (isWholeWritten || isAnswer) return writeCopies(given, spreading, { guests, shared, copies })
  // A change of an instance brings copies with times of their own up to the whole series.
  const moved = new Set(
    copies
      .filter(({ id, masterId }) => masterId === null && originalId(id) === whole.row.id)
      .filter((copy) => hasOwnTimes(copy, whole))
      .map(({ calendarKey }) => calendarKey),
  )
  const { behind = [], others: rest = [] } = Object.groupBy(guests, ({ calendar }) =>
    moved.has(calendar.key) ? 'behind' : 'others',
  )
  const rows = await writeCopies(given, spreading, { guests: rest, shared, copies })
  if (behind.length === 0) return rows
  const writes = [writeOf(whole.row), ...written.writes]
  const all = await sharedEvent(given, spreading, { id: written.id, writes })
  const more = await writeCopies(given, spreading, { guests: behind, shared: all!, copies })
  return [...rows, ...more]
}

interface Copying {
  readonly guests: readonly CalendarWriter[]
  readonly shared: SharedEvent
  /** The copies that the guests have of the event. */
  readonly copies: readonly EventRow[]
}

/** Writes the copies of all guests, under another id where a calendar has another event with the id. */
async function writeCopies(
  { store }: Given,
  { tx }: Pick<Spreading, 'tx'>,
  { guests, shared, copies }: Copying,
): Promise<readonly EventRow[]> {
  const byCalendar = Map.groupBy(copies, ({ calendarKey }) => calendarKey)
  const written: EventRow[] = []
  let waiting = guests
  for (let marks = ''; waiting.length > 0; marks = nextMark(marks)) {
    const attempts = await Promise.all(
      waiting.map(async (guest) => {
        const held = byCalendar.get(guest.calendar.key) ?? []
        const rows = new GuestCopies(guest, shared, { held, marks }).rows()
        const isSettled = held.length > 0
        const isFree = isSettled || (await isIdFree(store.events, tx, rows))
        return { guest, rows, isSettled, isFree }
      }),
    )
    const possible = attempts.filter(({ isFree }) => isFree).flatMap(({ rows }) => rows)
    const refused = new Set<EventRow>()
    for (const row of await store.events.putCopies(tx, possible)) {
      if (!(await replaceUnfollowed(store.events, tx, row))) refused.add(row)
    }
    // Copies that there are have their ids already.
    const { done = [], again = [] } = Object.groupBy(attempts, ({ rows, isSettled, isFree }) =>
      isSettled || (isFree && !rows.some((row) => refused.has(row))) ? 'done' : 'again',
    )
    written.push(...done.flatMap(({ rows }) => rows))
    waiting = again.map(({ guest }) => guest)
  }
  return written
}

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
  const [one, other] = [JSON.parse(there.wire) as Event, JSON.parse(copy.wire) as Event]
  return (
    there.copyOf === null &&
    one.iCalUID === other.iCalUID &&
    one.organizer?.email === other.organizer?.email
  )
}

interface Growth {
  readonly written: Written
  readonly shared: SharedEvent
  readonly holders: readonly string[]
  readonly guestsCount: number
}

/**
 * Keeps a series from getting more copies than one change may write. What makes no more of them, or
 * takes some away, is never refused.
 */
async function requireRoom(
  { store, copiesPerEventMax }: Given,
  { tx, writer }: Spreading,
  { written: { id }, shared, holders, guestsCount }: Growth,
): Promise<void> {
  const { whole, exceptions, isWholeWritten } = shared
  if (whole.row.kind !== 'series') return
  const known = new Set(holders)
  const isGrowing = isWholeWritten
    ? [whole, ...exceptions].some(({ guestIds }) => !guestIds.isSubsetOf(known))
    : exceptions.some(({ row }) => row.presence === 'live')
  if (!isGrowing) return
  const count = isWholeWritten
    ? exceptions.length
    : await store.events.countExceptions(tx, writer.calendar.key, id)
  if (guestsCount * (1 + count) > copiesPerEventMax) {
    throw limitExceeded(
      `A series and its exceptions have at most ${copiesPerEventMax} copies on all calendars together.`,
    )
  }
}

/** What the organizer has of an event now, as far as its copies may have to follow. */
async function sharedEvent(
  given: Given,
  { tx, writer }: Spreading,
  { id, writes }: Written,
): Promise<SharedEvent | undefined> {
  const { events } = given.store
  const { calendar } = writer
  const last = new Map(writes.map((write) => [write.row.id, write]))
  const wholeWrite = last.get(id)
  const whole = wholeWrite?.row ?? (await events.findIn(tx, calendar.key, id))
  if (whole === undefined) return undefined
  const isSeries = whole.kind === 'series' || wholeWrite?.before?.recurrence !== undefined
  const exceptions =
    wholeWrite === undefined
      ? [...last.values()].map(({ row }) => row)
      : isSeries
        ? await events.exceptionsOf(tx, calendar.key, id)
        : []
  const listed = [whole, ...exceptions].map((row) => {
    const event = last.get(row.id)?.event ?? (JSON.parse(row.wire) as Event)
    return { row, attendees: invitedBy(event, calendar) }
  })
  const lists = listed.map(({ attendees }) => attendees)
  const guests = await findGuests(given, tx, { lists, organizer: calendar.id })
  const [first, ...rest] = listed.map(({ row, attendees }) =>
    sharedRow(row, guests.calendarIdsOf(attendees)),
  )
  return {
    whole: first!,
    exceptions: rest,
    model: whole.kind === 'series' ? seriesModel(whole) : undefined,
    isWholeWritten: wholeWrite !== undefined,
    isAnswer: writes.every(({ isAnswer }) => isAnswer),
  }
}

/** Who is on the list; nobody is invited by what is no longer this calendar's event. */
export const invitedBy = (event: Event, { id }: { readonly id: string }): Event['attendees'] =>
  isShared(event, id) ? event.attendees : undefined
