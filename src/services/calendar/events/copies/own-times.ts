import type { Transaction } from '#/storage/port.ts'
import { msPerDay } from '../../domain/civil-date.ts'
import { instanceId, instanceIn } from '../../domain/event/instance-id.ts'
import type { Event } from '../../schemas/event.ts'
import type { EventRow, Events } from '../../store/events.ts'
import { isSamePattern } from '../series-change.ts'
import { type SeriesModel, seriesModel } from '../series-models.ts'
import { timesIn } from '../stored-times.ts'
import { originalId } from './copy-id.ts'
import type { SharedRow } from './shared-event.ts'

// An attendee may put a series at other times on the own calendar. The instances of the copy have other ids
// then than those of the organizer's series, until the organizer changes the series or one of its instances.

/** Whether the instances of a copy are not those of the organizer's series. */
export function hasOwnTimes(
  copy: EventRow,
  { row, stored }: Pick<SharedRow, 'row' | 'stored'>,
): boolean {
  if (row.kind !== 'series' || copy.presence !== 'live' || copy.masterId !== null) return false
  if (copy.kind !== 'series') return true
  const held = JSON.parse(copy.wire) as Event
  return !isSamePattern(patternOf(copy, held), patternOf(row, stored()))
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

/** The id of the organizer's instance that an instance of a copy with times of its own stands for. */
export async function nearestInstanceId(
  events: Events,
  tx: Transaction,
  { id, calendarKey, organizerKey }: Instance,
): Promise<string | undefined> {
  const named = instanceIn(id)
  if (named === undefined) return undefined
  const copy = await events.findIn(tx, calendarKey, named.masterId)
  const series = await events.findIn(tx, organizerKey, originalId(named.masterId))
  if (copy === undefined || series === undefined) return undefined
  const stored = () => JSON.parse(series.wire) as Event
  if (!hasOwnTimes(copy, { row: series, stored })) return undefined
  const model = seriesModel(series)
  const slot = nearestSlot(model, named.slot)
  return slot === undefined ? undefined : instanceId(series.id, slot, model.isAllDay)
}

/** Wider and wider, so that few instances are looked at whatever the frequency. */
const windowsMs = [1, 8, 32, 367].map((days) => days * msPerDay)
const instancesPerWindowMax = 10_000

function nearestSlot({ series }: SeriesModel, slot: number): number | undefined {
  const distance = (other: number) => Math.abs(other - slot)
  for (const around of windowsMs) {
    const range = { from: slot - around, to: slot + around + 1, limit: instancesPerWindowMax }
    const [nearest] = series.slots(range).sort((one, other) => distance(one) - distance(other))
    if (nearest !== undefined) return nearest
  }
  return undefined
}
