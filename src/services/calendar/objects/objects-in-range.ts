import { setImmediate as turn } from 'node:timers/promises'
import { midnightTerm } from '../event/times.ts'
import type { CalendarModel } from '../read-model/calendar-model.ts'
import type { IndexedEvent } from '../read-model/indexed-events.ts'
import { type SeriesModel, seriesModel } from '../recurrence/series-models.ts'
import { freeOriginalStarts, storedEvents } from '../store/event-pages.ts'
import { type EventRow, eventIn, type ShownRow } from '../store/events.ts'
import { msPerDay } from '../time/civil-date.ts'
import type { DayRun } from './object-cache.ts'
import {
  type ObjectIndex,
  type ObjectReader,
  pageSize,
  readPerTurn,
  type TimeRange,
  tooMany,
  type VersionedObject,
} from './object-reader.ts'

/** Most objects that a query by time may find. */
const foundMax = 20_000
/** Instances of a series that are looked at to find one that is not moved. */
const startsMax = 200
/** Queries of more days look at each event. */
const daysMax = 400

/** An object that may have its text already. */
interface ListedObject extends VersionedObject {
  readonly text?: string | undefined
}

/** Objects by where they were found. */
export interface ObjectsInRange {
  /** Arrays that stay the same as long as none of their objects changes. */
  readonly runs: readonly (readonly ListedObject[])[]
  readonly others: readonly ListedObject[]
}

/** Days of UTC since 1970, without the last one. */
interface Days {
  readonly first: number
  readonly end: number
}

interface RangeOptions {
  readonly withText: boolean
  /** The zone of whole days; by default, that of the calendar. */
  readonly zone?: string | undefined
}

/** Looks for the objects of a range of time: in the index if the calendar is in memory, else in the database. */
export class RangeReader {
  readonly #objects: ObjectReader

  constructor(objects: ObjectReader) {
    this.#objects = objects
  }

  /** Objects have their texts if the calendar is in memory. */
  async find(
    range: TimeRange,
    { withText, zone = this.#objects.view.calendarZone }: RangeOptions,
  ): Promise<ObjectsInRange> {
    // The index has whole days in the zone of the calendar.
    const index = zone === this.#objects.view.calendarZone ? await this.#objects.index() : undefined
    if (index === undefined) return { runs: [], others: await this.#storedInRange(range, zone) }
    const days = daysWithin(range)
    const runs = await this.#runsOf(index, days, { withText })
    const found = this.#indexedIn(index.model, range, days)
    for (const id of runs.flatMap(({ seriesIds }) => seriesIds)) found.set(id, undefined)
    requireFewer(runs.reduce((sum, { objects }) => sum + objects.length, found.size))
    const others = await this.#objects.shownObjects(index, [...found.keys()], { withText, found })
    return {
      runs: runs.map(({ objects }) => objects),
      others: others.filter((object) => object !== undefined),
    }
  }

  /**
   * The events of days by their starts. Most queries are for many days of which few have changed, so that what is
   * found and rendered of a day is cached. Runs make a query of a month cost half (`bench/workloads/caldav.ts`).
   */
  async #runsOf(
    index: ObjectIndex,
    { first, end }: Days,
    { withText }: { readonly withText: boolean },
  ): Promise<DayRun[]> {
    const { model, heads } = index
    const view = this.#objects.cache!.viewOf(index.view)
    const foundIn = heads.stateWith(model)
    const runs: DayRun[] = []
    for (let day = first; day < end; day++) {
      const cached = view.runOf(day)
      const isUsable = cached?.foundIn === foundIn && (cached.withText || !withText)
      runs.push(isUsable ? cached : await this.#readRun(index, day, { withText, foundIn, cached }))
    }
    return runs
  }

  async #readRun(
    index: ObjectIndex,
    day: number,
    {
      withText,
      foundIn,
      cached,
    }: Pick<DayRun, 'withText' | 'foundIn'> & { readonly cached: DayRun | undefined },
  ): Promise<DayRun> {
    const range = { fromMs: day * msPerDay, toMs: (day + 1) * msPerDay }
    const found = new Map<string, IndexedEvent>()
    const seriesIds = new Set<string>()
    for (const event of this.#singlesIn(index.model, range)) {
      if (event.startMs < range.fromMs) continue
      if (event.masterId === null) found.set(event.id, event)
      else seriesIds.add(event.masterId)
    }
    const shown = await this.#objects.shownObjects(index, [...found.keys()], { withText, found })
    const objects = shown.filter((object) => object !== undefined)
    const isSame =
      cached?.objects.length === objects.length &&
      objects.every((object, at) => object === cached.objects[at])
    const run: DayRun = {
      objects: isSame ? cached.objects : objects,
      seriesIds: [...seriesIds],
      withText,
      foundIn,
    }
    const view = this.#objects.cache!.viewOf(index.view)
    view.setRun(day, run)
    this.#objects.cache!.keep(index.view, view)
    return run
  }

  /** Single events and exceptions in the index with something in a range of time. */
  #singlesIn(model: CalendarModel, range: TimeRange): IndexedEvent[] {
    const { fromMs, toMs } = range
    return model.singlesIn(range).filter((event) => {
      const { startMs, endMs } = event
      const isInRange = startMs < toMs && (endMs > fromMs || startMs === endMs)
      return isInRange && event.presence === 'live' && !this.#isHidden(event)
    })
  }

  #isHidden({ awaits }: IndexedEvent): boolean {
    return this.#objects.hidesInvitations && awaits !== 0
  }

  /** The events and series in the index with something in a range of time, except single events of some days. */
  #indexedIn(
    model: CalendarModel,
    range: TimeRange,
    { first, end }: Days,
  ): Map<string, IndexedEvent | undefined> {
    const [firstMs, endMs] = [first * msPerDay, end * msPerDay]
    const parts =
      first === end
        ? [range]
        : [
            { fromMs: range.fromMs, toMs: firstMs },
            { fromMs: endMs, toMs: range.toMs },
          ]
    const found = new Map<string, IndexedEvent | undefined>()
    for (const event of parts.flatMap((part) => this.#singlesIn(model, part))) {
      if (event.startMs >= firstMs && event.startMs < endMs) continue
      const { masterId } = event
      if (masterId === null) found.set(event.id, event)
      else found.set(masterId, undefined)
    }
    const timed = range
    const days = daysIn(range, this.#objects.view.calendarZone)
    for (const event of model.series.values()) {
      const bounds = event.isAllDay === 1 ? days : timed
      const isPossible = event.rowStartMs < bounds.toMs && event.rowEndMs > bounds.fromMs - 1
      if (!isPossible || found.has(event.id) || this.#isHidden(event)) continue
      const taken = model.takenOriginalStarts(event.id)
      const starts = startsIn(event.model, bounds)
      if (starts.some((start) => !taken.has(start))) found.set(event.id, undefined)
    }
    return found
  }

  async #storedInRange(timed: TimeRange, zone: string): Promise<readonly VersionedObject[]> {
    const days = daysIn(timed, zone)
    const eventIds = new Set([
      ...(await this.#eventsIn(timed, 0)),
      ...(await this.#eventsIn(days, 1)),
      ...(await this.#seriesIn({ timed, days })),
    ])
    const objects: VersionedObject[] = []
    for (const [index, eventId] of [...eventIds].entries()) {
      if (index % readPerTurn === 0) await turn()
      const found = await this.#objects.ofEvent(eventId)
      if (found.rows.length > 0)
        objects.push({ name: found.name, ...this.#objects.versionOf(found) })
    }
    return objects
  }

  async #eventsIn({ fromMs, toMs }: TimeRange, isAllDay: 0 | 1): Promise<string[]> {
    const { longestMs } = this.#objects.access.calendar
    const rows: ShownRow[] = []
    let after = { startMs: Number.MIN_SAFE_INTEGER, endMs: Number.MIN_SAFE_INTEGER, id: '' }
    for (;;) {
      const page = await storedEvents(this.#objects.reader).byTime({
        ...this.#objects.filter,
        withCancelled: 0,
        isAllDay,
        afterStart: after.startMs,
        afterEnd: after.endMs,
        afterId: after.id,
        startsFrom: fromMs - longestMs,
        startsBefore: toMs,
        // An event without duration counts if it is at the beginning of the range.
        endsAfter: fromMs - 1,
        limit: pageSize,
      })
      rows.push(...page)
      requireFewer(rows.length)
      if (page.length < pageSize) break
      after = page.at(-1)!
    }
    return rows
      .filter(({ startMs, endMs }) => endMs > fromMs || startMs === endMs)
      .map((row) => (row.originalStart === null ? row.id : eventIn(row).recurringEventId!))
  }

  async #seriesIn({ timed, days }: { timed: TimeRange; days: TimeRange }): Promise<string[]> {
    const source = storedEvents(this.#objects.reader)
    const candidates = await source.series({
      ...this.#objects.filter,
      startsBefore: Math.max(timed.toMs, days.toMs),
      endsAfter: Math.min(timed.fromMs, days.fromMs) - 1,
      limit: foundMax + 1,
    })
    requireFewer(candidates.length)
    const ids: string[] = []
    for (const [index, row] of candidates.entries()) {
      if (index % readPerTurn === 0) await turn()
      const model = this.#models(row)
      const originalStarts = startsIn(model, model.isAllDay ? days : timed)
      if ((await freeOriginalStarts(source, row, { originalStarts })).length > 0) ids.push(row.id)
    }
    return ids
  }

  #models(row: EventRow) {
    const { database, models } = this.#objects.context
    return this.#objects.reader === database ? models.of(row) : seriesModel(row)
  }
}

/** A range of time as rows store whole days, which have UTC midnights. */
const daysIn = ({ fromMs, toMs }: TimeRange, zone: string): TimeRange => ({
  fromMs: midnightTerm(zone, fromMs),
  toMs: midnightTerm(zone, toMs),
})

/** The original starts of instances that reach into a range of time. */
function startsIn({ series, lengthMs }: SeriesModel, { fromMs, toMs }: TimeRange) {
  const from = lengthMs === 0 ? fromMs : fromMs - lengthMs + 1
  return series.originalStarts({ from, to: toMs, limit: startsMax })
}

/** The days that are in a range as a whole; none if they are too many. */
function daysWithin({ fromMs, toMs }: TimeRange): Days {
  const [first, end] = [Math.ceil(fromMs / msPerDay), Math.floor(toMs / msPerDay)]
  return end > first && end - first <= daysMax ? { first, end } : { first, end: first }
}

function requireFewer(count: number): void {
  if (count > foundMax) throw tooMany('events')
}
