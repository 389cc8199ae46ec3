import { longWork } from '#/kernel/process/time-slices.ts'
import type { SeriesModel, SeriesModels } from '../recurrence/series-models.ts'
import type { BusyRange, BusyTime, SeriesRange } from '../store/busy-times.ts'
import type {
  EventSource,
  IndexedRow,
  OriginalStartRange,
  TakenOriginalStart,
} from '../store/event-pages.ts'
import type { EventRow, ShownRow } from '../store/events.ts'
import { msPerDay } from '../time/civil-date.ts'
import { type IndexedEvent, IndexedEvents } from './indexed-events.ts'
import { type Leaf, Leaves, SortedParts } from './leaves.ts'
import { RecentChanges } from './recent-changes.ts'
import type { RenderedBlocks } from './rendered-blocks.ts'
import { type Span, type TimelineEvents, Timelines } from './timeline.ts'

interface ModelOptions {
  readonly key: number
  /** Decides when all-day events start. */
  readonly zone: string
  readonly models: Pick<SeriesModels, 'of'>
  readonly stored: EventSource
  readonly blocks: RenderedBlocks
  /** The events that are loaded are those of this change number or later. */
  readonly number: number
  readonly lastUpdateMs: number | undefined
}

/** The estimated memory of a leaf, and of each event in it. */
const leafBytes = 300
const placeBytes = 8

/** An index of the events of one calendar in memory, as of a change number. */
export class CalendarModel implements TimelineEvents {
  readonly zone: string
  readonly blocks: RenderedBlocks
  readonly events: IndexedEvents
  readonly series = new Map<string, IndexedEvent>()
  readonly timelines: Timelines
  /** Where to read the calendar's events. */
  readonly source: EventSource
  readonly #key: number
  readonly #stored: EventSource
  readonly #drop: <T>(leaf: Leaf<T>) => void
  #byId: Leaves<number>
  #byTime: Leaves<number>
  /** The sorted events while the calendar is being loaded. */
  readonly #loaded: { readonly byId: SortedParts<number>; readonly byTime: SortedParts<number> }
  /** Events with rows of their own at an original start, by series. */
  readonly #instances = new Map<string, IndexedEvent[]>()
  readonly #changes: RecentChanges
  /** Changes that are not applied to the index yet, by event id. All of them are recent changes. */
  readonly #pending = new Map<string, EventRow>()
  #lastUpdateMs: number | undefined
  #number: number
  #size = 0
  #awaiting = 0

  constructor({ key, zone, models, stored, blocks, number, lastUpdateMs }: ModelOptions) {
    this.zone = zone
    this.blocks = blocks
    this.events = new IndexedEvents({ zone, models })
    const { byId, byTime } = this.events
    this.#drop = (leaf) => blocks.forget(leaf)
    this.#byId = new Leaves(byId, this.#drop)
    this.#byTime = new Leaves(byTime, this.#drop)
    this.#loaded = {
      byId: new SortedParts(byId.compare),
      byTime: new SortedParts(byTime.compare),
    }
    this.timelines = new Timelines(this, this.#drop)
    this.#key = key
    this.#stored = stored
    this.#changes = new RecentChanges(number)
    this.#number = number
    this.#lastUpdateMs = lastUpdateMs
    this.source = this.#asSource()
  }

  /** The numbers of its events by id. */
  get byId(): Leaves<number> {
    return this.#byId
  }

  /** The numbers of its events by time. */
  get byTime(): Leaves<number> {
    return this.#byTime
  }

  /** The model contains all changes up to this number. */
  get number(): number {
    return this.#number
  }

  /** The memory of the index, without rendered blocks. */
  get bytes(): number {
    const leaves = (this.#byId.all.length + this.#byTime.all.length) * leafBytes
    const orders = leaves + 2 * placeBytes * this.#size
    return this.events.bytes + orders + this.timelines.bytes + this.#changes.bytes
  }

  /** Whether there are invitations without a response, which some lists leave out. */
  get hasInvitations(): boolean {
    return this.#awaiting > 0
  }

  /** Adds rows while the calendar is being loaded. Changes after the model's number are applied later. */
  load(rows: readonly IndexedRow[]): void {
    const numbers = rows.map((row) => this.#note(this.events.add(row)))
    this.#loaded.byId.add(numbers)
    this.#loaded.byTime.add(numbers)
  }

  /** Builds the orders. Call this after the last `load` and before the first read. */
  async endLoading(): Promise<void> {
    this.#byId = new Leaves(this.events.byId, this.#drop, this.#loaded.byId.take())
    await longWork.next()
    this.#byTime = new Leaves(this.events.byTime, this.#drop, this.#loaded.byTime.take())
  }

  /**
   * Applies the current rows of all events that changed up to a change number. The index is updated lazily, because
   * incremental sync doesn't need it: on the next read of the index, or when a change is no longer recent.
   */
  apply(rows: readonly EventRow[], number: number): void {
    this.#changes.add(rows)
    for (const row of rows) {
      this.#pending.delete(row.id)
      this.#pending.set(row.id, row)
      number = Math.max(number, row.changeNumber)
      this.#lastUpdateMs = Math.max(this.#lastUpdateMs ?? row.updatedAtMs, row.updatedAtMs)
    }
    this.#number = Math.max(this.#number, number)
    const [oldest] = this.#pending.values()
    if (oldest !== undefined && oldest.changeNumber <= this.#changes.since) this.#applyPending()
  }

  #applyPending(): void {
    if (this.#pending.size === 0) return
    for (const row of this.#pending.values()) this.#put(row)
    this.#pending.clear()
  }

  #put(row: EventRow): void {
    const { events } = this
    const former = this.#find(row.id)
    if (row.presence !== 'tombstone') {
      const number = events.add(row)
      if (former === undefined) {
        this.#byId.insert(number)
        this.#byTime.insert(number)
      } else {
        this.#byId.replace(former, number)
        this.#byTime.replace(former, number)
        this.#forget(former)
      }
      this.#note(number)
      this.timelines.replace(
        former === undefined ? undefined : events.at(former),
        events.at(number),
      )
    } else if (former !== undefined) {
      this.#byId.delete(former)
      this.#byTime.delete(former)
      this.#forget(former)
      this.timelines.replace(events.at(former), undefined)
    }
  }

  #find(id: string): number | undefined {
    const { leaf, item } = this.#byId.seek((number) => this.events.id(number) < id)
    const found = this.#byId.all[leaf]?.items[item]
    return found !== undefined && this.events.id(found) === id ? found : undefined
  }

  /** Adds an event to the lookups other than by id and time. */
  #note(number: number): number {
    const event = this.events.at(number)
    const { masterId } = event
    if (event.kind === 'series') this.series.set(event.id, event)
    if (masterId !== null) this.#instances.getOrInsertComputed(masterId, () => []).push(event)
    if (event.awaits !== 0) this.#awaiting++
    this.#size++
    return number
  }

  #forget(number: number): void {
    const event = this.events.at(number)
    const { masterId } = event
    this.events.noteReplaced(number)
    if (event.kind === 'series') this.series.delete(event.id)
    if (masterId !== null) {
      const others = this.#instances.get(masterId)!.filter((other) => other.number !== number)
      if (others.length > 0) this.#instances.set(masterId, others)
      else this.#instances.delete(masterId)
    }
    if (event.awaits !== 0) this.#awaiting--
    this.#size--
  }

  /** Frees the memory of rendered blocks. */
  clear(): void {
    for (const leaf of [...this.#byId.all, ...this.#byTime.all]) this.#drop(leaf)
    this.timelines.clear()
  }

  /** The rows of events, by id. Undefined if an event has changed since it was indexed. */
  async rowsOf(events: Iterable<IndexedEvent>): Promise<Map<string, ShownRow> | undefined> {
    const rows = new Map<string, ShownRow>()
    const changed = new Map<string, IndexedEvent>()
    for (const event of events) {
      const row = this.#changes.find(event.id)
      if (row?.changeNumber === event.changeNumber) rows.set(event.id, row)
      else changed.set(event.id, event)
    }
    if (changed.size === 0) return rows
    const ids = [...changed.keys()]
    for (const row of await this.#stored.withIds({ calendarKey: this.#key, ids })) {
      if (row.changeNumber === changed.get(row.id)!.changeNumber) rows.set(row.id, row)
    }
    return [...changed.keys()].every((id) => rows.has(id)) ? rows : undefined
  }

  singlesIn({ fromMs, toMs }: Span): IndexedEvent[] {
    const found: IndexedEvent[] = []
    const visitItem = (number: number) => {
      const event = this.events.at(number)
      if (event.endMs >= fromMs && event.kind !== 'series') found.push(event)
      return event.startMs <= toMs
    }
    this.#byTime.visit({ leaf: 0, item: 0 }, fromMs - 1, { visitItem })
    return found
  }

  /** Exceptions of a series that are not deleted. */
  exceptionsOf(seriesId: string): IndexedEvent[] {
    const events = this.#instances.get(seriesId) ?? []
    return events.filter(({ kind }) => kind === 'exception')
  }

  eventOf(id: string): IndexedEvent | undefined {
    const number = this.#find(id)
    return number === undefined ? undefined : this.events.at(number)
  }

  /** All events with rows of their own at an original start of a series. */
  instancesOf(seriesId: string): readonly IndexedEvent[] {
    return this.#instances.get(seriesId) ?? []
  }

  takenOriginalStarts(seriesId: string): ReadonlySet<number> {
    return new Set(this.#instances.get(seriesId)?.map(({ originalStart }) => originalStart!))
  }

  /** Busy series that can have instances in a range. */
  busySeries(range: SeriesRange): { readonly id: string; readonly model: SeriesModel }[] {
    const isListed = busy(range)
    return [...this.series.values()].filter(
      (event) => event.rowStartMs < range.startsBefore && isListed(event),
    )
  }

  #busyTimes(range: BusyRange): BusyTime[] {
    const isListed = busy(range)
    const found: BusyTime[] = []
    const { events } = this
    const first = this.#byTime.seek(
      (number) => events.startMs(number) < range.startsFrom - msPerDay,
    )
    const visitItem = (number: number) => {
      const event = events.at(number)
      const { rowStartMs: startMs, isAllDay, kind } = event
      if (event.startMs >= range.startsBefore + msPerDay) return false
      const isInRange = startMs >= range.startsFrom && startMs < range.startsBefore
      if (kind === 'series' || !isInRange || !isListed(event)) return true
      found.push({ isAllDay, startMs, endMs: event.rowEndMs })
      return true
    }
    this.#byTime.visit(first, range.endsAfter - msPerDay, { visitItem })
    return found
  }

  #takenOriginalStarts({ masterIds, from, to }: OriginalStartRange): TakenOriginalStart[] {
    return masterIds.flatMap((masterId) =>
      (this.#instances.get(masterId) ?? [])
        .map(({ id, originalStart }) => ({ id, masterId, originalStart: originalStart! }))
        .filter(({ originalStart }) => originalStart >= from && originalStart < to),
    )
  }

  #asSource(): EventSource {
    const stored = this.#stored
    const upToDate = () => {
      this.#applyPending()
      return this
    }
    return {
      ...stored,
      get index() {
        return upToDate()
      },
      lastUpdate: () => this.#lastUpdateMs,
      byChangeNumber: (page) => this.#changes.byChangeNumber(page) ?? stored.byChangeNumber(page),
      // Deleted rows are not in the index.
      takenOriginalStarts: (range) =>
        range.tombstonesAfter === undefined
          ? upToDate().#takenOriginalStarts(range)
          : stored.takenOriginalStarts(range),
      busyTimes: (range) => upToDate().#busyTimes(range),
    }
  }
}

/** Matches the conditions of the SQL statements. */
const busy =
  ({ endsAfter, exceptId, exceptFrom, exceptTo, hidesInvitations }: SeriesRange) =>
  ({ id, presence, isBusy, awaits, rowEndMs }: IndexedEvent): boolean =>
    presence === 'live' &&
    isBusy === 1 &&
    rowEndMs > endsAfter &&
    id !== exceptId &&
    !(id > exceptFrom && id < exceptTo) &&
    (hidesInvitations === 0 || awaits === 0)
