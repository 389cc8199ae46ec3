import type { Compiled } from './statement.ts'

/**
 * Updates of a group of transactions that each replace the one before, so that the last one is enough.
 * They are executed before a statement that uses the same table, and before the commit.
 */
export class LastWrites {
  readonly #execute: (compiled: Compiled, args: unknown) => void
  /** The arguments of each update, by the row it is for. */
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

  /** To be called before a statement is executed. */
  before({ tables }: Compiled): void {
    if (this.#waiting.size > 0 && !tables.isDisjointFrom(this.#tables)) this.flush()
  }

  /** Executes those that are waiting. */
  flush(): void {
    if (this.#waiting.size === 0) return
    for (const [compiled, waiting] of this.#waiting) {
      for (const args of waiting.values()) this.#execute(compiled, args)
    }
    this.#waiting.clear()
    this.#tables.clear()
  }
}
