import { timeZoneOf } from '../calendar/calendar-row.ts'
import {
  type InternalProperties,
  internalIn,
  isSameInternal,
} from '../event/internal-properties.ts'
import { instanceEvent } from '../reading/in-window.ts'
import { hasOriginalStartOf } from '../recurrence/series-models.ts'
import { isSameEvent } from '../rendering/assembled.ts'
import { inZone } from '../rendering/presentation.ts'
import type { Event } from '../schemas/event.ts'
import { type EventRow, type EventWords, eventIn } from '../store/events.ts'
import type { CalendarWriter, EventChange, PreparedTexts } from '../writing/calendar-writer.ts'
import { overridesOf } from '../writing/instance-change.ts'
import { internalOfInstance, internalOfSeries, keptParts } from '../writing/series-change.ts'
import { copyId, hasOwnTimes, markIn, originalId } from './organizer-event.ts'
import { answeredCopy, copiedEvent, type SharedEvent, type SharedRow } from './shared-event.ts'

/** Brings the copies that one calendar has of an event up to date with the organizer's event. */
export class AttendeeCopies {
  readonly #writer: CalendarWriter
  readonly #shared: SharedEvent
  readonly #held: ReadonlyMap<string, EventRow>
  readonly #zone: string
  readonly #marks: string
  readonly #upTo: number
  readonly #rows: (EventRow & EventWords)[] = []

  constructor(writer: CalendarWriter, shared: SharedEvent, { held, marks, upTo }: HeldCopies) {
    this.#writer = writer
    this.#shared = shared
    this.#held = new Map(held.map((row) => [originalId(row.id), row]))
    this.#marks = held[0] === undefined ? marks : markIn(held[0].id)
    this.#zone = timeZoneOf(writer.calendar)
    this.#upTo = upTo
  }

  /** The copies to write. */
  rows(): readonly (EventRow & EventWords)[] {
    const { whole } = this.#shared
    const held = this.#held.get(whole.row.id)
    const isInvited = whole.row.presence === 'live' && whole.isInvited
    const isAway = isInvited && held !== undefined && this.#staysAway(held, whole)
    const master = isAway ? undefined : this.#wholeCopy(held, isInvited)
    // Responses do not change the times of a copy. If its times differ, its instances are not those of the
    // series.
    if (this.#shared.isAnswer && held && hasOwnTimes(held, whole.row, whole.stored()))
      return this.#rows
    for (const [id, exception] of this.#places()) {
      if (isAway) this.#askAlone(this.#held.get(id), exception)
      else this.#exceptionCopy(this.#held.get(id), exception, isInvited ? master : undefined)
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
  #staysAway(held: EventRow, { stored }: SharedRow): boolean {
    const { hasLeft, hasLeftSilently } = internalIn(held.internal)
    if (hasLeft !== true) return false
    // The organizer does not know that the attendee has left, and invites them with the next change.
    return hasLeftSilently ? this.#shared.isAnswer : !this.#isAsked(stored())
  }

  #isAsked({ attendees }: Event): boolean {
    const entry = attendees?.find(({ email }) => email === this.#guestId)
    return entry !== undefined && entry.responseStatus !== 'declined'
  }

  /** Re-inviting an attendee who left a series to one instance restores that instance alone. */
  #askAlone(held: EventRow | undefined, exception: SharedRow | undefined): void {
    const isThere = exception !== undefined && exception.row.presence === 'live'
    if (!isThere || !exception.isInvited) {
      if (held !== undefined) this.#cancel(held)
    } else if (held?.presence === 'live' || this.#isAsked(exception.stored())) {
      this.#putAlone(exception, held)
    }
  }

  #wholeCopy(held: EventRow | undefined, isInvited: boolean): EventRow | undefined {
    const { whole, isWholeWritten } = this.#shared
    if (!isWholeWritten && !(isInvited && held === undefined)) return held
    const { kind } = whole.row
    const place = { held, seed: held, kind, internalOf: (internal: InternalProperties) => internal }
    if (isInvited) return this.#put(whole, { ...place, presence: 'live' })
    if (held === undefined || held.presence === 'tombstone') return held
    const isStillListed = whole.isInvited
    return isStillListed
      ? this.#put(whole, { ...place, presence: 'tombstone' })
      : this.#cancel(held)
  }

  /** The original starts that may have changed, each with the organizer's exception, if any. */
  #places(): ReadonlyMap<string, SharedRow | undefined> {
    const { exceptions, isWholeWritten, whole } = this.#shared
    const places = new Map<string, SharedRow | undefined>(
      exceptions.map((exception) => [exception.row.id, exception]),
    )
    if (!isWholeWritten) return places
    for (const id of this.#held.keys()) {
      if (id !== whole.row.id && !places.has(id)) places.set(id, undefined)
    }
    return places
  }

  /** `master` is the copy of the series, if the attendee is invited to the whole series. */
  #exceptionCopy(
    held: EventRow | undefined,
    exception: SharedRow | undefined,
    master: EventRow | undefined,
  ): void {
    const isThere = exception !== undefined && exception.row.presence === 'live'
    const isInvited = isThere && exception.isInvited
    if (isInvited && held !== undefined && this.#staysAway(held, exception)) {
      if (master === undefined) this.#cancel(held)
      else this.#putCancelled(exception, held, master)
      return
    }
    if (master === undefined) {
      if (isInvited) this.#putAlone(exception, held)
      else if (held !== undefined) this.#cancel(held)
      return
    }
    const place = exception?.row ?? held!
    if (master.kind !== 'series' || !hasOriginalStartOf(this.#shared.model!, place)) {
      if (held !== undefined) this.#cancel(held)
    } else if (exception === undefined || exception.row.presence === 'tombstone') {
      if (held !== undefined) this.#putFollowing(held, master)
    } else this.#putException(exception, { held, master, isInvited })
  }

  /** Writes an instance to a calendar that does not have the series. */
  #putAlone(exception: SharedRow, held: EventRow | undefined): void {
    const internalOf = ({ overrides: _, ...internal }: InternalProperties) => internal
    const masterId = exception.row.masterId! + this.#marks
    this.#put(exception, {
      held,
      seed: held,
      kind: 'single',
      masterId,
      presence: 'live',
      internalOf,
    })
  }

  /** Resets a copied exception to its series, because the organizer's series has no exception there. */
  #putFollowing(held: EventRow, master: EventRow): void {
    const { whole, model } = this.#shared
    const originalStart = held.originalStart!
    const zone = this.#zone
    const original = instanceEvent(whole.shownIn(zone), { model: model!, originalStart, zone })
    const times = { startMs: originalStart, endMs: originalStart + model!.lengthMs }
    const row = { ...whole.row, ...times, kind: 'exception', originalStart } as const
    const instance = { ...whole, row, shownIn: () => original }
    if (this.#staysAway(held, instance)) this.#putCancelled(instance, held, master)
    else this.#put(instance, { ...this.#ofSeries(master), held, presence: 'live' })
  }

  #putException(
    exception: SharedRow,
    place: {
      readonly held: EventRow | undefined
      readonly master: EventRow
      readonly isInvited: boolean
    },
  ): void {
    const { held, master, isInvited } = place
    if (isInvited) this.#put(exception, { ...this.#ofSeries(master), held, presence: 'live' })
    else this.#putCancelled(exception, held, master)
  }

  /**
   * Cancels an instance that the attendee is not invited to or has deleted. A deleted instance stays deleted
   * when the organizer restores it.
   */
  #putCancelled(exception: SharedRow, held: EventRow | undefined, master: EventRow): void {
    if (held?.presence === 'cancelled' && held.copyOf === exception.row.calendarKey) return
    const { internalOf, ...place } = this.#ofSeries(master)
    const hasLeft = internalIn(held?.internal ?? '').hasLeft ?? false
    this.#put(exception, {
      ...place,
      held,
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
        const held = internal.overrides === undefined ? internalOfInstance(master) : internal
        return { ...held, overrides: overridesOf(base, event) }
      },
    }
  }

  #put(shared: SharedRow, place: Place): EventRow {
    const zone = this.#zone
    const source = place.held ?? place.seed
    const heldEvent = source && inZone(eventIn(source), source, zone)
    const copy =
      this.#plainCopy(shared, place, heldEvent) ?? this.#ownCopy(shared, place, heldEvent)
    const { held, kind, masterId, presence, internalOf } = place
    const { originalStart } = shared.row
    const internal = internalOfCopy(held)
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
      isUnseen: [held, place.seed].every((row) => row === undefined || row.awaits === 1),
    }
    const isSame = held !== undefined && isSamePlace(held, change) && copy.isSame
    return isSame ? held : this.#write(held, change)
  }

  /** The copy of an attendee without personal properties. */
  #plainCopy(shared: SharedRow, place: Place, heldEvent: Event | undefined): Copy | undefined {
    const { held, seed, kind, presence } = place
    const guestId = this.#guestId
    if (kind === 'exception' || presence !== 'live' || this.#marks !== '') return undefined
    const text = shared.textIn(this.#zone)
    if (!text.isFor(guestId)) return undefined
    if (this.#isRoom && text.event.transparency === 'transparent') return undefined
    if (heldEvent !== undefined) {
      const { visibility } = internalIn((held ?? seed)!.internal)
      if (visibility !== undefined || hasOwnPart(heldEvent, text.event)) return undefined
      if (this.#isKept(place) && !text.saysTheSame(heldEvent)) return undefined
    }
    const prepared = text.textsFor(guestId)
    const { etag = '', updated = '' } = heldEvent ?? {}
    const isSame = held?.zone === this.#zone && held.wire === prepared.wireOf({ etag, updated })
    const parts = keptParts(shared.row, shared.shownIn(this.#zone))
    return { event: text.event, parts, prepared, isSame }
  }

  #ownCopy(shared: SharedRow, place: Place, heldEvent: Event | undefined): Copy {
    const { held, seed, presence } = place
    const zone = this.#zone
    const guestId = this.#guestId
    const original = shared.shownIn(zone)
    const isKept = this.#isKept(place)
    const source = held ?? seed
    const copied = isKept
      ? answeredCopy(heldEvent!, original, guestId)
      : copiedEvent({
          original,
          row: shared.row,
          guestId,
          zone,
          held: source,
          heldEvent,
          isRoom: this.#isRoom,
        })
    const named = this.#named(copied)
    const event = presence === 'live' ? named : { ...named, status: 'cancelled' }
    const parts = isKept ? keptParts(held!, heldEvent!) : keptParts(shared.row, original)
    return { event, parts, isSame: held !== undefined && saysTheSame(heldEvent!, event) }
  }

  /** The copy with the ids that it and its series have on this calendar. */
  #named(event: Event): Event {
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
  #isKept({ held, kind }: Place): boolean {
    return this.#shared.isAnswer && held?.presence === 'live' && held.kind === kind
  }

  #cancel(held: EventRow): EventRow {
    return held.presence === 'tombstone' ? held : this.#write(held, cancellation(held, this.#zone))
  }

  #write(held: EventRow | undefined, change: EventChange): EventRow {
    const isOfSeries = held?.kind === 'series' || (held !== undefined && change.kind === 'series')
    const internal = isOfSeries ? internalOfSeries(held, change, this.#writer) : change.internal
    const row = this.#writer.numbered({ ...change, internal: { ...internal, upTo: this.#upTo } })
    this.#rows.push(row)
    return row
  }
}

/** The cancelled copy of a deleted event. */
export function cancellation(held: EventRow, zone: string): EventChange {
  const event = inZone(eventIn(held), held, zone)
  return {
    ...keptParts(held, event),
    event: { ...event, status: 'cancelled' },
    presence: 'tombstone',
    internal: internalIn(held.internal),
  }
}

interface HeldCopies {
  readonly held: readonly EventRow[]
  /** The suffix of the ids of new copies; existing copies keep theirs. */
  readonly marks: string
  /** The change number of the organizer's event that the copies reflect afterwards. */
  readonly upTo: number
}

interface Place {
  readonly held: EventRow | undefined
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
  readonly parts: ReturnType<typeof keptParts>
  readonly prepared?: PreparedTexts
  /** Whether the existing copy already says the same. */
  readonly isSame: boolean
}

const hasOwnPart = (held: Event, original: Event): boolean =>
  held.colorId !== undefined ||
  held.eventLabelId !== undefined ||
  held.transparency !== original.transparency ||
  held.extendedProperties?.private !== undefined

/** The internal properties of a copy when it is rewritten. */
function internalOfCopy(held: EventRow | undefined): InternalProperties {
  const {
    hasLeft: _,
    hasLeftSilently: _silently,
    hasReturned: _returned,
    before: _before,
    upTo: _upTo,
    ...internal
  } = internalIn(held?.internal ?? '')
  return internal
}

const isSamePlace = (held: EventRow, change: EventChange): boolean =>
  held.presence === change.presence &&
  held.kind === change.kind &&
  held.masterId === change.masterId &&
  held.copyOf === change.copyOf &&
  isSameInternal({ ...internalIn(held.internal), upTo: 0 }, { ...change.internal, upTo: 0 })

const saysTheSame = (held: Event, event: Event): boolean =>
  (held.sequence ?? 0) === (event.sequence ?? 0) && isSameEvent(held, event)
