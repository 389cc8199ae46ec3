import { isDate, isDateTime } from '#/contract/decode-text.ts'
import { badRequest } from '#/kernel/errors.ts'
import type { Reader } from '#/storage/port.ts'
import { midnightTerm } from '../event/times.ts'
import { hasSlotOf, type SeriesModel } from '../recurrence/series-models.ts'
import type { View } from '../rendering/event-reply.ts'
import { eventText } from '../rendering/presentation.ts'
import type { EventRow, Events } from '../store/events.ts'
import { midnightIn } from '../time/civil-date.ts'
import { instantIn, instantMsAt } from '../time/zone-offsets.ts'
import { endlessSlotsMax, InstanceTexts, type Item, latestMs } from './in-window.ts'
import type { Window } from './query.ts'

interface Expanding {
  readonly reader: Reader
  readonly events: Events
  readonly view: View
  readonly master: EventRow
  readonly model: SeriesModel
}

interface Wanted {
  readonly window: Window
  /** Only this one. */
  readonly slot: number | undefined
  readonly showDeleted: boolean
  readonly after: string
  readonly count: number
}

interface SlottedItem extends Item {
  readonly slot: number
}

/**
 * Instances in the order of their slots. What is in the window is decided by when an instance is,
 * so that one that was moved into it counts, and one that was moved away does not.
 */
export async function instanceItems(expanding: Expanding, wanted: Wanted): Promise<Item[]> {
  const { reader, events, master, model } = expanding
  const { after, count } = wanted
  const from = after === '' ? Number.MIN_SAFE_INTEGER : slotIn(after) + 1
  const rows = await events.instancesOf(reader, master.calendarKey, master.id)
  // The others stood for places that the series has given up.
  const exceptions = rows.filter((row) => hasSlotOf(model, row) && row.slot! >= from)
  return [
    ...exceptionItems(expanding, wanted, exceptions),
    ...followingItems(expanding, wanted, { from, exceptions }),
  ]
    .sort((one, other) => one.slot - other.slot)
    .slice(0, count)
}

/** What differs from the series. */
function exceptionItems(
  { view }: Expanding,
  { window, slot: wantedSlot, showDeleted }: Wanted,
  exceptions: readonly EventRow[],
): SlottedItem[] {
  return exceptions
    .filter(({ presence, slot, isAllDay, startMs, endMs }) => {
      const isShown = presence === 'live' || showDeleted
      const isWanted = wantedSlot === undefined || slot === wantedSlot
      const times = { isAllDay: isAllDay === 1, startMs, endMs }
      return isShown && isWanted && isWithin(times, window, view)
    })
    .map((row) => ({ slot: row.slot!, place: String(row.slot), text: () => eventText(row, view) }))
}

/** What follows the series. */
function followingItems(
  { view, master, model }: Expanding,
  { window, slot: wantedSlot, count }: Wanted,
  { from, exceptions }: { readonly from: number; readonly exceptions: readonly EventRow[] },
): SlottedItem[] {
  const { fromMs, toMs } = slotWindow(model, window, view)
  const first = Math.max(fromMs, from)
  const bounds =
    wantedSlot === undefined
      ? { from: first, to: toMs ?? endOfEndless(model, fromMs) }
      : { from: Math.max(first, wantedSlot), to: Math.min(toMs ?? latestMs, wantedSlot + 1) }
  const slots = model.series.slots({ ...bounds, limit: count + exceptions.length })
  const isTaken = new Set(exceptions.map(({ slot }) => slot))
  const texts = new InstanceTexts(master, model, view)
  return slots
    .filter((slot) => !isTaken.has(slot))
    .map((slot) => ({ slot, place: String(slot), text: () => texts.textAt(slot) }))
}

/** The slots of instances that touch the window; the lower bound belongs to it here. No end is no bound. */
function slotWindow(
  { series, isAllDay, lengthMs }: SeriesModel,
  window: Window,
  view: View,
): { readonly fromMs: number; readonly toMs: number | undefined } {
  const term = (ms: number) => (isAllDay ? midnightTerm(view.calendarZone, ms) : ms)
  const fromMs = window.fromMs === undefined ? series.firstSlot : term(window.fromMs) - lengthMs
  if (window.toMs !== undefined) return { fromMs, toMs: term(window.toMs) }
  return { fromMs, toMs: series.lastSlot === undefined ? undefined : series.lastSlot + 1 }
}

/** Behind the last of the instances that are given of a series without an end. */
function endOfEndless({ series }: SeriesModel, from: number): number {
  const last = series.slots({ from, to: Number.MAX_SAFE_INTEGER, limit: endlessSlotsMax }).at(-1)
  return (last ?? from) + 1
}

interface PlacedTimes {
  readonly isAllDay: boolean
  readonly startMs: number
  readonly endMs: number
}

function isWithin({ isAllDay, startMs, endMs }: PlacedTimes, window: Window, view: View): boolean {
  const instant = (ms: number) => (isAllDay ? instantMsAt(view.calendarZone, ms) : ms)
  const { fromMs, toMs } = window
  return (
    (fromMs === undefined || instant(endMs) >= fromMs) &&
    (toMs === undefined || instant(startMs) < toMs)
  )
}

// A page token can have been written by anybody.
const slotIn = (place: string) => (/^-?\d{1,16}$/.test(place) ? Number(place) : 0)

/** The slot that a caller names by the start it would have, in the form of the wire. */
export function originalSlot(
  text: string | undefined,
  { model, zone }: { readonly model: SeriesModel; readonly zone: string },
): number | undefined {
  if (text === undefined) return undefined
  if (isDate(text)) return midnightIn(text)
  if (!isDateTime(text, true)) throw badRequest()
  return instantIn(text, model.startZone || zone)
}
