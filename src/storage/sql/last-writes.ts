import type { Compiled } from './statement.ts'

/**
 * Deferred updates of a group of transactions, of which only the last per row is needed. They are executed
 * before a statement that uses the same table, and before the commit.
 */
export class LastWrites {
  readonly #execute: (compiled: Compiled, args: unknown) => void
  /** The arguments of the last update by row. */
  readonly #waiting = new Map<Compiled, Map<string, unknown>>()
  readonly #tables = new Set<string>()

  constructor(execute: (compiled: Compiled, args: unknown) => void) {
    this.#execute = execute
  }

  put(key: string, compiled: Compiled, args: unknown): void {
    let waiting = this.#waiting.get(compiled)
    if (waiting === undefined) {
      waiting = new Map()
      this.#waiting.set(compiled, waiting)
      for (const table of compiled.tables) this.#tables.add(table)
    }
    waiting.set(key, args)
  }

  /** Called before a statement is executed. */
  before({ tables }: Compiled): void {
    if (this.#waiting.size > 0 && !tables.isDisjointFrom(this.#tables)) this.flush()
  }

  /** Executes the deferred updates. */
  flush(): void {
    if (this.#waiting.size === 0) return
    for (const [compiled, waiting] of this.#waiting) {
      for (const args of waiting.values()) this.#execute(compiled, args)
    }
    this.#waiting.clear()
    this.#tables.clear()
  }
}
