import type { Compiled } from './statement.ts'

/**
 * Writes of a group of transactions that each replaces the one before it, so that the last is enough.
 * They are made before anything is asked that might tell that they are not, and before the commit.
 */
export class LastWrites {
  readonly #perform: (compiled: Compiled, args: unknown) => void
  /** The arguments of each update, by what it is made for. */
  readonly #waiting = new Map<Compiled, Map<string, unknown>>()
  readonly #tables = new Set<string>()

  constructor(perform: (compiled: Compiled, args: unknown) => void) {
    this.#perform = perform
  }

  put(key: string, compiled: Compiled, args: unknown): void {
    let waiting = this.#waiting.get(compiled)
    if (waiting === undefined) {
      waiting = new Map()
      this.#waiting.set(compiled, waiting)
      this.#tables.add(tableOf(compiled))
    }
    waiting.set(key, args)
  }

  /** To be called before a statement is performed. */
  before(compiled: Compiled): void {
    if (this.#waiting.size > 0 && wordsOf(compiled).isDisjointFrom(this.#tables) === false) {
      this.make()
    }
  }

  /** Makes those that are waiting. */
  make(): void {
    if (this.#waiting.size === 0) return
    for (const [compiled, waiting] of this.#waiting) {
      for (const args of waiting.values()) this.#perform(compiled, args)
    }
    this.#waiting.clear()
    this.#tables.clear()
  }
}

const update = /^\s*update\s+(\w+)\s/i

function tableOf({ sql }: Compiled): string {
  const table = update.exec(sql)?.[1]
  if (table === undefined) throw new Error(`Only an update can be made last: ${sql}`)
  return table
}

const words = new WeakMap<Compiled, ReadonlySet<string>>()

/** Every word of a statement, the names of its tables among them. */
function wordsOf(compiled: Compiled): ReadonlySet<string> {
  let found = words.get(compiled)
  if (found === undefined) {
    found = new Set(compiled.sql.match(/\w+/g))
    words.set(compiled, found)
  }
  return found
}
