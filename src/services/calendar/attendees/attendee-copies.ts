import { timeZoneOf } from '../calendar/calendar-row.ts'
import {
  type InternalProperties,
  internalIn,
  isSameInternal,
} from '../event/internal-properties.ts'
import { instanceEvent } from '../reading/in-window.ts'
import { hasOriginalStartOf } from '../recurrence/series-models.ts'
import { isSameEvent } from '../rendering/assembled-event.ts'
import { inZone } from '../rendering/presentation.ts'
import type { Event } from '../schemas/event.ts'
import { type EventRow, type EventWords, eventIn } from '../store/events.ts'
import type { CalendarWriter, EventChange, PreparedTexts } from '../writing/calendar-writer.ts'
import { overridesOf } from '../writing/instance-change.ts'
import { internalOfInstance, internalOfSeries, unchangedColumns } from '../writing/series-change.ts'
import { entryOf } from './attendee-change.ts'
import { copyId, hasOwnTimes, markIn, originalId } from './organizer-event.ts'
import { answeredCopy, copiedEvent, type SharedEvent, type SharedRow } from './shared-event.ts'

/** Brings the copies that one calendar has of an event up to date with the organizer's event. */
export class AttendeeCopies {
  readonly #writer: CalendarWriter
  readonly #shared: SharedEvent
  readonly #existing: ReadonlyMap<string, EventRow>
  readonly #zone: string
  readonly #marks: string
  readonly #upTo: number
  readonly #rows: (EventRow & EventWords)[] = []

  constructor(
    writer: CalendarWriter,
    shared: SharedEvent,
    { existing, marks, upTo }: ExistingCopies,
  ) {
    this.#writer = writer
    this.#shared = shared
    this.#existing = new Map(existing.map((row) => [originalId(row.id), row]))
    this.#marks = existing[0] === undefined ? marks : markIn(existing[0].id)
    this.#zone = timeZoneOf(writer.calendar)
    this.#upTo = upTo
  }

  /** The copies to write. */
  rows(): readonly (EventRow & EventWords)[] {
    const { whole } = this.#shared
    const existing = this.#existing.get(whole.row.id)
    const isInvited = whole.row.presence === 'live' && whole.isInvited
    const isAway = isInvited && existing !== undefined && this.#staysAway(existing, whole)
    const master = isAway ? undefined : this.#wholeCopy(existing, isInvited)
    // Responses do not change the times of a copy. If its times differ, its instances are not those of the
    // series.
    if (this.#shared.isAnswer && existing && hasOwnTimes(existing, whole.row, whole.stored()))
      return this.#rows
    for (const [id, exception] of this.#exceptionsToUpdate()) {
      if (isAway) this.#updateInstanceAlone(this.#existing.get(id), exception)
      else this.#exceptionCopy(this.#existing.get(id), exception, isInvited ? master : undefined)
    }
    return this.#rows
  }

  get #guestId(): string {
    return this.#writer.calendar.id
  }

  get #isRoom(): boolean {
    return this.#writer.calendar.isResource === 1
  }

  /** Whether an attendee who deleted the copy stays away. Re-inviting them restores it. */
  #staysAway(existing: EventRow, { stored }: SharedRow): boolean {
    const { hasLeft, hasLeftSilently } = internalIn(existing.internal)
    if (hasLeft !== true) return false
    // The organizer does not know that the attendee has left, and invites them with the next change.
    return hasLeftSilently ? this.#shared.isAnswer : !this.#isStillInvited(stored())
  }

  #isStillInvited(event: Event): boolean {
    const entry = entryOf(event, this.#guestId)
    return entry !== undefined && entry.responseStatus !== 'declined'
  }

  /** Re-inviting an attendee who left a series to one instance restores that instance alone. */
  #updateInstanceAlone(existing: EventRow | undefined, exception: SharedRow | undefined): void {
    const isThere = exception !== undefined && exception.row.presence === 'live'
    if (!isThere || !exception.isInvited) {
      if (existing !== undefined) this.#cancel(existing)
    } else if (existing?.presence === 'live' || this.#isStillInvited(exception.stored())) {
      this.#putAlone(exception, existing)
    }
  }

  #wholeCopy(existing: EventRow | undefined, isInvited: boolean): EventRow | undefined {
    const { whole, isWholeWritten } = this.#shared
    if (!isWholeWritten && !(isInvited && existing === undefined)) return existing
    const { kind } = whole.row
    const target = {
      existing,
      seed: existing,
      kind,
      internalOf: (internal: InternalProperties) => internal,
    }
    if (isInvited) return this.#put(whole, { ...target, presence: 'live' })
    if (existing === undefined || existing.presence === 'tombstone') return existing
    const isStillListed = whole.isInvited
    return isStillListed
      ? this.#put(whole, { ...target, presence: 'tombstone' })
      : this.#cancel(existing)
  }

  /** The original starts that may have changed, each with the organizer's exception, if any. */
  #exceptionsToUpdate(): ReadonlyMap<string, SharedRow | undefined> {
    const { exceptions, isWholeWritten, whole } = this.#shared
    const exceptionById = new Map<string, SharedRow | undefined>(
      exceptions.map((exception) => [exception.row.id, exception]),
    )
    if (!isWholeWritten) return exceptionById
    for (const id of this.#existing.keys()) {
      if (id !== whole.row.id && !exceptionById.has(id)) exceptionById.set(id, undefined)
    }
    return exceptionById
  }

  /** `master` is the copy of the series, if the attendee is invited to the whole series. */
  #exceptionCopy(
    existing: EventRow | undefined,
    exception: SharedRow | undefined,
    master: EventRow | undefined,
  ): void {
    const isThere = exception !== undefined && exception.row.presence === 'live'
    const isInvited = isThere && exception.isInvited
    if (isInvited && existing !== undefined && this.#staysAway(existing, exception)) {
      if (master === undefined) this.#cancel(existing)
      else this.#putCancelled(exception, existing, master)
      return
    }
    if (master === undefined) {
      if (isInvited) this.#putAlone(exception, existing)
      else if (existing !== undefined) this.#cancel(existing)
      return
    }
    const target = exception?.row ?? existing!
    if (master.kind !== 'series' || !hasOriginalStartOf(this.#shared.model!, target)) {
      if (existing !== undefined) this.#cancel(existing)
    } else if (exception === undefined || exception.row.presence === 'tombstone') {
      if (existing !== undefined) this.#putFollowing(existing, master)
    } else this.#putException(exception, { existing, master, isInvited })
  }

  /** Writes an instance to a calendar that does not have the series. */
  #putAlone(exception: SharedRow, existing: EventRow | undefined): void {
    const internalOf = ({ overrides: _, ...internal }: InternalProperties) => internal
    const masterId = exception.row.masterId! + this.#marks
    this.#put(exception, {
      existing,
      seed: existing,
      kind: 'single',
      masterId,
      presence: 'live',
      internalOf,
    })
  }

  /** Resets a copied exception to its series, because the organizer's series has no exception there. */
  #putFollowing(existing: EventRow, master: EventRow): void {
    const { whole, model } = this.#shared
    const originalStart = existing.originalStart!
    const zone = this.#zone
    const original = instanceEvent(whole.shownIn(zone), { model: model!, originalStart, zone })
    const times = { startMs: originalStart, endMs: originalStart + model!.lengthMs }
    const row = { ...whole.row, ...times, kind: 'exception', originalStart } as const
    const instance = { ...whole, row, shownIn: () => original }
    if (this.#staysAway(existing, instance)) this.#putCancelled(instance, existing, master)
    else this.#put(instance, { ...this.#ofSeries(master), existing, presence: 'live' })
  }

  #putException(
    exception: SharedRow,
    target: {
      readonly existing: EventRow | undefined
      readonly master: EventRow
      readonly isInvited: boolean
    },
  ): void {
    const { existing, master, isInvited } = target
    if (isInvited) this.#put(exception, { ...this.#ofSeries(master), existing, presence: 'live' })
    else this.#putCancelled(exception, existing, master)
  }

  /**
   * Cancels an instance that the attendee is not invited to or has deleted. A deleted instance stays deleted
   * when the organizer restores it.
   */
  #putCancelled(exception: SharedRow, existing: EventRow | undefined, master: EventRow): void {
    if (existing?.presence === 'cancelled' && existing.copyOf === exception.row.calendarKey) return
    const { internalOf, ...target } = this.#ofSeries(master)
    const hasLeft = internalIn(existing?.internal ?? '').hasLeft ?? false
    this.#put(exception, {
      ...target,
      existing,
      presence: 'cancelled',
      internalOf: (...internal) => ({ ...internalOf(...internal), hasLeft }),
    })
  }

  #ofSeries(master: EventRow) {
    const { model } = this.#shared
    const zone = this.#zone
    return {
      seed: master,
      kind: 'exception' as const,
      masterId: master.id,
      internalOf: (internal: InternalProperties, event: Event, originalStart: number | null) => {
        const series = inZone(eventIn(master), master, zone)
        const base = instanceEvent(series, { model: model!, originalStart: originalStart!, zone })
        const existing = internal.overrides === undefined ? internalOfInstance(master) : internal
        return { ...existing, overrides: overridesOf(base, event) }
      },
    }
  }

  #put(shared: SharedRow, target: CopyTarget): EventRow {
    const zone = this.#zone
    const source = target.existing ?? target.seed
    const existingEvent = source && inZone(eventIn(source), source, zone)
    const copy =
      this.#plainCopy(shared, target, existingEvent) ?? this.#ownCopy(shared, target, existingEvent)
    const { existing, kind, masterId, presence, internalOf } = target
    const { originalStart } = shared.row
    const internal = internalOfCopy(existing)
    const change: EventChange = {
      ...copy.parts,
      event: copy.event,
      ...(copy.prepared && { prepared: copy.prepared }),
      kind,
      masterId: masterId ?? null,
      originalStart,
      presence,
      copyOf: shared.row.calendarKey,
      internal: internalOf(internal, copy.event, originalStart),
      isUnseen: [existing, target.seed].every((row) => row === undefined || row.awaits === 1),
    }
    const isSame = existing !== undefined && isSameTarget(existing, change) && copy.isSame
    return isSame ? existing : this.#write(existing, change)
  }

  /** The copy of an attendee without personal properties. */
  #plainCopy(
    shared: SharedRow,
    target: CopyTarget,
    existingEvent: Event | undefined,
  ): Copy | undefined {
    const { existing, seed, kind, presence } = target
    const guestId = this.#guestId
    if (kind === 'exception' || presence !== 'live' || this.#marks !== '') return undefined
    const text = shared.textIn(this.#zone)
    if (!text.isFor(guestId)) return undefined
    if (this.#isRoom && text.event.transparency === 'transparent') return undefined
    if (existingEvent !== undefined) {
      const { visibility } = internalIn((existing ?? seed)!.internal)
      if (visibility !== undefined || hasOwnPart(existingEvent, text.event)) return undefined
      if (this.#keepsContent(target) && !text.saysTheSame(existingEvent)) return undefined
    }
    const prepared = text.textsFor(guestId)
    const { etag = '', updated = '' } = existingEvent ?? {}
    const isSame =
      existing?.zone === this.#zone && existing.wire === prepared.wireOf({ etag, updated })
    const parts = unchangedColumns(shared.row, shared.shownIn(this.#zone))
    return { event: text.event, parts, prepared, isSame }
  }

  #ownCopy(shared: SharedRow, target: CopyTarget, existingEvent: Event | undefined): Copy {
    const { existing, seed, presence } = target
    const zone = this.#zone
    const guestId = this.#guestId
    const original = shared.shownIn(zone)
    const keepsContent = this.#keepsContent(target)
    const source = existing ?? seed
    const copied = keepsContent
      ? answeredCopy(existingEvent!, original, guestId)
      : copiedEvent({
          original,
          row: shared.row,
          guestId,
          zone,
          existing: source,
          existingEvent,
          isRoom: this.#isRoom,
        })
    const withIds = this.#withLocalIds(copied)
    const event = presence === 'live' ? withIds : { ...withIds, status: 'cancelled' }
    const parts = keepsContent
      ? unchangedColumns(existing!, existingEvent!)
      : unchangedColumns(shared.row, original)
    return { event, parts, isSame: existing !== undefined && saysTheSame(existingEvent!, event) }
  }

  /** The copy with the ids that it and its series have on this calendar. */
  #withLocalIds(event: Event): Event {
    const marks = this.#marks
    if (marks === '') return event
    const { recurringEventId } = event
    const masterId = recurringEventId === undefined ? null : originalId(recurringEventId)
    return {
      ...event,
      id: copyId({ id: originalId(event.id!), masterId }, marks),
      ...(masterId !== null && { recurringEventId: masterId + marks }),
    }
  }

  /** Whether the copy keeps its own content and follows only the attendee list. */
  #keepsContent({ existing, kind }: CopyTarget): boolean {
    return this.#shared.isAnswer && existing?.presence === 'live' && existing.kind === kind
  }

  #cancel(existing: EventRow): EventRow {
    return existing.presence === 'tombstone'
      ? existing
      : this.#write(existing, cancellation(existing, this.#zone))
  }

  #write(existing: EventRow | undefined, change: EventChange): EventRow {
    const isOfSeries =
      existing?.kind === 'series' || (existing !== undefined && change.kind === 'series')
    const internal = isOfSeries ? internalOfSeries(existing, change, this.#writer) : change.internal
    const row = this.#writer.numberedRow({ ...change, internal: { ...internal, upTo: this.#upTo } })
    this.#rows.push(row)
    return row
  }
}

/** The cancelled copy of a deleted event. */
export function cancellation(existing: EventRow, zone: string): EventChange {
  const event = inZone(eventIn(existing), existing, zone)
  return {
    ...unchangedColumns(existing, event),
    event: { ...event, status: 'cancelled' },
    presence: 'tombstone',
    internal: internalIn(existing.internal),
  }
}

interface ExistingCopies {
  readonly existing: readonly EventRow[]
  /** The suffix of the ids of new copies; existing copies keep theirs. */
  readonly marks: string
  /** The change number of the organizer's event that the copies reflect afterwards. */
  readonly upTo: number
}

interface CopyTarget {
  readonly existing: EventRow | undefined
  /** The row that provides the personal properties if there is no copy yet. */
  readonly seed: EventRow | undefined
  readonly kind: EventRow['kind']
  readonly masterId?: string
  /** `cancelled` if the attendee is not invited to this instance of the series. */
  readonly presence: EventRow['presence']
  readonly internalOf: (
    internal: InternalProperties,
    event: Event,
    originalStart: number | null,
  ) => InternalProperties
}

interface Copy {
  readonly event: Event
  readonly parts: ReturnType<typeof unchangedColumns>
  readonly prepared?: PreparedTexts
  /** Whether the existing copy already says the same. */
  readonly isSame: boolean
}

const hasOwnPart = (existing: Event, original: Event): boolean =>
  existing.colorId !== undefined ||
  existing.eventLabelId !== undefined ||
  existing.transparency !== original.transparency ||
  existing.extendedProperties?.private !== undefined

/** The internal properties of a copy when it is rewritten. */
function internalOfCopy(existing: EventRow | undefined): InternalProperties {
  const {
    hasLeft: _,
    hasLeftSilently: _silently,
    hasReturned: _returned,
    before: _before,
    upTo: _upTo,
    ...internal
  } = internalIn(existing?.internal ?? '')
  return internal
}

const isSameTarget = (existing: EventRow, change: EventChange): boolean =>
  existing.presence === change.presence &&
  existing.kind === change.kind &&
  existing.masterId === change.masterId &&
  existing.copyOf === change.copyOf &&
  isSameInternal({ ...internalIn(existing.internal), upTo: 0 }, { ...change.internal, upTo: 0 })

const saysTheSame = (existing: Event, event: Event): boolean =>
  (existing.sequence ?? 0) === (event.sequence ?? 0) && isSameEvent(existing, event)
