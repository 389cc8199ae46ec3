import type { Transaction, TransactionState } from '../../port.ts'
import type { LastWrites } from '../../sql/last-writes.ts'
import { type SqlTarget, UnlessExists } from '../../sql/sql.ts'
import type { Compiled, Statement } from '../../sql/statement.ts'
import type { Answer } from '../driver.ts'
import { notify } from '../notifications/notes.ts'
import type { HeldConnection } from './held-connection.ts'
import type { LateInserts } from './late-inserts.ts'
import { widenedSteps } from './many-rows.ts'

const ended = 'This transaction has ended; its handle takes no more work.'

/** Increments a counter on a connection outside of the transaction. */
export type Reserve = (compiled: Compiled, args: unknown) => Promise<Answer>

interface TransactionContext {
  readonly target: SqlTarget
  readonly reserve: Reserve
  /** Whether it uses a savepoint, so that it can be rolled back without the other members of its group. */
  readonly isApart?: boolean
  /** State that the members of a group share. */
  readonly shared?:
    | {
        readonly state: TransactionState
        readonly lastWrites: LastWrites
        readonly lateInserts: LateInserts
      }
    | undefined
}

/** The handle of the body of a transaction. */
export class PostgresTransaction implements Transaction {
  readonly effects: (() => void)[] = []
  readonly #connection: HeldConnection
  readonly #isApart: boolean
  readonly #target: SqlTarget
  readonly #reserve: Reserve
  readonly #shared: TransactionContext['shared']
  #isOpen = true
  #hasWritten = false
  #hasFailed = false

  constructor(
    connection: HeldConnection,
    { target, reserve, isApart = false, shared }: TransactionContext,
  ) {
    this.#connection = connection
    this.#target = target
    this.#reserve = reserve
    this.#isApart = isApart
    this.#shared = shared
  }

  /**
   * All members were requested before the group began. Rows that one of them has read are valid for the next,
   * and rows that one has written are locked.
   */
  get state(): TransactionState | undefined {
    return this.#shared?.state
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

  /** Whether a statement has failed. */
  get hasFailed(): boolean {
    return this.#hasFailed
  }

  async first<Args, Row>(statement: Statement<Args, Row>, args: Args): Promise<Row | undefined> {
    return (await this.#send(statement, args))[0] as Row | undefined
  }

  async all<Args, Row>(statement: Statement<Args, Row>, args: Args): Promise<Row[]> {
    return (await this.#send(statement, args)) as unknown as Row[]
  }

  async run<Args>(statement: Statement<Args, never>, args: Args): Promise<number> {
    const compiled = statement.for(this.#target)
    if (this.#shared !== undefined && compiled.insert?.rest instanceof UnlessExists) {
      this.#assertOpen()
      this.#beginWriting()
      this.#shared.lateInserts.add(compiled, args)
      return 1
    }
    return (await this.#send(statement, args)).count ?? 0
  }

  async runEach<Args>(
    statement: Statement<Args, never>,
    list: readonly Args[],
    { areDistinct = false } = {},
  ): Promise<number> {
    this.#assertOpen()
    const steps = widenedSteps(statement.for(this.#target), list, { areDistinct })
    // Pipelined; the connection executes them in order.
    const sent = steps.map(({ compiled, args }) => this.#sendCompiled(compiled, args))
    return (await Promise.all(sent)).reduce((changed, { count }) => changed + (count ?? 0), 0)
  }

  async runLast<Args>(statement: Statement<Args, never>, key: string, args: Args): Promise<void> {
    if (this.#shared === undefined) return void (await this.#send(statement, args))
    this.#assertOpen()
    this.#beginWriting()
    this.#shared.lastWrites.put(key, { compiled: statement.for(this.#target) }, args)
  }

  async reserve<Args, Row>(statement: Statement<Args, Row>, args: Args): Promise<Row | undefined> {
    this.#assertOpen()
    // Holding rows while waiting for a counter could cause a deadlock that the server cannot detect.
    if (this.#hasWritten) throw new Error('Numbers are reserved before anything is written.')
    return (await this.#reserve(statement.for(this.#target), args))[0] as Row | undefined
  }

  async notify(channel: string, payload = ''): Promise<void> {
    this.#beginWriting()
    await this.#send(notify, { channel, payload })
  }

  afterCommit(effect: () => void): void {
    this.#assertOpen()
    this.effects.push(effect)
  }

  /** Rejects further statements. */
  end(): void {
    this.#isOpen = false
  }

  /** Rolls back to the savepoint of this member. */
  async undo(): Promise<void> {
    await this.#connection.say('rollback to savepoint member; release savepoint member')
  }

  /** Keeps the writes of this member for the commit of the group. */
  keep(): void {
    if (this.#isApart && this.#hasWritten) this.#saySoon('release savepoint member')
  }

  #send(statement: Pick<Statement, 'for'>, args: unknown): Promise<Answer> {
    this.#assertOpen()
    return this.#sendCompiled(statement.for(this.#target), args)
  }

  async #sendCompiled(compiled: Compiled, args: unknown): Promise<Answer> {
    if (!compiled.isQuery) this.#beginWriting()
    this.#shared?.lastWrites.before(compiled)
    this.#shared?.lateInserts.before(compiled)
    try {
      return await this.#connection.send(compiled, args)
    } catch (error) {
      this.#hasFailed = true
      throw error
    }
  }

  // The savepoint is created before the first write, because bodies that only read need none.
  #beginWriting(): void {
    if (this.#hasWritten) return
    this.#hasWritten = true
    if (this.#isApart) this.#saySoon('savepoint member')
  }

  // The server executes statements in order; if this one fails, so do the following ones.
  #saySoon(text: string): void {
    this.#connection.say(text).catch(() => {})
  }

  #assertOpen(): void {
    if (!this.#isOpen) throw new Error(ended)
  }
}
