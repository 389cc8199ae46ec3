import type { EventRow } from '../store/events.ts'

interface Collecting {
  readonly isListed: (row: EventRow) => boolean
  /** No row from here on is wanted. */
  readonly isPast?: (row: EventRow) => boolean
}

/** Rows in a total order. */
export class SortedRows {
  readonly #compare: (one: EventRow, other: EventRow) => number
  readonly #rows: EventRow[] = []

  constructor(compare: (one: EventRow, other: EventRow) => number) {
    this.#compare = compare
  }

  insert(row: EventRow): void {
    const last = this.#rows.at(-1)
    // Rows are loaded in order, and changes come at the end.
    if (last === undefined || this.#compare(last, row) < 0) this.#rows.push(row)
    else this.#rows.splice(this.#indexOf(row), 0, row)
  }

  remove(row: EventRow): void {
    const index = this.#indexOf(row)
    if (this.#rows[index] === row) this.#rows.splice(index, 1)
  }

  #indexOf(row: EventRow): number {
    return this.firstAfter((other) => this.#compare(other, row) >= 0)
  }

  /** The index of the first row for which a condition holds that holds for all rows after it. */
  firstAfter(holds: (row: EventRow) => boolean): number {
    let low = 0
    let high = this.#rows.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (holds(this.#rows[middle]!)) high = middle
      else low = middle + 1
    }
    return low
  }

  /** Wanted rows from an index on. */
  collect(from: number, limit: number, { isListed, isPast }: Collecting): EventRow[] {
    const found: EventRow[] = []
    for (let index = from; index < this.#rows.length && found.length < limit; index++) {
      const row = this.#rows[index]!
      if (isPast?.(row)) break
      if (isListed(row)) found.push(row)
    }
    return found
  }
}
