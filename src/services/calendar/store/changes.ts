import type { Collection } from '#/jobs/push/channel.ts'
import type { Transaction } from '#/storage/port.ts'

type Listener = (collection: Collection) => void
type ReachListener = (calendarId: string) => void

/** Tells those who deliver news, in this process, which collections a commit has changed. */
export class Changes {
  readonly #listeners: Listener[] = []
  readonly #reachListeners: ReachListener[] = []

  onChange(listener: Listener): void {
    this.#listeners.push(listener)
  }

  /** Calls back where somebody may have lost sight of a calendar. */
  onLostReach(listener: ReachListener): void {
    this.#reachListeners.push(listener)
  }

  /** To be called in the transaction that moves the number of the collection. */
  note(tx: Transaction, kind: Collection['kind'], owner: string): void {
    if (this.#listeners.length === 0) return
    tx.afterCommit(() => {
      for (const listener of this.#listeners) listener({ kind, owner })
    })
  }

  noteLostReach(tx: Transaction, calendarId: string): void {
    if (this.#reachListeners.length === 0) return
    tx.afterCommit(() => {
      for (const listener of this.#reachListeners) listener(calendarId)
    })
  }
}
