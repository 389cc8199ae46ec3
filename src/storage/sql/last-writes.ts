import type { Compiled } from './statement.ts'

export interface LastWrite {
  readonly compiled: Compiled
  /** An update that has the same effect if it changes the row. */
  readonly shortcut?: Compiled | undefined
}

interface WaitingWrites extends LastWrite {
  /** The arguments of the last update by row. */
  readonly rows: Map<string, unknown>
}

/**
 * Deferred updates of a group of transactions, of which only the last per row is needed. They are executed
 * before a statement that uses the same table, and before the commit.
 */
export class LastWrites {
  readonly #execute: (write: LastWrite, args: unknown) => void
  readonly #waiting = new Map<Compiled, WaitingWrites>()
  readonly #tables = new Set<string>()

  constructor(execute: (write: LastWrite, args: unknown) => void) {
    this.#execute = execute
  }

  put(key: string, { compiled, shortcut }: LastWrite, args: unknown): void {
    let waiting = this.#waiting.get(compiled)
    if (waiting === undefined) {
      waiting = { compiled, shortcut, rows: new Map() }
      this.#waiting.set(compiled, waiting)
      for (const table of compiled.tables) this.#tables.add(table)
    }
    waiting.rows.set(key, args)
  }

  /** Called before a statement is executed. */
  before({ tables }: Compiled): void {
    if (this.#waiting.size > 0 && !tables.isDisjointFrom(this.#tables)) this.flush()
  }

  /** Executes the deferred updates. */
  flush(): void {
    if (this.#waiting.size === 0) return
    for (const waiting of this.#waiting.values()) {
      for (const args of waiting.rows.values()) this.#execute(waiting, args)
    }
    this.#waiting.clear()
    this.#tables.clear()
  }
}
