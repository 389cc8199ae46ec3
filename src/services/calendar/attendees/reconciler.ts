import type { JobKind } from '#/jobs/job.ts'
import type { Transaction } from '#/storage/port.ts'
import type { CalendarRow } from '../calendar/calendar-row.ts'
import type { CalendarStores } from '../dependencies.ts'
import { internalIn } from '../event/internal-properties.ts'
import { bucketOfKey } from '../store/buckets.ts'
import { eventIn } from '../store/events.ts'
import { CalendarWriter, type SharedWrite } from '../writing/calendar-writer.ts'
import { type SweepPayload, sweep } from '../writing/sweep.ts'
import { applyRequests } from './apply-requests.ts'
import { findGuests, invitedBy, requireCopiesAtMost } from './guests.ts'
import { currentSource, type SourceId } from './organizer-event.ts'
import { type Cause, isQuiet, reconcile } from './reconciliation.ts'
import { SharedContents } from './shared-event.ts'

/** An event whose copies are to be reconciled. */
interface Reconciliation extends SourceId, Cause {
  /** The calendars that have copies or get one, with groups expanded. */
  readonly calendarIds: readonly string[]
  /** Whether the calendars have requests that the event has to apply first. */
  readonly isRequesting?: boolean
}

/** The run of a job; without an id, a part of another job. */
interface JobRun {
  readonly jobId?: string
  readonly signal: AbortSignal
}

/** The number of copies written concurrently. */
const lanes = 64

/** The deletion of a calendar sends no mail. */
const ofNobody: Cause = { by: { userId: '', email: '' }, sendUpdates: 'none' }

/** Enqueues and runs the reconciliation of attendee copies with the organizer's events. */
export class Reconciler {
  readonly #context: CalendarStores
  readonly kind: JobKind<Reconciliation>
  readonly sweep: JobKind<SweepPayload>

  constructor(context: CalendarStores) {
    this.#context = context
    this.sweep = sweep({
      ...context,
      follow: (source, calendarIds, signal) =>
        this.#run({ ...source, ...ofNobody, calendarIds }, { signal }),
    })
    this.kind = {
      kind: 'calendar.reconcile',
      attemptsMax: 20,
      backoff: { firstMs: 1_000, factor: 3, capMs: 600_000, jitter: 0.5 },
      timeoutMs: 600_000,
      leaseMs: 10_000,
      run: (reconciliation, { jobId, signal }) => this.#run(reconciliation, { jobId, signal }),
    }
  }

  /** Enqueues the reconciliation of outdated copies. */
  async enqueueBehind(
    behind: readonly { readonly source: SourceId; readonly calendarId: string }[],
  ): Promise<void> {
    const { database, enqueue } = this.#context
    if (behind.length === 0) return
    await database.transaction(async (tx) => {
      for (const { source, calendarId } of behind) {
        const payload: Reconciliation = { ...source, ...ofNobody, calendarIds: [calendarId] }
        await enqueue(tx, { kind: this.kind.kind, payload })
      }
    })
  }

  /** Enqueues the removal of a calendar's events, in the same transaction. */
  beginSweep(tx: Transaction, calendarKey: number): Promise<void> {
    const bucket = bucketOfKey(calendarKey)
    return this.#context.prompt.begin(tx, this.sweep, { bucket, payload: { calendarKey } })
  }

  /**
   * Enqueues the reconciliation of a calendar's writes, in the same transaction. Refuses a series that would
   * get too many copies.
   */
  async begin(tx: Transaction, writer: CalendarWriter, cause: Cause): Promise<void> {
    for (const source of writer.takeBehind()) {
      const calendarIds = [writer.calendar.id]
      await this.#begin(tx, writer.calendar, { ...source, ...cause, calendarIds })
    }
    const writes = writer.takeShared()
    if (writes.length === 0 || this.#concernsNobody(tx, writer, writes)) return
    for (const [id, ofEvent] of Map.groupBy(writes, ({ row }) => row.masterId ?? row.id)) {
      const calendarIds = await this.#calendarIds(tx, writer, {
        id,
        writes: ofEvent,
        isLimited: true,
      })
      if (calendarIds.length === 0) continue
      const { calendar } = writer
      await this.#begin(tx, calendar, { key: calendar.key, id, ...cause, calendarIds })
    }
  }

  /** Stores the job with the calendar that the transaction writes. */
  #begin(
    tx: Transaction,
    { key }: Pick<CalendarRow, 'key'>,
    payload: Reconciliation,
  ): Promise<void> {
    return this.#context.prompt.begin(tx, this.kind, { bucket: bucketOfKey(key), payload })
  }

  /** Whether the caches tell that an event has no copies and gets none. */
  #concernsNobody(
    tx: Transaction,
    writer: CalendarWriter,
    [write, ...others]: readonly SharedWrite[],
  ): boolean {
    const { calendars, holders } = this.#context
    const { calendar } = writer
    const { row, before, event } = write!
    if (others.length > 0 || row.kind !== 'single' || before?.recurrence !== undefined) return false
    const isNew = before === undefined && writer.holdersOf(row.id).length === 0
    if (!isNew && !holders.isUncopied(tx, row)) return false
    const isElsewhere = ({ email = '' }) =>
      email === calendar.id || calendars.addresses.isStranger(tx, email)
    return (event.attendees ?? []).every(isElsewhere)
  }

  async #calendarIds(
    tx: Transaction,
    writer: CalendarWriter,
    { id, writes, isLimited }: EventWrites & { readonly isLimited: boolean },
  ): Promise<readonly string[]> {
    if (writes.every(isQuietResponse)) return []
    const { holders } = this.#context
    const { calendar } = writer
    const event = { calendarKey: calendar.key, id }
    const isNew = writes.every(({ before }) => before === undefined)
    const moved = writer.holdersOf(id)
    // In parallel, to save a round trip.
    const [holderIds, guestIds] = await Promise.all([
      isNew && moved.length === 0 ? ([] as string[]) : holders.find(tx, event),
      this.#guestIds(tx, writer, { id, writes }),
    ])
    const ids = new Set([...guestIds, ...holderIds, ...moved])
    ids.delete(calendar.id)
    if (ids.size > holderIds.length) await holders.put(tx, event, [...ids])
    if (isLimited) {
      const isGrowing = ![...guestIds].every((guestId) => holderIds.includes(guestId))
      await this.#requireRoom(tx, writer, { id, writes, isGrowing, guestsCount: guestIds.size })
    }
    return [...ids]
  }

  /** The calendars on this server that the written events, or their series, invite. */
  async #guestIds(
    tx: Transaction,
    { calendar }: CalendarWriter,
    { id, writes }: EventWrites,
  ): Promise<ReadonlySet<string>> {
    const { events } = this.#context
    const isWholeWritten = writes.some(({ row }) => row.id === id)
    const whole = isWholeWritten ? undefined : await events.findIn(tx, calendar.key, id)
    const isSeries = writes.some(({ row }) => row.id === id && row.kind === 'series')
    const exceptions = isSeries ? await events.exceptionsOf(tx, calendar.key, id) : []
    const stored = [...(whole ? [whole] : []), ...exceptions]
    const lists = [...writes, ...stored.map((row) => ({ row, event: eventIn(row) }))].map(
      ({ row, event }) => invitedBy(event, row, calendar.id),
    )
    const guests = await findGuests(this.#context, tx, { lists, organizer: calendar.id })
    return new Set(lists.flatMap((list) => [...guests.calendarIdsOf(list)]))
  }

  /**
   * Refuses a series with more copies than one change may write. A change that adds no copies is never
   * refused.
   */
  async #requireRoom(
    tx: Transaction,
    { calendar }: CalendarWriter,
    { id, writes, isGrowing, guestsCount }: Growth,
  ): Promise<void> {
    const { events } = this.#context
    const isSeries = writes.some(({ row }) => row.kind !== 'single')
    const addsException = writes.some(
      ({ row }) => row.kind === 'exception' && row.presence === 'live',
    )
    if (!isSeries || !(isGrowing || addsException)) return
    const exceptionsCount = await events.countExceptions(tx, calendar.key, id)
    requireCopiesAtMost(this.#context, { guestsCount, exceptionsCount })
  }

  async #run(reconciliation: Reconciliation, run: JobRun): Promise<void> {
    const { calendars, database } = this.#context
    const { calendarIds, isRequesting, ...source } = reconciliation
    const invited = await calendars.findAll(database, calendarIds)
    if (isRequesting) return this.#applyRequests(reconciliation, invited, run)
    // Rooms first, so that other copies are written once, with the responses of the rooms.
    const { room = [], other = [] } = Object.groupBy(invited, ({ isResource }) =>
      isResource === 1 ? 'room' : 'other',
    )
    for (const group of [room, other]) {
      const requesting = await this.#reconcileAll(source, group, run.signal)
      // Applying the requests reconciles all copies.
      if (requesting.length > 0) return this.#applyRequests(reconciliation, requesting, run)
    }
  }

  /** Reconciles all copies, and returns the calendars with requests. */
  async #reconcileAll(
    source: SourceId & Cause,
    invited: readonly CalendarRow[],
    signal: AbortSignal,
  ): Promise<readonly CalendarRow[]> {
    const waiting = [...invited]
    const requesting: CalendarRow[] = []
    const contents = new SharedContents()
    const lane = async () => {
      for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
        signal.throwIfAborted()
        const result = await reconcile(this.#context, { ...source, calendarId: one.id, contents })
        if (result === 'requested') requesting.push(one)
      }
    }
    await Promise.all(Array.from({ length: Math.min(lanes, waiting.length) }, lane))
    // Sorted, so that the order of conflicting requests does not depend on the duration of writes.
    return requesting.sort((one, other) => (one.id < other.id ? -1 : 1))
  }

  /** Applies requests to the organizer's event, and reconciles the copies afterwards. */
  async #applyRequests(
    reconciliation: Reconciliation,
    requesting: readonly CalendarRow[],
    run: JobRun,
  ): Promise<void> {
    const { calendars, database, copies, prompt } = this.#context
    const source = await currentSource(copies, database, reconciliation)
    const organizer = await calendars.findByKey(database, source.key)
    const { by, sendUpdates, calendarIds } = reconciliation
    const rest = { ...source, by, sendUpdates, calendarIds }
    // If the organizer's calendar was deleted, nobody applies the requests, and the copies are cancelled.
    if (organizer === undefined) return this.#run(rest, run)
    const next = await prompt.transaction(
      async (tx) => {
        const calendar = await calendars.lock(tx, organizer.id)
        if (calendar?.key !== source.key) return rest
        const ids = await this.#applyLocked(tx, { calendar, source, requesting })
        if (ids === undefined) return rest
        // Copies are reconciled even if the requests changed nothing, so that the requests are cleared.
        const payload = { ...rest, calendarIds: [...new Set([...calendarIds, ...ids])] }
        const { jobId } = run
        if (jobId !== undefined && (await prompt.redirect(tx, { jobId, payload }))) return payload
        await this.#begin(tx, calendar, payload)
        return undefined
      },
      { locks: `calendar ${organizer.id}` },
    )
    if (next !== undefined) await this.#run(next, run)
  }

  /** Applies the requests that are left, and returns the calendars to reconcile. */
  async #applyLocked(
    tx: Transaction,
    { calendar, source, requesting }: LockedSource,
  ): Promise<readonly string[] | undefined> {
    const { copies, clock } = this.#context
    // The event may have been moved meanwhile.
    const { key, id } = await currentSource(copies, tx, source)
    if (key !== calendar.key) return undefined
    const nowMs = clock.nowMs()
    const writer = new CalendarWriter(this.#context, { tx, calendar, nowMs, isTaken: true })
    const applying = { writer, source, calendars: requesting }
    if (!(await applyRequests(this.#context, applying))) return undefined
    const writes = writer.takeShared()
    await writer.end()
    // Limits were checked when the attendees made their changes.
    return this.#calendarIds(tx, writer, { id, writes, isLimited: false })
  }
}

interface LockedSource {
  /** The organizer's calendar, which the transaction has locked. */
  readonly calendar: CalendarRow
  readonly source: SourceId
  /** The calendars whose requests are to be applied. */
  readonly requesting: readonly CalendarRow[]
}

interface EventWrites {
  readonly id: string
  readonly writes: readonly SharedWrite[]
}

interface Growth extends EventWrites {
  /** Whether someone without a copy is invited. */
  readonly isGrowing: boolean
  readonly guestsCount: number
}

/** Whether a write is a response that is not copied to other attendees. */
const isQuietResponse = ({ row, event }: SharedWrite): boolean =>
  internalIn(row.internal).contentAt !== undefined && isQuiet(event)
