import { isDeepStrictEqual } from 'node:util'
import type { MailOptions } from '../attendees/attendee-mail.ts'
import { calendarAsPerson, timeZoneOf } from '../calendar/calendar-row.ts'
import type { EventDraft } from '../event/event-draft.ts'
import {
  type InternalProperties,
  internalIn,
  isSameInternal,
  noInternal,
  withReminders,
} from '../event/internal-properties.ts'
import { nextSequence } from '../event/sequence.ts'
import type { CalendarContext, EventWriting } from '../operation.ts'
import type { FoundEvent, Target } from '../reading/target.ts'
import {
  assembledEvent,
  type EventIdentity,
  identityOf,
  isSameEvent,
} from '../rendering/assembled-event.ts'
import type { Event } from '../schemas/event.ts'
import type { EventRow, Events } from '../store/events.ts'
import type { CalendarWriter } from './calendar-writer.ts'
import { isStricter, putException, type TargetChange } from './instance-change.ts'
import { followSeries, internalOfSeries } from './series-change.ts'

type Context = Pick<CalendarContext, 'events' | 'caller'>

export interface Rewriting extends EventWriting, FoundEvent {
  readonly draft: EventDraft
  /** The revision in the body, if any. */
  readonly sequence?: number | null | undefined
  /** The revision and the organizer of an import. */
  readonly revision?: number
  readonly organizer?: EventIdentity['organizer']
  /** Further internal properties to store. */
  readonly marks?: Pick<
    InternalProperties,
    'hasLeft' | 'hasLeftSilently' | 'hasReturned' | 'visibility' | 'request' | 'invitedElsewhere'
  >
  /** The mail parameters of the call. */
  readonly options?: MailOptions
  /** Whether the event stops being an attendee copy. */
  readonly isDetached?: boolean
  /** Whether only responses and the attendee list change. */
  readonly isAnswer?: boolean
}

/** Writes a changed event. A change without effect is not written. */
export async function rewriteEvent(context: Context, requested: Rewriting): Promise<Target> {
  const { events, caller } = context
  const draft = withSeriesVisibility(requested)
  const rewriting = draft === requested.draft ? requested : { ...requested, draft }
  const { writer, target } = rewriting
  const { event, isSame } = comparedEvents(rewriting)
  const before = internalBefore(target)
  const after = internalAfter(target, draft, caller.userId)
  const internal =
    requested.marks === undefined ? after : ({ ...after, ...requested.marks } as InternalProperties)
  if (isSame && isSameInternal(internal, before)) return target
  const change = {
    event,
    times: draft.times,
    creatorId: target.row.creatorId,
    copyOf: requested.isDetached ? null : target.row.copyOf,
    before: requested.current.event,
    isAnswer: requested.isAnswer ?? false,
    ...placeOf(target, event),
    internal,
    personalAfter: isSame && isPersonal(internal, before) ? target.row : undefined,
  }
  const put = change.kind === 'exception' ? putException : putWithExceptions
  return { row: await put(events, writer, { target, change }) }
}

/** An instance cannot have a weaker visibility than its series. */
function withSeriesVisibility({ target, current, draft }: Rewriting): EventDraft {
  const isOfSeries = target.instance !== undefined || target.row.kind === 'exception'
  const { content } = draft
  if (!isOfSeries || !isStricter(current.event, content)) return draft
  const { visibility: _, ...rest } = content
  return { ...draft, content: { ...rest, ...visibilityIn(current.event) } }
}

const visibilityIn = ({ visibility }: Event) => visibility !== undefined && { visibility }

/** The changed event, and whether it equals the former one. */
function comparedEvents(rewriting: Rewriting) {
  const { writer, current, draft, organizer } = rewriting
  const { content, times } = draft
  const zone = timeZoneOf(writer.calendar)
  const { start, end } = current.event
  const isAsShown = times === current.times && zone === current.zone && start && end
  const before = identityOf(current.event)
  const sequence = sequenceAfter(rewriting)
  const identity =
    sequence === before.sequence && organizer === undefined
      ? before
      : { ...before, sequence, ...(organizer && { organizer }) }
  const eventWith = (identity: EventIdentity) =>
    assembledEvent({
      identity,
      content,
      times,
      calendarId: writer.calendar.id,
      zone,
      ...(isAsShown && { shown: { start, end } }),
    })
  const event = eventWith(identity)
  if (sequence === before.sequence && isSameEvent(current.event, event)) {
    return { event, isSame: true }
  }
  const renamed = organizer === undefined ? renamedOrganizer(rewriting, before) : undefined
  return {
    event: renamed === undefined ? event : eventWith({ ...identity, organizer: renamed }),
    isSame: false,
  }
}

/**
 * The organizer if its calendar has another title by now. Instances take their organizer from the series.
 */
function renamedOrganizer(
  { writer: { calendar }, target }: Rewriting,
  { organizer }: EventIdentity,
): EventIdentity['organizer'] | undefined {
  const isInstance = target.instance !== undefined || target.row.kind === 'exception'
  if (calendar.isPrimary === 1 || isInstance || organizer.email !== calendar.id) return undefined
  const present = calendarAsPerson(calendar)
  return present.displayName === organizer.displayName ? undefined : present
}

const sequenceAfter = ({ current, draft, sequence, revision }: Rewriting): number =>
  revision ??
  nextSequence({
    current: current.event,
    currentTimes: current.times,
    next: draft,
    ...(sequence !== undefined && sequence !== null && { requested: sequence }),
  })

/** The kind, presence and position of the row. An instance without its series keeps its position in it. */
function placeOf({ row, instance }: Target, event: Event) {
  const isOfSeries = instance !== undefined || row.kind === 'exception'
  const kind = isOfSeries ? 'exception' : event.recurrence === undefined ? 'single' : 'series'
  const withoutEvent = isOfSeries && row.presence !== 'tombstone' ? 'cancelled' : 'tombstone'
  return {
    kind,
    presence: event.status === 'cancelled' ? withoutEvent : 'live',
    masterId: instance === undefined ? row.masterId : row.id,
    originalStart: instance === undefined ? row.originalStart : instance.originalStart,
  } as const
}

const internalBefore = ({ row, instance }: Target): InternalProperties => {
  if (row.internal === '') return noInternal
  const { overrides: _overrides, before: _before, ...internal } = internalIn(row.internal)
  const {
    removed: _removed,
    forgotten: _forgotten,
    hasLeft: _hasLeft,
    hasLeftSilently: _silently,
    ...ofInstance
  } = internal
  return instance === undefined ? internal : ofInstance
}

/** The creator sets the source; each user sets their own reminders. */
function internalAfter(
  target: Target,
  { reminders, source }: EventDraft,
  userId: string,
): InternalProperties {
  if (target.row.internal === '' && reminders === undefined && source === undefined)
    return noInternal
  const { source: stored, ...internal } = internalBefore(target)
  const next = target.row.creatorId === userId ? source : stored
  return withReminders({ ...internal, ...(next && { source: next }) }, userId, reminders)
}

/** Whether the properties differ only in what concerns some users alone. */
const isPersonal = (one: InternalProperties, other: InternalProperties) =>
  one === other ||
  (isDeepStrictEqual(one.source, other.source) &&
    isDeepStrictEqual(one.invitedElsewhere ?? [], other.invitedElsewhere ?? []))

/** Writes a series, and updates or removes its exceptions. */
async function putWithExceptions(
  events: Events,
  writer: CalendarWriter,
  { target, change }: TargetChange,
): Promise<EventRow> {
  const { row: former } = target
  if (former.kind !== 'series' && change.kind !== 'series') return writer.put(change, former)
  const exceptions = await events.exceptionsOf(writer.tx, former.calendarKey, former.id)
  const master = await writer.put(
    { ...change, internal: internalOfSeries(former, change, writer) },
    former,
  )
  const { isAnswer = false } = change
  await followSeries(writer, { exceptions, former, master, isAnswer })
  return master
}
