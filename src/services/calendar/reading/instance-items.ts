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
import { endlessSlotsMax, InstanceTexts, type Item } from './in-window.ts'
import type { Window } from './query.ts'
import { latestMs } from './time-place.ts'

interface Context {
  readonly reader: Reader
  readonly events: Events
  readonly view: View
  readonly master: EventRow
  readonly model: SeriesModel
}

interface InstanceOptions {
  readonly window: Window
  /** Only the instance with this original start. */
  readonly slot: number | undefined
  readonly showDeleted: boolean
  readonly after: string
  readonly count: number
}

interface SlottedItem extends Item {
  readonly slot: number
}

/**
 * Instances in the order of their original starts. The window applies to current times: an instance
 * that was moved into it counts, one that was moved out doesn't.
 */
export async function instanceItems(context: Context, options: InstanceOptions): Promise<Item[]> {
  const { reader, events, master, model } = context
  const { after, count } = options
  const from = after === '' ? Number.MIN_SAFE_INTEGER : slotIn(after) + 1
  const rows = await events.instancesOf(reader, master.calendarKey, master.id)
  // Other exceptions belong to original starts that the series no longer has.
  const exceptions = rows.filter((row) => hasSlotOf(model, row) && row.slot! >= from)
  return [
    ...exceptionItems(context, options, exceptions),
    ...followingItems(context, options, { from, exceptions }),
  ]
    .sort((one, other) => one.slot - other.slot)
    .slice(0, count)
}

/** Instances that differ from the series. */
function exceptionItems(
  { view }: Context,
  { window, slot: onlySlot, showDeleted }: InstanceOptions,
  exceptions: readonly EventRow[],
): SlottedItem[] {
  return exceptions
    .filter(({ presence, slot, isAllDay, startMs, endMs }) => {
      const isShown = presence === 'live' || showDeleted
      const isWanted = onlySlot === undefined || slot === onlySlot
      const times = { isAllDay: isAllDay === 1, startMs, endMs }
      return isShown && isWanted && isWithin(times, window, view)
    })
    .map((row) => ({
      slot: row.slot!,
      place: () => String(row.slot),
      text: () => eventText(row, view),
    }))
}

/** Instances that follow the series. */
function followingItems(
  { view, master, model }: Context,
  { window, slot: onlySlot, count }: InstanceOptions,
  { from, exceptions }: { readonly from: number; readonly exceptions: readonly EventRow[] },
): SlottedItem[] {
  const { fromMs, toMs } = slotWindow(model, window, view)
  const first = Math.max(fromMs, from)
  const bounds =
    onlySlot === undefined
      ? { from: first, to: toMs ?? endOfEndless(model, fromMs) }
      : { from: Math.max(first, onlySlot), to: Math.min(toMs ?? latestMs, onlySlot + 1) }
  const slots = model.series.slots({ ...bounds, limit: count + exceptions.length })
  const isTaken = new Set(exceptions.map(({ slot }) => slot))
  const texts = new InstanceTexts(master, model, view)
  return slots
    .filter((slot) => !isTaken.has(slot))
    .map((slot) => ({ slot, place: () => String(slot), text: () => texts.textAt(slot) }))
}

/**
 * The range of original starts whose instances touch the window, including its lower bound. An
 * undefined end means no bound.
 */
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

/** The end of the instances that are returned for an endless series. */
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

// Page tokens can be forged.
const slotIn = (place: string) => (/^-?\d{1,16}$/.test(place) ? Number(place) : 0)

/** Parses the original start that a caller names. */
export function originalSlot(
  text: string | undefined,
  { model, zone }: { readonly model: SeriesModel; readonly zone: string },
): number | undefined {
  if (text === undefined) return undefined
  if (isDate(text)) return midnightIn(text)
  if (!isDateTime(text, true)) throw badRequest()
  return instantIn(text, model.startZone || zone)
}
