import { isDeepStrictEqual } from 'node:util'
import { isSameJson } from '#/kernel/text/same-json.ts'
import { followedAttendees } from '../attendees/attendee-change.ts'
import { timeZoneOf } from '../calendar/calendar-row.ts'
import { contentOf } from '../event/event-content.ts'
import {
  type ChangeStamp,
  type InternalProperties,
  internalIn,
  isSameInternal,
  type Removal,
  type RemovedOriginalStarts,
} from '../event/internal-properties.ts'
import { type EventTimes, timesIn } from '../event/times.ts'
import { allOriginalStarts } from '../reading/changed-instances.ts'
import { instanceEvent, instanceTimes } from '../reading/in-window.ts'
import {
  hasOriginalStartOf,
  modelOf,
  type SeriesModel,
  seriesModel,
  seriesStartOf,
} from '../recurrence/series-models.ts'
import { assembledEvent, identityOf, isSameEvent } from '../rendering/assembled-event.ts'
import { inZone } from '../rendering/presentation.ts'
import type { Event } from '../schemas/event.ts'
import { type EventRow, eventIn, writtenEvent } from '../store/events.ts'
import type { CalendarWriter, EventChange } from './calendar-writer.ts'

const removalsKeptMax = 20
const startsPerRecordMax = 2000

type Removals = Pick<InternalProperties, 'removed' | 'forgotten'>

interface StampedChange extends ChangeStamp {
  readonly change: Pick<EventChange, 'event' | 'times' | 'kind'>
}

/** The original starts that a series has lost, including those of this change, for sync. */
export function removalsAfter(before: EventRow, stamped: StampedChange): Removals {
  const { removed = [], forgotten } = internalIn(before.internal)
  const removal = { removed, ...(forgotten !== undefined && { forgotten }) }
  const last = removalBy(before, stamped)
  return last === undefined
    ? removal
    : withFewerRecords({ ...removal, removed: [...removed, last] })
}

function removalBy(
  before: EventRow,
  { change: { event, times, kind }, changeNumber, atMs }: StampedChange,
): Removal | undefined {
  const former = eventIn(before)
  const formerTimes = timesIn(before, former)
  const { recurrence = [] } = former
  if (isSamePattern({ ...former, times: formerTimes }, { ...event, times })) return undefined
  const old = modelOf(former, formerTimes)
  const originalStarts = allOriginalStarts(old.series)
  if (originalStarts === undefined) return { changeNumber, atMs, recurrence, times: formerTimes }
  const next = kind === 'series' ? modelOf(event, times) : undefined
  const isKept = (originalStart: number) =>
    next !== undefined &&
    next.isAllDay === old.isAllDay &&
    next.series.hasOriginalStart(originalStart)
  const removed = originalStarts.filter((originalStart) => !isKept(originalStart))
  if (removed.length === 0) return undefined
  return {
    changeNumber,
    atMs,
    originalStarts: removed,
    ...(old.isAllDay && { isAllDay: true as const }),
  }
}

interface Pattern extends Pick<Event, 'recurrence'> {
  readonly times: EventTimes
}

/** Whether two series have the same instances, as far as a cheap comparison can tell. */
export const isSamePattern = (one: Pattern, other: Pattern): boolean =>
  isDeepStrictEqual(one.recurrence, other.recurrence) &&
  isDeepStrictEqual(seriesStartOf(one.times), seriesStartOf(other.times))

/** The internal properties of a series, or of a former series, after a change. */
export function internalOfSeries(
  former: EventRow,
  change: EventChange,
  {
    nextChangeNumber: changeNumber,
    nowMs: atMs,
  }: Pick<CalendarWriter, 'nextChangeNumber' | 'nowMs'>,
): InternalProperties {
  const isSeries = former.kind === 'series'
  const { repeatsSince: since } = change.internal
  const repeatsSince = isSeries ? since : changeNumber
  return {
    ...change.internal,
    ...(isSeries && removalsAfter(former, { change, changeNumber, atMs })),
    ...(repeatsSince !== undefined && { repeatsSince }),
  }
}

/**
 * Merges the oldest records, which makes sync report some instances again. If they cannot be merged, the
 * first one is dropped, and older sync tokens become invalid.
 */
function withFewerRecords({ removed = [], forgotten }: Removals): Removals {
  const former = forgotten === undefined ? {} : { forgotten }
  const [first, ...others] = removed
  if (first === undefined || removed.length <= removalsKeptMax) return { ...former, removed }
  const joined = 'originalStarts' in first ? joinedWith(first, others) : undefined
  return joined === undefined
    ? { removed: others, forgotten: { changeNumber: first.changeNumber, atMs: first.atMs } }
    : { ...former, removed: joined }
}

function joinedWith(
  first: RemovedOriginalStarts,
  others: readonly Removal[],
): readonly Removal[] | undefined {
  const at = others.findIndex(
    (other) => 'originalStarts' in other && other.isAllDay === first.isAllDay,
  )
  const other = others[at]
  if (other === undefined || !('originalStarts' in other)) return undefined
  const originalStarts = [...new Set([...first.originalStarts, ...other.originalStarts])]
  return originalStarts.length > startsPerRecordMax
    ? undefined
    : others.with(at, { ...other, originalStarts })
}

interface FollowingSeries {
  readonly exceptions: readonly EventRow[]
  /** The series before the change. */
  readonly former: EventRow
  /** The row after the change. */
  readonly master: EventRow
  /** Whether only responses and the attendee list changed. */
  readonly isAnswer?: boolean
}

/** Updates the exceptions of a changed series, and removes those whose instances it no longer has. */
export async function followSeries(
  writer: CalendarWriter,
  { exceptions, ...following }: FollowingSeries,
): Promise<void> {
  const { master } = following
  const { zone } = master
  const model = master.kind === 'series' ? seriesModel(master) : undefined
  for (const row of exceptions) {
    if (master.presence === 'tombstone') await leave(writer, row, { zone, canReturn: true })
    else if (model === undefined || !hasOriginalStartOf(model, row)) {
      await leave(writer, row, { zone, canReturn: false })
    } else await inherit(writer, row, { ...following, model })
  }
}

interface Restricting extends Omit<FollowingSeries, 'master'> {
  readonly visibility: string | undefined
}

/** Gives a series the visibility of its strictest instance. */
export async function restrictSeries(
  writer: CalendarWriter,
  { former, visibility, ...following }: Restricting,
): Promise<EventRow> {
  const { calendar } = writer
  const event = eventIn(former)
  const parts = unchangedColumns(former, event)
  const { visibility: _, ...rest } = contentOf(event)
  const content = { ...rest, ...(visibility && { visibility }) }
  const master = await writer.put({
    ...parts,
    event: assembledEvent({
      identity: identityOf(event),
      content,
      times: parts.times,
      calendarId: calendar.id,
      zone: timeZoneOf(calendar),
    }),
    before: event,
    presence: former.presence,
    internal: internalIn(former.internal),
  })
  await followSeries(writer, { former, master, ...following })
  return master
}

async function leave(
  writer: CalendarWriter,
  row: EventRow,
  { zone, canReturn }: { readonly zone: string; readonly canReturn: boolean },
): Promise<void> {
  if (row.presence === 'tombstone') return
  const event = inZone(eventIn(row), row, zone)
  const before = { presence: row.presence, status: event.status ?? 'confirmed' }
  await writer.put({
    ...unchangedColumns(row, event),
    before: event,
    event: { ...event, status: 'cancelled' },
    presence: 'tombstone',
    internal: canReturn ? { ...internalIn(row.internal), before } : internalIn(row.internal),
  })
}

interface Inheriting extends Omit<FollowingSeries, 'exceptions'> {
  readonly model: SeriesModel
}

async function inherit(
  writer: CalendarWriter,
  row: EventRow,
  inheriting: Inheriting,
): Promise<void> {
  const stored = inZone(eventIn(row), row, inheriting.master.zone)
  const before = internalIn(row.internal)
  // Exceptions deleted together with the series are restored with it; those deleted before are not.
  const isAnew = row.presence === 'tombstone' && before.before === undefined
  const presence = isAnew ? 'live' : (before.before?.presence ?? row.presence)
  const internal = isAnew
    ? internalOfInstance(inheriting.master)
    : withFollowedAttendees(followedInternal(before, inheriting), inheriting)
  const next = exceptionAfterChange(row, stored, { ...inheriting, writer, internal })
  const status =
    before.before?.status ?? (presence === 'cancelled' ? 'cancelled' : next.event.status)
  const event = { ...next.event, ...(status && { status }) }
  const isSame = presence === row.presence && isSameEvent(event, stored)
  if (isSame && isSameInternal(internal, before)) return
  await writer.put({
    ...unchangedColumns(row, stored),
    ...next,
    before: stored,
    isAnswer: inheriting.isAnswer ?? false,
    event,
    presence,
    internal,
    isUnseen: row.awaits === 1 && inheriting.master.awaits === 1,
    ...(isSame && { personalAfter: row }),
  })
}

/** The internal properties of an instance without an exception. */
export function internalOfInstance(master: EventRow): InternalProperties {
  const { reminders, source, visibility, invitedElsewhere } = internalIn(master.internal)
  return {
    ...(reminders && { reminders }),
    ...(source && { source }),
    ...(visibility !== undefined && { visibility }),
    ...(invitedElsewhere && { invitedElsewhere }),
    overrides: {},
  }
}

/** Reminders and the source of an exception follow the series if they were equal before. */
function followedInternal(
  { before: _, ...internal }: InternalProperties,
  { former, master }: Inheriting,
): InternalProperties {
  const [then, now] = [internalIn(former.internal), internalIn(master.internal)]
  const reminders = { ...internal.reminders }
  for (const userId of Object.keys({ ...then.reminders, ...now.reminders })) {
    if (!isDeepStrictEqual(reminders[userId], then.reminders?.[userId])) continue
    const { [userId]: chosen } = now.reminders ?? {}
    if (chosen === undefined) delete reminders[userId]
    else reminders[userId] = chosen
  }
  const { source: stored, ...rest } = internal
  const source = isDeepStrictEqual(stored, then.source) ? now.source : stored
  return { ...rest, ...(source && { source }), reminders }
}

/** Responses to one instance stay when the attendees of the series change. */
function withFollowedAttendees(
  internal: InternalProperties,
  { former, master }: Inheriting,
): InternalProperties {
  const { attendees: said, ...overrides } = internal.overrides ?? {}
  if (said === undefined) return internal
  const { attendees: next } = eventIn(master)
  const then = eventIn(former)
  const attendees = followedAttendees({ former: then.attendees, exception: said ?? [], next })
  if (isSameJson(attendees, next ?? [])) return { ...internal, overrides }
  return {
    ...internal,
    overrides: { ...overrides, attendees: attendees.length > 0 ? attendees : null },
  }
}

/** An exception after its series changed. */
function exceptionAfterChange(
  row: EventRow,
  stored: Event,
  {
    master,
    model,
    writer,
    internal,
  }: Inheriting & { readonly writer: CalendarWriter; readonly internal: InternalProperties },
) {
  const originalStart = row.originalStart!
  const { zone } = master
  const base = instanceEvent(writtenEvent(master), { model, originalStart, zone })
  const { overrides = {} } = internal
  const said = Object.entries(overrides).filter(([name]) => name !== 'start' && name !== 'end')
  const content = contentOf({
    ...base,
    ...Object.fromEntries(said.map(([name, value]) => [name, value ?? undefined])),
  })
  const isMoved = overrides.start !== undefined || overrides.end !== undefined
  const times = isMoved ? timesIn(row, stored) : instanceTimes(model, originalStart)
  const identity = {
    ...identityOf(base),
    sequence: Math.max(base.sequence ?? 0, stored.sequence ?? 0),
  }
  const calendarId = writer.calendar.id
  return { times, event: assembledEvent({ identity, content, times, calendarId, zone }) }
}

/** The columns of a row that do not depend on its event. */
export const unchangedColumns = (row: EventRow, event: Event) => ({
  times: timesIn(row, event),
  kind: row.kind,
  masterId: row.masterId,
  originalStart: row.originalStart,
  creatorId: row.creatorId,
  copyOf: row.copyOf,
  isUnseen: row.awaits === 1,
})
