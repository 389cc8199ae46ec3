import type { CalendarModel } from '../read-model/calendar-model.ts'
import type { IndexedEvent } from '../read-model/indexed-events.ts'
import type { Leaf, Leaves, Spot } from '../read-model/leaves.ts'
import type { Run } from '../read-model/rendered-blocks.ts'
import { type Timeline, type TimelineItem, timelineWindowMsMax } from '../read-model/timeline.ts'
import { msPerDay } from '../time/civil-date.ts'
import { instantMsAt } from '../time/zone-offsets.ts'
import {
  boundsOf,
  endlessInstancesMax,
  hasOriginalStartInWindow,
  originalStartWindow,
  type Reading,
} from './in-window.ts'
import {
  compareTimePositions,
  earliestMs,
  latestMs,
  positionIn,
  positionText,
  type TimePosition,
} from './time-position.ts'

interface Page {
  /** The place of the last item on the previous page. */
  readonly after: string
  readonly count: number
}

/** An item of a timeline, or the number of an event. */
export type IndexItem = TimelineItem | number

/** The items of a page, and where the next page starts. */
interface FoundItems {
  readonly runs: readonly Run<IndexItem>[]
  readonly next: string | undefined
}

/** Finds the items of a page in the index. Undefined if the database has to be read. */
export function runsOf(reading: Reading, index: CalendarModel, page: Page): FoundItems | undefined {
  const { order, isExpanded } = reading.query
  if (order === 'id') return runsById(reading, index, page)
  return isExpanded ? runsOfInstances(reading, index, page) : runsByTime(reading, index, page)
}

/** The items of a page, in the order of the list. */
class PageItems<T> {
  readonly runs: { leaf: Leaf<T>; from: number; to: number }[] = []
  readonly #count: number
  #size = 0
  /** Whether there are more than fit on the page. */
  hasMore = false

  constructor(count: number) {
    this.#count = count
  }

  get last(): T | undefined {
    const run = this.runs.at(-1)
    return run?.leaf.items[run.to - 1]
  }

  /** Adds an item, and returns whether the page has room for more. */
  add(leaf: Leaf<T>, index: number): boolean {
    if (this.#size === this.#count) {
      this.hasMore = true
      return false
    }
    this.#size++
    const run = this.runs.at(-1)
    if (run !== undefined && run.leaf === leaf && run.to === index) run.to++
    else this.runs.push({ leaf, from: index, to: index + 1 })
    return true
  }

  /** Adds all items of a leaf if the page has room for them, and returns whether it had. */
  addLeaf(leaf: Leaf<T>): boolean {
    const { length } = leaf.items
    if (this.#size + length > this.#count) return false
    this.#size += length
    this.runs.push({ leaf, from: 0, to: length })
    return true
  }
}

function runsById(
  reading: Reading,
  { byId, events }: CalendarModel,
  { after, count }: Page,
): FoundItems {
  const { withCancelled, eventTypes } = reading.query.filter
  const found = new PageItems<number>(count)
  const isListed = listedItems(reading)
  const isEveryListed = withCancelled === 1 && eventTypes === '[]'
  const first = byId.seek((number) => events.id(number) <= after)
  byId.visit(first, Number.NEGATIVE_INFINITY, {
    takeLeaf: (leaf) => isEveryListed && found.addLeaf(leaf),
    visitItem: (number, leaf, index) =>
      isListed(events.at(number)) ? found.add(leaf, index) : true,
  })
  return { runs: found.runs, next: found.hasMore ? events.id(found.last!) : undefined }
}

/** Events in a window, with series and moved exceptions that lie elsewhere in the order of time. */
function runsByTime(reading: Reading, index: CalendarModel, page: Page): FoundItems {
  const { byTime, events } = index
  const after = positionIn(page.after)
  const found = new PageItems<number>(page.count)
  const others = seriesInWindow(reading, index).filter(
    (event) => compareTimePositions(event, after) > 0,
  )
  const isListed = listedItems(reading)
  const isInWindow = inWindow(reading)
  const addOther = ({ number }: IndexedEvent) => {
    const { leaf, item } = byTime.find(number)!
    return found.add(byTime.all[leaf]!, item)
  }
  let added = 0
  const { longestMs } = reading
  const placeOf = (number: number) => events.at(number)
  const scan = scanOf(reading, byTime, { after, longestMs, placeOf })
  byTime.visit(scan.first, scan.endsAfterMs, {
    takeLeaf: (leaf) => {
      const next = others[added]
      const isApart =
        next === undefined || compareTimePositions(placeOf(leaf.items.at(-1)!), next) < 0
      return isApart && scan.hasAllOf(leaf) && found.addLeaf(leaf)
    },
    visitItem: (number, leaf, item) => {
      const event = events.at(number)
      if (event.startMs >= scan.endMs) return false
      if (event.kind === 'series' || !isListed(event) || !isInWindow(event)) return true
      while (added < others.length && compareTimePositions(others[added]!, event) < 0) {
        if (!addOther(others[added++]!)) return false
      }
      return found.add(leaf, item)
    },
  })
  while (added < others.length && !found.hasMore && addOther(others[added]!)) added++
  return withNext(found, placeOf)
}

/** The range of the order by time that can contain items of the window. */
interface Scan<T> {
  readonly first: Spot
  /** No item of the window ends then or before, or starts then or later. */
  readonly endsAfterMs: number
  readonly endMs: number
  /** Whether all items of a leaf are in the list, which saves looking at each. */
  readonly hasAllOf: (leaf: Leaf<T>) => boolean
}

function scanOf<T>(
  reading: Reading,
  leaves: Leaves<T>,
  {
    after,
    longestMs,
    placeOf,
  }: {
    readonly after: TimePosition
    readonly longestMs: number
    readonly placeOf: (item: T) => TimePosition
  },
): Scan<T> {
  const { fromMs, toMs } = boundsOf(reading, false)
  const days = allDayInstants(reading)
  const endsAfterMs = Math.min(fromMs, days.endsAfterMs)
  const endMs = Math.max(toMs, days.endMs)
  // Where clocks change, some days are longer.
  const startsFrom = endsAfterMs - longestMs - msPerDay
  const first = leaves.seek((item) => {
    const position = placeOf(item)
    return position.startMs < startsFrom || compareTimePositions(position, after) <= 0
  })
  const hasAllTypes = reading.query.filter.eventTypes === '[]'
  const hasAllOf = ({ isPlain, earliestEndMs, lastStartMs }: Leaf<T>) =>
    isPlain && hasAllTypes && earliestEndMs > fromMs && lastStartMs < toMs
  return { first, endsAfterMs, endMs, hasAllOf }
}

/** The instants between which all-day events of the window are. */
function allDayInstants(reading: Reading) {
  const { fromMs, toMs } = boundsOf(reading, true)
  const instant = (ms: number) => instantMsAt(reading.view.calendarZone, ms)
  return {
    endsAfterMs: fromMs === earliestMs ? fromMs : instant(floorToDay(fromMs) + msPerDay) - 1,
    endMs: toMs === latestMs ? toMs : instant(floorToDay(toMs - 1)) + 1,
  }
}

const floorToDay = (ms: number): number => Math.floor(ms / msPerDay) * msPerDay

const withNext = <T>(
  { runs, hasMore, last }: PageItems<T>,
  placeOf: (item: T) => TimePosition,
) => ({
  runs,
  next: hasMore ? positionText(placeOf(last!)) : undefined,
})

/** Series with an instance in the window, and exceptions that were moved out of it. */
function seriesInWindow(reading: Reading, index: CalendarModel): IndexedEvent[] {
  if (index.series.size === 0) return []
  const { fromMs, toMs } = boundsOf(reading, false)
  const isListed = listedItems(reading)
  const isInWindow = inWindow(reading)
  const found: IndexedEvent[] = []
  for (const series of index.series.values()) {
    const isNear = series.rowStartMs < toMs + msPerDay && series.rowEndMs > fromMs - msPerDay
    if (!isNear || !isListed(series) || !hasOriginalStartInWindow(reading, series.model)) continue
    found.push(series)
    const exceptions = index.exceptionsOf(series.id)
    if (exceptions.length === 0) continue
    const { from, to } = originalStartWindow(reading, series.model)
    const isHere = ({ originalStart }: IndexedEvent) =>
      originalStart! >= from && originalStart! < to
    found.push(
      ...exceptions.filter((event) => isHere(event) && isListed(event) && !isInWindow(event)),
    )
  }
  return found.sort(compareTimePositions)
}

/** The parts of a long window that are searched for a page: for dense calendars first, then for others. */
const partsMs = [62 * msPerDay, timelineWindowMsMax]

/** Single events and instances in a window. In a long window, only a part that contains the whole page is searched. */
function runsOfInstances(
  reading: Reading,
  index: CalendarModel,
  page: Page,
): FoundItems | undefined {
  const { fromMs, toMs = latestMs } = reading.query.window
  if (fromMs === undefined) return undefined
  // A list without an end includes a limited number of instances of an endless series.
  if (toMs === latestMs && (page.after !== '' || page.count >= endlessInstancesMax)) {
    return undefined
  }
  const isShort = toMs - fromMs <= timelineWindowMsMax
  const firstMs = isShort ? fromMs : Math.max(fromMs, positionIn(page.after).startMs)
  if (firstMs >= toMs) return undefined
  for (const partMs of isShort ? [toMs - fromMs] : partsMs) {
    const part = { fromMs: firstMs, toMs: Math.min(firstMs + partMs, toMs) }
    const timeline = index.timelines.over(part)
    if (timeline === undefined) return undefined
    const { found, isWhole } = itemsIn(reading, timeline, page)
    if (isWhole) return withNext(found, (item) => item)
  }
  return undefined
}

/** The items of a page from a timeline, and whether they are complete. */
function itemsIn(reading: Reading, { leaves, span }: Timeline, page: Page) {
  const found = new PageItems<TimelineItem>(page.count)
  const isListed = listedItems(reading)
  const isInWindow = inWindow(reading)
  const scan = scanOf(reading, leaves, {
    after: positionIn(page.after),
    longestMs: Number.POSITIVE_INFINITY,
    placeOf: (item) => item,
  })
  const lastMs = Math.min(scan.endMs, span.toMs)
  leaves.visit(scan.first, scan.endsAfterMs, {
    takeLeaf: (leaf) => leaf.lastStartMs < lastMs && scan.hasAllOf(leaf) && found.addLeaf(leaf),
    visitItem: (item, leaf, number) => {
      if (item.startMs >= lastMs) return false
      return isListed(item) && isInWindow(item) ? found.add(leaf, number) : true
    },
  })
  return { found, isWhole: found.hasMore || scan.endMs <= span.toMs }
}

/** Whether an event is of the kinds that are listed. */
function listedItems({
  query: { filter },
}: Reading): (event: Pick<IndexedEvent, 'presence' | 'eventType'>) => boolean {
  const { withCancelled } = filter
  const types = filter.eventTypes === '[]' ? undefined : new Set(JSON.parse(filter.eventTypes))
  return ({ presence, eventType }) =>
    (presence === 'live' || withCancelled === 1) && (types === undefined || types.has(eventType))
}

type RowTimes = Pick<TimelineItem, 'isAllDay' | 'rowStartMs' | 'rowEndMs'>

/** Whether a single event or an instance is in the window. */
function inWindow(reading: Reading): (item: RowTimes) => boolean {
  const timed = boundsOf(reading, false)
  const allDay = boundsOf(reading, true)
  return ({ isAllDay, rowStartMs, rowEndMs }) => {
    const { fromMs, toMs } = isAllDay === 1 ? allDay : timed
    return rowStartMs < toMs && rowEndMs > fromMs
  }
}
