import type { Log } from '#/kernel/log.ts'
import type { Database } from '#/storage/port.ts'
import type { NextState } from './outcome.ts'
import { type DeliveryRow, putDeliveries, settleChannels } from './store.ts'

/** The new state of a channel, and its log entry. */
export interface Settlement {
  readonly next: NextState
  readonly delivery?: DeliveryRow
}

interface SettlementsContext<T> {
  readonly database: Database
  readonly log: Log
  readonly worker: string
  /** Called when the channels are released. */
  readonly onWritten: (settled: readonly T[]) => void
  /** Called before that if they are released only when their leases expire. */
  readonly onUnwritten: () => void
}

// A commit between many notifications would delay them.
const gatherMs = 40
const lastMs = 5
const gatherMax = 1_000

/** Writes the outcomes of notifications, many in one transaction. */
export class Settlements<T extends Settlement> {
  readonly #context: SettlementsContext<T>
  #waiting: T[] = []
  #timer: NodeJS.Timeout | undefined
  #flushAt = 0
  #writing: Promise<void> = Promise.resolve()

  constructor(context: SettlementsContext<T>) {
    this.#context = context
  }

  /** `isLast` means that no others follow soon. */
  add(settled: T, { isLast }: { readonly isLast: boolean }): void {
    this.#waiting.push(settled)
    if (this.#waiting.length >= gatherMax) this.#flush()
    else this.#flushWithin(isLast ? lastMs : gatherMs)
  }

  /** Resolves when everything is written. */
  async finish(): Promise<void> {
    this.#flush()
    await this.#writing
  }

  #flushWithin(delayMs: number): void {
    const at = performance.now() + delayMs
    if (this.#timer !== undefined && this.#flushAt <= at) return
    clearTimeout(this.#timer)
    this.#flushAt = at
    this.#timer = setTimeout(() => this.#flush(), delayMs)
  }

  #flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const settled = this.#waiting
    if (settled.length === 0) return
    this.#waiting = []
    this.#writing = this.#writing.then(() => this.#write(settled))
  }

  async #write(settled: readonly T[]): Promise<void> {
    const { database, log, worker, onWritten, onUnwritten } = this.#context
    const deliveries = settled.flatMap(({ delivery }) => (delivery ? [delivery] : []))
    try {
      await database.transaction(async (tx) => {
        const rows = JSON.stringify(settled.map(({ next }) => next))
        await tx.run(settleChannels, { worker, rows })
        if (deliveries.length > 0) {
          await tx.run(putDeliveries, { rows: JSON.stringify(deliveries) })
        }
      })
    } catch (error) {
      // The leases expire, and the notifications are sent again.
      log.error('could not record deliveries', { error: String(error) })
      onUnwritten()
    }
    onWritten(settled)
  }
}
