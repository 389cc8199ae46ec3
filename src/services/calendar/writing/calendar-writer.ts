import { isSameJson } from '#/kernel/text/same-json.ts'
import type { Transaction } from '#/storage/port.ts'
import { isShared } from '../attendees/guests.ts'
import type { SourceId } from '../attendees/organizer-event.ts'
import { type CalendarRow, timeZoneOf } from '../calendar/calendar-row.ts'
import { etagOf, eventEtag, numberIn } from '../event/etag.ts'
import { defaultICalUid } from '../event/event-id.ts'
import {
  type InternalProperties,
  internalIn,
  internalText,
  remindsByMail,
  usersNoticing,
} from '../event/internal-properties.ts'
import { propertiesText } from '../event/properties/extended-properties.ts'
import { type EventTimes, updatedText } from '../event/times.ts'
import { wordsOf } from '../event/words.ts'
import { latestMs } from '../reading/time-position.ts'
import { seriesModel } from '../recurrence/series-models.ts'
import type { Event } from '../schemas/event.ts'
import type { Calendars } from '../store/calendars.ts'
import type { CopyHolders } from '../store/copy-holders.ts'
import type { EventKind, EventRow, Events, EventWords, Presence } from '../store/events.ts'
import type { StorageUsage, Stored } from '../store/storage-usage.ts'

/** An event to be written, before it has a change number. */
export interface EventChange {
  readonly event: Event
  readonly times: EventTimes
  readonly kind: EventKind
  readonly presence: Presence
  readonly masterId?: string | null | undefined
  readonly originalStart?: number | null | undefined
  readonly creatorId: string
  /** The key of the organizer's calendar, if the event is an attendee copy. */
  readonly copyOf?: number | null
  /** The event before the write, if there was one. */
  readonly before?: Event
  /** Whether an instance without an exception gets one. */
  readonly isFirstException?: boolean
  /** Whether only responses and the attendee list change. */
  readonly isAnswer?: boolean
  readonly internal: InternalProperties
  /** Texts that many rows share, instead of those derived from the event. */
  readonly prepared?: PreparedTexts
  /** Whether callers who do not see unanswered invitations have seen nothing in its place. */
  readonly isUnseen?: boolean
  /**
   * The row before the write, if only the reminders of some users change: for others, the event keeps its
   * etag and update time, and sync does not report it.
   */
  readonly personalAfter?: EventRow | undefined
}

export interface PreparedTexts extends Omit<EventWords, 'remindAt'> {
  readonly isBusy: boolean
  readonly awaitsAnswer: boolean
  readonly wireOf: (stamps: { readonly etag: string; readonly updated: string }) => string
}

/** A write of an event that has attendee copies or gets some. */
export interface SharedWrite {
  readonly row: EventRow
  readonly before?: Event | undefined
  readonly event: Event
}

/** The organizer's event of outdated copies. */
export interface CopyBehind extends SourceId {
  /** Whether the event has to apply a request of the calendar first. */
  readonly isRequesting: boolean
}

export interface WriterContext {
  readonly calendars: Calendars
  readonly events: Events
  readonly holders: CopyHolders
  /** Accounts for the storage of the calendar's owner. */
  readonly usage?: StorageUsage | undefined
}

/**
 * Writes events of one calendar, whose row the transaction has locked and whose next change number it has
 * reserved. Each write takes a change number.
 */
export class CalendarWriter {
  readonly #context: WriterContext
  readonly tx: Transaction
  readonly calendar: CalendarRow
  readonly nowMs: number
  #nextChangeNumber: number
  #longestMs: number
  #shared: SharedWrite[] = []
  #behind: CopyBehind[] = []
  readonly #holders = new Map<string, readonly string[]>()

  constructor(
    context: WriterContext,
    at: {
      readonly tx: Transaction
      readonly calendar: CalendarRow
      readonly nowMs: number
      /** Whether the change number of the calendar is already taken. */
      readonly isTaken?: boolean
    },
  ) {
    this.#context = context
    this.tx = at.tx
    this.calendar = at.isTaken ? context.calendars.numbers.withNextNumber(at.calendar) : at.calendar
    this.nowMs = at.nowMs
    this.#nextChangeNumber = this.calendar.changeNumber
    this.#longestMs = at.calendar.longestMs
  }

  /** The change number of the next write. */
  get nextChangeNumber(): number {
    return this.#nextChangeNumber
  }

  /** Takes a change number for something other than an event, such as a property that events lack. */
  takeNumber(): number {
    return this.#nextChangeNumber++
  }

  /** Returns undefined if the id is taken. */
  async add(change: EventChange): Promise<EventRow | undefined> {
    const row = this.numberedRow(change, true)
    await this.#account(row, { wasThere: false, bytes: 0 })
    return (await this.#context.events.add(this.tx, row)) ? row : undefined
  }

  /** Inserts or replaces an event. */
  async put(change: EventChange, before?: EventRow): Promise<EventRow> {
    const row = this.numberedRow(change, before?.awaits === 1)
    await this.#account(row, storedBefore(change, row, before))
    await this.#context.events.put(this.tx, row, before)
    return row
  }

  /** Refuses an event that exceeds the storage of the calendar's owner. */
  async #account(row: EventRow, before: StoredBefore): Promise<void> {
    const isThere = row.presence !== 'tombstone'
    const events = Number(isThere) - Number(before.wasThere)
    const bytes = (isThere ? row.wire.length : 0) - (before.wasThere ? before.bytes : 0)
    // Cancelling an instance takes a row as well, but is never refused.
    await this.#grow({ events, bytes }, row.presence === 'live')
  }

  /** Refuses text stored beside an event that exceeds the storage of the calendar's owner. */
  accountText(bytes: number): Promise<void> {
    return this.#grow({ events: 0, bytes }, true)
  }

  async #grow(growth: Stored, isLimited: boolean): Promise<void> {
    const { usage } = this.#context
    const { ownerId, isResource } = this.calendar
    if (usage?.isLimited !== true || isResource === 1) return
    if (isLimited) await usage.requireRoom(this.tx, ownerId, growth)
    if (growth.events !== 0 || growth.bytes !== 0) usage.noteGrowth(this.tx, ownerId, growth)
  }

  /** Returns the writes to reconcile, once. */
  takeShared(): readonly SharedWrite[] {
    const shared = this.#shared
    if (shared.length > 0) this.#shared = []
    return shared
  }

  /** Records that this calendar's copies of an event are outdated. */
  noteBehind(behind: CopyBehind): void {
    this.#behind.push(behind)
  }

  takeBehind(): readonly CopyBehind[] {
    return this.#behind.length === 0 ? [] : this.#behind.splice(0)
  }

  /** Records the calendars with copies of an event that was moved here. */
  noteHolders(id: string, calendarIds: readonly string[]): void {
    this.#holders.set(id, calendarIds)
  }

  holdersOf(id: string): readonly string[] {
    return this.#holders.get(id) ?? []
  }

  /** Stores the last change number. Call this after all writes. */
  async end(): Promise<void> {
    const settledCalendar = this.settledCalendar
    if (settledCalendar === undefined) return
    await this.#context.calendars.numbers.settle(
      this.tx,
      settledCalendar,
      this.calendar.storedChangeNumber,
    )
  }

  /** The calendar after all writes, if its stored row has to change. */
  get settledCalendar(): CalendarRow | undefined {
    const changeNumber = this.#nextChangeNumber - 1
    const longestMs = this.#longestMs
    const calendar = this.calendar
    const hasWritten = changeNumber >= calendar.changeNumber
    if (!hasWritten && calendar.storedChangeNumber !== undefined) return undefined
    const { storedChangeNumber = calendar.changeNumber } = calendar
    if (changeNumber === storedChangeNumber && longestMs === calendar.longestMs) return undefined
    return { ...calendar, changeNumber, longestMs, storedChangeNumber: undefined }
  }

  /** The row of a change, with its change number, for the caller to write. */
  numberedRow(eventChange: EventChange, isUnseen = false): EventRow & EventWords {
    const changeNumber = this.#nextChangeNumber++
    const isShared = this.#isShared(eventChange)
    const internal = this.#internalAfter(eventChange, isShared)
    const change = internal === eventChange.internal ? eventChange : { ...eventChange, internal }
    const row = rowOf(change, {
      calendar: this.calendar,
      changeNumber,
      nowMs: this.nowMs,
      isUnseen: change.isUnseen ?? isUnseen,
    })
    if (row.kind !== 'series') {
      this.#longestMs = Math.max(this.#longestMs, row.endMs - row.startMs)
    }
    if (isShared) this.#shared.push({ row, before: change.before, event: change.event })
    return row
  }

  /** Change numbers of content and times are stored only for events that have, or may have, copies. */
  #internalAfter(change: EventChange, isShared: boolean): InternalProperties {
    const { event, masterId, internal, personalAfter } = change
    // An event whose attendees were removed still has numbers, and so has a new exception of such a series.
    const hasNumbers = internal.contentAt !== undefined || internal.timesAt !== undefined
    if (personalAfter !== undefined || !(isShared || hasNumbers)) return internal
    const source = { calendarKey: this.calendar.key, id: masterId ?? event.id! }
    if (!this.#context.holders.isUncopied(this.tx, source)) return internalAfterContent(change)
    if (!hasNumbers) return internal
    const { contentAt: _content, timesAt: _times, ...rest } = internal
    return rest
  }

  #isShared({ event, before, personalAfter }: EventChange): boolean {
    if (personalAfter !== undefined) return false
    if (event.attendees === undefined && before?.attendees === undefined) return false
    const { id } = this.calendar
    return isShared(event, id) || (before !== undefined && isShared(before, id))
  }
}

/** A response keeps the change number of the content; a change of other properties, that of the times. */
function internalAfterContent({
  internal,
  event,
  before,
  isAnswer = false,
}: EventChange): InternalProperties {
  const { contentAt, timesAt, ...rest } = internal
  if (before?.etag === undefined) return rest
  const formerNumber = numberIn(before.etag)
  return {
    ...rest,
    ...(isAnswer && { contentAt: contentAt ?? formerNumber }),
    ...(!isMoved(before, event) && { timesAt: timesAt ?? formerNumber }),
  }
}

/** Whether the event moved in time or was restored. */
const isMoved = (before: Event, event: Event): boolean =>
  (before.status === 'cancelled' && event.status !== 'cancelled') ||
  !isSameJson(before.start, event.start) ||
  !isSameJson(before.end, event.end) ||
  !isSameJson(before.recurrence, event.recurrence)

interface StoredBefore {
  readonly wasThere: boolean
  readonly bytes: number
}

/** The size of the replaced row; if unknown, that of the new row. */
function storedBefore(change: EventChange, row: EventRow, before?: EventRow): StoredBefore {
  if (before !== undefined) {
    return { wasThere: before.presence !== 'tombstone', bytes: before.wire.length }
  }
  const isNew = change.before === undefined && row.presence !== 'tombstone'
  return { wasThere: !isNew && change.isFirstException !== true, bytes: row.wire.length }
}

interface Numbering {
  readonly calendar: CalendarRow
  readonly changeNumber: number
  readonly nowMs: number
  readonly isUnseen: boolean
}

function rowOf(change: EventChange, numbering: Numbering): EventRow & EventWords {
  const { calendar, changeNumber, nowMs, isUnseen } = numbering
  const { times, kind, presence, creatorId, prepared, personalAfter } = change
  const updatedAtMs = personalAfter?.updatedAtMs ?? nowMs
  const { etag, internal } = withVersion(change, eventEtag(changeNumber))
  const updated = updatedText(updatedAtMs)
  const event = { ...change.event, etag, updated }
  const id = event.id!
  const row = {
    calendarKey: calendar.key,
    id,
    kind,
    presence,
    masterId: change.masterId ?? null,
    originalStart: change.originalStart ?? null,
    isAllDay: times.isAllDay ? 1 : 0,
    isBusy: (prepared?.isBusy ?? blocksTime(event)) ? 1 : 0,
    awaits: isAwaited(change, event) ? (isUnseen ? 1 : 2) : 0,
    startMs: times.startMs,
    endMs: times.endMs,
    changeNumber,
    updatedAtMs,
    icalUid: event.iCalUID === defaultICalUid(change.masterId ?? id) ? null : event.iCalUID!,
    eventType: event.eventType ?? 'default',
    visibility: visibilityOf(event),
    creatorId,
    copyOf: change.copyOf ?? null,
    zone: timeZoneOf(calendar),
    words: prepared?.words ?? wordsOf(event),
    properties: prepared?.properties ?? propertiesText(event),
    internal: internalText(internal),
    wire: prepared?.wireOf({ etag, updated }) ?? JSON.stringify(event),
    event: prepared === undefined ? event : undefined,
    // Checked soon, and then when a reminder is due.
    remindAt: presence === 'live' && remindsByMail(internal) ? nowMs : null,
  } as const
  return kind === 'series' ? { ...row, ...spanOfSeries(row) } : row
}

/** The etag that most callers see after a change, and the callers who see a different one. */
function withVersion(
  { internal: next, personalAfter: former, creatorId }: EventChange,
  newEtag: string,
): { readonly etag: string; readonly internal: InternalProperties } {
  if (former === undefined && next.personalEtags === undefined)
    return { etag: newEtag, internal: next }
  const { personalEtags: _, ...internal } = next
  if (former === undefined) return { etag: newEtag, internal }
  const then = internalIn(former.internal)
  const users = usersNoticing(then, internal, creatorId)
  if (users.length === 0) return { etag: newEtag, internal }
  const etags = Object.fromEntries(users.map((userId) => [userId, newEtag]))
  return {
    etag: etagOf(former),
    internal: { ...internal, personalEtags: { ...then.personalEtags, ...etags } },
  }
}

/** The span from the start of the first instance to the end of the last one. */
function spanOfSeries(row: EventRow): Pick<EventRow, 'startMs' | 'endMs'> {
  const { series, lengthMs } = seriesModel(row)
  const endMs = series.lastStart === undefined ? latestMs : series.lastStart + lengthMs
  return { startMs: series.firstStart, endMs }
}

/** An attendee who declined is free. */
const blocksTime = ({ transparency, attendees = [] }: Event): boolean =>
  transparency !== 'transparent' &&
  !attendees.some(({ self, responseStatus }) => self && responseStatus === 'declined')

const isAwaited = ({ presence, prepared }: EventChange, event: Event): boolean =>
  presence === 'live' && (prepared?.awaitsAnswer ?? awaitsAnswer(event))

const awaitsAnswer = ({ organizer, attendees = [] }: Event): boolean =>
  organizer?.self !== true &&
  attendees.some(({ self, responseStatus }) => self && responseStatus === 'needsAction')

function visibilityOf({ visibility }: Event): EventRow['visibility'] {
  if (visibility === 'public') return 'public'
  return visibility === 'private' || visibility === 'confidential' ? 'private' : 'default'
}
