import type { Compiled } from '../../sql/statement.ts'
import { isSilence } from '../deadline.ts'
import type { Answer } from '../driver.ts'
import { widenedSteps } from './many-rows.ts'

type Send = (compiled: Compiled, args: unknown) => Promise<Answer>

/**
 * Deferred inserts of a group of transactions, which are assumed to find no row with the same key. They are sent
 * together, before a statement that uses the same table and before the commit.
 */
export class LateInserts {
  readonly #send: Send
  readonly #waiting = new Map<Compiled, unknown[]>()
  readonly #tables = new Set<string>()
  readonly #sent: Promise<boolean>[] = []

  constructor(send: Send) {
    this.#send = send
  }

  add(compiled: Compiled, args: unknown): void {
    this.#waiting.getOrInsertComputed(compiled, () => []).push(args)
    for (const table of compiled.tables) this.#tables.add(table)
  }

  /** Called before a statement is executed. */
  before({ tables }: Compiled): void {
    if (this.#waiting.size > 0 && !tables.isDisjointFrom(this.#tables)) this.#flush()
  }

  /** Sends the rest. Returns whether each insert has inserted its row. */
  async end(): Promise<boolean> {
    this.#flush()
    return (await Promise.all(this.#sent)).every((areInserted) => areInserted)
  }

  #flush(): void {
    for (const [insert, rows] of this.#waiting) {
      const steps = widenedSteps(insert, rows, { areDistinct: true })
      const answers = Promise.all(steps.map(({ compiled, args }) => this.#send(compiled, args)))
      const sent = answers.then(
        (list) => list.reduce((sum, { count }) => sum + (count ?? 0), 0) === rows.length,
        (error: unknown) => {
          if (isSilence(error)) throw error
          return false
        },
      )
      // Later statements fail with it; here the error is handled at the end.
      sent.catch(() => {})
      this.#sent.push(sent)
    }
    this.#waiting.clear()
    this.#tables.clear()
  }
}
