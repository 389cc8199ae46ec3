import { LRUCache } from 'lru-cache'
import { longWork } from '#/kernel/process/time-slices.ts'
import type { ServiceMetric } from '#/services/service.ts'
import type { Database } from '#/storage/port.ts'
import type { CalendarRow } from '../store/calendars.ts'
import { allRows, type EventSource, storedEvents } from '../store/event-pages.ts'
import { CalendarModel } from './calendar-model.ts'

interface Held {
  readonly model: CalendarModel
  /** How much of the total it accounts for. */
  bytes: number
  /** When it was last read, in requests. */
  readAt: number
  catchingUp: Promise<void> | undefined
}

/** The events of a calendar as of a change number. */
type CalendarVersion = Pick<CalendarRow, 'key' | 'changeNumber'>

export interface ReadModelCounts {
  /** Reads of calendars that were held, and of others. */
  readonly hits: number
  readonly misses: number
  readonly loads: number
  readonly evictions: number
  readonly bytes: number
  readonly calendars: number
}

const loadedRowsMax = 200
const caughtUpRowsMax = 1_000
const seenMax = 20_000

/**
 * The events of the calendars that are read often, in memory. A model is brought up to date by the
 * changes since its number before it is read, so that it is never stale.
 */
export class ReadModel {
  readonly #database: Database
  readonly #bytesMax: number
  readonly #stored: EventSource
  /** By key, the one that was read longest ago first. */
  readonly #held = new Map<number, Held>()
  /** When calendars were last read that are not held. */
  readonly #seen = new LRUCache<number, number>({ max: seenMax })
  readonly #counts = { hits: 0, misses: 0, loads: 0, evictions: 0 }
  #reads = 0
  #isLoading = false
  #bytes = 0
  #history = ''

  constructor(database: Database, bytesMax: number) {
    this.#database = database
    this.#bytesMax = bytesMax
    this.#stored = storedEvents(database)
  }

  /** For operators: how often lists were read from memory, and what was done for it. */
  get counts(): ReadModelCounts {
    return { ...this.#counts, bytes: this.#bytes, calendars: this.#held.size }
  }

  /** Where to read the events of a calendar, as of its change number or later. */
  sourceOf(calendar: CalendarVersion): EventSource | Promise<EventSource> {
    if (this.#bytesMax === 0) return this.#stored
    this.#forgetOtherHistory()
    const { key, changeNumber } = calendar
    const readAt = ++this.#reads
    const held = this.#held.get(key)
    if (held !== undefined) {
      held.readAt = readAt
      this.#held.delete(key)
      this.#held.set(key, held)
      this.#account(held)
      this.#counts.hits++
      return held.model.number >= changeNumber ? held.model : this.#caughtUp(held, calendar)
    }
    this.#counts.misses++
    const readBefore = this.#seen.get(key)
    this.#seen.set(key, readAt)
    if (readBefore !== undefined && this.#admits(readBefore)) void this.#load(calendar)
    return this.#stored
  }

  /** A restore, or a database that was replaced, makes everything old. */
  #forgetOtherHistory(): void {
    const { epoch, incarnation } = this.#database
    const history = `${epoch} ${incarnation}`
    if (history === this.#history) return
    this.#history = history
    this.#held.clear()
    this.#seen.clear()
    this.#bytes = 0
  }

  /** Whether a calendar is read more often than one that would have to make room for it. */
  #admits(readBefore: number): boolean {
    if (this.#isLoading) return false
    if (this.#bytes < this.#bytesMax / 2) return true
    const [oldest] = this.#held.values()
    return oldest === undefined || readBefore > oldest.readAt
  }

  /** Loads a calendar in small steps, while requests are answered from the database. */
  async #load({ key, changeNumber }: CalendarVersion): Promise<void> {
    this.#isLoading = true
    const history = this.#history
    const model = new CalendarModel(this.#stored, changeNumber)
    try {
      for (let after = ''; ; ) {
        await longWork.next()
        const page = { calendarKey: key, after, limit: loadedRowsMax }
        const rows = await allRows.byId(this.#database, page)
        model.load(rows)
        if (rows.length < loadedRowsMax) break
        if (model.bytes > this.#bytesMax / 2) return
        after = rows.at(-1)!.id
      }
      if (history !== this.#history) return
      const held = { model, bytes: 0, readAt: this.#reads, catchingUp: undefined }
      this.#held.set(key, held)
      this.#counts.loads++
      this.#account(held)
    } catch {
      // Requests get the error when they read from the database themselves.
    } finally {
      this.#isLoading = false
    }
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
    return model
  }

  async #catchUp(held: Held, key: number, changeNumber: number): Promise<void> {
    const { model } = held
    const page = { calendarKey: key, after: model.number, limit: caughtUpRowsMax }
    const rows = await allRows.byChangeNumber(this.#database, page)
    if (this.#held.get(key) !== held) return
    if (rows.length === caughtUpRowsMax) return this.#drop(key, held)
    model.apply(rows, changeNumber)
    this.#account(held)
  }

  /** Counts what a model takes now. If all take too much, rendered texts go first, then models. */
  #account(held: Held): void {
    this.#count(held)
    if (this.#bytes <= this.#bytesMax) return
    for (const each of this.#held.values()) {
      each.model.rendered.clear()
      this.#count(each)
      if (this.#bytes <= this.#bytesMax) return
    }
    for (const [key, each] of this.#held) {
      this.#drop(key, each)
      this.#counts.evictions++
      if (this.#bytes <= this.#bytesMax) return
    }
  }

  #count(held: Held): void {
    const { bytes } = held.model
    this.#bytes += bytes - held.bytes
    held.bytes = bytes
  }

  #drop(key: number, { bytes }: Held): void {
    this.#held.delete(key)
    this.#bytes -= bytes
  }
}

const help: Readonly<Record<keyof ReadModelCounts, string>> = {
  hits: 'Reads of calendars that were held in memory.',
  misses: 'Reads of calendars that were not held in memory.',
  loads: 'Calendars loaded into memory.',
  evictions: 'Calendars evicted from memory to make room for others.',
  bytes: 'Memory of calendars: rows, indexes and rendered events.',
  calendars: 'Calendars held in memory.',
}

const gauges: ReadonlySet<string> = new Set(['bytes', 'calendars'])

/** What operators see of the read model. */
export const readModelMetrics = (model: ReadModel): readonly ServiceMetric[] =>
  (Object.keys(help) as (keyof ReadModelCounts)[]).map((name) => ({
    name: `almanac_read_model_${name}${gauges.has(name) ? '' : '_total'}`,
    help: help[name],
    kind: gauges.has(name) ? 'gauge' : 'counter',
    value: () => model.counts[name],
  }))
