import type { Channels } from '../channels.ts'
import type { Transaction } from '../port.ts'
import type { Compiled, Statement } from '../statement.ts'
import type { Connection } from './connection.ts'

interface TransactionOptions {
  readonly writer: Connection
  readonly channels: Channels
  /** Shares its transaction with others, so that undoing it must not touch them. */
  readonly isShared: boolean
  /** Says what a statement's failure means to the caller. */
  readonly explain: (error: unknown) => unknown
}

const onlyReads = /^\s*select\b/i

/** What the body of one transaction works with; several of them may share one commit. */
export class SqliteTransaction implements Transaction {
  readonly effects: (() => void)[] = []
  readonly #options: TransactionOptions
  readonly #writer: Connection
  #hasSavepoint = false
  #end: string | undefined

  constructor(options: TransactionOptions) {
    this.#options = options
    this.#writer = options.writer
  }

  async first<Args, Row>(statement: Statement<Args, Row>, args: Args): Promise<Row | undefined> {
    const compiled = this.#ready(statement)
    try {
      return this.#writer.first(compiled, args) as Row | undefined
    } catch (error) {
      throw this.#options.explain(error)
    }
  }

  async all<Args, Row>(statement: Statement<Args, Row>, args: Args): Promise<Row[]> {
    const compiled = this.#ready(statement)
    try {
      return this.#writer.all(compiled, args) as Row[]
    } catch (error) {
      throw this.#options.explain(error)
    }
  }

  async run<Args>(statement: Statement<Args, never>, args: Args): Promise<number> {
    const compiled = this.#ready(statement)
    try {
      return this.#writer.run(compiled, args)
    } catch (error) {
      throw this.#options.explain(error)
    }
  }

  async runEach<Args>(statement: Statement<Args, never>, rows: readonly Args[]): Promise<void> {
    const compiled = this.#ready(statement)
    try {
      for (const row of rows) this.#writer.run(compiled, row)
    } catch (error) {
      throw this.#options.explain(error)
    }
  }

  async notify(channel: string, payload = ''): Promise<void> {
    this.#assertOpen()
    this.effects.push(() => this.#options.channels.tell(channel, payload))
  }

  afterCommit(effect: () => void): void {
    this.#assertOpen()
    this.effects.push(effect)
  }

  /** Refuses work from now on. */
  end(why: string): void {
    this.#end ??= why
  }

  /** Takes back what a shared transaction has written, and nothing of its neighbours. */
  undo(): void {
    if (!this.#hasSavepoint) return
    this.#writer.prepare('rollback to member').run()
    this.#writer.prepare('release member').run()
  }

  /** Lets the neighbours' commit keep what this one has written. */
  keep(): void {
    if (this.#hasSavepoint) this.#writer.prepare('release member').run()
  }

  #ready(statement: Pick<Statement, 'for'>): Compiled {
    this.#assertOpen()
    const compiled = statement.for('sqlite')
    // Only the first write needs a point to return to, and a body that only reads needs none.
    if (this.#options.isShared && !this.#hasSavepoint && !onlyReads.test(compiled.sql)) {
      this.#writer.prepare('savepoint member').run()
      this.#hasSavepoint = true
    }
    return compiled
  }

  #assertOpen(): void {
    if (this.#end !== undefined) throw new Error(this.#end)
  }
}
