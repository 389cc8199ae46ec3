import { AsyncLocalStorage } from 'node:async_hooks'
import type { Clock } from '#/kernel/clock.ts'
import { ApiError } from '#/kernel/errors.ts'
import { base32hex } from '#/kernel/identifiers.ts'
import type { RandomBytes } from '#/kernel/randomness.ts'
import type { Completing } from '#/storage/completing.ts'
import type { Database, Transaction } from '#/storage/port.ts'
import { minuteMs } from './chain.ts'
import { type AuditEntry, type AuditNote, auditEntry } from './entry.ts'
import { addCounted, addPending } from './store.ts'

const timeLength = 9
const counterLength = 7
const randomLength = 14

/** Writes something with an entry. It may be called for each transaction of the action. */
type WriteBeside = (tx: Transaction) => Promise<void>

/** An action in progress, which the transaction that carries it out writes to the log. */
class Attempt {
  /** Given when it is first written, so that entries of a millisecond are in the order of writing. */
  id: string | undefined
  note: AuditNote
  readonly writeBeside: WriteBeside | undefined
  /** Whether the entry was written or the attempt is over. */
  isSettled = false

  constructor(note: AuditNote, writeBeside: WriteBeside | undefined) {
    this.note = note
    this.writeBeside = writeBeside
  }
}

interface Surroundings {
  /** Where the request came from. */
  readonly address: string
  readonly attempt?: Attempt
}

/**
 * Tracks the action in progress, so that the transaction that carries it out can write the entry without a
 * reference to it.
 */
export class Attempts {
  readonly #storage = new AsyncLocalStorage<Surroundings>()
  readonly #context: { readonly clock: Clock; readonly randomBytes: RandomBytes }
  #attemptCount = 0

  constructor(context: { readonly clock: Clock; readonly randomBytes: RandomBytes }) {
    this.#context = context
  }

  get surroundings(): Surroundings | undefined {
    return this.#storage.getStore()
  }

  run<T>(surroundings: Surroundings, body: () => T): T {
    return this.#storage.run(surroundings, body)
  }

  /** Ids are in the order of times. Those of one process and time are in the order in which they were given. */
  newId({ at }: Pick<AuditEntry, 'at'>): string {
    const time = at.toString(32).padStart(timeLength, '0')
    const counter = (this.#attemptCount++).toString(32).padStart(counterLength, '0')
    return time + counter + base32hex(randomLength, this.#context.randomBytes)
  }

  /** The work of a new transaction before its commit. */
  readonly completing: Completing = () => {
    const attempt = this.surroundings?.attempt
    if (attempt === undefined || attempt.isSettled) return undefined
    return async (tx, value) => {
      // By convention, false means that nothing has changed and the request will be rejected.
      if (value === false) return
      await this.writeIn(tx, attempt)
    }
  }

  async writeIn(tx: Transaction, attempt: Attempt): Promise<void> {
    const entry = this.entryOf(attempt.note)
    attempt.id ??= this.newId(entry)
    await tx.run(addPending, { ...entry, id: attempt.id })
    await attempt.writeBeside?.(tx)
    tx.afterCommit(() => {
      attempt.isSettled = true
    })
  }

  entryOf(note: AuditNote) {
    return auditEntry(note, {
      at: this.#context.clock.nowMs(),
      address: this.surroundings?.address ?? '',
    })
  }
}

interface TrailContext {
  readonly database: Database
  readonly attempts: Attempts
}

/** Writes the audit log. */
export class AuditTrail {
  readonly #context: TrailContext

  constructor(context: TrailContext) {
    this.#context = context
  }

  /** Assigns this address to all entries that `body` writes. */
  from<T>(address: string, body: () => T): T {
    return this.#context.attempts.run({ address }, body)
  }

  /**
   * Carries something out and notes it in the transaction that changes something, or afterwards where there
   * is none. Refusals are counted. `writeBeside` is called in the transactions that write the entry.
   */
  async carryOut<T>(
    note: AuditNote,
    body: () => T | Promise<T>,
    writeBeside?: WriteBeside,
  ): Promise<T> {
    const { attempts } = this.#context
    const attempt = new Attempt(note, writeBeside)
    const address = note.address ?? attempts.surroundings?.address ?? ''
    return attempts.run({ address, attempt }, async () => {
      try {
        const result = await body()
        if (result !== false && !attempt.isSettled)
          await this.#write((tx) => attempts.writeIn(tx, attempt))
        return result
      } catch (error) {
        await this.countFailure(attempt.note, error)
        throw error
      } finally {
        attempt.isSettled = true
      }
    })
  }

  /** Replaces the object of the action in progress. */
  readonly renameObject = ({ from, to }: { readonly from: string; readonly to: string }): void => {
    const attempt = this.#context.attempts.surroundings?.attempt
    if (attempt === undefined || !attempt.note.object?.startsWith(from)) return
    attempt.note = { ...attempt.note, object: to + attempt.note.object.slice(from.length) }
  }

  /** Writes an entry that is not part of a transaction. */
  note(note: AuditNote): Promise<void> {
    return this.#write((tx) => this.noteIn(tx, note))
  }

  async noteIn(tx: Transaction, note: AuditNote): Promise<void> {
    const { attempts } = this.#context
    const entry = attempts.entryOf(note)
    await tx.run(addPending, { ...entry, id: attempts.newId(entry) })
  }

  /** Counts frequent actions: one entry per minute, actor (or object), address and reason. */
  count(note: AuditNote): Promise<void> {
    return this.#write((tx) => this.countIn(tx, note))
  }

  async countIn(tx: Transaction, note: AuditNote): Promise<void> {
    const { attempts } = this.#context
    const entry = attempts.entryOf(note)
    await tx.run(addCounted, {
      ...entry,
      id: attempts.newId(entry),
      minute: Math.floor(entry.at / minuteMs),
      subject: entry.actorId || entry.object,
    })
  }

  /** Counts a rejected or failed action, unless a limit was the reason. */
  async countFailure(note: AuditNote, error: unknown): Promise<void> {
    const refusal = error instanceof ApiError && error.status < 500 ? error.refusals[0] : undefined
    // A caller over a limit must not cause writes.
    if (refusal?.domain === 'usageLimits') return
    const reason = refusal?.reason ?? 'backendError'
    const outcome = refusal === undefined ? 'failed' : 'refused'
    // The caller gets the first failure.
    await this.count({ ...note, outcome, reason }).catch(() => {})
  }

  #write(body: (tx: Transaction) => Promise<void>): Promise<void> {
    return this.#context.database.transaction(body, { isAside: true })
  }
}
