import type { Schema } from './schema/schema.ts'
import type { Statement } from './sql/statement.ts'

export type Engine = 'sqlite' | 'postgres'

/** Reads committed rows; inside a transaction also what the transaction has written. */
export interface Reader {
  first<Args, Row>(statement: Statement<Args, Row>, args: Args): Promise<Row | undefined>
  all<Args, Row>(statement: Statement<Args, Row>, args: Args): Promise<Row[]>
}

/**
 * The only handle that writes. It exists inside the block that `transaction` is given, and it
 * refuses work once that block has ended. The block awaits nothing but this handle.
 */
export interface Transaction extends Reader {
  /** Executes a statement that returns no rows and says how many rows it changed. */
  run<Args>(statement: Statement<Args, never>, args: Args): Promise<number>
  /**
   * Executes such a statement once for each of the arguments, which is the cheapest for many rows, and
   * says how many rows all of them changed, those of triggers included. Rows that are distinct cannot
   * meet each other where the statement says what to do on conflict.
   */
  runEach<Args>(
    statement: Statement<Args, never>,
    list: readonly Args[],
    rows?: { readonly areDistinct: boolean },
  ): Promise<number>
  /**
   * Executes an update of one row, by its key, that replaces whatever a former one of the same kind has
   * made of it: only the last of several that commit together need be made, when they commit.
   */
  runLast<Args>(statement: Statement<Args, never>, key: string, args: Args): Promise<void>
  /**
   * Moves a counter and gives its row. Where several transactions write at once this is done apart from
   * this one, so that nobody waits for its end, and what it has taken stays taken if it fails. It has
   * to come before the transaction writes anything.
   */
  reserve<Args, Row>(statement: Statement<Args, Row>, args: Args): Promise<Row | undefined>
  /** Tells the listeners of every process, once the transaction has committed. */
  notify(channel: string, payload?: string): Promise<void>
  /**
   * Stands for what the database holds as this transaction sees it, for those who keep rows in
   * memory: what they know of the same state is still so. Undefined where only asking tells.
   */
  readonly state: object | undefined
  /** Runs after the commit and before the caller of `transaction` goes on; never on failure. */
  afterCommit(effect: () => void): void
}

export type TableRow = Readonly<Record<string, string | number | null>>

export interface ArchivedRow {
  readonly table: string
  readonly row: TableRow
}

/** One consistent view of the whole database, for backups. */
export interface Snapshot extends Reader {
  rows(table: string): AsyncIterable<TableRow>
}

/** Where the engines report what an operator has to know; the program's log fits. */
export interface StorageLog {
  info(message: string, fields?: Record<string, unknown>): void
  warn(message: string, fields?: Record<string, unknown>): void
  error(message: string, fields?: Record<string, unknown>): void
}

/** What an operator watches. What an engine does not have is absent. */
export interface Vitals {
  readonly bytes: number
  /** What is committed and not yet moved into the database file. */
  readonly logBytes?: number
  readonly connections?: {
    /** To the database, from all processes. */
    readonly open: number
    readonly max: number
    /** That this process uses at this moment, and may use. */
    readonly used: number
    readonly poolMax: number
  }
}

export interface TransactionOptions {
  /** Names the row that it locks first, so that those of one process need not compete for it. */
  readonly locks?: string
  /** It waits for further locks, which it should not do while others hold theirs with it. */
  readonly isAlone?: boolean
  /** It is not the change that was asked for, but counts or records something beside it. */
  readonly isAside?: boolean
}

/** What the rest of the program knows of a database. */
export interface Database extends Reader, AsyncDisposable {
  readonly engine: Engine
  readonly schema: Schema
  /** Changes with every restore, which leaves behind what lies beside the database. */
  readonly epoch: number
  /**
   * Names the history that writes belong to (see `kernel/change-numbers.ts`). It changes with every
   * start of an embedded database, with every start or replacement of a database server, and with every
   * restore: whenever what was committed last may be lost.
   */
  readonly incarnation: string
  /** Begins an incarnation in all processes; absent if each process has its own. */
  beginIncarnation?(): Promise<void>
  /** For statements that take long: where reading holds up the event loop it happens elsewhere. */
  readonly apart: Reader
  transaction<T>(body: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>
  /**
   * A number that moves when rows may have changed other than by a transaction of this process: by
   * another process, noticed within some milliseconds, or by a restore. Undefined where other
   * processes write as a matter of course.
   */
  foreignChanges(): number | undefined
  snapshot<T>(body: (snapshot: Snapshot) => Promise<T>): Promise<T>
  /** Everything that is committed, as the bytes of a SQLite file; undefined on a database server. */
  fileBytes(): Uint8Array | undefined
  /**
   * Replaces the contents of all tables, in one transaction, and begins a new epoch and incarnation. Rows of an
   * older schema say its number, and are brought up to the present one in the same transaction.
   */
  replaceAll(rows: AsyncIterable<ArchivedRow>, from?: { migration: number }): Promise<void>
  /**
   * Calls back for each notification of any process; returns what ends that. After a lost connection
   * it calls back once with an empty payload, because notifications may have been missed.
   */
  listen(channel: string, listener: (payload: string) => void): Promise<() => Promise<void>>
  /** Resolves when the database answers, and rejects with a refusal when it does not. */
  ready(): Promise<void>
  vitals(): Promise<Vitals>
  /** What the engine finds wrong with its own structures: empty when all is well. */
  problems(): Promise<string[]>
}
