import { isDate, isDateTime, withPlusSign } from '#/contract/decoding/decode-text.ts'
import { badRequest } from '#/kernel/errors.ts'
import type { Reader } from '#/storage/port.ts'
import { midnightTerm } from '../event/times.ts'
import { hasOriginalStartOf, type SeriesModel } from '../recurrence/series-models.ts'
import { isSameView, type View } from '../rendering/event-reply.ts'
import { eventText } from '../rendering/presentation.ts'
import type { EventRow, Events } from '../store/events.ts'
import { midnightIn } from '../time/civil-date.ts'
import { instantIn, instantMsAt } from '../time/zone-offsets.ts'
import { endlessInstancesMax, InstanceTexts, type Item } from './in-window.ts'
import type { Window } from './query.ts'
import { latestMs } from './time-position.ts'

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
  readonly originalStart: number | undefined
  readonly showDeleted: boolean
  readonly after: string
  readonly count: number
}

interface InstanceItem extends Item {
  readonly originalStart: number
}

/**
 * Instances in the order of their original starts. The window applies to current times: an instance
 * that was moved into it counts, one that was moved out doesn't.
 */
export async function instanceItems(context: Context, options: InstanceOptions): Promise<Item[]> {
  const { reader, events, master, model } = context
  const { after, count } = options
  const from = after === '' ? Number.MIN_SAFE_INTEGER : startInPosition(after) + 1
  const rows = await events.instancesOf(reader, master.calendarKey, master.id)
  // Other exceptions belong to original starts that the series no longer has.
  const exceptions = rows.filter(
    (row) => hasOriginalStartOf(model, row) && row.originalStart! >= from,
  )
  return [
    ...exceptionItems(context, options, exceptions),
    ...followingItems(context, options, { from, exceptions }),
  ]
    .sort((one, other) => one.originalStart - other.originalStart)
    .slice(0, count)
}

/** Instances that differ from the series. */
function exceptionItems(
  { view }: Context,
  { window, originalStart: onlyOriginalStart, showDeleted }: InstanceOptions,
  exceptions: readonly EventRow[],
): InstanceItem[] {
  return exceptions
    .filter(({ presence, originalStart, isAllDay, startMs, endMs }) => {
      const isShown = presence === 'live' || showDeleted
      const isWanted = onlyOriginalStart === undefined || originalStart === onlyOriginalStart
      const times = { isAllDay: isAllDay === 1, startMs, endMs }
      return isShown && isWanted && isWithin(times, window, view)
    })
    .map((row) => ({
      originalStart: row.originalStart!,
      position: () => String(row.originalStart),
      text: () => eventText(row, view),
    }))
}

/** Instances that follow the series. */
function followingItems(
  { view, master, model }: Context,
  { window, originalStart: onlyOriginalStart, count }: InstanceOptions,
  { from, exceptions }: { readonly from: number; readonly exceptions: readonly EventRow[] },
): InstanceItem[] {
  const { fromMs, toMs } = originalStartWindow(model, window, view)
  const first = Math.max(fromMs, from)
  const bounds =
    onlyOriginalStart === undefined
      ? { from: first, to: toMs ?? endOfEndless(model, fromMs) }
      : {
          from: Math.max(first, onlyOriginalStart),
          to: Math.min(toMs ?? latestMs, onlyOriginalStart + 1),
        }
  const originalStarts = model.series.originalStarts({
    ...bounds,
    limit: count + exceptions.length,
  })
  const isTaken = new Set(exceptions.map(({ originalStart }) => originalStart))
  const texts = instanceTextsOf(master, model, view)
  return originalStarts
    .filter((originalStart) => !isTaken.has(originalStart))
    .map((originalStart) => ({
      originalStart,
      position: () => String(originalStart),
      text: () => texts.textAt(originalStart),
    }))
}

const cachedTexts = new WeakMap<EventRow, { readonly view: View; readonly texts: InstanceTexts }>()

/** The last texts of a cached row are cached with it, because they take an eighth of a list of instances. */
function instanceTextsOf(master: EventRow, model: SeriesModel, view: View): InstanceTexts {
  const cached = cachedTexts.get(master)
  if (cached !== undefined && isSameView(cached.view, view)) return cached.texts
  const texts = new InstanceTexts(master, model, view)
  cachedTexts.set(master, { view, texts })
  return texts
}

/**
 * The range of original starts whose instances touch the window, including its lower bound. An
 * undefined end means no bound.
 */
function originalStartWindow(
  { series, isAllDay, lengthMs }: SeriesModel,
  window: Window,
  view: View,
): { readonly fromMs: number; readonly toMs: number | undefined } {
  const term = (ms: number) => (isAllDay ? midnightTerm(view.calendarZone, ms) : ms)
  const fromMs = window.fromMs === undefined ? series.firstStart : term(window.fromMs) - lengthMs
  if (window.toMs !== undefined) return { fromMs, toMs: term(window.toMs) }
  return { fromMs, toMs: series.lastStart === undefined ? undefined : series.lastStart + 1 }
}

/** The end of the instances that are returned for an endless series. */
function endOfEndless({ series }: SeriesModel, from: number): number {
  const last = series
    .originalStarts({ from, to: Number.MAX_SAFE_INTEGER, limit: endlessInstancesMax })
    .at(-1)
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
const startInPosition = (position: string) => (/^-?\d{1,16}$/.test(position) ? Number(position) : 0)

/** Parses the original start that a caller names. */
export function originalStartIn(
  text: string | undefined,
  { model, zone }: { readonly model: SeriesModel; readonly zone: string },
): number | undefined {
  if (text === undefined) return undefined
  if (isDate(text)) return midnightIn(text)
  const time = withPlusSign(text)
  if (!isDateTime(time, true)) throw badRequest()
  return instantIn(time, model.startZone || zone)
}
