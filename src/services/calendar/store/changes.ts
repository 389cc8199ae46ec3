import type { Collection } from '#/jobs/push/channel.ts'
import type { Transaction } from '#/storage/port.ts'

type Listener = (collection: Collection) => void

/** Where every process hears that somebody may have lost sight of a calendar, whose id is told. */
export const lostReach = 'almanac_lost_reach'

/** Tells those who deliver news, in this process, which collections a commit has changed. */
export class Changes {
  readonly #listeners: Listener[] = []

  onChange(listener: Listener): void {
    this.#listeners.push(listener)
  }

  /** To be called in the transaction that moves the number of the collection. */
  note(tx: Transaction, kind: Collection['kind'], owner: string): void {
    if (this.#listeners.length === 0) return
    tx.afterCommit(() => {
      for (const listener of this.#listeners) listener({ kind, owner })
    })
  }
}
