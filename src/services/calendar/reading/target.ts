import type { User } from '#/contract/operation.ts'
import { notFound } from '#/kernel/errors.ts'
import type { Reader } from '#/storage/port.ts'
import { timeZoneOf } from '../calendar/calendar-row.ts'
import { requiredAccessLevel } from '../errors.ts'
import type { CurrentEvent } from '../event/event-draft.ts'
import { instanceIn } from '../event/event-id.ts'
import { internalIn } from '../event/internal-properties.ts'
import { timesIn } from '../event/times.ts'
import { type SeriesModel, seriesModel } from '../recurrence/series-models.ts'
import { inZone } from '../rendering/presentation.ts'
import type { Access } from '../sharing/access.ts'
import { isAtLeast } from '../sharing/access-rule.ts'
import { type EventRow, type Events, writtenEvent } from '../store/events.ts'
import { instanceEvent, instanceTimes } from './in-window.ts'

/** An event named by a call: a stored row, or an instance without a row of its own. */
export type Target = StoredTarget | InstanceTarget

interface StoredTarget {
  readonly row: EventRow
  readonly instance?: undefined
  /** The series of an exception as it is now, if it was read already. */
  readonly master?: EventRow
}

interface InstanceTarget {
  /** The series. */
  readonly row: EventRow
  readonly instance: { readonly originalStart: number; readonly model: SeriesModel }
}

/** Finds the event with this id on a calendar. */
export async function findTarget(
  {
    events,
    reader,
    modelOf = seriesModel,
  }: {
    readonly events: Events
    readonly reader: Reader
    readonly modelOf?: (row: EventRow) => SeriesModel
  },
  calendarKey: number,
  eventId: string,
): Promise<Target> {
  const row = await events.findIn(reader, calendarKey, eventId)
  if (row !== undefined) return { row }
  const named = instanceIn(eventId)
  if (named === undefined) throw notFound()
  const master = await events.findIn(reader, calendarKey, named.masterId)
  if (master?.kind !== 'series') throw notFound()
  return instanceTarget(master, named, modelOf)
}

/** The instance of a series; throws 404 if there is none. */
function instanceTarget(
  row: EventRow,
  { originalStart, isAllDay }: { readonly originalStart: number; readonly isAllDay: boolean },
  modelOf: (row: EventRow) => SeriesModel,
): InstanceTarget {
  const model = modelOf(row)
  if (model.isAllDay !== isAllDay || !model.series.hasOriginalStart(originalStart)) throw notFound()
  return { row, instance: { originalStart, model } }
}

/** The event before a change, for a user, with its times in a zone. */
export function currentOf(
  { row, instance }: Target,
  { userId, zone }: { readonly userId: string; readonly zone: string },
): CurrentEvent {
  const stored = writtenEvent(row)
  const { reminders, source } = internalIn(row.internal)
  return {
    event: instance ? instanceEvent(stored, { ...instance, zone }) : inZone(stored, row, zone),
    times: instance ? instanceTimes(instance.model, instance.originalStart) : timesIn(row, stored),
    zone,
    reminders: reminders?.[userId],
    source,
  }
}

/** What a call changes, and the event before the change. */
export interface FoundEvent {
  readonly target: Target
  readonly current: CurrentEvent
}

/** A target that its caller can change. Private events need the rights to read them, except for their creator. */
export function changeableEvent(
  target: Target,
  { calendar, role }: Access,
  { userId }: Pick<User, 'userId'>,
): FoundEvent {
  const { visibility, creatorId } = target.row
  if (visibility === 'private' && creatorId !== userId && !isAtLeast(role, 'writer')) {
    throw requiredAccessLevel('writer')
  }
  return { target, current: currentOf(target, { userId, zone: timeZoneOf(calendar) }) }
}
