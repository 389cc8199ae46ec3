import { instanceId } from '../event/event-id.ts'
import { timesIn } from '../event/times.ts'
import type { SeriesModel } from '../recurrence/series-models.ts'
import type { TakenOriginalStart } from '../store/event-pages.ts'
import type { EventRow, ShownRow } from '../store/events.ts'
import { msPerDay } from '../time/civil-date.ts'
import { instantMsAt } from '../time/zone-offsets.ts'
import { instanceRenderer, removedInstances } from './changed-instances.ts'
import { firstInSpans, type Span } from './first-in-spans.ts'
import {
  boundsOf,
  hasOriginalStartInWindow,
  type Item,
  isInWindow,
  originalStartWindow,
  type Reading,
  rowTerm,
  rowText,
} from './in-window.ts'
import type { RowSource } from './items.ts'
import {
  compareTimePositions,
  earliestMs,
  latestMs,
  positionIn,
  positionText,
  type TimePosition,
} from './time-position.ts'

type PositionedItem = TimePosition & Item

interface Page {
  readonly after: TimePosition
  readonly count: number
}

const seriesReadMax = 100_000

/**
 * The next items in the order of time, merged from three streams: timed events, all-day events and
 * instances. The calendar's zone decides when all-day events start, so the database can't sort them
 * among timed ones.
 */
export async function itemsByTime(
  reading: Reading,
  source: RowSource,
  { after, count }: { readonly after: string; readonly count: number },
): Promise<Item[]> {
  const page = { after: positionIn(after), count }
  const { isExpanded } = reading.query
  // Read before the rows: an instance that becomes an exception meanwhile is found twice, instead of not at all.
  const instances = isExpanded ? await ofInstances(reading, source, page) : []
  const [timed, allDay, others] = await Promise.all([
    ofRows(reading, source, { ...page, isAllDay: 0 }),
    ofRows(reading, source, { ...page, isAllDay: 1 }),
    isExpanded ? ofRemoved(reading, source) : ofSeries(reading, source),
  ])
  const rows = [...timed, ...allDay]
  return [...rows, ...others, ...withoutRows(instances, rows)]
    .filter((item) => compareTimePositions(item, page.after) > 0)
    .sort(compareTimePositions)
    .slice(0, count)
}

/** The instances that have no rows of their own. */
function withoutRows(
  instances: readonly PositionedItem[],
  rows: readonly PlacedRow[],
): readonly PositionedItem[] {
  const withRows = new Set(rows.filter(({ isException }) => isException).map(({ id }) => id))
  return withRows.size === 0 ? instances : instances.filter(({ id }) => !withRows.has(id))
}

async function ofRows(
  reading: Reading,
  source: RowSource,
  { after, count, isAllDay }: Page & { readonly isAllDay: 0 | 1 },
): Promise<PlacedRow[]> {
  const { query, longestMs } = reading
  const { fromMs, toMs } = boundsOf(reading, isAllDay === 1)
  const term = (ms: number) => rowTerm(reading, isAllDay === 1, ms)
  const rows = await source.byTime({
    ...query.filter,
    isAllDay,
    afterStart: term(after.startMs),
    afterEnd: term(after.endMs),
    afterId: after.id,
    startsFrom: Math.max(
      fromMs === earliestMs ? earliestMs : fromMs - longestMs,
      term(after.startMs),
    ),
    startsBefore: toMs,
    endsAfter: fromMs,
    limit: count,
  })
  return rows.map((row) => positionedRow(reading, row))
}

function positionedRow(reading: Reading, row: ShownRow): PlacedRow {
  const { startMs, endMs } = row.kind === 'series' ? timesIn(row, JSON.parse(row.wire)) : row
  const instant = (ms: number) =>
    row.isAllDay === 1 ? instantMsAt(reading.view.calendarZone, ms) : ms
  return new PlacedRow(row, { startMs: instant(startMs), endMs: instant(endMs) }, reading)
}

class PlacedRow implements PositionedItem {
  readonly id: string
  readonly startMs: number
  readonly endMs: number
  readonly #row: ShownRow
  readonly #reading: Reading

  constructor(row: ShownRow, times: Pick<TimePosition, 'startMs' | 'endMs'>, reading: Reading) {
    this.id = row.id
    this.startMs = times.startMs
    this.endMs = times.endMs
    this.#row = row
    this.#reading = reading
  }

  get isException(): boolean {
    return this.#row.kind === 'exception'
  }

  position(): string {
    return positionText(this)
  }

  text(): string {
    return rowText(this.#row, this.#reading)
  }
}

/** Series that can have an instance in the window; includes some that don't. */
function seriesNear(reading: Reading, source: RowSource) {
  const { fromMs, toMs } = boundsOf(reading, false)
  return source.series({
    ...reading.query.filter,
    startsBefore: toMs + msPerDay,
    endsAfter: fromMs - msPerDay,
    limit: seriesReadMax,
  })
}

/** Series with an instance in the window, and exceptions that were moved out of it. */
async function ofSeries(reading: Reading, source: RowSource): Promise<PositionedItem[]> {
  const rows = await seriesNear(reading, source)
  const series = rows.filter((row) => hasOriginalStartInWindow(reading, reading.models.of(row)))
  const moved = await movedAway(reading, source, series)
  return [...series, ...moved].map((row) => positionedRow(reading, row))
}

/** Exceptions that were moved out of the window, so that clients can omit their original starts. */
async function movedAway(
  reading: Reading,
  source: RowSource,
  series: readonly EventRow[],
): Promise<EventRow[]> {
  const { fromMs, toMs } = reading.query.window
  if (series.length === 0 || (fromMs === undefined && toMs === undefined)) return []
  const windows = new Map(
    series.map((row) => [row.id, originalStartWindow(reading, reading.models.of(row))]),
  )
  const all = [...windows.values()]
  const rows = await source.byOriginalStart({
    ...reading.query.filter,
    masterIds: [...windows.keys()],
    from: Math.min(...all.map(({ from }) => from)),
    to: Math.max(...all.map(({ to }) => to)),
  })
  return rows.filter((row) => {
    const { from, to } = windows.get(row.masterId!)!
    return row.originalStart! >= from && row.originalStart! < to && !isInWindow(reading, row)
  })
}

async function ofInstances(
  reading: Reading,
  source: RowSource,
  { after, count }: Page,
): Promise<PositionedItem[]> {
  const rows = await seriesNear(reading, source)
  const expanded = rows.map((row) => {
    const model = reading.models.of(row)
    const { from, to } = originalStartWindow(reading, model)
    return { row, model, from: Math.max(from, rowTerm(reading, model.isAllDay, after.startMs)), to }
  })
  const taken = await takenOriginalStarts(reading, expanded)
  const placed = expanded.map((each) => ({
    ...each,
    isTaken: taken.get(each.row.id) ?? nothing,
    series: new PlacedSeries(reading, each.row, each.model),
  }))
  return firstInSpans(spanOf(expanded), count, (span) =>
    placed.flatMap(({ model, from, to, isTaken, series }) =>
      model.series
        .originalStarts({
          from: Math.max(from, rowTerm(reading, model.isAllDay, span.fromMs)),
          to: Math.min(to, rowTerm(reading, model.isAllDay, span.toMs)),
          // At most one original start equals that of the last item of the previous page.
          limit: count + 1 + isTaken.size,
        })
        .filter((originalStart) => !isTaken.has(originalStart))
        .map((originalStart) => series.instanceAt(originalStart))
        .filter((instance) => compareTimePositions(instance, after) > 0),
    ),
  )
}

/** The span in which series can start, as instants. All-day starts are at most a day from theirs. */
function spanOf(expanded: readonly Expanded[]): Span {
  let fromMs = latestMs
  let toMs = earliestMs
  for (const { model, from, to } of expanded) {
    const { firstStart, lastStart } = model.series
    fromMs = Math.min(fromMs, Math.max(from, firstStart) - msPerDay)
    toMs = Math.max(toMs, Math.min(to, (lastStart ?? to) + 1) + msPerDay)
  }
  return { fromMs, toMs }
}

const nothing: ReadonlySet<number> = new Set()

/** Instances that series have lost since `updatedMin`. */
async function ofRemoved(reading: Reading, source: RowSource): Promise<PositionedItem[]> {
  const { filter, updatedFromMs } = reading.query
  if (updatedFromMs === undefined) return []
  const rows = await source.byUpdate({
    ...filter,
    atUpdate: updatedFromMs,
    atId: '',
    limit: seriesReadMax,
  })
  const items: PositionedItem[] = []
  for (const row of rows) {
    for (const { originalStart, model, text } of await removedInstances(reading, row, undefined)) {
      const id = instanceId(row.id, originalStart, model.isAllDay)
      const position = { ...instanceTimesIn(reading, model, originalStart), id }
      items.push({ ...position, position: () => positionText(position), text })
    }
  }
  return items
}

/** The instances of a series as items. What they have in common is rendered when it is needed. */
class PlacedSeries {
  readonly #reading: Reading
  readonly #series: EventRow
  readonly #model: SeriesModel
  #textAt: ((originalStart: number) => string) | undefined

  constructor(reading: Reading, series: EventRow, model: SeriesModel) {
    this.#reading = reading
    this.#series = series
    this.#model = model
  }

  instanceAt(originalStart: number): PositionedItem {
    return new PlacedInstance(
      this,
      originalStart,
      instanceTimesIn(this.#reading, this.#model, originalStart),
    )
  }

  idAt(originalStart: number): string {
    return instanceId(this.#series.id, originalStart, this.#model.isAllDay)
  }

  textAt(originalStart: number): string {
    this.#textAt ??= instanceRenderer(this.#reading, this.#series, this.#model)
    return this.#textAt(originalStart)
  }
}

class PlacedInstance implements PositionedItem {
  readonly originalStart: number
  readonly startMs: number
  readonly endMs: number
  readonly #series: PlacedSeries
  #id: string | undefined

  constructor(
    series: PlacedSeries,
    originalStart: number,
    times: Pick<TimePosition, 'startMs' | 'endMs'>,
  ) {
    this.originalStart = originalStart
    this.startMs = times.startMs
    this.endMs = times.endMs
    this.#series = series
  }

  /** Only needed to order instances at the same time. */
  get id(): string {
    this.#id ??= this.#series.idAt(this.originalStart)
    return this.#id
  }

  position(): string {
    return positionText(this)
  }

  text(): string {
    return this.#series.textAt(this.originalStart)
  }
}

/** The times of an instance as instants. */
function instanceTimesIn(
  { view }: Reading,
  { isAllDay, lengthMs }: SeriesModel,
  originalStart: number,
) {
  const instant = (ms: number) => (isAllDay ? instantMsAt(view.calendarZone, ms) : ms)
  return { startMs: instant(originalStart), endMs: instant(originalStart + lengthMs) }
}

interface Expanded {
  readonly row: EventRow
  readonly model: SeriesModel
  readonly from: number
  readonly to: number
}

/** Original starts with an exception, by series. */
async function takenOriginalStarts(
  reading: Reading,
  expanded: readonly Expanded[],
): Promise<Map<string, Set<number>>> {
  const used = expanded.filter(({ from, to }) => from < to)
  const { live = [], tombstone = [] } = Object.groupBy(used, ({ row }) =>
    row.presence === 'tombstone' ? 'tombstone' : 'live',
  )
  const taken = await Promise.all([
    originalStartsOfExceptions(reading, live, {}),
    // Exceptions that were deleted with their series are listed as their own rows.
    originalStartsOfExceptions(reading, tombstone, { tombstonesAfter: 0 }),
  ])
  const bySeries = new Map<string, Set<number>>()
  for (const { masterId, originalStart } of taken.flat()) {
    bySeries.getOrInsertComputed(masterId, () => new Set()).add(originalStart)
  }
  return bySeries
}

async function originalStartsOfExceptions(
  { source, query }: Reading,
  used: readonly Expanded[],
  which: { readonly tombstonesAfter?: number },
): Promise<readonly TakenOriginalStart[]> {
  if (used.length === 0) return []
  return source.takenOriginalStarts({
    calendarKey: query.filter.calendarKey,
    masterIds: used.map(({ row }) => row.id),
    from: Math.min(...used.map(({ from }) => from)),
    to: Math.max(...used.map(({ to }) => to)),
    ...which,
  })
}
