import { AsyncLocalStorage } from 'node:async_hooks'
import type { Clock } from '#/kernel/clock.ts'
import { ApiError } from '#/kernel/errors.ts'
import { base32hex } from '#/kernel/identifiers.ts'
import type { RandomBytes } from '#/kernel/randomness.ts'
import type { Completing } from '#/storage/completing.ts'
import type { Database, Transaction } from '#/storage/port.ts'
import { minuteMs } from './chain.ts'
import { type AuditNote, auditEntry } from './entry.ts'
import { addCounted, addPending } from './store.ts'

const counterLength = 10
const randomLength = 20

/** Something that is being carried out, and goes into the log with the transaction that does it. */
class Attempt {
  /** Given when it is first written, so that entries of a millisecond are in the order of writing. */
  id: string | undefined
  note: AuditNote
  /** Nothing more is to be written: it has been, or the attempt is over. */
  isSettled = false

  constructor(note: AuditNote) {
    this.note = note
  }
}

interface Surroundings {
  /** Where the request came from. */
  readonly address: string
  readonly attempt?: Attempt
}

/**
 * Knows what is being carried out at the moment, so that whatever transaction does it can write the entry
 * without being told.
 */
export class Attempts {
  readonly #storage = new AsyncLocalStorage<Surroundings>()
  readonly #parts: { readonly clock: Clock; readonly randomBytes: RandomBytes }
  #given = 0

  constructor(parts: { readonly clock: Clock; readonly randomBytes: RandomBytes }) {
    this.#parts = parts
  }

  get surroundings(): Surroundings | undefined {
    return this.#storage.getStore()
  }

  run<T>(surroundings: Surroundings, body: () => T): T {
    return this.#storage.run(surroundings, body)
  }

  /** Ids of one process are in the order in which they were given. */
  newId(): string {
    const counter = (this.#given++).toString(32).padStart(counterLength, '0')
    return counter + base32hex(randomLength, this.#parts.randomBytes)
  }

  /** What a transaction that begins now does before it commits. */
  readonly completing: Completing = () => {
    const attempt = this.surroundings?.attempt
    if (attempt === undefined || attempt.isSettled) return undefined
    return async (tx, value) => {
      // By custom it has changed nothing, and whoever asked for it will refuse.
      if (value === false) return
      await this.writeIn(tx, attempt)
    }
  }

  async writeIn(tx: Transaction, attempt: Attempt): Promise<void> {
    attempt.id ??= this.newId()
    await tx.run(addPending, { ...this.entryOf(attempt.note), id: attempt.id })
    tx.afterCommit(() => {
      attempt.isSettled = true
    })
  }

  entryOf(note: AuditNote) {
    return auditEntry(note, {
      at: this.#parts.clock.nowMs(),
      address: this.surroundings?.address ?? '',
    })
  }
}

interface TrailParts {
  readonly database: Database
  readonly attempts: Attempts
}

/** Writes the audit log. */
export class AuditTrail {
  readonly #parts: TrailParts

  constructor(parts: TrailParts) {
    this.#parts = parts
  }

  /** Everything that `body` notes came from this address. */
  from<T>(address: string, body: () => T): T {
    return this.#parts.attempts.run({ address }, body)
  }

  /**
   * Carries something out and notes it in the transaction that changes something, or afterwards where there
   * is none. Refusals are counted.
   */
  async carryOut<T>(note: AuditNote, body: () => T | Promise<T>): Promise<T> {
    const { attempts } = this.#parts
    const attempt = new Attempt(note)
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

  /** Names the object of what is being carried out in another way than the request did. */
  readonly renameObject = ({ from, to }: { readonly from: string; readonly to: string }): void => {
    const attempt = this.#parts.attempts.surroundings?.attempt
    if (attempt === undefined || !attempt.note.object?.startsWith(from)) return
    attempt.note = { ...attempt.note, object: to + attempt.note.object.slice(from.length) }
  }

  /** Notes something that is not part of any transaction. */
  note(note: AuditNote): Promise<void> {
    return this.#write((tx) => this.noteIn(tx, note))
  }

  async noteIn(tx: Transaction, note: AuditNote): Promise<void> {
    const { attempts } = this.#parts
    await tx.run(addPending, { ...attempts.entryOf(note), id: attempts.newId() })
  }

  /** Counts what can happen often: one entry for each minute, actor (or object), address and reason. */
  count(note: AuditNote): Promise<void> {
    return this.#write((tx) => this.countIn(tx, note))
  }

  async countIn(tx: Transaction, note: AuditNote): Promise<void> {
    const { attempts } = this.#parts
    const entry = attempts.entryOf(note)
    await tx.run(addCounted, {
      ...entry,
      id: attempts.newId(),
      minute: Math.floor(entry.at / minuteMs),
      subject: entry.actorId || entry.object,
    })
  }

  /** Counts what was refused or has failed, unless a limit was the reason. */
  async countFailure(note: AuditNote, error: unknown): Promise<void> {
    const refusal = error instanceof ApiError && error.status < 500 ? error.refusals[0] : undefined
    // Whoever is over a limit is not let to write all the more.
    if (refusal?.domain === 'usageLimits') return
    const reason = refusal?.reason ?? 'backendError'
    const outcome = refusal === undefined ? 'failed' : 'refused'
    // The first failure is what the caller is told of.
    await this.count({ ...note, outcome, reason }).catch(() => {})
  }

  #write(body: (tx: Transaction) => Promise<void>): Promise<void> {
    return this.#parts.database.transaction(body, { isAside: true })
  }
}
