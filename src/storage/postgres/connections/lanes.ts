import type { SqlValue } from '../../sql/arguments.ts'
import type { Compiled } from '../../sql/statement.ts'
import { withDeadline } from '../deadline.ts'
import { type Answer, sendValues } from '../driver.ts'
import { type Pools, unlessReplaced } from './pools.ts'

interface Lane {
  /** Of one connection. */
  readonly pools: Pools
  /** When the statements were sent that it has not answered, oldest first. */
  readonly sentAtMs: number[]
}

// Most statements take less; behind a slow one nothing else waits.
const slowMs = 5

/**
 * Connections for statements that are sent without waiting for the answers of others. All of one turn share a
 * connection, so that they are sent and answered together, which costs half of what separate ones do.
 */
export class Lanes implements AsyncDisposable {
  readonly #lanes: readonly Lane[]

  constructor(pools: readonly Pools[]) {
    this.#lanes = pools.map((one) => ({ pools: one, sentAtMs: [] }))
  }

  /** Sends a statement that may run twice. */
  async ask(compiled: Compiled, values: SqlValue[], timeoutMs: number): Promise<Answer> {
    const { pools, sentAtMs } = this.#next()
    sentAtMs.push(performance.now())
    try {
      return await pools.use((pool, waiting) =>
        withDeadline(unlessReplaced(waiting, sendValues(pool, compiled, values)), timeoutMs),
      )
    } finally {
      // Answers come in the order of the statements.
      sentAtMs.shift()
    }
  }

  get uses(): number {
    return this.#lanes.filter(({ sentAtMs }) => sentAtMs.length > 0).length
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#lanes.map(({ pools }) => pools[Symbol.asyncDispose]()))
  }

  /** The first lane without a slow statement, or else the one with the fewest. */
  #next(): Lane {
    const slowSince = performance.now() - slowMs
    const quick = this.#lanes.find(({ sentAtMs: [oldest = Infinity] }) => oldest > slowSince)
    if (quick !== undefined) return quick
    return this.#lanes.reduce((best, lane) =>
      lane.sentAtMs.length < best.sentAtMs.length ? lane : best,
    )
  }
}
