import { type Outcome, settle } from '../outcome.ts'
import type { SqliteTransaction } from './transaction.ts'

const yielded =
  'A transaction body awaited something other than its transaction and was rolled back. ' +
  'Do such work before the transaction, or after it.'

/**
 * Runs bodies one after another and rejects one that yields to the event loop, because other requests would
 * wait for it. All bodies of a group run within one turn of the event loop, so that one immediate callback
 * watches all of them: when it fires, the running body has yielded.
 */
export class YieldGuard {
  #immediate: NodeJS.Immediate | undefined
  // A field instead of a closure, which kept every request alive until a full garbage collection.
  #tx: SqliteTransaction | undefined
  #resolve: ((outcome: Outcome) => void) | undefined

  run(body: (tx: SqliteTransaction) => Promise<unknown>, tx: SqliteTransaction): Promise<Outcome> {
    this.#immediate ??= setImmediate(() => this.#turnEnded())
    const { promise, resolve } = Promise.withResolvers<Outcome>()
    this.#tx = tx
    this.#resolve = resolve
    settle(body, tx).then(resolve)
    return promise
  }

  stop(): void {
    if (this.#immediate !== undefined) clearImmediate(this.#immediate)
    this.#tx = undefined
    this.#resolve = undefined
  }

  #turnEnded(): void {
    this.#immediate = setImmediate(() => this.#turnEnded())
    this.#tx?.end(yielded)
    this.#resolve?.({ error: new Error(yielded) })
  }
}
