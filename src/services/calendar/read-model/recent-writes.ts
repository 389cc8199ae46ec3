import type { Transaction } from '#/storage/port.ts'
import type { EventRow } from '../store/events.ts'

const rowsMax = 100
const textLengthMax = 16_384

/** The events that this process has written last, so that whoever follows the changes needn't read them. */
export class RecentWrites {
  /** In the order in which this process learned of their commits, each over the oldest. */
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
   * What was written on a calendar after a change number, up to another one. Every number belongs to one
   * write at most, so that as many rows as numbers are all of them; otherwise undefined.
   */
  between(
    calendarKey: number,
    { after, last }: { readonly after: number; readonly last: number },
  ): readonly EventRow[] | undefined {
    const count = last - after
    if (count > this.#rows.length) return undefined
    const found: EventRow[] = []
    // They are usually the last ones, and looking at all takes longer than applying one.
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
