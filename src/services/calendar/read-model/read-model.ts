import { LRUCache } from 'lru-cache'
import type { Metric } from '#/kernel/metric.ts'
import { TimeSlices } from '#/kernel/process/time-slices.ts'
import type { Database } from '#/storage/port.ts'
import { type CalendarRow, calendarIn } from '../calendar/calendar-row.ts'
import type { SeriesModels } from '../recurrence/series-models.ts'
import { allRows, type EventSource, storedEvents } from '../store/event-pages.ts'
import type { EventRow } from '../store/events.ts'
import { CalendarModel } from './calendar-model.ts'
import type { RecentWrites } from './recent-writes.ts'
import { RenderedBlocks } from './rendered-blocks.ts'

interface Held {
  readonly model: CalendarModel
  /** How much of all indexes it accounts for. */
  bytes: number
  /** When it was last read, in requests. */
  readAt: number
  catchingUp: Promise<void> | undefined
}

/** The events of a calendar as of a change number. */
type CalendarVersion = Pick<CalendarRow, 'id' | 'key' | 'changeNumber' | 'wire'>

const zoneOf = (calendar: CalendarVersion): string => calendarIn(calendar).timeZone ?? 'UTC'

interface ReadModelParts {
  readonly models: SeriesModels
  readonly writes: RecentWrites
}

export interface ReadModelCounts {
  /** Reads of calendars that were held, and of others. */
  readonly hits: number
  readonly misses: number
  readonly loads: number
  readonly evictions: number
  readonly bytes: number
  readonly calendars: number
}

/** The part of the memory that indexes may take; the rest is for rendered blocks at least. */
const indexShare = 0.75
/** Without room, a calendar displaces another one only if that was read this many times longer ago. */
const admissionFactor = 16
/** Loading costs as much as many lists, and calendars in rotation are never read much more than others. */
const readsPerDisplacement = 200
const loadedRowsMax = 500
/** How long loading may hold the event loop before requests are answered. */
const loadingMs = 5
const caughtUpRowsMax = 1_000
const seenMax = 20_000
const tooLargeMax = 1_000

/**
 * Indexes and rendered events of the calendars that are read often, in memory. A model is brought up to
 * date by the changes since its number before it is read, so that it is never stale.
 */
export class ReadModel {
  readonly #database: Database
  readonly #bytesMax: number
  readonly #models: SeriesModels
  readonly #writes: RecentWrites
  readonly #stored: EventSource
  readonly #blocks = new RenderedBlocks()
  /** By key, the one that was read longest ago first. */
  readonly #held = new Map<number, Held>()
  /** When calendars were last read that are not held. */
  readonly #seen = new LRUCache<number, number>({ max: seenMax })
  /** Calendars that didn't fit, so that not every read tries to load them. */
  readonly #tooLarge = new LRUCache<number, true>({ max: tooLargeMax })
  readonly #counts = { hits: 0, misses: 0, loads: 0, evictions: 0 }
  /** Apart from long lists, which wait for each other and which loading makes short. */
  readonly #loadingTurns = new TimeSlices(loadingMs)
  #reads = 0
  /** When a calendar was last loaded in the place of another one, in reads. */
  #displacedAt = 0
  #isLoading = false
  #indexBytes = 0
  #history = ''

  constructor(database: Database, { models, writes }: ReadModelParts, bytesMax: number) {
    this.#database = database
    this.#models = models
    this.#writes = writes
    this.#bytesMax = bytesMax
    this.#stored = storedEvents(database)
  }

  /** For operators: how often lists were read from memory, and what was done for it. */
  get counts(): ReadModelCounts {
    const bytes = this.#indexBytes + this.#blocks.bytes
    return { ...this.#counts, bytes, calendars: this.#held.size }
  }

  /** Where to read the events of a calendar, as of its change number or later. */
  sourceOf(calendar: CalendarVersion): EventSource | Promise<EventSource> {
    if (this.#bytesMax === 0) return this.#stored
    this.#forgetOtherHistory()
    const { key, changeNumber } = calendar
    const readAt = ++this.#reads
    const held = this.#inZone(calendar)
    if (held !== undefined) {
      held.readAt = readAt
      this.#held.delete(key)
      this.#held.set(key, held)
      this.#account(held)
      this.#counts.hits++
      this.#applyRecentWrites(held, calendar)
      return held.model.number >= changeNumber ? held.model.source : this.#caughtUp(held, calendar)
    }
    this.#counts.misses++
    const readBefore = this.#seen.get(key)
    this.#seen.set(key, readAt)
    if (readBefore !== undefined && this.#admits(key, readBefore)) void this.#load(calendar)
    return this.#stored
  }

  /** The zone of the calendar decides the order of all-day events. */
  #inZone(calendar: CalendarVersion): Held | undefined {
    const held = this.#held.get(calendar.key)
    if (held === undefined || held.model.zone === zoneOf(calendar)) return held
    this.#drop(calendar.key, held)
    return undefined
  }

  /** A restore, or a database that was replaced, makes everything old. */
  #forgetOtherHistory(): void {
    const { epoch, incarnation } = this.#database
    const history = `${epoch} ${incarnation}`
    if (history === this.#history) return
    this.#history = history
    for (const [key, held] of this.#held) this.#drop(key, held)
    this.#seen.clear()
    this.#tooLarge.clear()
  }

  /** Whether a calendar is read more often than one that would have to make room for it. */
  #admits(key: number, readBefore: number): boolean {
    if (this.#isLoading || this.#tooLarge.has(key)) return false
    if (this.#indexBytes < (this.#bytesMax * indexShare) / 2) return true
    const [oldest] = this.#held.values()
    if (oldest === undefined) return true
    const isFarMoreRecent =
      admissionFactor * (this.#reads - readBefore) < this.#reads - oldest.readAt
    if (!isFarMoreRecent || this.#reads - this.#displacedAt < readsPerDisplacement) return false
    this.#displacedAt = this.#reads
    return true
  }

  /** Loads a calendar in small steps, while requests are answered from the database. */
  async #load(calendar: CalendarVersion): Promise<void> {
    this.#isLoading = true
    const history = this.#history
    try {
      const model = await this.#loaded(calendar)
      if (history !== this.#history) return
      if (model === undefined) {
        this.#tooLarge.set(calendar.key, true)
        return
      }
      const held = { model, bytes: 0, readAt: this.#reads, catchingUp: undefined }
      this.#held.set(calendar.key, held)
      this.#counts.loads++
      this.#account(held)
    } catch {
      // Requests get the error when they read from the database themselves.
    } finally {
      this.#isLoading = false
    }
  }

  /** Undefined if the calendar is too large. */
  async #loaded(calendar: CalendarVersion): Promise<CalendarModel | undefined> {
    const { key, changeNumber } = calendar
    const model = new CalendarModel({
      key,
      zone: zoneOf(calendar),
      models: this.#models,
      stored: this.#stored,
      blocks: this.#blocks,
      number: changeNumber,
      lastUpdateMs: await this.#stored.lastUpdate(calendar),
    })
    for (let after = 0; ; ) {
      await this.#loadingTurns.next()
      const page = { calendarKey: key, after, last: changeNumber, limit: loadedRowsMax }
      const rows = await allRows.indexed(this.#database, page)
      model.load(rows)
      if (model.bytes > this.#bytesMax / 2) return undefined
      if (rows.length < loadedRowsMax) {
        await model.endLoading()
        return model
      }
      after = rows.at(-1)!.changeNumber
    }
  }

  /** Brings a model up to date without the database, if this process has written all changes lately. */
  #applyRecentWrites(held: Held, { key, changeNumber }: CalendarVersion): void {
    const { model, catchingUp } = held
    // Rows that are being read could be older than those that would be applied here.
    if (catchingUp !== undefined || model.number >= changeNumber) return
    const rows = this.#writes.between(key, { after: model.number, last: changeNumber })
    if (rows !== undefined) this.#apply(held, key, { rows, changeNumber })
  }

  async #caughtUp(held: Held, { key, changeNumber }: CalendarVersion): Promise<EventSource> {
    const { model } = held
    while (model.number < changeNumber) {
      if (this.#held.get(key) !== held) return this.#stored
      held.catchingUp ??= this.#catchUp(held, key, changeNumber).finally(() => {
        held.catchingUp = undefined
      })
      await held.catchingUp
    }
    return model.source
  }

  async #catchUp(held: Held, key: number, changeNumber: number): Promise<void> {
    const { model } = held
    const page = { calendarKey: key, after: model.number, limit: caughtUpRowsMax }
    const rows = await allRows.byChangeNumber(this.#database, page)
    if (this.#held.get(key) !== held) return
    if (rows.length === caughtUpRowsMax) return this.#drop(key, held)
    this.#apply(held, key, { rows, changeNumber })
  }

  #apply(
    held: Held,
    key: number,
    { rows, changeNumber }: { readonly rows: readonly EventRow[]; readonly changeNumber: number },
  ): void {
    held.model.apply(rows, changeNumber)
    this.#account(held)
    // It is loaded again when it is read next, and until then this one can be read.
    if (held.model.events.isWorn) this.#drop(key, held)
  }

  /** Counts what an index takes now. If all take too much, those go that were read longest ago. */
  #account(held: Held): void {
    if (held.model.bytes > this.#bytesMax / 2) held.model.timelines.clear()
    const { bytes } = held.model
    this.#indexBytes += bytes - held.bytes
    held.bytes = bytes
    for (const [key, each] of this.#held) {
      if (this.#indexBytes <= this.#bytesMax * indexShare) break
      this.#drop(key, each)
      this.#counts.evictions++
    }
    this.#blocks.limitTo(this.#bytesMax - this.#indexBytes)
  }

  #drop(key: number, { model, bytes }: Held): void {
    this.#held.delete(key)
    this.#indexBytes -= bytes
    model.clear()
  }
}

const help: Readonly<Record<keyof ReadModelCounts, string>> = {
  hits: 'Reads of calendars that were held in memory.',
  misses: 'Reads of calendars that were not held in memory.',
  loads: 'Calendars loaded into memory.',
  evictions: 'Calendars evicted from memory to make room for others.',
  bytes: 'Memory of calendars: indexes and rendered events.',
  calendars: 'Calendars held in memory.',
}

const gauges: ReadonlySet<string> = new Set(['bytes', 'calendars'])

/** What operators see of the read model. */
export const readModelMetrics = (model: ReadModel): readonly Metric[] =>
  (Object.keys(help) as (keyof ReadModelCounts)[]).map((name) => ({
    name: `almanac_read_model_${name}${gauges.has(name) ? '' : '_total'}`,
    help: help[name],
    kind: gauges.has(name) ? 'gauge' : 'counter',
    value: () => model.counts[name],
  }))
