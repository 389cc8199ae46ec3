import { fullSyncRequired } from '#/kernel/errors.ts'
import type { Event } from '../schemas/event.ts'
import { eventPages } from '../store/event-pages.ts'
import type { EventRow } from '../store/events.ts'
import { slotWindow } from './in-window.ts'
import { InstanceTexts, instanceEvent } from './instances-of.ts'
import { ownIn, type Removal } from './own.ts'
import { bareText, htmlLink, seenEvent } from './presentation.ts'
import type { Window } from './query.ts'
import { endlessSlotsMax, isHidden, type Reading } from './reading.ts'
import { modelOf, type SeriesModel } from './series-models.ts'

export interface ChangedInstance {
  readonly slot: number
  readonly text: () => string
}

const yearMs = 366 * 86_400_000
const windowSlotsMax = 100_000

/**
 * A series that has changed, told as its instances: those it has now, and as cancelled those it has
 * given up since. Of very long ones those are told that a list has given, and the present part. What
 * once was a series has only given up. Where no number is given, all is told that is in the window.
 */
export async function changedInstances(
  reading: Reading,
  row: EventRow,
  since: number | undefined,
): Promise<ChangedInstance[]> {
  const gone = since === undefined ? [] : slotsGivenUp(reading, row, since)
  if (row.kind !== 'series' && gone.length === 0) return []
  const told = { row, model: reading.models.of(row), since }
  const present = row.kind === 'series' ? await presentInstances(reading, told) : []
  const removed = await removedInstances(reading, { ...told, gone })
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

interface Told {
  readonly row: EventRow
  readonly model: SeriesModel
  readonly since: number | undefined
}

async function removedInstances(
  reading: Reading,
  { row, model, since, gone }: Told & { readonly gone: readonly GivenUp[] },
): Promise<ChangedInstance[]> {
  const { series, isAllDay, startZone, endZone } = model
  const slots = await freeSlots(reading, row, {
    slots: gone.map(({ slot }) => slot),
    goneAfter: since,
  })
  const isFree = new Set(slots)
  return gone
    .filter(({ slot }) => isFree.has(slot))
    .filter((given) => {
      const isBack = given.isAllDay === isAllDay && series.hasSlot(given.slot)
      return row.kind !== 'series' || !isBack
    })
    .map((given) => ({
      slot: given.slot,
      text: () =>
        cancelledText(reading, {
          row,
          slot: given.slot,
          // The series may have had another form when it gave this up.
          model: {
            ...model,
            isAllDay: given.isAllDay,
            lengthMs: given.lengthMs ?? model.lengthMs,
            startZone: startZone || reading.view.calendarZone,
            endZone: endZone || reading.view.calendarZone,
          },
        }),
    }))
}

async function presentInstances(reading: Reading, told: Told): Promise<ChangedInstance[]> {
  const { row, model, since } = told
  const isGone = row.presence === 'gone'
  const slots = since === undefined ? windowSlots(reading, model) : toldSlots(reading, model)
  // What has gone with its series tells of itself.
  const free = await freeSlots(reading, row, {
    slots,
    goneAfter: isGone ? (since ?? 0) : undefined,
  })
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

/** What a row has given up after a number, each place once; a 410 where it is not known any more. */
function slotsGivenUp(reading: Reading, { own }: EventRow, since: number): GivenUp[] {
  const { removed = [], forgotten = 0 } = ownIn(own)
  if (since < forgotten) throw fullSyncRequired()
  const later = removed
    .filter(({ sequence }) => sequence > since)
    .map((removal) => slotsIn(reading, removal))
  const found = later.reduce((sum, { slots }) => sum + slots.length, 0)
  if (found > windowSlotsMax) throw fullSyncRequired()
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

function slotsIn(reading: Reading, removal: Removal) {
  if ('slots' in removal) {
    const { slots, isAllDay = false } = removal
    return { slots, isAllDay, lengthMs: undefined }
  }
  const model = modelOf(removal, removal.times)
  const { isAllDay, lengthMs } = model
  return { slots: toldSlots(reading, model), isAllDay, lengthMs }
}

/** Those of the slots that no exception speaks for. */
async function freeSlots(
  { reader }: Reading,
  { calendarKey, id }: EventRow,
  {
    slots,
    goneAfter,
  }: { readonly slots: readonly number[]; readonly goneAfter: number | undefined },
): Promise<readonly number[]> {
  if (slots.length === 0) return []
  const taken = await eventPages.takenSlots(reader, {
    calendarKey,
    masterIds: JSON.stringify([id]),
    from: slots[0]!,
    to: slots.at(-1)! + 1,
    ...(goneAfter !== undefined && { goneAfter }),
  })
  const isTaken = new Set(taken.map(({ slot }) => slot))
  return slots.filter((slot) => !isTaken.has(slot))
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
    const whole = instanceEvent(seenEvent(row, view), { model, slot, zone: view.zone })
    const link = whole.htmlLink && { htmlLink: htmlLink(whole.id!, view) }
    return JSON.stringify({ ...whole, status: 'cancelled', ...link })
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
