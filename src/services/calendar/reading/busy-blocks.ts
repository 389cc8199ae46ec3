import { type CalendarRow, timeZoneOf } from '../calendar/calendar-row.ts'
import type { SeriesModel, SeriesModels } from '../recurrence/series-models.ts'
import { exceptOf, type SeriesRange } from '../store/busy-times.ts'
import type { EventSource } from '../store/event-pages.ts'
import type { EventRow } from '../store/events.ts'
import { msPerDay } from '../time/civil-date.ts'
import { instantMsAt, wallMsAt } from '../time/zone-offsets.ts'

/** Five hundred daily series over two years. */
const instancesMax = 400_000

/** Within a transaction, nothing is cached. */
type Models = Pick<SeriesModels, 'of'> & Partial<Pick<SeriesModels, 'cached'>>

type Context = { readonly source: EventSource; readonly models: Models }

interface Question {
  readonly window: Block
  /** Decides when all-day events start and end. */
  readonly zone: string
}

/**
 * When a calendar is busy within a window, optionally ignoring one event. Undefined when there are too
 * many instances to expand.
 */
export async function busyBlocksOf(
  context: Context,
  calendar: CalendarRow,
  window: Block,
  exceptId = '',
): Promise<Block[] | undefined> {
  const { key: calendarKey, longestMs, hidesInvitations } = calendar
  const zone = timeZoneOf(calendar)
  // All-day events are stored as UTC midnights, at most a day off.
  const range = {
    calendarKey,
    hidesInvitations,
    startsBefore: window.endMs + msPerDay,
    endsAfter: window.startMs - msPerDay,
    ...exceptOf(exceptId),
  }
  const startsFrom = window.startMs - longestMs - msPerDay
  const times = await context.source.busyTimes({ ...range, startsFrom })
  const series = await busySeriesOf(context, range)
  const ofSeries = await blocksOf(context.source, series, { calendarKey, window, zone })
  if (ofSeries === undefined) return undefined
  const ofTimes = times.map((time) => (time.isAllDay === 1 ? wholeDays(time, zone) : time))
  return mergedBlocks([...ofTimes, ...ofSeries], window)
}

export const wholeDays = ({ startMs, endMs }: Block, zone: string): Block => ({
  startMs: instantMsAt(zone, startMs),
  endMs: instantMsAt(zone, endMs),
})

/** A series with its compiled rules. */
interface BusySeries {
  readonly id: string
  readonly model: SeriesModel
}

async function busySeriesOf(
  { source, models }: Context,
  range: SeriesRange,
): Promise<readonly BusySeries[]> {
  if (source.index !== undefined) return source.index.busySeries(range)
  return (
    (await cachedSeriesOf({ source, models }, range)) ??
    seriesOf(models, await source.busySeries(range))
  )
}

/** Undefined unless all series are cached. */
async function cachedSeriesOf(
  { source, models }: Context,
  range: SeriesRange,
): Promise<readonly BusySeries[] | undefined> {
  if (models.cached === undefined) return undefined
  const series: BusySeries[] = []
  for (const version of await source.busySeriesVersions(range)) {
    const model = models.cached(version)
    if (model === undefined) return undefined
    series.push({ id: version.id, model })
  }
  return series
}

const seriesOf = (models: Models, rows: readonly EventRow[]): BusySeries[] =>
  rows.map((row) => ({ id: row.id, model: models.of(row) }))

/** The instances of series in a window; undefined when there are too many. */
export function seriesBlocks(
  { source, models }: Context,
  rows: readonly EventRow[],
  question: Question,
): Promise<Block[] | undefined> {
  const series = seriesOf(models, rows)
  return blocksOf(source, series, { ...question, calendarKey: rows[0]?.calendarKey ?? 0 })
}

async function blocksOf(
  source: EventSource,
  series: readonly BusySeries[],
  question: Question & { readonly calendarKey: number },
): Promise<Block[] | undefined> {
  if (series.length === 0) return []
  const expanded = series.map(({ id, model }) => ({
    id,
    model,
    ...originalStartRange(model, question),
  }))
  const taken = await takenOriginalStarts(source, expanded, question.calendarKey)
  const blocks: Block[] = []
  for (const { id, model, from, to } of expanded) {
    const limit = instancesMax - blocks.length
    const originalStarts = model.series.originalStarts({ from, to, limit })
    if (originalStarts.length === limit) return undefined
    for (const originalStart of originalStarts) {
      if (taken.has(`${id} ${originalStart}`)) continue
      const block = { startMs: originalStart, endMs: originalStart + model.lengthMs }
      blocks.push(model.isAllDay ? wholeDays(block, question.zone) : block)
    }
  }
  return blocks
}

interface OriginalStartRange {
  readonly from: number
  readonly to: number
}

/** The original starts whose instances can overlap the window; includes some that don't. */
function originalStartRange(
  { isAllDay, lengthMs }: SeriesModel,
  { window, zone }: Question,
): OriginalStartRange {
  const { startMs, endMs } = window
  if (!isAllDay) return { from: startMs - lengthMs + 1, to: endMs }
  // When clocks go back, the wall clock repeats a midnight or the evening before it.
  return {
    from: wallMsAt(zone, startMs) - lengthMs - msPerDay,
    to: wallMsAt(zone, endMs) + msPerDay,
  }
}

/** Original starts with an exception of their own, which blocks its own time or none. */
async function takenOriginalStarts(
  source: EventSource,
  expanded: readonly (OriginalStartRange & { readonly id: string })[],
  calendarKey: number,
): Promise<ReadonlySet<string>> {
  const taken = await source.takenOriginalStarts({
    calendarKey,
    masterIds: expanded.map(({ id }) => id),
    from: Math.min(...expanded.map(({ from }) => from)),
    to: Math.max(...expanded.map(({ to }) => to)),
  })
  return new Set(taken.map(({ masterId, originalStart }) => `${masterId} ${originalStart}`))
}

/** An interval of time: instants in milliseconds, the end exclusive. */
export interface Block {
  readonly startMs: number
  readonly endMs: number
}

/** Sorts blocks, merges adjacent ones, clips them to the window and drops empty ones. */
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

/** Whether any block overlaps one of the others. Both are sorted, and the others don't overlap. */
export function doMeet(blocks: readonly Block[], others: readonly Block[]): boolean {
  let at = 0
  for (const { startMs, endMs } of blocks) {
    while (at < others.length && others[at]!.endMs <= startMs) at++
    if (at < others.length && others[at]!.startMs < endMs && startMs < endMs) return true
  }
  return false
}
