import { instanceId } from '../event/event-id.ts'
import { compareTimePositions } from '../reading/time-position.ts'
import { msPerDay } from '../time/civil-date.ts'
import { instantMsAt } from '../time/zone-offsets.ts'
import type { IndexedEvent } from './indexed-events.ts'
import { type Leaf, Leaves, longLeafSizeMax, orderBy } from './leaves.ts'

/** A span of time, in instants. */
export interface Span {
  readonly fromMs: number
  readonly toMs: number
}

/** The estimated memory of an instance, including its place in the order. */
const instanceBytes = 200
const singleBytes = 60
/** A span with more items is read from the database. */
const itemsMax = 20_000

/** An instance of a series that follows it. */
export class Instance {
  readonly series: IndexedEvent
  readonly originalStart: number
  /** Instants. */
  readonly startMs: number
  readonly endMs: number
  #id: string | undefined

  constructor(series: IndexedEvent, originalStart: number, zone: string) {
    const { isAllDay, lengthMs } = series.model
    this.series = series
    this.originalStart = originalStart
    this.startMs = isAllDay ? instantMsAt(zone, originalStart) : originalStart
    this.endMs = isAllDay ? instantMsAt(zone, originalStart + lengthMs) : originalStart + lengthMs
  }

  /** Used only for page tokens and to order instances at the same time. */
  get id(): string {
    const { id, model } = this.series
    this.#id ??= instanceId(id, this.originalStart, model.isAllDay)
    return this.#id
  }

  /** Its times as rows store them. */
  get rowStartMs(): number {
    return this.originalStart
  }

  get rowEndMs(): number {
    return this.originalStart + this.series.model.lengthMs
  }

  get isAllDay(): 0 | 1 {
    return this.series.isAllDay
  }

  get presence() {
    return this.series.presence
  }

  get isPlain(): boolean {
    return this.series.isAllDay === 0
  }

  get isPersonal(): boolean {
    return this.series.isPersonal
  }

  get eventType(): string {
    return this.series.eventType
  }
}

export type TimelineItem = IndexedEvent | Instance

const timeOrder = orderBy<TimelineItem>(compareTimePositions, longLeafSizeMax)

/** The events that a timeline is built from. */
export interface TimelineEvents {
  readonly zone: string
  /** Single events and exceptions that can overlap a span. */
  singlesIn(span: Span): readonly IndexedEvent[]
  readonly series: ReadonlyMap<string, IndexedEvent>
  /** Original starts of a series that have rows of their own. */
  takenOriginalStarts(seriesId: string): ReadonlySet<number>
}

/** The events of a span in the order of time, with the instances of series in place of the series. */
export class Timeline {
  readonly span: Span
  readonly leaves: Leaves<TimelineItem>
  readonly #events: TimelineEvents
  readonly #instances: Map<string, readonly Instance[]>
  #size: number
  #instanceCount: number
  #isTooLarge = false

  private constructor(
    events: TimelineEvents,
    span: Span,
    items: {
      readonly singles: readonly IndexedEvent[]
      readonly instances: Map<string, readonly Instance[]>
      readonly drop: (leaf: Leaf<TimelineItem>) => void
    },
  ) {
    const all = [...items.singles, ...[...items.instances.values()].flat()]
    this.span = span
    this.leaves = new Leaves(timeOrder, items.drop, all.toSorted(compareTimePositions))
    this.#events = events
    this.#instances = items.instances
    this.#size = all.length
    this.#instanceCount = all.length - items.singles.length
  }

  /** Undefined if there are too many items. */
  static over(
    events: TimelineEvents,
    span: Span,
    drop: (leaf: Leaf<TimelineItem>) => void,
  ): Timeline | undefined {
    const singles = events.singlesIn(widenedSpan(span)).filter(isLive)
    const instances = new Map<string, readonly Instance[]>()
    let count = singles.length
    for (const series of events.series.values()) {
      const ofSeries = instancesIn(events, series, span)
      if (ofSeries.length > 0) instances.set(series.id, ofSeries)
      count += ofSeries.length
      if (count > itemsMax) return undefined
    }
    return new Timeline(events, span, { singles, instances, drop })
  }

  /** Whether a change has exceeded the maximum number of items. Don't read the timeline then. */
  get isTooLarge(): boolean {
    return this.#isTooLarge
  }

  get bytes(): number {
    const singleCount = this.#size - this.#instanceCount
    return singleCount * singleBytes + this.#instanceCount * instanceBytes
  }

  /** Whether it includes all items of a window. */
  covers({ fromMs, toMs }: Span): boolean {
    return fromMs >= this.span.fromMs && toMs <= this.span.toMs
  }

  /** Replaces an event. Call this after the underlying events have changed. */
  replace(former: IndexedEvent | undefined, event: IndexedEvent | undefined): void {
    const seriesIds = new Set(
      [former, event].flatMap((each) =>
        each === undefined ? [] : each.kind === 'series' ? each.id : (each.masterId ?? []),
      ),
    )
    // Instances are removed first, because an exception can be at the same time as the instance that it replaces.
    for (const id of seriesIds) this.#deleteInstances(id)
    if (former !== undefined && former.kind !== 'series') this.#delete(former)
    if (event !== undefined && event.kind !== 'series' && isLive(event) && this.#overlaps(event)) {
      this.#insert(event)
    }
    for (const id of seriesIds) this.#insertInstances(id)
  }

  #deleteInstances(seriesId: string): void {
    for (const instance of this.#instances.get(seriesId) ?? []) this.#delete(instance)
    this.#instances.delete(seriesId)
  }

  #insertInstances(seriesId: string): void {
    const series = this.#events.series.get(seriesId)
    if (series === undefined) return
    const instances = instancesIn(this.#events, series, this.span)
    if (this.#size + instances.length > itemsMax) {
      this.#isTooLarge = true
      return
    }
    for (const instance of instances) this.#insert(instance)
    if (instances.length > 0) this.#instances.set(seriesId, instances)
  }

  #overlaps({ startMs, endMs }: IndexedEvent): boolean {
    const { fromMs, toMs } = widenedSpan(this.span)
    return startMs <= toMs && endMs >= fromMs
  }

  #insert(item: TimelineItem): void {
    this.leaves.insert(item)
    this.#size++
    if (item instanceof Instance) this.#instanceCount++
  }

  #delete(item: TimelineItem): void {
    if (!this.leaves.delete(item)) return
    this.#size--
    if (item instanceof Instance) this.#instanceCount--
  }
}

const isLive = ({ presence }: IndexedEvent): boolean => presence === 'live'

/** The instances of a series that can overlap a span; includes some that don't. */
function instancesIn(events: TimelineEvents, series: IndexedEvent, span: Span): Instance[] {
  if (!isLive(series)) return []
  const { series: rules, lengthMs } = series.model
  const taken = events.takenOriginalStarts(series.id)
  const { fromMs, toMs } = widenedSpan(span)
  const originalStarts = rules.originalStarts({
    from: fromMs - lengthMs,
    to: toMs,
    limit: itemsMax + 1,
  })
  return originalStarts
    .filter((originalStart) => !taken.has(originalStart))
    .map((originalStart) => new Instance(series, originalStart, events.zone))
}

/** The dates of all-day events are at most a day from the instants of their midnights. */
const widenedSpan = ({ fromMs, toMs }: Span): Span => ({
  fromMs: fromMs - msPerDay,
  toMs: toMs + msPerDay,
})

/** The longest window for which a timeline is built. */
export const timelineWindowMsMax = 400 * msPerDay
/** How far a timeline extends before and after the window that it was built for. */
const marginMs = 31 * msPerDay
const timelinesMax = 4
const missedMax = 16

/** Timelines of the spans of a calendar that are read often. */
export class Timelines {
  readonly #events: TimelineEvents
  readonly #drop: (leaf: Leaf<TimelineItem>) => void
  /** Most recently read first. */
  #timelines: readonly Timeline[] = []
  /** Months of windows without a timeline, most recently read first. */
  #missed: readonly number[] = []

  /** Months of windows whose timelines would be too large, until something changes. */
  readonly #tooLarge = new Set<number>()

  constructor(events: TimelineEvents, drop: (leaf: Leaf<TimelineItem>) => void) {
    this.#events = events
    this.#drop = drop
  }

  get bytes(): number {
    return this.#timelines.reduce((sum, { bytes }) => sum + bytes, 0)
  }

  /** A timeline that includes a window, if a nearby window was read before. */
  over(window: Span): Timeline | undefined {
    const found = this.#timelines.find((timeline) => timeline.covers(window))
    if (found === undefined) return this.#make(window)
    if (found !== this.#timelines[0]) this.#putFirst(found)
    return found
  }

  #make(window: Span): Timeline | undefined {
    if (window.toMs - window.fromMs > timelineWindowMsMax) return undefined
    const month = Math.floor(window.fromMs / marginMs)
    if (this.#tooLarge.has(month)) return undefined
    const isAwaited = this.#missed.some((missed) => Math.abs(missed - month) <= 1)
    this.#missed = isAwaited ? [] : [month, ...this.#missed].slice(0, missedMax)
    if (!isAwaited) return undefined
    const span = { fromMs: window.fromMs - marginMs, toMs: window.toMs + marginMs }
    const timeline = Timeline.over(this.#events, span, this.#drop)
    if (timeline === undefined) this.#tooLarge.add(month)
    else this.#putFirst(timeline)
    return timeline
  }

  #putFirst(timeline: Timeline): void {
    const all = [timeline, ...this.#timelines.filter((other) => other !== timeline)]
    this.#timelines = all.slice(0, timelinesMax)
    all.slice(timelinesMax).forEach(this.#dropOne)
  }

  replace(former: IndexedEvent | undefined, event: IndexedEvent | undefined): void {
    this.#tooLarge.clear()
    for (const timeline of this.#timelines) timeline.replace(former, event)
    const tooLarge = this.#timelines.filter(({ isTooLarge }) => isTooLarge)
    if (tooLarge.length === 0) return
    this.#timelines = this.#timelines.filter(({ isTooLarge }) => !isTooLarge)
    tooLarge.forEach(this.#dropOne)
  }

  clear(): void {
    this.#timelines.forEach(this.#dropOne)
    this.#timelines = []
  }

  readonly #dropOne = ({ leaves }: Timeline): void => leaves.all.forEach(this.#drop)
}
