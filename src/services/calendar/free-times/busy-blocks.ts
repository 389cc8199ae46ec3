import { LRUCache } from 'lru-cache'
import type { Reader } from '#/storage/port.ts'
import type { SeriesModel, SeriesModels } from '../recurrence/series-models.ts'
import { busySeries, busyTimes, exceptOf } from '../store/busy-times.ts'
import { type CalendarRow, calendarIn } from '../store/calendars.ts'
import { eventPages } from '../store/event-pages.ts'
import type { EventRow } from '../store/events.ts'
import { msPerDay } from '../time/civil-date.ts'
import { instantMsAt, wallMsAt } from '../time/zone-offsets.ts'

/** As much as five hundred daily series are in two years. */
const slotsMax = 400_000

type Given = { readonly reader: Reader; readonly models: Pick<SeriesModels, 'of'> }

interface Asked {
  readonly window: Block
  /** Where the midnights of whole days are. */
  readonly zone: string
}

/**
 * When a calendar is busy within a window, leaving one event out if told so; undefined where that is too
 * much to find out.
 */
export async function busyBlocksOf(
  given: Given,
  calendar: CalendarRow,
  window: Block,
  exceptId = '',
): Promise<Block[] | undefined> {
  const { key: calendarKey, longestMs, hidesInvitations } = calendar
  const zone = calendarIn(calendar).timeZone ?? 'UTC'
  // Whole days are kept as if in UTC, which is at most a day away.
  const range = {
    calendarKey,
    hidesInvitations,
    startsBefore: window.endMs + msPerDay,
    endsAfter: window.startMs - msPerDay,
    ...exceptOf(exceptId),
  }
  const startsFrom = window.startMs - longestMs - msPerDay
  const times = await busyTimes(given.reader, { ...range, startsFrom })
  const series = await busySeries(given.reader, range)
  const ofSeries = await seriesBlocks(given, series, { window, zone })
  if (ofSeries === undefined) return undefined
  const ofTimes = times.map(({ isAllDay, ...block }) =>
    isAllDay === 1 ? wholeDays(block, zone) : block,
  )
  return mergedBlocks([...ofTimes, ...ofSeries], window)
}

export const wholeDays = ({ startMs, endMs }: Block, zone: string): Block => ({
  startMs: instantMsAt(zone, startMs),
  endMs: instantMsAt(zone, endMs),
})

/** When instances of series are on in the window; undefined where there are too many. */
export async function seriesBlocks(
  { reader, models }: Given,
  rows: readonly EventRow[],
  asked: Asked,
): Promise<Block[] | undefined> {
  const expanded = rows.map((row) => {
    const model = models.of(row)
    return { row, model, ...slotRange(model, asked) }
  })
  const taken = await takenSlots(reader, expanded)
  const blocks: Block[] = []
  for (const { row, model, from, to } of expanded) {
    const limit = slotsMax - blocks.length
    const slots = model.series.slots({ from, to, limit })
    if (slots.length === limit) return undefined
    for (const slot of slots) {
      if (taken.has(`${row.id} ${slot}`)) continue
      const block = { startMs: slot, endMs: slot + model.lengthMs }
      blocks.push(model.isAllDay ? wholeDays(block, asked.zone) : block)
    }
  }
  return blocks
}

interface SlotRange {
  readonly from: number
  readonly to: number
}

/** The slots whose instances may be on in the window, and around it some that are not. */
function slotRange({ isAllDay, lengthMs }: SeriesModel, { window, zone }: Asked): SlotRange {
  const { startMs, endMs } = window
  if (!isAllDay) return { from: startMs - lengthMs + 1, to: endMs }
  // A clock that is turned back shows a midnight again, or the evening before it.
  return {
    from: wallMsAt(zone, startMs) - lengthMs - msPerDay,
    to: wallMsAt(zone, endMs) + msPerDay,
  }
}

/** Slots that an exception stands for: it blocks time by itself, or not at all. */
async function takenSlots(
  reader: Reader,
  expanded: readonly (SlotRange & { readonly row: EventRow })[],
): Promise<ReadonlySet<string>> {
  if (expanded.length === 0) return new Set()
  const taken = await eventPages.takenSlots(reader, {
    calendarKey: expanded[0]!.row.calendarKey,
    masterIds: JSON.stringify(expanded.map(({ row }) => row.id)),
    from: Math.min(...expanded.map(({ from }) => from)),
    to: Math.max(...expanded.map(({ to }) => to)),
  })
  return new Set(taken.map(({ masterId, slot }) => `${masterId} ${slot}`))
}

const charactersMax = 32 * 1024 * 1024

/**
 * When calendars are busy, as far as it was asked lately, as the text that answers have of it. A key
 * names the number of the calendar's last change, so that what is kept is never old; it is only
 * forgotten.
 */
export class BusyBlockCache {
  readonly #known = new LRUCache<string, string>({
    maxSize: charactersMax,
    sizeCalculation: (text, key) => key.length + text.length,
  })

  find(key: string): string | undefined {
    return this.#known.get(key)
  }

  keep(key: string, text: string): string {
    this.#known.set(key, text)
    return text
  }
}

/** A stretch of time: instants in milliseconds, the end not in it. */
export interface Block {
  readonly startMs: number
  readonly endMs: number
}

/** Blocks in order, those that touch made one, cut to the window, empty ones left out. */
export function mergedBlocks(blocks: readonly Block[], window: Block): Block[] {
  const merged: { startMs: number; endMs: number }[] = []
  for (const block of blocks.toSorted((one, other) => one.startMs - other.startMs)) {
    const startMs = Math.max(block.startMs, window.startMs)
    const endMs = Math.min(block.endMs, window.endMs)
    if (endMs <= startMs) continue
    const last = merged.at(-1)
    if (last !== undefined && startMs <= last.endMs) last.endMs = Math.max(last.endMs, endMs)
    else merged.push({ startMs, endMs })
  }
  return merged
}

/** Whether any of the blocks overlaps one of the others. Both are in order; the latter lie apart. */
export function doMeet(blocks: readonly Block[], others: readonly Block[]): boolean {
  let at = 0
  for (const { startMs, endMs } of blocks) {
    while (at < others.length && others[at]!.endMs <= startMs) at++
    if (at < others.length && others[at]!.startMs < endMs && startMs < endMs) return true
  }
  return false
}
