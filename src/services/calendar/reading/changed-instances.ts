import { fullSyncRequired, updatedMinTooLongAgo } from '#/kernel/errors.ts'
import { type ChangeStamp, ownIn, type Removal } from '../event/personal-properties.ts'
import { modelOf, type SeriesModel } from '../recurrence/series-models.ts'
import { bareText } from '../rendering/presentation.ts'
import type { Event } from '../schemas/event.ts'
import { eventPages } from '../store/event-pages.ts'
import type { EventRow } from '../store/events.ts'
import {
  endlessSlotsMax,
  InstanceTexts,
  instanceEvent,
  isHidden,
  isSlotInWindow,
  type Reading,
  seenInstance,
  slotWindow,
} from './in-window.ts'
import type { Window } from './query.ts'

interface ChangedInstance {
  readonly slot: number
  readonly text: () => string
}

const yearMs = 366 * 86_400_000
const windowSlotsMax = 100_000

/**
 * Lists a changed series as its instances: those it has now, and as cancelled those it has given up
 * since. Of very long series these are the ones that a list has given, and the present part. What
 * once was a series has only given up. Without the number of a sync token, the window bounds both.
 */
export async function changedInstances(
  reading: Reading,
  row: EventRow,
  since: number | undefined,
): Promise<ChangedInstance[]> {
  const present = row.kind === 'series' ? await presentInstances(reading, row, since) : []
  const removed = await removedInstances(reading, row, since)
  return [...itsFormerSelf(reading, row, since), ...present, ...removed].sort(
    (one, other) => one.slot - other.slot,
  )
}

/** What took place once was listed under the id that the series has now. */
function itsFormerSelf(
  { view }: Reading,
  row: EventRow,
  since = Number.MAX_SAFE_INTEGER,
): ChangedInstance[] {
  const { repeatsSince = 0 } = ownIn(row.own)
  if (row.kind !== 'series' || repeatsSince <= since) return []
  return [{ slot: Number.MIN_SAFE_INTEGER, text: () => bareText(row, view) }]
}

interface RemovedInstance extends ChangedInstance {
  /** What the series was like when it had the instance. */
  readonly model: SeriesModel
}

/** The instances that a row has given up since the number of a sync token, or else since `updatedMin`. */
export async function removedInstances(
  reading: Reading,
  row: EventRow,
  since: number | undefined,
): Promise<RemovedInstance[]> {
  const gone = slotsGivenUp(reading, row, since)
  if (gone.length === 0) return []
  const model = reading.models.of(row)
  const { series, isAllDay, startZone, endZone } = model
  // An exception that has gone with its original start is listed by itself.
  const which = { slots: gone.map(({ slot }) => slot), goneAfter: since ?? 0 }
  const isFree = new Set(await eventPages.freeSlots(reading.reader, row, which))
  return gone
    .filter(({ slot }) => isFree.has(slot))
    .filter((given) => {
      const isBack = given.isAllDay === isAllDay && series.hasSlot(given.slot)
      return row.kind !== 'series' || !isBack
    })
    .map(({ slot, ...given }) => {
      const former = {
        ...model,
        isAllDay: given.isAllDay,
        lengthMs: given.lengthMs ?? model.lengthMs,
        startZone: startZone || reading.view.calendarZone,
        endZone: endZone || reading.view.calendarZone,
      }
      const text = () => cancelledText(reading, { row, slot, model: former })
      return { slot, model: former, text }
    })
    .filter(({ slot, model }) => since !== undefined || isSlotInWindow(reading, model, slot))
}

async function presentInstances(
  reading: Reading,
  row: EventRow,
  since: number | undefined,
): Promise<ChangedInstance[]> {
  const model = reading.models.of(row)
  const isGone = row.presence === 'gone'
  const slots = since === undefined ? windowSlots(reading, model) : toldSlots(reading, model)
  // What has gone with its series tells of itself.
  const which = { slots, ...(isGone && { goneAfter: since ?? 0 }) }
  const free = await eventPages.freeSlots(reading.reader, row, which)
  const texts = new InstanceTexts(row, model, reading.view)
  const isBare = isHidden(row, reading.query) || (isGone && !reading.query.showsDeleted)
  return free.map((slot) => ({
    slot,
    text: () => (isBare ? cancelledText(reading, { row, model, slot }) : texts.textAt(slot)),
  }))
}

const windowSlots = (reading: Reading, model: SeriesModel, window?: Window): number[] =>
  model.series.slots({ ...slotWindow(reading, model, window), limit: windowSlotsMax })

interface GivenUp {
  readonly slot: number
  readonly isAllDay: boolean
  /** How long it took, where that is known. */
  readonly lengthMs: number | undefined
}

/** What a row has given up, each original start once; a 410 where that is not stored any more. */
function slotsGivenUp(reading: Reading, { own }: EventRow, since: number | undefined): GivenUp[] {
  const { updatedFromMs = Number.POSITIVE_INFINITY } = reading.query
  const isLater = ({ sequence, atMs }: ChangeStamp) =>
    since === undefined ? atMs >= updatedFromMs : sequence > since
  const refusal = since === undefined ? updatedMinTooLongAgo : fullSyncRequired
  const { removed = [], forgotten } = ownIn(own)
  if (forgotten !== undefined && isLater(forgotten)) throw refusal()
  const later = removed.filter(isLater).map((removal) => slotsIn(reading, removal, since))
  const found = later.reduce((sum, { slots }) => sum + slots.length, 0)
  if (found > windowSlotsMax) throw refusal()
  const lengthsOf = (isWanted: boolean) =>
    new Map(
      later
        .filter(({ isAllDay }) => isAllDay === isWanted)
        .flatMap(({ slots, lengthMs }) => slots.map((slot) => [slot, lengthMs] as const)),
    )
  return [true, false]
    .flatMap((isAllDay) =>
      [...lengthsOf(isAllDay)].map(([slot, lengthMs]) => ({ slot, isAllDay, lengthMs })),
    )
    .sort((one, other) => one.slot - other.slot)
}

function slotsIn(reading: Reading, removal: Removal, since: number | undefined) {
  if ('slots' in removal) {
    const { slots, isAllDay = false } = removal
    return { slots, isAllDay, lengthMs: undefined }
  }
  const model = modelOf(removal, removal.times)
  const { isAllDay, lengthMs } = model
  const slots = since === undefined ? windowSlots(reading, model) : toldSlots(reading, model)
  return { slots, isAllDay, lengthMs }
}

/** All slots of a series, unless there are very many. */
export function allSlots(series: SeriesModel['series']): number[] | undefined {
  const end = { to: Number.MAX_SAFE_INTEGER, limit: endlessSlotsMax + 1 }
  const all = series.slots({ from: series.firstSlot, ...end })
  return all.length > endlessSlotsMax ? undefined : all
}

/** All slots; of a very long series those that a list has given, and those from a year ago on. */
function toldSlots(reading: Reading, model: SeriesModel): readonly number[] {
  const all = allSlots(model.series)
  if (all !== undefined) return all
  const present = model.series.slots({
    from: reading.nowMs - yearMs,
    to: Number.MAX_SAFE_INTEGER,
    limit: endlessSlotsMax,
  })
  const listed = windowSlots(reading, model, reading.listed)
  return [...new Set([...listed, ...present])].sort((one, other) => one - other)
}

/** A missing instance: all of it for those who want what is deleted, and that it is gone for others. */
function cancelledText(
  { view, query }: Reading,
  { row, model, slot }: { row: EventRow; model: SeriesModel; slot: number },
): string {
  if (query.showsDeleted && !isHidden(row, query)) {
    return JSON.stringify({ ...seenInstance(row, { model, slot }, view), status: 'cancelled' })
  }
  const { kind, etag, id } = JSON.parse(row.wire) as Event
  const instance = instanceEvent({ id: id! }, { model, slot, zone: view.zone })
  const { id: instanceId, recurringEventId, originalStartTime } = instance
  return JSON.stringify({
    kind,
    etag,
    id: instanceId,
    status: 'cancelled',
    recurringEventId,
    originalStartTime,
  })
}
