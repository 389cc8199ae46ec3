import type { ReplicaAddress } from './replication/stores/replica-store.ts'
import type { Schema } from './schema/schema.ts'
import type { Statement } from './sql/statement.ts'

export type Engine = 'sqlite' | 'postgres'

/** Reads committed rows, and inside a transaction also its own writes. */
export interface Reader {
  first<Args, Row>(statement: Statement<Args, Row>, args: Args): Promise<Row | undefined>
  all<Args, Row>(statement: Statement<Args, Row>, args: Args): Promise<Row[]>
}

/**
 * The only handle that can write. It is valid inside the function that is passed to `transaction`, which must
 * await nothing but this handle.
 */
export interface Transaction extends Reader {
  /** Executes a statement without a result, and returns the number of changed rows. */
  run<Args>(statement: Statement<Args, never>, args: Args): Promise<number>
  /**
   * Executes a statement for each of the arguments, which is the cheapest way for many rows. Returns the
   * number of changed rows, including those of triggers. `areDistinct` promises that the rows do not conflict
   * with each other.
   */
  runEach<Args>(
    statement: Statement<Args, never>,
    list: readonly Args[],
    rows?: { readonly areDistinct: boolean },
  ): Promise<number>
  /**
   * Executes an update of one row that overwrites all earlier ones of the same statement and key. Of several
   * that commit together, only the last is executed, at the commit. If a `shortcut` changes the row, it has the
   * same effect; engines that can tell cheaply try it first.
   */
  runLast<Args>(
    statement: Statement<Args, never>,
    key: string,
    args: Args,
    shortcut?: Statement<Args, never>,
  ): Promise<void>
  /**
   * Increments a counter and returns its row. With concurrent writers this happens outside of the
   * transaction, so that other writers do not wait for its end; the increment stays if the transaction fails.
   * Must be called before the first write.
   */
  reserve<Args, Row>(statement: Statement<Args, Row>, args: Args): Promise<Row | undefined>
  /** Notifies the listeners of all processes, after the commit. */
  notify(channel: string, payload?: string): Promise<void>
  /**
   * Identifies the database state that this transaction sees, for caches: rows cached for the same state are
   * valid. Undefined if only a read can show that.
   */
  readonly state: TransactionState | undefined
  /** Reads committed rows that this transaction does not write, such as those of another owner. */
  readonly others: Reader
  /** Defined if the body runs without locks. It is then run again with locks unless `confirm` succeeds. */
  readonly optimistic: Optimistic | undefined
  /** Runs after the commit, before `transaction` returns; never after a failure. */
  afterCommit(effect: () => void): void
}

/** What each cache knows of a database state, by the cache. */
export type TransactionState = Map<object, unknown>

/** A transaction that assumes that what it has read does not change. */
export interface Optimistic {
  /**
   * Updates the one row that every writer of the same owner updates, if that row is still as it was read. The
   * transaction commits only if the row has changed.
   */
  confirm<Args>(statement: Statement<Args, never>, args: Args): void
}

export type TableRow = Readonly<Record<string, string | number | null>>

export interface ArchivedRow {
  readonly table: string
  readonly row: TableRow
}

/** A consistent view of the whole database, for backups. */
export interface Snapshot extends Reader {
  rows(table: string): AsyncIterable<TableRow>
}

/** The log of the engines, which fits the log of the program. */
export interface StorageLog {
  info(message: string, fields?: Record<string, unknown>): void
  warn(message: string, fields?: Record<string, unknown>): void
  error(message: string, fields?: Record<string, unknown>): void
}

/** Where an embedded database is replicated to, with which files, and how long states are retained. */
export interface ReplicaPlace {
  readonly replica: ReplicaAddress
  /** The folder and the ending of the files that are part of it. */
  readonly files: { readonly folder: string; readonly ending: string } | undefined
  readonly retentionMs: number
}

/** Metrics of a replication. */
export interface ReplicationFigures {
  /** The age of the oldest commit that may be missing in the replica. */
  readonly lagMs: number
  readonly storedBytes: number
  readonly snapshots: number
  readonly failures: number
}

export interface Replication {
  figures(): ReplicationFigures
}

/** Metrics of a database. Those that an engine does not have are absent. */
export interface Vitals {
  readonly bytes: number
  /** The size of the write-ahead log. */
  readonly logBytes?: number
  readonly connections?: {
    /** Connections of all processes. */
    readonly open: number
    readonly max: number
    /** Connections of this process: in use, and the maximum. */
    readonly used: number
    readonly poolMax: number
  }
  /** Transactions of all processes that wait for locks. */
  readonly lockWaits?: { readonly count: number; readonly longestMs: number }
  /** The bytes of write-ahead log that the database server has ever written. */
  readonly walBytes?: number
}

export interface TransactionOptions {
  /**
   * Identifies the row that it locks first, so that transactions of one process take turns instead of
   * competing for it.
   */
  readonly locks?: string
  /** Whether it locks further rows, so that it must not share a transaction with others. */
  readonly isAlone?: boolean
  /** Whether the body may run without locks first, on engines where that is cheaper. */
  readonly canConfirm?: boolean
  /** Whether it only counts or records something in addition to the requested change. */
  readonly isAside?: boolean
}

/** Runs a transaction. */
export type Transact = <T>(body: (tx: Transaction) => Promise<T>) => Promise<T>

/** What a migration works with. */
export interface Maintenance {
  readonly transact: Transact
  /** Executes a statement that cannot run in a transaction; undefined if there is no such statement. */
  readonly execute: ((text: string) => Promise<void>) | undefined
}

/** A database, independent of the engine. */
export interface Database extends Reader, AsyncDisposable {
  readonly engine: Engine
  /** Whether tables are distributed over several servers, so that a statement should need one of them. */
  readonly isDistributed: boolean
  readonly schema: Schema
  /** Changes with every restore, so that data outside of the database becomes invalid. */
  readonly epoch: number
  /**
   * Identifies the history that writes belong to (see `kernel/change-numbers.ts`). It changes whenever the
   * last commits may be lost: with every start of an embedded database, every start or replacement of a
   * database server, and every restore.
   */
  readonly incarnation: string
  /** Begins an incarnation in all processes; absent if each process has its own. */
  beginIncarnation?(): Promise<void>
  /** For long queries. They run in another thread if they would block the event loop. */
  readonly apart: Reader
  transaction<T>(body: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>
  /**
   * Runs what may take long, for migrations: on dedicated connections without time limits.
   * Transactions do not wait long for locks, which would make others wait, but are retried.
   */
  maintain<T>(work: (maintenance: Maintenance) => Promise<T>): Promise<T>
  /**
   * A number that changes when rows may have changed other than by this process: by another process, noticed
   * within milliseconds, or by a restore. Undefined if other processes write regularly.
   */
  foreignChanges(): number | undefined
  snapshot<T>(body: (snapshot: Snapshot) => Promise<T>): Promise<T>
  /** All committed data as the bytes of a SQLite file; undefined on a database server. */
  fileBytes(): Uint8Array | undefined
  /**
   * Replaces the rows of all tables in one transaction, and starts a new epoch and incarnation. Rows of an
   * older schema are migrated in the same transaction.
   */
  replaceAll(rows: AsyncIterable<ArchivedRow>, from?: { migration: number }): Promise<void>
  /**
   * Calls the listener for each notification from any process; the returned function unsubscribes. After a
   * lost connection it is called once with an empty payload, because notifications may have been missed.
   */
  listen(channel: string, listener: (payload: string) => void): Promise<() => Promise<void>>
  /** Replicates the database until it is closed; absent on a database server, which has its own replication. */
  replicate?(to: ReplicaPlace): Replication
  /** Resolves if the database responds, and rejects otherwise. */
  ready(): Promise<void>
  vitals(): Promise<Vitals>
  /** The problems that the engine finds in its own structures. */
  problems(): Promise<string[]>
}
