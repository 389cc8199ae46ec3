import { fullSyncRequired } from '#/contract/wire-tokens.ts'
import { updatedMinTooLongAgo } from '../errors.ts'
import { type ChangeStamp, internalIn, type Removal } from '../event/internal-properties.ts'
import { modelOf, type SeriesModel } from '../recurrence/series-models.ts'
import { tombstoneOf, tombstoneText } from '../rendering/presentation.ts'
import { freeOriginalStarts } from '../store/event-pages.ts'
import { type EventRow, eventIn } from '../store/events.ts'
import {
  endlessInstancesMax,
  InstanceTexts,
  instanceEvent,
  isHidden,
  isOriginalStartInWindow,
  originalStartWindow,
  type Reading,
  seenInstance,
} from './in-window.ts'
import type { Window } from './query.ts'

interface ChangedInstance {
  /** Orders the instances of a row. */
  readonly order: number
  readonly text: () => string
}

/** Original starts are whole seconds. A date has the same one as the midnight of UTC. */
const orderOf = (originalStart: number, isAllDay: boolean): number =>
  originalStart + (isAllDay ? 0 : 1)

const yearMs = 366 * 86_400_000
const windowInstancesMax = 100_000

/**
 * Expands a changed series into its current instances and, as cancelled, those it has lost since. For
 * very long series these are the instances that a list has returned and the current ones. A row that
 * is no longer a series has only lost instances. Without a sync token, the window bounds both.
 */
export async function changedInstances(
  reading: Reading,
  row: EventRow,
  since: number | undefined,
): Promise<ChangedInstance[]> {
  const present = row.kind === 'series' ? await presentInstances(reading, row, since) : []
  const removed = await removedInstances(reading, row, since)
  return [...formerSingleEvent(reading, row, since), ...present, ...removed].sort(
    (one, other) => one.order - other.order,
  )
}

/** An event that became a series was listed as a single event under the same id. */
function formerSingleEvent(
  { view }: Reading,
  row: EventRow,
  since = Number.MAX_SAFE_INTEGER,
): ChangedInstance[] {
  const { repeatsSince = 0 } = internalIn(row.internal)
  if (row.kind !== 'series' || repeatsSince <= since) return []
  return [{ order: Number.MIN_SAFE_INTEGER, text: () => tombstoneText(row, view) }]
}

interface RemovedInstance extends ChangedInstance {
  readonly originalStart: number
  /** The series as it was when it had the instance. */
  readonly model: SeriesModel
}

/** The instances that a row has lost since the sync token or, without one, since `updatedMin`. */
export async function removedInstances(
  reading: Reading,
  row: EventRow,
  since: number | undefined,
): Promise<RemovedInstance[]> {
  const lostStarts = lostOriginalStarts(reading, row, since)
  if (lostStarts.length === 0) return []
  const model = reading.models.of(row)
  const { series, isAllDay, startZone, endZone } = model
  // An exception that was deleted with its original start is listed as its own row.
  const freeStarts = (wanted: boolean) =>
    freeOriginalStarts(reading.source, row, {
      originalStarts: lostStarts
        .filter((lost) => lost.isAllDay === wanted)
        .map(({ originalStart }) => originalStart),
      isAllDay: wanted,
      tombstonesAfter: since ?? 0,
    })
  const [freeDates, freeTimes] = [new Set(await freeStarts(true)), new Set(await freeStarts(false))]
  return lostStarts
    .filter((lost) => (lost.isAllDay ? freeDates : freeTimes).has(lost.originalStart))
    .filter((lost) => {
      const isBack = lost.isAllDay === isAllDay && series.hasOriginalStart(lost.originalStart)
      return row.kind !== 'series' || !isBack
    })
    .map(({ originalStart, ...lost }) => {
      const former = {
        ...model,
        isAllDay: lost.isAllDay,
        lengthMs: lost.lengthMs ?? model.lengthMs,
        startZone: startZone || reading.view.calendarZone,
        endZone: endZone || reading.view.calendarZone,
      }
      const text = () => cancelledText(reading, { row, originalStart, model: former })
      const order = orderOf(originalStart, lost.isAllDay)
      return { originalStart, order, model: former, text }
    })
    .filter(
      ({ originalStart, model }) =>
        since !== undefined || isOriginalStartInWindow(reading, model, originalStart),
    )
}

async function presentInstances(
  reading: Reading,
  row: EventRow,
  since: number | undefined,
): Promise<ChangedInstance[]> {
  const model = reading.models.of(row)
  const isTombstone = row.presence === 'tombstone'
  const originalStarts =
    since === undefined
      ? windowOriginalStarts(reading, model)
      : reportedOriginalStarts(reading, model)
  // Exceptions that were deleted with their series are listed as their own rows.
  const which = {
    originalStarts,
    isAllDay: model.isAllDay,
    ...(isTombstone && { tombstonesAfter: since ?? 0 }),
  }
  const free = await freeOriginalStarts(reading.source, row, which)
  const textAt = instanceRenderer(reading, row, model)
  return free.map((originalStart) => ({
    order: orderOf(originalStart, model.isAllDay),
    text: () => textAt(originalStart),
  }))
}

/** Renders the instances of a series, which are tombstones where its row is one. */
export function instanceRenderer(
  reading: Reading,
  row: EventRow,
  model: SeriesModel,
): (originalStart: number) => string {
  const isTombstone = row.presence === 'tombstone'
  if (isHidden(row, reading.query) || (isTombstone && !reading.query.showsDeleted)) {
    return (originalStart) => cancelledText(reading, { row, model, originalStart })
  }
  const texts = new InstanceTexts(row, model, reading.view)
  return (originalStart) => texts.textAt(originalStart)
}

const windowOriginalStarts = (reading: Reading, model: SeriesModel, window?: Window): number[] =>
  model.series.originalStarts({
    ...originalStartWindow(reading, model, window),
    limit: windowInstancesMax,
  })

interface LostOriginalStart {
  readonly originalStart: number
  readonly isAllDay: boolean
  /** How long it was, if known. */
  readonly lengthMs: number | undefined
}

/**
 * The original starts that a row has lost, without duplicates. Throws 410 if they are no longer
 * stored.
 */
function lostOriginalStarts(
  reading: Reading,
  { internal }: EventRow,
  since: number | undefined,
): LostOriginalStart[] {
  const { updatedFromMs = Number.POSITIVE_INFINITY } = reading.query
  const isLater = ({ changeNumber, atMs }: ChangeStamp) =>
    since === undefined ? atMs >= updatedFromMs : changeNumber > since
  const refusal = since === undefined ? updatedMinTooLongAgo : fullSyncRequired
  const { removed = [], forgotten } = internalIn(internal)
  if (forgotten !== undefined && isLater(forgotten)) throw refusal()
  const later = removed.filter(isLater).map((removal) => originalStartsIn(reading, removal, since))
  const found = later.reduce((sum, { originalStarts }) => sum + originalStarts.length, 0)
  if (found > windowInstancesMax) throw refusal()
  const lengthsOf = (isWanted: boolean) =>
    new Map(
      later
        .filter(({ isAllDay }) => isAllDay === isWanted)
        .flatMap(({ originalStarts, lengthMs }) =>
          originalStarts.map((originalStart) => [originalStart, lengthMs] as const),
        ),
    )
  return [true, false]
    .flatMap((isAllDay) =>
      [...lengthsOf(isAllDay)].map(([originalStart, lengthMs]) => ({
        originalStart,
        isAllDay,
        lengthMs,
      })),
    )
    .sort((one, other) => one.originalStart - other.originalStart)
}

function originalStartsIn(reading: Reading, removal: Removal, since: number | undefined) {
  if ('originalStarts' in removal) {
    const { originalStarts, isAllDay = false } = removal
    return { originalStarts, isAllDay, lengthMs: undefined }
  }
  const model = modelOf(removal, removal.times)
  const { isAllDay, lengthMs } = model
  const originalStarts =
    since === undefined
      ? windowOriginalStarts(reading, model)
      : reportedOriginalStarts(reading, model)
  return { originalStarts, isAllDay, lengthMs }
}

/** All original starts of a series; undefined if there are too many. */
export function allOriginalStarts(series: SeriesModel['series']): number[] | undefined {
  const end = { to: Number.MAX_SAFE_INTEGER, limit: endlessInstancesMax + 1 }
  const all = series.originalStarts({ from: series.firstStart, ...end })
  return all.length > endlessInstancesMax ? undefined : all
}

/**
 * All original starts. For a very long series, those that a list has returned and those since a year
 * ago.
 */
function reportedOriginalStarts(reading: Reading, model: SeriesModel): readonly number[] {
  const all = allOriginalStarts(model.series)
  if (all !== undefined) return all
  const present = model.series.originalStarts({
    from: reading.nowMs - yearMs,
    to: Number.MAX_SAFE_INTEGER,
    limit: endlessInstancesMax,
  })
  const listed = windowOriginalStarts(reading, model, reading.listed)
  return [...new Set([...listed, ...present])].sort((one, other) => one - other)
}

/** Renders a cancelled instance: in full if deleted events are shown, else as a tombstone. */
function cancelledText(
  { view, query }: Reading,
  { row, model, originalStart }: { row: EventRow; model: SeriesModel; originalStart: number },
): string {
  if (query.showsDeleted && !isHidden(row, query)) {
    const seen = seenInstance(row, { model, originalStart }, view)
    return JSON.stringify({ ...seen, status: 'cancelled' })
  }
  return tombstoneOf(instanceEvent(eventIn(row), { model, originalStart, zone: view.zone }))
}
