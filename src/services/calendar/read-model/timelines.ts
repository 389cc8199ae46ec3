import { msPerDay } from '../time/civil-date.ts'
import type { IndexedEvent } from './indexed-events.ts'
import type { Leaf } from './leaves.ts'
import { type Span, Timeline, type TimelineEvents, type TimelineItem } from './timeline.ts'

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
