import type { User } from '#/contract/operation.ts'
import type { Transaction } from '#/storage/port.ts'
import { type CalendarRow, timeZoneOf } from '../calendar/calendar-row.ts'
import type { CalendarStores } from '../dependencies.ts'
import { contentAt, internalIn, internalText, lastApplied } from '../event/internal-properties.ts'
import { seriesModel } from '../recurrence/series-models.ts'
import type { Event } from '../schemas/event.ts'
import { type EventRow, type Events, type EventWords, eventIn } from '../store/events.ts'
import type { SourceRow, StoredCopies } from '../store/stored-copies.ts'
import { CalendarWriter } from '../writing/calendar-writer.ts'
import type { Request } from './attendee-change.ts'
import { AttendeeCopies, cancellation } from './attendee-copies.ts'
import { type AutomaticResponses, automaticResponses } from './automatic-responses.ts'
import { Invitation } from './guests.ts'
import {
  currentSource,
  findSource,
  hasOwnTimes,
  isMoveTombstone,
  nextMark,
  originalId,
  type SourceId,
} from './organizer-event.ts'
import { deliverInvitation } from './scheduling-messages.ts'
import {
  rowContent,
  type SharedContents,
  type SharedEvent,
  type SharedRow,
} from './shared-event.ts'

/** With more attendees than this, responses are not copied to other attendees. */
export const answersSpreadMax = 200

/** The author of the change, for automatic responses. */
export interface Cause {
  readonly by: { readonly userId: string; readonly email: string }
  readonly sendUpdates: 'all' | 'externalOnly' | 'none'
}

/**
 * Reconciles the copies that one calendar has of an event with the current event, in a transaction on that
 * calendar alone. It can run late, twice or in any order: what it reads after locking the calendar is at
 * least as new as what any earlier run read. Returns whether the calendar has a request that the organizer's
 * event has to apply first.
 */
export function reconcile(
  context: CalendarStores,
  { calendarId, contents, ...source }: CalendarReconciliation,
): Promise<'done' | 'requested'> {
  const { calendars, database, clock } = context
  return database.transaction(
    async (tx) => {
      const calendar = await calendars.numbers.reserve(tx, calendarId)
      if (calendar === undefined) return 'done'
      const writer = new CalendarWriter(context, { tx, calendar, nowMs: clock.nowMs() })
      const result = await new Reconciliation(context, { writer, source, contents }).run()
      await writer.end()
      return result
    },
    { locks: `calendar ${calendarId}`, canConfirm: true },
  )
}

interface CalendarReconciliation extends SourceId, Cause {
  readonly calendarId: string
  /** The content of the copies, shared by all calendars. */
  readonly contents: SharedContents
}

interface Reconciling {
  readonly writer: CalendarWriter
  readonly source: SourceId & Cause
  readonly contents: SharedContents
}

/** The organizer's event and the calendar's copies of it. */
interface Found {
  readonly whole: SourceRow & { readonly calendarId: string }
  readonly exceptions: readonly EventRow[]
  readonly existing: readonly EventRow[]
  /** The change number of the event that the copies reflect. */
  readonly upTo: number
  /** The last change number of the event and its exceptions. */
  readonly newest: number
}

class Reconciliation {
  readonly #context: CalendarStores
  readonly #events: Events
  readonly #copies: StoredCopies
  readonly #tx: Transaction
  readonly #writer: CalendarWriter
  readonly #calendar: CalendarRow
  readonly #source: SourceId & Cause
  readonly #contents: SharedContents

  constructor(context: CalendarStores, { writer, source, contents }: Reconciling) {
    this.#context = context
    this.#events = context.events
    this.#copies = context.copies
    this.#tx = writer.tx
    this.#writer = writer
    this.#calendar = writer.calendar
    this.#source = source
    this.#contents = contents
  }

  async run(): Promise<'done' | 'requested'> {
    const found = await this.#find()
    if (found === undefined) return 'done'
    const { existing, upTo, newest } = found
    if (existing.some(({ internal }) => internalIn(internal).request !== undefined))
      return 'requested'
    if (upTo >= newest && !existing.some(hasReturned)) return 'done'
    const shared = await this.#sharedEvent(found)
    if (shared.isAnswer && isQuiet(shared.whole.stored())) return 'done'
    const answers = await this.#answers(found, shared)
    const written = await this.#write(found, withResponses(shared, answers, this.#calendar.id))
    await this.#noteUnwritten(found, written)
    const isByOrganizer = !shared.isAnswer && !existing.some(hasReturned)
    if (isByOrganizer && found.whole.hasHolderInbox === 1) await this.#deliver(written)
    return this.#request(found, answers, written)
  }

  /** Finds the event and its copies. Cancels the copies if the event no longer exists. */
  async #find(): Promise<Found | undefined> {
    const { id } = this.#source
    const sourceKey = { ...this.#source, holderKey: this.#calendar.key }
    const { key, row: whole, copies } = await findSource(this.#copies, this.#tx, sourceKey)
    if (whole?.calendarId === this.#calendar.id) return undefined
    const following = await this.#following(key, copies)
    if (whole === undefined || whole.calendarId === null) {
      await this.#cancelAll(following)
      return undefined
    }
    // A former series was written as a whole when it became a single event.
    const isSeries = whole.kind === 'series'
    const exceptions = isSeries ? await this.#events.exceptionsOf(this.#tx, key, id) : []
    const existing = await this.#withoutApplied(following, whole)
    // Change numbers of the calendar from which the event was moved cannot be compared.
    const comparable = existing.filter(({ copyOf }) => copyOf === key)
    const { calendarId } = whole
    return {
      whole: { ...whole, calendarId },
      exceptions,
      existing,
      upTo: Math.max(0, ...comparable.map(({ internal }) => internalIn(internal).upTo ?? 0)),
      newest: Math.max(...[whole, ...exceptions].map(({ changeNumber }) => changeNumber)),
    }
  }

  /** The copies of the event, including those made before it was moved. */
  async #following(key: number, copies: readonly EventRow[]): Promise<readonly EventRow[]> {
    const { id } = this.#source
    const followed = new Map<number, boolean>([[key, true]])
    for (const { copyOf } of copies) {
      if (followed.has(copyOf!)) continue
      const source = await currentSource(this.#copies, this.#tx, { key: copyOf!, id })
      followed.set(copyOf!, source.key === key)
    }
    return copies.filter(({ copyOf }) => followed.get(copyOf!))
  }

  /** Tells the user's calendar programs what the organizer changed. */
  async #deliver(copies: readonly EventRow[]): Promise<void> {
    if (this.#source.by.email === this.#calendar.id) return
    await deliverInvitation({ ...this.#context, writer: this.#writer }, copies)
  }

  async #cancelAll(existing: readonly EventRow[]): Promise<void> {
    const events = this.#events
    const tx = this.#tx
    const cancelled: EventRow[] = []
    // Tombstones of moves stay, because other copies may have yet to follow the move.
    const copies = existing.filter((copy) => !isMoveTombstone(copy, this.#calendar.id))
    for (const copy of copies) {
      // There is no organizer's event left to apply the request to.
      const { request, ...internal } = internalIn(copy.internal)
      if (copy.presence !== 'tombstone') {
        const change = { ...cancellation(copy, timeZoneOf(this.#calendar)), internal }
        const row = this.#writer.numberedRow(change)
        await events.put(tx, row)
        cancelled.push(row)
      } else if (request !== undefined) await events.setInternal(tx, copy, internalText(internal))
    }
    await this.#copies.detach(tx, copies)
    const { inboxes } = this.#context
    if (await inboxes.isOpen(tx, this.#calendar.key)) await this.#deliver(cancelled)
  }

  /** Removes applied requests, and returns the copies without them. */
  async #withoutApplied(
    existing: readonly EventRow[],
    whole: EventRow,
  ): Promise<readonly EventRow[]> {
    const last = lastApplied(whole, this.#calendar.id)
    const cleared: EventRow[] = []
    for (const copy of existing) {
      const { request, ...rest } = internalIn(copy.internal)
      const isApplied = request !== undefined && request.number <= last
      const internal = isApplied ? internalText(rest) : copy.internal
      if (isApplied) await this.#events.setInternal(this.#tx, copy, internal)
      cleared.push({ ...copy, internal })
    }
    return cleared
  }

  /** The part of the event that the copies have yet to follow. */
  async #sharedEvent({ whole, exceptions, existing, upTo }: Found): Promise<SharedEvent> {
    const organizer = { id: whole.calendarId }
    const invitation = new Invitation(this.#tx, { organizer, guest: this.#calendar })
    const returned = new Map(
      existing.filter(hasReturned).map((copy) => [originalId(copy.id), copy]),
    )
    const upToOf = ({ id, calendarKey }: EventRow) => {
      // The instances of a deleted series were deleted with it.
      const copy = returned.get(whole.id) ?? returned.get(id)
      if (copy === undefined) return upTo
      return copy.copyOf === calendarKey ? (internalIn(copy.internal).upTo ?? 0) : 0
    }
    const isNew = (row: EventRow) => row.changeNumber > upToOf(row)
    const sharedRow = async (row: EventRow) => {
      const content = this.#contents.of(row)
      const isInvited = await invitation.includes(content.stored(), content.emails())
      return { row, ...content, isInvited }
    }
    const sharedWhole = await sharedRow(whole)
    const isAnswer =
      upTo > 0 && [whole, ...exceptions].filter(isNew).every((row) => contentAt(row) <= upToOf(row))
    const copy = existing.find((row) => row.masterId === null && originalId(row.id) === whole.id)
    // A change of one instance resets a copy with changed times to the series.
    const isWholeWritten =
      isNew(whole) ||
      (!isAnswer && copy !== undefined && hasOwnTimes(copy, whole, sharedWhole.stored()))
    const written = isWholeWritten ? exceptions : exceptions.filter(isNew)
    return {
      whole: sharedWhole,
      exceptions: await Promise.all(written.map(sharedRow)),
      model: whole.kind === 'series' ? seriesModel(whole) : undefined,
      isWholeWritten,
      isAnswer,
    }
  }

  #answers(found: Found, shared: SharedEvent): Promise<AutomaticResponses> {
    const by = { kind: 'user', ...this.#inviterOf(found.whole) } as User
    return automaticResponses(this.#context, {
      ...found,
      tx: this.#tx,
      calendar: this.#calendar,
      nowMs: this.#writer.nowMs,
      by,
      shared,
      mayBeAway: found.whole.hasHolderAbsences === 1,
    })
  }

  /**
   * Who invited the calendar. This is the creator of the event if the cause is a change by the calendar's own
   * user, or the deletion of another calendar.
   */
  #inviterOf(whole: EventRow): Cause['by'] {
    const { by } = this.#source
    if (by.userId !== '' && by.email !== this.#calendar.id) return by
    return { userId: whole.creatorId, email: eventIn(whole).creator?.email ?? '' }
  }

  /** Writes the copies, with a suffixed id if the calendar has another event with the id. */
  async #write({ existing, newest }: Found, shared: SharedEvent): Promise<readonly EventRow[]> {
    const events = this.#events
    const existingById = new Map(existing.map((row) => [row.id, row]))
    const isSettled = existing.length > 0
    for (let marks = ''; ; marks = nextMark(marks)) {
      const options = { existing, marks, upTo: newest }
      const rows = new AttendeeCopies(this.#writer, shared, options).rows()
      if (!isSettled && !(await this.#isIdFree(rows))) continue
      for (const row of rows) {
        const before = existingById.get(row.id)
        if (before !== undefined) await events.put(this.#tx, row, before)
      }
      const added = rows.filter(({ id }) => !existingById.has(id))
      let isRefused = false
      for (const row of await this.#copies.put(this.#tx, added)) {
        if (!(await this.#replaceUnfollowed(row))) isRefused = true
      }
      // Existing copies keep their ids.
      if (isSettled || !isRefused) return rows
    }
  }

  /**
   * Whether the calendar has no other event with the id of the event or series, so that the instances of both
   * cannot be confused. For a single row, the database reports the conflict.
   */
  async #isIdFree(rows: readonly EventRow[]): Promise<boolean> {
    const [row] = rows
    if (row === undefined || (rows.length === 1 && row.masterId === null)) return true
    const there = await this.#events.findIn(this.#tx, row.calendarKey, row.masterId ?? row.id)
    return there === undefined || there.copyOf === row.copyOf || isUnfollowedCopy(there, row)
  }

  /** Replaces an import of the same event, or a detached copy of it, with the copy. */
  async #replaceUnfollowed(row: EventRow & EventWords): Promise<boolean> {
    const there = await this.#events.findIn(this.#tx, row.calendarKey, row.id)
    if (there === undefined || !isUnfollowedCopy(there, row)) return false
    await this.#events.put(this.#tx, row)
    return true
  }

  /** Records the change number that unwritten copies reflect, and the calendar they follow. */
  async #noteUnwritten(
    { whole, existing, newest }: Found,
    written: readonly EventRow[],
  ): Promise<void> {
    const ids = new Set(written.map(({ id }) => id))
    const copies = existing.filter(({ id }) => !ids.has(id))
    const key = whole.calendarKey
    for (const copy of copies.filter(({ copyOf }) => copyOf !== key)) {
      const { upTo: _, ...internal } = internalIn(copy.internal)
      await this.#copies.followTo(this.#tx, copy, { copyOf: key, internal: internalText(internal) })
    }
    // A deleted copy keeps the content it had, in case it is restored.
    const there = copies.filter(({ internal }) => !internalIn(internal).hasLeft)
    for (const [index, copy] of there.entries()) {
      if (!hasReturned(copy) && (index > 0 || ids.size > 0)) continue
      const { hasReturned: _, ...internal } = internalIn(copy.internal)
      await this.#events.setInternal(this.#tx, copy, internalText({ ...internal, upTo: newest }))
    }
  }

  /** Stores automatic responses as requests to the organizer's event. */
  async #request(
    { whole, existing, newest }: Found,
    { responses, declines }: AutomaticResponses,
    written: readonly EventRow[],
  ): Promise<'done' | 'requested'> {
    const { by, sendUpdates } = this.#source
    const common = { base: newest, by, sendUpdates, isAutomatic: true } as const
    const requests = new Map<string, Request>()
    let number = lastApplied(whole, this.#calendar.id) + 1
    for (const [id, answer] of responses) {
      requests.set(id, { ...common, number: number++, change: { answer } })
    }
    if (declines.length > 0) {
      const { id } = whole
      requests.set(id, { ...common, number: number++, change: {}, ...requests.get(id), declines })
    }
    for (const [id, request] of requests) {
      const isOf = (row: EventRow) => originalId(row.id) === id
      const copy = written.findLast(isOf) ?? existing.find(isOf)
      if (copy === undefined) continue
      await this.#events.setInternal(
        this.#tx,
        copy,
        internalText({ ...internalIn(copy.internal), request }),
      )
    }
    return requests.size > 0 ? 'requested' : 'done'
  }
}

const hasReturned = ({ internal }: EventRow): boolean => internalIn(internal).hasReturned === true

/** Whether responses are not copied to other attendees. */
export const isQuiet = ({ attendees = [] }: Event): boolean => attendees.length > answersSpreadMax

/** The event with the automatic responses of the calendar. */
function withResponses(
  shared: SharedEvent,
  { responses }: AutomaticResponses,
  calendarId: string,
): SharedEvent {
  if (responses.size === 0) return shared
  const withAnswer = (one: SharedRow): SharedRow => {
    const response = responses.get(one.row.id)
    if (response === undefined) return one
    const event = one.stored()
    const attendees = event.attendees!.map((attendee) =>
      attendee.email === calendarId ? { ...attendee, ...response } : attendee,
    )
    const row = { ...one.row, wire: JSON.stringify({ ...event, attendees }) }
    return { row, isInvited: one.isInvited, ...rowContent(row) }
  }
  const { whole, exceptions } = shared
  return { ...shared, whole: withAnswer(whole), exceptions: exceptions.map(withAnswer) }
}

/** Whether a row that is not an attendee copy represents the event of a copy. */
function isUnfollowedCopy(there: EventRow, copy: EventRow): boolean {
  const [one, other] = [eventIn(there), eventIn(copy)]
  return (
    there.copyOf === null &&
    one.iCalUID === other.iCalUID &&
    one.organizer?.email === other.organizer?.email
  )
}
