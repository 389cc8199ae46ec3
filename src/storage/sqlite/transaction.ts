import type { Channels } from '../channels.ts'
import type { Transaction, TransactionState } from '../port.ts'
import type { LastWrites } from '../sql/last-writes.ts'
import type { Compiled, Statement } from '../sql/statement.ts'
import type { Connection } from './connection.ts'

interface TransactionOptions {
  readonly writer: Connection
  readonly lastWrites: LastWrites
  readonly channels: Channels
  /** Whether it uses a savepoint, so that it can be rolled back without the other members of its group. */
  readonly isApart: boolean
  readonly state: TransactionState | undefined
  /** Converts an error of a statement to one for the caller. */
  readonly explain: (error: unknown) => unknown
}

/** The handle of the body of a transaction. Several may share a commit. */
export class SqliteTransaction implements Transaction {
  readonly effects: (() => void)[] = []
  readonly state: TransactionState | undefined
  readonly #options: TransactionOptions
  readonly #writer: Connection
  #hasWritten = false
  #end: string | undefined

  constructor(options: TransactionOptions) {
    this.#options = options
    this.#writer = options.writer
    this.state = options.state
  }

  get others(): this {
    return this
  }

  get optimistic(): undefined {
    return undefined
  }

  get hasWritten(): boolean {
    return this.#hasWritten
  }

  first<Args, Row>(statement: Statement<Args, Row>, args: Args): Promise<Row | undefined> {
    return this.#perform(statement, (compiled) => this.#writer.first(compiled, args)) as Promise<
      Row | undefined
    >
  }

  all<Args, Row>(statement: Statement<Args, Row>, args: Args): Promise<Row[]> {
    return this.#perform(statement, (compiled) => this.#writer.all(compiled, args)) as Promise<
      Row[]
    >
  }

  run<Args>(statement: Statement<Args, never>, args: Args): Promise<number> {
    return this.#perform(statement, (compiled) => this.#writer.run(compiled, args))
  }

  runEach<Args>(statement: Statement<Args, never>, list: readonly Args[]): Promise<number> {
    return this.#perform(statement, (compiled) => this.#writer.runEach(compiled, list))
  }

  async runLast<Args>(
    statement: Statement<Args, never>,
    key: string,
    args: Args,
    shortcut?: Statement<Args, never>,
  ): Promise<void> {
    // With a savepoint it can be rolled back alone, so that it has to be executed immediately.
    if (this.#options.isApart) return void (await this.run(statement, args))
    this.#assertOpen()
    this.#hasWritten = true
    const compiled = statement.for('sqlite')
    this.#options.lastWrites.put(key, { compiled, shortcut: shortcut?.for('sqlite') }, args)
  }

  reserve<Args, Row>(statement: Statement<Args, Row>, args: Args): Promise<Row | undefined> {
    return this.first(statement, args)
  }

  async notify(channel: string, payload = ''): Promise<void> {
    this.#assertOpen()
    this.effects.push(() => this.#options.channels.tell(channel, payload))
  }

  afterCommit(effect: () => void): void {
    this.#assertOpen()
    this.effects.push(effect)
  }

  /** Rejects further statements. */
  end(why: string): void {
    this.#end ??= why
  }

  /** Rolls back to the savepoint of this member. */
  undo(): void {
    if (!this.#options.isApart || !this.#hasWritten) return
    this.#writer.perform('rollback to member')
    this.#writer.perform('release member')
  }

  /** Keeps the writes of this member for the commit of the group. */
  keep(): void {
    if (this.#options.isApart && this.#hasWritten) this.#writer.perform('release member')
  }

  // Not async, because SQLite returns results synchronously.
  #perform<T>(statement: Pick<Statement, 'for'>, execute: (compiled: Compiled) => T): Promise<T> {
    try {
      this.#assertOpen()
      const compiled = statement.for('sqlite')
      if (!compiled.isQuery && !this.#hasWritten) this.#beginWriting()
      this.#options.lastWrites.before(compiled)
      return Promise.resolve(execute(compiled))
    } catch (error) {
      return Promise.reject(this.#end === undefined ? this.#options.explain(error) : error)
    }
  }

  // The savepoint is created before the first write, because bodies that only read need none.
  #beginWriting(): void {
    if (this.#options.isApart) this.#writer.perform('savepoint member')
    this.#hasWritten = true
  }

  #assertOpen(): void {
    if (this.#end !== undefined) throw new Error(this.#end)
  }
}
