import type { Transaction } from '#/storage/port.ts'
import type { EventRow } from '../store/events.ts'

const rowsMax = 100
const textLengthMax = 16_384

/** The events that this process has written last, which read models apply without reading the database. */
export class RecentWrites {
  /** A ring buffer in the order in which this process learned of the commits. */
  readonly #rows: EventRow[] = []
  #written = 0

  /** Call this in the transaction that writes the row. */
  note(tx: Transaction, row: EventRow): void {
    if (row.wire.length + row.internal.length > textLengthMax) return
    tx.afterCommit(() => {
      this.#rows[this.#written++ % rowsMax] = row
    })
  }

  /**
   * The rows of a calendar with change numbers in a range. Every number belongs to at most one write, so the result
   * is complete if it has as many rows as numbers; otherwise it is undefined.
   */
  between(
    calendarKey: number,
    { after, last }: { readonly after: number; readonly last: number },
  ): readonly EventRow[] | undefined {
    const count = last - after
    if (count > this.#rows.length) return undefined
    const found: EventRow[] = []
    // The newest come first, because they are usually the requested ones.
    for (let back = 1; back <= this.#rows.length && found.length < count; back++) {
      const row = this.#rows[(this.#written - back) % rowsMax]!
      const { changeNumber } = row
      if (row.calendarKey === calendarKey && changeNumber > after && changeNumber <= last) {
        found.push(row)
      }
    }
    if (found.length !== count) return undefined
    return found.sort((one, other) => one.changeNumber - other.changeNumber)
  }
}
