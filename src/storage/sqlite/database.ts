import { replaceRows } from '../archive/replace-rows.ts'
import { Channels } from '../channels.ts'
import { type Completing, completedBody } from '../completing.ts'
import type {
  ArchivedRow,
  Database,
  Maintenance,
  ReplicaPlace,
  Snapshot,
  StorageLog,
  Transact,
  Transaction,
  TransactionOptions,
  Vitals,
} from '../port.ts'
import { Replication } from '../replication/replication.ts'
import { epochChannel, readEpoch } from '../schema/epoch.ts'
import { newIncarnation } from '../schema/incarnation.ts'
import { missingTables } from '../schema/migrate.ts'
import { newestNumber, type Schema } from '../schema/schema.ts'
import { assertQuery, type Statement } from '../sql/statement.ts'
import { retryWhileBusy } from './busy.ts'
import { Checkpoints } from './checkpoints.ts'
import { Connection } from './connection.ts'
import { asRefusal, isBusy } from './failure.ts'
import { GroupCommit, type GroupCommitOptions } from './group-commit.ts'
import { findProblems, readVitals } from './inspection.ts'
import { ReaderThread } from './reader-thread.ts'
import { SqliteSnapshot } from './snapshot.ts'

type Tuning = Pick<
  GroupCommitOptions,
  'busyTimeoutMs' | 'groupMembersMax' | 'queuedTransactionsMax' | 'onFatal'
>

export interface SqliteOptions extends Partial<Tuning> {
  readonly path: string
  /** The page cache of each connection. */
  readonly cacheMb?: number
  /** Whether a commit waits until it is on disk; true by default. */
  readonly isDurable?: boolean
  readonly completing?: Completing
  readonly schema: Schema
  readonly log: StorageLog
}

const busyTimeoutMsDefault = 5_000

// How long changes by commands may go unnoticed by caches.
const foreignLookEveryMs = 10

/** Opens or creates the file. The caller migrates it. */
export async function openSqlite(options: SqliteOptions): Promise<SqliteDatabase> {
  const { path, busyTimeoutMs = busyTimeoutMsDefault } = options
  const tuning = tuningOf(options)
  const writer = new Connection(path)
  try {
    await retryWhileBusy(() => writer.exec(`${durabilityOf(options)} ${tuning}`), busyTimeoutMs)
    return new SqliteDatabase(writer, options)
  } catch (error) {
    writer.close()
    throw error
  }
}

// A commit is on disk when it returns. Checkpoints decides when the log is moved into the file.
const durabilityOf = ({ isDurable = true }: SqliteOptions) => `
  pragma journal_mode = wal;
  pragma synchronous = ${isDurable ? 'full' : 'off'};
  pragma wal_autocheckpoint = 0;
  pragma journal_size_limit = 67108864;
`

const cacheMbDefault = 32

// A negative size is in kibibytes.
const tuningOf = ({ cacheMb = cacheMbDefault }: SqliteOptions) =>
  `pragma cache_size = -${cacheMb * 1024}; pragma temp_store = memory;`

class SqliteDatabase implements Database {
  readonly engine = 'sqlite'
  readonly isDistributed = false
  readonly schema: Schema
  readonly #writer: Connection
  #reader: Connection | undefined
  readonly #options: SqliteOptions
  readonly #channels: Channels
  readonly #groups: GroupCommit
  readonly #checkpoints: Checkpoints
  #replication: Replication | undefined
  readonly apart: ReaderThread
  #epoch = 0
  #incarnation = newIncarnation()
  #isClosed = false
  #foreignChanges = 0
  #dataVersion = 0
  #lookedAt = Number.NEGATIVE_INFINITY

  constructor(writer: Connection, options: SqliteOptions) {
    const { log, onFatal = () => process.exit(1) } = options
    this.#writer = writer
    this.#options = options
    this.schema = options.schema
    this.#channels = new Channels(log)
    this.apart = new ReaderThread({ path: options.path, tuning: tuningOf(options) })
    this.#groups = new GroupCommit({
      writer,
      channels: this.#channels,
      log,
      onFatal,
      busyTimeoutMs: options.busyTimeoutMs ?? busyTimeoutMsDefault,
      groupMembersMax: options.groupMembersMax ?? 256,
      queuedTransactionsMax: options.queuedTransactionsMax ?? 10_000,
      // While the lock is held no other process can write, so that caches are exact from here on.
      onBegin: () => this.#lookForChanges(),
      onCommit: () => {
        this.#checkpoints.noteCommit()
        this.#replication?.noteCommit()
      },
    })
    const isWriting = () => this.#groups.isOpen || this.#isClosed
    this.#checkpoints = new Checkpoints({ path: options.path, writer, log, onFatal, isWriting })
  }

  get epoch(): number {
    return this.#epoch
  }

  get incarnation(): string {
    return this.#incarnation
  }

  async loadEpoch(): Promise<void> {
    this.#epoch = (await readEpoch(this)) ?? 0
  }

  async first<Args, Row>(statement: Statement<Args, Row>, args: Args): Promise<Row | undefined> {
    const compiled = statement.for('sqlite')
    assertQuery(compiled)
    try {
      return this.#readable.first(compiled, args) as Row | undefined
    } catch (error) {
      return this.#retry(() => this.#openReader().first(compiled, args) as Row | undefined, error)
    }
  }

  async all<Args, Row>(statement: Statement<Args, Row>, args: Args): Promise<Row[]> {
    const compiled = statement.for('sqlite')
    assertQuery(compiled)
    try {
      return this.#readable.all(compiled, args) as Row[]
    } catch (error) {
      return this.#retry(() => this.#openReader().all(compiled, args) as Row[], error)
    }
  }

  transaction<T>(
    body: (tx: Transaction) => Promise<T>,
    options: TransactionOptions = {},
  ): Promise<T> {
    return this.#groups.add(completedBody(body, options, this.#options.completing))
  }

  maintain<T>(work: (maintenance: Maintenance) => Promise<T>): Promise<T> {
    const transact: Transact = (body) => this.#groups.add(body, { isAlone: true })
    return work({ transact, execute: undefined })
  }

  foreignChanges(): number {
    const isDue = performance.now() - this.#lookedAt > foreignLookEveryMs
    if (isDue && !this.#isClosed) this.#lookForChanges()
    return this.#foreignChanges
  }

  #lookForChanges(): void {
    this.#lookedAt = performance.now()
    const version = Number(this.#writer.pragma('data_version'))
    if (version !== this.#dataVersion) this.#foreignChanges++
    this.#dataVersion = version
  }

  async snapshot<T>(body: (snapshot: Snapshot) => Promise<T>): Promise<T> {
    using snapshot = new SqliteSnapshot(new Connection(this.#options.path, { readOnly: true }))
    return await body(snapshot)
  }

  fileBytes(): Uint8Array {
    const connection = this.#readable
    const bytes = connection.serialize()
    // Frees the page cache of the backup.
    connection.exec('pragma shrink_memory')
    return bytes
  }

  async replaceAll(
    rows: AsyncIterable<ArchivedRow>,
    from = { migration: newestNumber(this.schema) },
  ): Promise<void> {
    const { schema } = this
    const replace = async (tx: Transaction) => {
      const epoch = await replaceRows(tx, { engine: 'sqlite', rows, schema, ...from })
      const incarnation = newIncarnation()
      await tx.notify(epochChannel, incarnation)
      tx.afterCommit(() => {
        this.#epoch = epoch
        this.#incarnation = incarnation
        this.#foreignChanges++
      })
    }
    await this.#groups.add(replace, { isAlone: true })
  }

  async listen(channel: string, listener: (payload: string) => void): Promise<() => Promise<void>> {
    const remove = this.#channels.add(channel, listener)
    return async () => {
      remove()
    }
  }

  async ready(): Promise<void> {
    try {
      this.#readable.pragma('schema_version')
    } catch (error) {
      throw asRefusal(error)
    }
  }

  replicate(to: ReplicaPlace): Replication {
    this.#replication = new Replication({
      ...to,
      databasePath: this.#options.path,
      log: this.#options.log,
      onHoldLog: (isHeld) => this.#checkpoints.suspend(isHeld),
    })
    return this.#replication
  }

  async vitals(): Promise<Vitals> {
    return readVitals(this.#options.path)
  }

  async problems(): Promise<string[]> {
    const missing = await missingTables(this, this.schema)
    return [...missing, ...findProblems(this.#options.path)]
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#isClosed) return
    await this.#groups.close()
    this.#isClosed = true
    // Changes when another process writes.
    const version = this.#writer.pragma('data_version')
    await this.#replication?.stop()
    await this.apart.stop()
    this.#reader?.close()
    await this.#checkpoints.finish()
    const isComplete = this.#writer.pragma('data_version') === version
    this.#writer.close()
    if (isComplete) this.#replication?.noteEnd()
  }

  // The page cache of the writer survives commits and that of the reader does not, so that the writer reads
  // unless it has uncommitted writes.
  get #readable(): Connection {
    return this.#groups.isOpen ? this.#openReader() : this.#writer
  }

  // Opened on demand: reading the schema takes a millisecond, and many worlds never need a second connection.
  #openReader(): Connection {
    if (this.#reader !== undefined) return this.#reader
    const reader = new Connection(this.#options.path, { readOnly: true })
    reader.exec(tuningOf(this.#options))
    this.#reader = reader
    return reader
  }

  async #retry<T>(read: () => T, error: unknown): Promise<T> {
    if (this.#isClosed || !isBusy(error)) throw asRefusal(error)
    try {
      return await retryWhileBusy(read, this.#options.busyTimeoutMs ?? busyTimeoutMsDefault)
    } catch (failure) {
      throw asRefusal(failure)
    }
  }
}
