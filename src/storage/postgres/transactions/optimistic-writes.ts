import { ApiError } from '#/kernel/errors.ts'
import { runAfterCommit } from '../../after-commit.ts'
import type { StorageLog } from '../../port.ts'
import type { Compiled } from '../../sql/statement.ts'
import type { Answer } from '../driver.ts'
import { isRetryable, isUnavailable } from '../failure.ts'
import { GatheredFirsts } from '../gathered-firsts.ts'
import type { HeldIncarnation } from '../server-watch.ts'
import { OptimisticTransaction } from './optimistic-transaction.ts'
import type { Reserve } from './transaction.ts'
import type { Body } from './turns.ts'
import { WriteBatches } from './write-batches.ts'

interface Context {
  /** The incarnation that writes belong to; undefined if the database has none. */
  readonly incarnation: () => Promise<HeldIncarnation | undefined>
  readonly read: (compiled: Compiled, args: unknown) => Promise<Answer>
  readonly reserve: Reserve
  /** Sends a statement that commits immediately, once. */
  readonly send: (compiled: Compiled, args: unknown) => Promise<unknown>
  readonly runWithLocks: (body: Body) => Promise<unknown>
  readonly log: StorageLog
}

/** Runs bodies without locks, or with locks if that is not possible. */
export class OptimisticWrites {
  readonly #context: Context
  readonly #batches: WriteBatches
  readonly #firsts: GatheredFirsts

  constructor(context: Context) {
    this.#context = context
    this.#firsts = new GatheredFirsts(context.read)
    this.#batches = new WriteBatches({ send: context.send, isUnknown })
  }

  /** `locks` names the row that the body confirms. */
  async perform(body: Body, locks: string): Promise<unknown> {
    const { read, reserve, runWithLocks, log } = this.#context
    const first = (compiled: Compiled, args: unknown) => this.#firsts.first(compiled, args)
    const tx = new OptimisticTransaction({ read, first, reserve })
    let value: unknown
    let incarnation: HeldIncarnation | undefined
    try {
      incarnation = await this.#context.incarnation()
      value = await body(tx)
    } catch {
      // The error may come from an outdated assumption.
      return runWithLocks(body)
    }
    const { writes } = tx
    if (writes === undefined || incarnation === undefined) return runWithLocks(body)
    try {
      await this.#batches.write({ writes, incarnation, locks })
    } catch (error) {
      if (isUnknown(error)) throw error
      return runWithLocks(body)
    }
    runAfterCommit(tx.effects, log)
    return value
  }
}

/** Whether it is unknown if a statement was executed, or it would fail in the same way again. */
const isUnknown = (error: unknown): boolean =>
  error instanceof ApiError || (isUnavailable(error) && !isRetryable(error))
