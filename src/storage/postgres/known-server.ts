import type { Reader, StorageLog, Transaction } from '../port.ts'
import {
  beginIncarnation,
  ensureIncarnation,
  newIncarnation,
  sharedIncarnation,
} from '../schema/incarnation.ts'
import { none } from '../sql/statement.ts'
import {
  endIncarnation,
  findServer,
  type HeldIncarnation,
  heldIncarnation,
  lockIncarnation,
  ServerUnsure,
  ServerWatch,
} from './server-watch.ts'
import type { HeldConnection } from './transactions/held-connection.ts'

interface ServerContext {
  readonly reader: Reader
  /** Runs a transaction whose writes do not depend on the incarnation. */
  readonly transact: <T>(body: (tx: Transaction) => Promise<T>) => Promise<T>
  readonly isDistributed: () => boolean
  readonly log: StorageLog
}

interface GuardedWork {
  readonly connection: HeldConnection
  readonly isReadOnly: boolean
}

/** The server and its incarnation as this process knows them. Writes into another incarnation fail. */
export class KnownServer {
  readonly #context: ServerContext
  readonly #watch = new ServerWatch(() => this.#load())
  #incarnation = ''
  /** When the server started, as it says; undefined while its schema has no incarnations. */
  #start: string | undefined

  constructor(context: ServerContext) {
    this.#context = context
  }

  get incarnation(): string {
    return this.#incarnation
  }

  /** Call this when a connection is lost: the next connection may reach a different server. */
  noteLoss(): void {
    this.#watch.noteLoss()
  }

  look(): Promise<void> {
    return this.#watch.look()
  }

  /** Identifies the server again if necessary. */
  ensure(): Promise<void> {
    return this.#watch.ensure()
  }

  /** The incarnation that writes have to find; undefined while the schema has none. */
  async ensureIncarnation(): Promise<HeldIncarnation | undefined> {
    await this.ensure()
    const start = this.#start
    return start === undefined ? undefined : { incarnation: this.#incarnation, start }
  }

  async beginIncarnation(): Promise<void> {
    this.#incarnation = await this.#context.transact(async (tx) => {
      await this.awaitWriters(tx)
      const { server } = (await tx.first(findServer, none))!
      return beginIncarnation(tx, server)
    })
  }

  /**
   * Waits for the transactions of the present incarnation, and holds off others. Call this before anything else
   * in a transaction that begins an incarnation.
   */
  async awaitWriters(tx: Transaction): Promise<void> {
    await tx.first(endIncarnation, none)
    if (this.#context.isDistributed()) await tx.first(lockIncarnation, none)
  }

  /** Continues with the incarnation that a restore has begun. */
  adopt(incarnation: string): void {
    this.#incarnation = incarnation
  }

  /** Runs the body of a transaction, which fails if it writes into another incarnation. */
  async run<T>(
    { connection, isReadOnly }: GuardedWork,
    body: (connection: HeldConnection) => Promise<T>,
  ): Promise<T> {
    // It may have waited for a connection until the server was back.
    if (!this.#watch.isSure) throw new ServerUnsure()
    if (isReadOnly || this.#start === undefined) return body(connection)
    const check = this.#checkIncarnation(connection)
    const value = await body(connection)
    await check
    return value
  }

  /**
   * Fails if another process has restored the database, or if a pooler has switched to a different server. There
   * may not have been a notification yet.
   */
  #checkIncarnation(connection: HeldConnection): Promise<void> {
    // What the body writes may depend on the incarnation that is known now; a restore may end before the response.
    const [incarnation, start] = [this.#incarnation, this.#start]
    const check = heldIncarnation(connection).then((present) => {
      if (present?.incarnation === incarnation && present.start === start) return
      this.noteLoss()
      throw new ServerUnsure()
    })
    // The body may fail first, and then nothing awaits the check.
    check.catch(() => {})
    return check
  }

  /** Identifies the server, and adopts its incarnation. */
  async #load(): Promise<void> {
    const { reader, transact } = this.#context
    const { server, start, hasIncarnations } = (await reader.first(findServer, none))!
    if (!hasIncarnations) {
      this.#incarnation = newIncarnation()
      return
    }
    const shared = await sharedIncarnation(reader, server)
    if (shared !== undefined) this.#incarnation = shared
    else {
      const { incarnation, before } = await transact(async (tx) => {
        await this.awaitWriters(tx)
        return ensureIncarnation(tx, server)
      })
      this.#warnOfRollback(before)
      this.#incarnation = incarnation
    }
    this.#start = start
  }

  /** A server that returns without the incarnation that this process has committed has an older state. */
  #warnOfRollback(found: string | undefined): void {
    const expected = this.#incarnation
    if (this.#start === undefined || found === undefined || found === expected) return
    this.#context.log.warn(
      'the database may have gone back to an earlier state; clients will synchronize again',
      { expected, found },
    )
  }
}

/** Begins an incarnation for restored rows, and returns it. */
export async function nextIncarnation(tx: Transaction): Promise<string> {
  const { server, hasIncarnations } = (await tx.first(findServer, none))!
  return hasIncarnations ? beginIncarnation(tx, server) : newIncarnation()
}
