import type { BusyRange, SeriesRange } from '../store/busy-times.ts'
import type {
  EventFilter,
  EventSource,
  OriginalStartRange,
  TakenOriginalStart,
  TimePage,
} from '../store/event-pages.ts'
import type { EventRow } from '../store/events.ts'
import { RenderedEvents } from './rendered-events.ts'
import { SortedRows } from './sorted-rows.ts'

/** What a row takes besides its texts. */
const rowBytes = 500

const bytesOf = ({ wire, internal }: EventRow): number => rowBytes + wire.length + internal.length

/**
 * All events of one calendar in memory, as of a change number. Searches by text, by update and for deleted
 * events are left to the database.
 */
export class CalendarModel implements EventSource {
  readonly rendered = new RenderedEvents()
  readonly #stored: EventSource
  readonly #rows = new Map<string, EventRow>()
  readonly #ids = new SortedRows(compareIds)
  readonly #changes = new SortedRows(compareChangeNumbers)
  /** Single events and exceptions. */
  readonly #timed = new SortedRows(compareTimes)
  readonly #allDay = new SortedRows(compareTimes)
  readonly #series = new SortedRows(compareTimes)
  readonly #instances = new Map<string, SortedRows>()
  #lastUpdateMs: number | undefined
  #bytes = 0
  #number: number

  constructor(stored: EventSource, number: number) {
    this.#stored = stored
    this.#number = number
  }

  /** The model contains all changes up to this number. */
  get number(): number {
    return this.#number
  }

  get bytes(): number {
    return this.#bytes + this.rendered.bytes
  }

  /** Adds rows of a calendar that is being loaded; changes since the model's number come later. */
  load(rows: readonly EventRow[]): void {
    for (const row of rows) this.#add(row)
  }

  /** Applies rows as they are now, which includes all changes up to a number. */
  apply(rows: readonly EventRow[], number: number): void {
    for (const row of rows) {
      this.#remove(row.id)
      this.#add(row)
      number = Math.max(number, row.changeNumber)
    }
    this.#number = Math.max(this.#number, number)
  }

  #add(row: EventRow): void {
    this.#rows.set(row.id, row)
    this.#bytes += bytesOf(row)
    this.#ids.insert(row)
    this.#changes.insert(row)
    this.#byTime(row).insert(row)
    if (row.masterId !== null) {
      this.#instances
        .getOrInsertComputed(row.masterId, () => new SortedRows(compareOriginalStarts))
        .insert(row)
    }
    this.#lastUpdateMs = Math.max(this.#lastUpdateMs ?? row.updatedAtMs, row.updatedAtMs)
  }

  #remove(id: string): void {
    const row = this.#rows.get(id)
    if (row === undefined) return
    this.#rows.delete(id)
    this.rendered.forget(row)
    this.#bytes -= bytesOf(row)
    this.#ids.remove(row)
    this.#changes.remove(row)
    this.#byTime(row).remove(row)
    if (row.masterId !== null) this.#instances.get(row.masterId)?.remove(row)
  }

  #byTime({ kind, isAllDay }: EventRow): SortedRows {
    if (kind === 'series') return this.#series
    return isAllDay === 1 ? this.#allDay : this.#timed
  }

  lastUpdate(): number | undefined {
    return this.#lastUpdateMs
  }

  byId(page: EventFilter & { after: string; limit: number }) {
    if (!isHere(page)) return this.#stored.byId(page)
    const isListed = matching(page)
    const from = this.#ids.firstAfter((row) => row.id > page.after)
    return this.#ids.collect(from, page.limit, { isListed })
  }

  byChangeNumber(page: EventFilter & { after: number; limit: number }) {
    if (!isTextless(page)) return this.#stored.byChangeNumber(page)
    const isListed = matching(page)
    const from = this.#changes.firstAfter((row) => row.changeNumber > page.after)
    return this.#changes.collect(from, page.limit, { isListed })
  }

  byTime(page: TimePage) {
    if (!isHere(page)) return this.#stored.byTime(page)
    const rows = page.isAllDay === 1 ? this.#allDay : this.#timed
    const { afterStart: startMs, afterEnd: endMs, afterId: id } = page
    const after = { startMs, endMs, id }
    const matches = matching(page)
    const from = rows.firstAfter((row) => row.startMs >= page.startsFrom)
    return rows.collect(from, page.limit, {
      isListed: (row) => row.endMs > page.endsAfter && matches(row) && compareTimes(row, after) > 0,
      isPast: (row) => row.startMs >= page.startsBefore,
    })
  }

  series(page: Parameters<EventSource['series']>[0]) {
    if (!isHere(page)) return this.#stored.series(page)
    const matches = matching(page)
    return this.#series.collect(0, page.limit, {
      isListed: (row) => row.endMs > page.endsAfter && matches(row),
      isPast: (row) => row.startMs >= page.startsBefore,
    })
  }

  byOriginalStart(range: EventFilter & OriginalStartRange) {
    if (!isHere(range)) return this.#stored.byOriginalStart(range)
    const matches = matching(range)
    return this.#exceptionsIn(range, (row) => row.kind === 'exception' && matches(row))
  }

  takenOriginalStarts(range: OriginalStartRange & { readonly tombstonesAfter?: number }) {
    const { tombstonesAfter } = range
    // Deleted rows of long ago may have been purged.
    if (tombstonesAfter === 0) return this.#stored.takenOriginalStarts(range)
    const rows = this.#exceptionsIn(
      range,
      ({ presence, changeNumber }) =>
        presence !== 'tombstone' ||
        (tombstonesAfter !== undefined && changeNumber > tombstonesAfter),
    )
    return rows as unknown as readonly TakenOriginalStart[]
  }

  busyTimes(range: BusyRange) {
    const isListed = busy(range)
    return [this.#timed, this.#allDay].flatMap((rows) =>
      rows.collect(
        rows.firstAfter((row) => row.startMs >= range.startsFrom),
        Number.POSITIVE_INFINITY,
        { isListed, isPast: (row) => row.startMs >= range.startsBefore },
      ),
    )
  }

  busySeries(range: SeriesRange) {
    return this.#series.collect(0, Number.POSITIVE_INFINITY, {
      isListed: busy(range),
      isPast: (row) => row.startMs >= range.startsBefore,
    })
  }

  byUpdate(page: Parameters<EventSource['byUpdate']>[0]) {
    return this.#stored.byUpdate(page)
  }

  withUid(filter: Parameters<EventSource['withUid']>[0]) {
    return this.#stored.withUid(filter)
  }

  #exceptionsIn(
    { masterIds, from, to }: OriginalStartRange,
    isListed: (row: EventRow) => boolean,
  ): readonly EventRow[] {
    return masterIds.flatMap((id) => {
      const rows = this.#instances.get(id)
      if (rows === undefined) return []
      const isPast = (row: EventRow) => row.originalStart! >= to
      const first = rows.firstAfter((row) => row.originalStart! >= from)
      return rows.collect(first, Number.POSITIVE_INFINITY, { isListed, isPast })
    })
  }
}

/** Searches by text need columns that the model doesn't have. */
const isTextless = ({ words, properties }: EventFilter): boolean =>
  words === '[]' && properties === '[]'

/** Deleted rows of long ago may have been purged. */
const isHere = (filter: EventFilter): boolean => isTextless(filter) && filter.withTombstones === 0

/** The same as the statements' conditions. */
function matching(filter: EventFilter): (row: EventRow) => boolean {
  const { withCancelled, withTombstones, awaited, updatedFrom } = filter
  const types = filter.eventTypes === '[]' ? undefined : new Set(JSON.parse(filter.eventTypes))
  const isPresent = ({ presence }: EventRow) =>
    presence === 'live' || (presence === 'cancelled' ? withCancelled === 1 : withTombstones === 1)
  const isAwaited = ({ awaits, kind }: EventRow) =>
    awaited === 'listed' ||
    awaits === 0 ||
    (awaits === 2 &&
      (awaited === 'tombstones' || (awaited === 'cancelled' && kind === 'exception')))
  return (row) =>
    isPresent(row) &&
    isAwaited(row) &&
    row.updatedAtMs >= updatedFrom &&
    (types === undefined || types.has(row.eventType))
}

const busy =
  ({ endsAfter, exceptId, exceptFrom, exceptTo, hidesInvitations }: SeriesRange) =>
  ({ id, presence, isBusy, awaits, endMs }: EventRow): boolean =>
    presence === 'live' &&
    isBusy === 1 &&
    endMs > endsAfter &&
    id !== exceptId &&
    !(id > exceptFrom && id < exceptTo) &&
    (hidesInvitations === 0 || awaits === 0)

type Times = Pick<EventRow, 'startMs' | 'endMs' | 'id'>

const compareIds = (one: Pick<EventRow, 'id'>, other: Pick<EventRow, 'id'>): number =>
  one.id < other.id ? -1 : one.id > other.id ? 1 : 0

const compareTimes = (one: Times, other: Times): number =>
  one.startMs - other.startMs || one.endMs - other.endMs || compareIds(one, other)

const compareChangeNumbers = (one: EventRow, other: EventRow): number =>
  one.changeNumber - other.changeNumber || compareIds(one, other)

const compareOriginalStarts = (one: EventRow, other: EventRow): number =>
  (one.originalStart ?? 0) - (other.originalStart ?? 0) || compareIds(one, other)
