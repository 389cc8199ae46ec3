import { runAfterCommit } from '../after-commit.ts'
import { type Outcome, settle } from '../outcome.ts'
import type { StorageLog } from '../port.ts'
import { LastWrites } from '../sql/last-writes.ts'
import { isSilence } from './deadline.ts'
import { isRetryable } from './failure.ts'
import type { HeldConnection } from './held-connection.ts'
import { PostgresTransaction, type Reserve } from './transaction.ts'
import type { Body } from './turns.ts'

interface Parts {
  /** Runs work in a transaction, which is rolled back when the work fails. */
  readonly hold: (work: (connection: HeldConnection) => Promise<void>) => Promise<void>
  readonly reserve: Reserve
  readonly log: StorageLog
}

/** How many groups are careful after one of which nothing has come. */
const carefulGroupsCount = 64

/** A member has failed in a way that cannot be undone by itself, so that nothing of its group can be kept. */
class Spoilt extends Error {}

/**
 * Runs bodies one after another in one transaction. Nobody gets an answer before the commit: a refusal
 * may rest on what a neighbour has written. A group begins without savepoints, as most bodies succeed;
 * when one fails that has written, nothing is kept, and the next groups are made with savepoints.
 */
export class SharedTransactions {
  readonly #parts: Parts
  #carefulGroups = 0

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Undefined where nothing has come of it, so that each has to be run by itself. */
  async perform(bodies: readonly Body[]): Promise<readonly Outcome[] | undefined> {
    const { hold, reserve, log } = this.#parts
    const isCareful = this.#carefulGroups > 0
    if (isCareful) this.#carefulGroups--
    let finished: readonly Finished[] = []
    try {
      await hold(async (connection) => {
        finished = await performAll(bodies, connection, { reserve, isApart: isCareful })
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
  options: { readonly reserve: Reserve; readonly isApart: boolean },
): Promise<readonly Finished[]> {
  const finished: Finished[] = []
  const late: Promise<unknown>[] = []
  const lastWrites = new LastWrites((compiled, args) => {
    const sent = connection.send(compiled, args)
    // Whoever comes after it fails with it; here it is looked at in the end.
    sent.catch(() => {})
    late.push(sent)
  })
  // What one that stands apart has made the others know would outlive its being undone.
  const shared = options.isApart ? undefined : { state: {}, lastWrites }
  for (const body of bodies) {
    const tx = new PostgresTransaction(connection, { ...options, shared })
    const outcome = await settle(body, tx)
    tx.end()
    if ('value' in outcome) tx.keep()
    // What is silent would not answer to being rolled back either.
    else if (isSilence(outcome.error)) throw outcome.error
    else if (tx.hasWritten || tx.hasFailed) {
      // The driver keeps nothing of a transaction in which a statement has failed.
      if (!options.isApart || tx.hasFailed) throw new Spoilt()
      await tx.undo()
    }
    finished.push({ tx, outcome })
  }
  lastWrites.flush()
  await Promise.all(late)
  return finished
}
