import { runAfterCommit } from '../../after-commit.ts'
import { type Outcome, settle } from '../../outcome.ts'
import type { StorageLog } from '../../port.ts'
import { LastWrites } from '../../sql/last-writes.ts'
import type { SqlTarget } from '../../sql/sql.ts'
import { isSilence } from '../deadline.ts'
import { isRetryable } from '../failure.ts'
import type { HeldConnection } from './held-connection.ts'
import { LateInserts } from './late-inserts.ts'
import { PostgresTransaction, type Reserve } from './transaction.ts'
import type { Body } from './turns.ts'

interface Context {
  readonly target: () => SqlTarget
  /** Runs work in a transaction that is rolled back on failure. */
  readonly hold: (work: (connection: HeldConnection) => Promise<void>) => Promise<void>
  readonly reserve: Reserve
  readonly log: StorageLog
}

/** How many groups use savepoints after a failed one. */
const carefulGroupsCount = 64

/** A member has failed without a savepoint, or a late insert has, so that the group has to be rolled back. */
class Spoilt extends Error {}

/**
 * Runs bodies one after another in one transaction. Results are returned only after the commit, because even
 * an error may depend on the writes of another member. Groups start without savepoints, because most bodies
 * succeed; if one fails after writing, the group is rolled back, and the next groups use savepoints.
 */
export class SharedTransactions {
  readonly #context: Context
  #carefulGroups = 0

  constructor(context: Context) {
    this.#context = context
  }

  /** Undefined if the group was rolled back, so that each body has to be run alone. */
  async perform(bodies: readonly Body[]): Promise<readonly Outcome[] | undefined> {
    const { target, hold, reserve, log } = this.#context
    const isCareful = this.#carefulGroups > 0
    if (isCareful) this.#carefulGroups--
    let finished: readonly Finished[] = []
    try {
      await hold(async (connection) => {
        finished = await performAll(bodies, connection, {
          target: target(),
          reserve,
          isApart: isCareful,
        })
      })
    } catch (error) {
      if (!(error instanceof Spoilt) && !isRetryable(error)) throw error
      this.#carefulGroups = carefulGroupsCount
      return undefined
    }
    for (const { tx, outcome } of finished) {
      if ('value' in outcome) runAfterCommit(tx.effects, log)
    }
    return finished.map(({ outcome }) => outcome)
  }
}

interface Finished {
  readonly tx: PostgresTransaction
  readonly outcome: Outcome
}

async function performAll(
  bodies: readonly Body[],
  connection: HeldConnection,
  options: { readonly target: SqlTarget; readonly reserve: Reserve; readonly isApart: boolean },
): Promise<readonly Finished[]> {
  const finished: Finished[] = []
  const late: Promise<unknown>[] = []
  const lastWrites = new LastWrites(({ compiled }, args) => {
    const sent = connection.send(compiled, args)
    // Later statements fail with it; here the error is handled at the end.
    sent.catch(() => {})
    late.push(sent)
  })
  const lateInserts = new LateInserts((compiled, args) => connection.send(compiled, args))
  // Members with savepoints share no state, because it would outlive a rollback.
  const shared = options.isApart ? undefined : { state: new Map(), lastWrites, lateInserts }
  for (const body of bodies) {
    const tx = new PostgresTransaction(connection, { ...options, shared })
    const outcome = await settle(body, tx)
    tx.end()
    if ('value' in outcome) tx.keep()
    // An unresponsive connection would not respond to a rollback either.
    else if (isSilence(outcome.error)) throw outcome.error
    else if (tx.hasWritten || tx.hasFailed) {
      // The driver rolls back a transaction after a failed statement.
      if (!options.isApart || tx.hasFailed) throw new Spoilt()
      await tx.undo()
    }
    finished.push({ tx, outcome })
  }
  lastWrites.flush()
  if (!(await lateInserts.end())) throw new Spoilt()
  await Promise.all(late)
  return finished
}
