import { type EventFilter, isTextless } from '../store/event-pages.ts'
import type { EventRow } from '../store/events.ts'

const rowsMax = 100
const bytesMax = 128 * 1024

/** The estimated memory of a row besides its texts. */
const rowBytes = 700

// A row that this process has written includes the parsed event, which takes twice the memory of its text, and search words.
const bytesOf = ({ wire, internal, event }: EventRow): number =>
  rowBytes + (event ? 4 : 1) * wire.length + internal.length

/** The most recently changed rows of a calendar, including tombstones. */
export class RecentChanges {
  /** By id, in the order of change numbers. */
  readonly #rows = new Map<string, EventRow>()
  #since: number
  #bytes = 0

  /** Starts empty, and is complete for changes after this number. */
  constructor(since: number) {
    this.#since = since
  }

  /** All changes after this number are included. */
  get since(): number {
    return this.#since
  }

  get bytes(): number {
    return this.#bytes
  }

  add(rows: readonly EventRow[]): void {
    for (const row of rows) {
      this.#remove(this.#rows.get(row.id))
      this.#rows.set(row.id, row)
      this.#bytes += bytesOf(row)
    }
    for (const row of this.#rows.values()) {
      if (this.#rows.size <= rowsMax && this.#bytes <= bytesMax) return
      this.#remove(row)
      this.#since = row.changeNumber
    }
  }

  #remove(row: EventRow | undefined): void {
    if (row === undefined) return
    this.#rows.delete(row.id)
    this.#bytes -= bytesOf(row)
  }

  find(id: string): EventRow | undefined {
    return this.#rows.get(id)
  }

  /** The rows after a change number; undefined if some of them were evicted. */
  byChangeNumber(page: EventFilter & { after: number; limit: number }): EventRow[] | undefined {
    if (page.after < this.#since || !isTextless(page)) return undefined
    const isListed = matching(page)
    const found: EventRow[] = []
    for (const row of this.#rows.values()) {
      if (row.changeNumber <= page.after || !isListed(row)) continue
      found.push(row)
      if (found.length === page.limit) break
    }
    return found
  }
}

/** Matches the conditions of the SQL statements. */
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
