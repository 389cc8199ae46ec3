import type { Metric } from '#/kernel/metric.ts'
import { TimeSlices } from '#/kernel/process/time-slices.ts'
import { recent } from '#/kernel/versioned-cache.ts'
import type { Database } from '#/storage/port.ts'
import { type CalendarRow, timeZoneOf } from '../calendar/calendar-row.ts'
import type { SeriesModels } from '../recurrence/series-models.ts'
import { allRows, type EventSource, storedEvents } from '../store/event-pages.ts'
import type { EventRow } from '../store/events.ts'
import { CalendarModel } from './calendar-model.ts'
import type { RecentWrites } from './recent-writes.ts'
import { RenderedBlocks } from './rendered-blocks.ts'

interface Cached {
  readonly model: CalendarModel
  /** Its share of the memory of all indexes. */
  bytes: number
  /** When it was last read, counted in reads. */
  readAt: number
  catchingUp: Promise<void> | undefined
}

/** The events of a calendar as of a change number. */
type CalendarVersion = Pick<CalendarRow, 'id' | 'key' | 'changeNumber' | 'wire'>

interface ReadModelContext {
  readonly models: SeriesModels
  readonly writes: RecentWrites
}

interface ReadModelCounts {
  /** Reads of calendars that were cached, and of others. */
  readonly hits: number
  readonly misses: number
  readonly loads: number
  readonly evictions: number
  readonly bytes: number
  readonly calendars: number
}

/** The maximum share of memory for indexes. Rendered blocks get the rest. */
const indexShare = 0.75
/** When memory is full, a calendar evicts another one only if that was read this many times longer ago. */
const admissionFactor = 16
/** Limits evictions, because loading a calendar costs as much as many lists. */
const readsPerDisplacement = 200
const loadedRowsMax = 500
/** How long loading may block the event loop. */
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
  /** By key, least recently read first. */
  readonly #cached = new Map<number, Cached>()
  /** When calendars that are not cached were last read. */
  readonly #seen = recent<number, number>(seenMax)
  /** Calendars that exceed the memory limit, so that not every read tries to load them. */
  readonly #tooLarge = recent<true, number>(tooLargeMax)
  readonly #counts = { hits: 0, misses: 0, loads: 0, evictions: 0 }
  /** Separate from the slices of long lists, so that loading doesn't wait for them. */
  readonly #loadingTurns = new TimeSlices(loadingMs)
  #reads = 0
  /** When a calendar last evicted another one, counted in reads. */
  #displacedAt = 0
  #isLoading = false
  #indexBytes = 0
  #history = ''

  constructor(database: Database, { models, writes }: ReadModelContext, bytesMax: number) {
    this.#database = database
    this.#models = models
    this.#writes = writes
    this.#bytesMax = bytesMax
    this.#stored = storedEvents(database)
  }

  /** The values of the metrics. */
  get counts(): ReadModelCounts {
    const bytes = this.#indexBytes + this.#blocks.bytes
    return { ...this.#counts, bytes, calendars: this.#cached.size }
  }

  /** Where to read the events of a calendar, as of its change number or later. */
  sourceOf(calendar: CalendarVersion): EventSource | Promise<EventSource> {
    if (this.#bytesMax === 0) return this.#stored
    this.#forgetOtherHistory()
    const { key, changeNumber } = calendar
    const readAt = ++this.#reads
    const cached = this.#inZone(calendar)
    if (cached !== undefined) {
      cached.readAt = readAt
      this.#cached.delete(key)
      this.#cached.set(key, cached)
      this.#account(cached)
      this.#counts.hits++
      this.#applyRecentWrites(cached, calendar)
      return cached.model.number >= changeNumber
        ? cached.model.source
        : this.#caughtUpSource(cached, calendar)
    }
    this.#counts.misses++
    const readBefore = this.#seen.get(key)
    this.#seen.set(key, readAt)
    if (readBefore !== undefined && this.#admits(key, readBefore)) void this.#load(calendar)
    return this.#stored
  }

  /** The zone of the calendar decides the order of all-day events. */
  #inZone(calendar: CalendarVersion): Cached | undefined {
    const cached = this.#cached.get(calendar.key)
    if (cached === undefined || cached.model.zone === timeZoneOf(calendar)) return cached
    this.#drop(calendar.key, cached)
    return undefined
  }

  /** Drops everything after a restore or when the database was replaced. */
  #forgetOtherHistory(): void {
    const { epoch, incarnation } = this.#database
    const history = `${epoch} ${incarnation}`
    if (history === this.#history) return
    this.#history = history
    for (const [key, cached] of this.#cached) this.#drop(key, cached)
    this.#seen.clear()
    this.#tooLarge.clear()
  }

  /** Whether a calendar is read more often than the one that it would evict. */
  #admits(key: number, readBefore: number): boolean {
    if (this.#isLoading || this.#tooLarge.has(key)) return false
    if (this.#indexBytes < (this.#bytesMax * indexShare) / 2) return true
    const [oldest] = this.#cached.values()
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
      const model = await this.#loadedModel(calendar)
      if (history !== this.#history) return
      if (model === undefined) {
        this.#tooLarge.set(calendar.key, true)
        return
      }
      const cached = { model, bytes: 0, readAt: this.#reads, catchingUp: undefined }
      this.#cached.set(calendar.key, cached)
      this.#counts.loads++
      this.#account(cached)
    } catch {
      // Requests get the error when they read from the database themselves.
    } finally {
      this.#isLoading = false
    }
  }

  /** Undefined if the calendar is too large. */
  async #loadedModel(calendar: CalendarVersion): Promise<CalendarModel | undefined> {
    const { key, changeNumber } = calendar
    const model = new CalendarModel({
      key,
      zone: timeZoneOf(calendar),
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

  /** Brings a model up to date from memory if this process has recently written all changes since its number. */
  #applyRecentWrites(cached: Cached, { key, changeNumber }: CalendarVersion): void {
    const { model, catchingUp } = cached
    // A catch-up in progress could overwrite these rows with older ones.
    if (catchingUp !== undefined || model.number >= changeNumber) return
    const rows = this.#writes.between(key, { after: model.number, last: changeNumber })
    if (rows !== undefined) this.#apply(cached, key, { rows, changeNumber })
  }

  async #caughtUpSource(
    cached: Cached,
    { key, changeNumber }: CalendarVersion,
  ): Promise<EventSource> {
    const { model } = cached
    while (model.number < changeNumber) {
      if (this.#cached.get(key) !== cached) return this.#stored
      cached.catchingUp ??= this.#catchUp(cached, key, changeNumber).finally(() => {
        cached.catchingUp = undefined
      })
      await cached.catchingUp
    }
    return model.source
  }

  async #catchUp(cached: Cached, key: number, changeNumber: number): Promise<void> {
    const { model } = cached
    const page = { calendarKey: key, after: model.number, limit: caughtUpRowsMax }
    const rows = await allRows.byChangeNumber(this.#database, page)
    if (this.#cached.get(key) !== cached) return
    if (rows.length === caughtUpRowsMax) return this.#drop(key, cached)
    this.#apply(cached, key, { rows, changeNumber })
  }

  #apply(
    cached: Cached,
    key: number,
    { rows, changeNumber }: { readonly rows: readonly EventRow[]; readonly changeNumber: number },
  ): void {
    cached.model.apply(rows, changeNumber)
    this.#account(cached)
    // Reads in progress can finish with the dropped model. The next read loads the calendar again.
    if (cached.model.events.isWorn) this.#drop(key, cached)
  }

  /** Updates the memory of an index, and evicts the least recently read calendars above the limit. */
  #account(cached: Cached): void {
    if (cached.model.bytes > this.#bytesMax / 2) cached.model.timelines.clear()
    const { bytes } = cached.model
    this.#indexBytes += bytes - cached.bytes
    cached.bytes = bytes
    for (const [key, each] of this.#cached) {
      if (this.#indexBytes <= this.#bytesMax * indexShare) break
      this.#drop(key, each)
      this.#counts.evictions++
    }
    this.#blocks.limitTo(this.#bytesMax - this.#indexBytes)
  }

  #drop(key: number, { model, bytes }: Cached): void {
    this.#cached.delete(key)
    this.#indexBytes -= bytes
    model.clear()
  }
}

const help: Readonly<Record<keyof ReadModelCounts, string>> = {
  hits: 'Reads of calendars that were cached in memory.',
  misses: 'Reads of calendars that were not cached in memory.',
  loads: 'Calendars loaded into memory.',
  evictions: 'Calendars evicted from memory to make room for others.',
  bytes: 'Memory of calendars: indexes and rendered events.',
  calendars: 'Calendars cached in memory.',
}

const gauges: ReadonlySet<string> = new Set(['bytes', 'calendars'])

export const readModelMetrics = (model: ReadModel): readonly Metric[] =>
  (Object.keys(help) as (keyof ReadModelCounts)[]).map((name) => ({
    name: `almanac_read_model_${name}${gauges.has(name) ? '' : '_total'}`,
    help: help[name],
    kind: gauges.has(name) ? 'gauge' : 'counter',
    value: () => model.counts[name],
  }))
