import { unavailable } from '#/kernel/errors.ts'
import { runAfterCommit } from '../after-commit.ts'
import type { Channels } from '../channels.ts'
import { type Outcome, settle } from '../outcome.ts'
import type { StorageLog, TransactionState } from '../port.ts'
import { type LastWrite, LastWrites } from '../sql/last-writes.ts'
import { retryWhileBusy } from './busy.ts'
import type { Connection } from './connection.ts'
import {
  describeFailure,
  diskRefusal,
  isBusy,
  isStorageFailure,
  isSyncFailure,
  lockedRefusal,
} from './failure.ts'
import { SqliteTransaction } from './transaction.ts'
import { YieldGuard } from './yield-guard.ts'

export interface GroupCommitOptions {
  readonly writer: Connection
  readonly channels: Channels
  readonly log: StorageLog
  /** How long a group waits for the write lock of the file. */
  readonly busyTimeoutMs: number
  readonly groupMembersMax: number
  readonly queuedTransactionsMax: number
  /** Called when a sync has failed. The process has to restart. */
  readonly onFatal: (error: unknown) => void
  /** Called with the write lock held, before the first body runs. */
  readonly onBegin?: () => void
  readonly onCommit: () => void
}

interface Member {
  readonly body: (tx: SqliteTransaction) => Promise<unknown>
  /** Whether it runs alone and may await other things, as a restore does. */
  readonly isAlone: boolean
  readonly resolve: (value: never) => void
  readonly reject: (error: unknown) => void
}

interface Finished {
  readonly member: Member
  readonly tx: SqliteTransaction
  readonly outcome: Outcome
}

/** How many groups use savepoints after one that had to be run again. */
const carefulGroupsCount = 64

/** A group that has run for this long is committed without the rest, so that others get their turn. */
const groupMsMax = 15

/** The maximum number of event loop turns that a group waits for more members. */
const gatheringTurnsMax = 4

const ended = 'This transaction has ended; its handle takes no more work.'

/**
 * Runs the transactions of all requests that arrive in one turn of the event loop as one SQLite transaction
 * with one sync. Results are returned only after the commit, because even an error may depend on the writes
 * of another member.
 *
 * Most bodies that fail do so before they write, and savepoints for all would cost more than they save. So a
 * group starts without them: if a body fails after writing, the group is rolled back and run again with
 * savepoints, which the next groups use as well for a while.
 */
export class GroupCommit {
  readonly #options: GroupCommitOptions
  readonly #writer: Connection
  #queue: Member[] = []
  #isScheduled = false
  #isOpen = false
  #isClosed = false
  #carefulGroups = 0
  #whenIdle: (() => void)[] = []

  constructor(options: GroupCommitOptions) {
    this.#options = options
    this.#writer = options.writer
  }

  /** Whether the writer has uncommitted writes. */
  get isOpen(): boolean {
    return this.#isOpen
  }

  add<T>(body: Member['body'], { isAlone = false } = {}): Promise<T> {
    if (this.#isClosed) return Promise.reject(unavailable('The database is closed.'))
    if (this.#queue.length >= this.#options.queuedTransactionsMax) {
      return Promise.reject(unavailable('Too many writes are waiting.'))
    }
    return new Promise<T>((resolve, reject) => {
      this.#queue.push({ body, isAlone, resolve, reject })
      this.#schedule()
    })
  }

  /** Accepts nothing more, and resolves when everything is answered. */
  close(): Promise<void> {
    this.#isClosed = true
    if (!this.#isScheduled) return Promise.resolve()
    return new Promise((resolve) => this.#whenIdle.push(resolve))
  }

  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    this.#gather(0)
  }

  // While each turn of the event loop adds members, one commit for all is cheaper than one per turn.
  #gather(turns: number): void {
    const gathered = this.#queue.length
    setImmediate(() => {
      const hasGrown = this.#queue.length > gathered
      if (hasGrown && turns < gatheringTurnsMax) this.#gather(turns + 1)
      else this.#next()
    })
  }

  async #next(): Promise<void> {
    const group = this.#take()
    try {
      await this.#begin()
      if (await this.#perform(group)) await this.#performAgain(group)
    } catch (error) {
      for (const member of group) member.reject(error)
    }
    this.#isOpen = false
    this.#isScheduled = false
    if (this.#queue.length > 0) return this.#schedule()
    for (const resolve of this.#whenIdle.splice(0)) resolve()
  }

  #take(): Member[] {
    const alone = this.#queue.findIndex(({ isAlone }) => isAlone)
    const together = alone === -1 ? this.#queue.length : Math.max(alone, 1)
    return this.#queue.splice(0, Math.min(together, this.#options.groupMembersMax))
  }

  async #begin(): Promise<void> {
    try {
      await retryWhileBusy(() => {
        if (this.#writer.isInTransaction) this.#writer.exec('rollback')
        this.#writer.perform('begin immediate')
      }, this.#options.busyTimeoutMs)
      this.#isOpen = true
      this.#options.onBegin?.()
    } catch (error) {
      throw isBusy(error) ? this.#reportLock(error) : this.#explain(error)
    }
  }

  /** Returns true if the group has to be run again with savepoints. */
  async #perform(group: Member[]): Promise<boolean> {
    const finished: Finished[] = []
    const guard = new YieldGuard()
    const lastWrites = new LastWrites((write, args) => this.#performLast(write, args))
    const isShared = group.length > 1
    const isCareful = isShared && this.#carefulGroups > 0
    if (isCareful) this.#carefulGroups--
    let state: TransactionState | undefined = new Map()
    const began = performance.now()
    try {
      for (const [index, member] of group.entries()) {
        if (index > 0 && performance.now() - began > groupMsMax) {
          this.#queue.unshift(...group.splice(index))
          break
        }
        const tx = this.#handle({ lastWrites, isApart: isCareful, state })
        const run = member.isAlone ? settle : guard.run.bind(guard)
        const outcome = await run(member.body, tx)
        tx.end(ended)
        finished.push({ member, tx, outcome })
        // Some failures, such as a full disk, make SQLite roll back the whole transaction.
        if (!this.#writer.isInTransaction) return this.#lose(finished, group)
        if ('value' in outcome) tx.keep()
        else if (tx.hasWritten) {
          if (isShared && !isCareful) return true
          tx.undo()
          state = undefined
        }
      }
    } finally {
      guard.stop()
    }
    this.#commit(finished, { isShared, lastWrites })
    return false
  }

  #performLast({ compiled, shortcut }: LastWrite, args: unknown): void {
    const isDone = shortcut !== undefined && this.#writer.run(shortcut, args) > 0
    if (!isDone) this.#writer.run(compiled, args)
  }

  async #performAgain(group: Member[]): Promise<void> {
    this.#writer.exec('rollback')
    this.#isOpen = false
    this.#carefulGroups = carefulGroupsCount
    await this.#begin()
    await this.#perform(group)
  }

  #commit(
    finished: readonly Finished[],
    { isShared, lastWrites }: { readonly isShared: boolean; readonly lastWrites: LastWrites },
  ): void {
    const failed = finished.filter(({ outcome }) => 'error' in outcome).length
    try {
      // A single transaction has no savepoint and is rolled back instead.
      const undoAll = !isShared && failed > 0
      if (!undoAll) lastWrites.flush()
      this.#writer.perform(undoAll ? 'rollback' : 'commit')
    } catch (error) {
      if (this.#writer.isInTransaction) this.#writer.exec('rollback')
      throw this.#explain(error)
    }
    this.#isOpen = false
    if (failed < finished.length) this.#options.onCommit()
    this.#answer(finished)
  }

  #answer(finished: readonly Finished[]): void {
    for (const { tx, outcome } of finished) {
      if ('value' in outcome) runAfterCommit(tx.effects, this.#options.log)
    }
    for (const { member, outcome } of finished) {
      if ('value' in outcome) member.resolve(outcome.value as never)
      else member.reject(outcome.error)
    }
  }

  /** Rejects the members that ran, and runs the others in a new group. */
  #lose(finished: readonly Finished[], group: readonly Member[]): false {
    const last = finished.at(-1)?.outcome
    const cause = last !== undefined && 'error' in last ? last.error : undefined
    for (const { member } of finished) member.reject(diskRefusal(cause))
    this.#queue.unshift(...group.slice(finished.length))
    return false
  }

  #handle(
    transactionOptions: Pick<
      ConstructorParameters<typeof SqliteTransaction>[0],
      'lastWrites' | 'isApart' | 'state'
    >,
  ): SqliteTransaction {
    const { channels } = this.#options
    const explain = (error: unknown) => this.#explain(error)
    return new SqliteTransaction({ writer: this.#writer, channels, explain, ...transactionOptions })
  }

  #reportLock(error: unknown): unknown {
    this.#options.log.error(
      'another process locks the database; check for a second server or an open SQLite shell',
      { waitedMs: this.#options.busyTimeoutMs, ...describeFailure(error) },
    )
    return lockedRefusal(error)
  }

  #explain(error: unknown): unknown {
    if (isSyncFailure(error)) {
      this.#options.log.error(
        'a disk sync failed; the process exits and recovers at the next start',
        describeFailure(error),
      )
      this.#options.onFatal(error)
      return diskRefusal(error)
    }
    if (!isStorageFailure(error)) return error
    this.#options.log.error(
      'the disk is full or failing; free space or check it, no restart is needed',
      describeFailure(error),
    )
    return diskRefusal(error)
  }
}
