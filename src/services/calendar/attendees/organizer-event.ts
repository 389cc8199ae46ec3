import { ApiError } from '#/kernel/errors.ts'
import type { Reader, Transaction } from '#/storage/port.ts'
import type { CalendarRow } from '../calendar/calendar-row.ts'
import { instanceId, instanceIn } from '../event/event-id.ts'
import { timesIn } from '../event/times.ts'
import { findTarget, type Target } from '../reading/target.ts'
import { type SeriesModel, seriesModel } from '../recurrence/series-models.ts'
import type { Event } from '../schemas/event.ts'
import { type EventRow, type Events, eventIn } from '../store/events.ts'
import type { SourceRow, StoredCopies } from '../store/stored-copies.ts'
import { msPerDay } from '../time/civil-date.ts'
import { isSamePattern } from '../writing/series-change.ts'

/** Identifies an organizer's event: a single event, or a series with its exceptions. */
export interface SourceId {
  /** The key of the organizer's calendar. */
  readonly key: number
  readonly id: string
}

interface FoundSource {
  readonly key: number
  readonly row: SourceRow | undefined
  /** The copies on the other calendar. */
  readonly copies: readonly EventRow[]
}

const movesMax = 20

/** Finds an organizer's event, following moves, and the copies that a calendar has of it. */
export async function findSource(
  attendeeCopies: StoredCopies,
  reader: Reader,
  { key: firstKey, id, holderKey }: SourceId & { readonly holderKey: number },
): Promise<FoundSource> {
  let key = firstKey
  for (let moves = 0; ; moves++) {
    const sourceKey = { calendarKey: key, id, holderKey }
    const { source: row, copies } = await attendeeCopies.findSource(reader, sourceKey)
    const hasMoved = row !== undefined && row.presence === 'tombstone' && row.copyOf !== null
    if (!hasMoved || moves === movesMax) return { key, row, copies }
    key = row.copyOf!
  }
}

const noCalendarKey = 0

/** Follows the moves of an event to its current calendar. */
export async function currentSource(
  attendeeCopies: StoredCopies,
  reader: Reader,
  source: SourceId,
): Promise<SourceId> {
  const { key } = await findSource(attendeeCopies, reader, { ...source, holderKey: noCalendarKey })
  return { key, id: source.id }
}

/** Whether a row is the tombstone that a move left on the source calendar. */
export const isMoveTombstone = (row: EventRow, calendarId: string): boolean =>
  row.presence === 'tombstone' && eventIn(row).organizer?.email === calendarId

/**
 * The suffix of the id of an attendee copy, if the attendee's calendar has another event with the id of the
 * organizer's event. It is repeated until the id is free. Ids chosen by clients have no underscores.
 */
const mark = '_copy'

/** The id that a copy, or an instance of it, has on the organizer's calendar. */
export const originalId = (id: string): string => id.replaceAll(mark, '')

/** The suffix in the id of a copy; usually empty. */
export const markIn = (id: string): string => mark.repeat(id.split(mark).length - 1)

export const nextMark = (marks: string): string => marks + mark

/**
 * The id of the copy of a row. The suffix follows the id of the event or series, not that of the instance.
 */
export function copyId({ id, masterId }: Pick<EventRow, 'id' | 'masterId'>, marks: string): string {
  const eventId = masterId ?? id
  return eventId + marks + id.slice(eventId.length)
}

interface Copy {
  /** The organizer's calendar. */
  readonly calendar: CalendarRow
  readonly copy: EventRow
  /** The instance of the copy, if it has no row of its own. */
  readonly id?: string
}

/** The organizer's event or instance that an attendee copy, or an instance of it, corresponds to. */
export async function originalTarget(
  events: Events,
  tx: Transaction,
  { calendar, copy, id = copy.id }: Copy,
): Promise<Target | undefined> {
  const find = async (eventId: string) => {
    try {
      return await findTarget({ events, reader: tx }, calendar.key, eventId)
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return undefined
      throw error
    }
  }
  const found = await find(originalId(id))
  if (found !== undefined) return found
  const { calendarKey } = copy
  const instance = { id, calendarKey, organizerKey: calendar.key }
  const nearestId = await nearestInstanceId(events, tx, instance)
  return nearestId === undefined ? undefined : find(nearestId)
}

// An attendee can change the times of a copied series. The instances of the copy then have other ids than
// those of the organizer's series, until the organizer changes the series or one of its instances.

/** Whether the instances of a copy differ from those of the organizer's series. */
export function hasOwnTimes(copy: EventRow, series: EventRow, event = eventIn(series)): boolean {
  if (series.kind !== 'series' || copy.presence !== 'live' || copy.masterId !== null) return false
  if (copy.kind !== 'series') return true
  return !isSamePattern(patternOf(copy, eventIn(copy)), patternOf(series, event))
}

const patternOf = (row: EventRow, event: Event) => ({
  ...(event.recurrence && { recurrence: event.recurrence }),
  times: timesIn(row, event),
})

interface Instance {
  /** The instance of the copy. */
  readonly id: string
  readonly calendarKey: number
  readonly organizerKey: number
}

/** The id of the organizer's instance that corresponds to an instance of a copy with changed times. */
async function nearestInstanceId(
  events: Events,
  tx: Transaction,
  { id, calendarKey, organizerKey }: Instance,
): Promise<string | undefined> {
  const named = instanceIn(id)
  if (named === undefined) return undefined
  const copy = await events.findIn(tx, calendarKey, named.masterId)
  const series = await events.findIn(tx, organizerKey, originalId(named.masterId))
  if (copy === undefined || series === undefined || !hasOwnTimes(copy, series)) return undefined
  const model = seriesModel(series)
  const nearest = nearestStart(model, named.originalStart)
  return nearest === undefined ? undefined : instanceId(series.id, nearest, model.isAllDay)
}

/** Increasing windows, so that few instances are computed whatever the frequency. */
const windowsMs = [1, 8, 32, 367].map((days) => days * msPerDay)
const instancesPerWindowMax = 10_000

function nearestStart({ series }: SeriesModel, requestedStart: number): number | undefined {
  const distance = (start: number) => Math.abs(start - requestedStart)
  for (const around of windowsMs) {
    const range = {
      from: requestedStart - around,
      to: requestedStart + around + 1,
      limit: instancesPerWindowMax,
    }
    const starts = series.originalStarts(range)
    const [nearest] = starts.sort((one, other) => distance(one) - distance(other))
    if (nearest !== undefined) return nearest
  }
  return undefined
}
