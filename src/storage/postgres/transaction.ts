import type { Transaction } from '../port.ts'
import type { LastWrites } from '../sql/last-writes.ts'
import type { Compiled, Statement } from '../sql/statement.ts'
import type { Answer } from './driver.ts'
import type { HeldConnection } from './held-connection.ts'
import { widened } from './many-rows.ts'
import { notify } from './notifications/notes.ts'

const ended = 'This transaction has ended; its handle takes no more work.'

/** Moves a counter by a connection that belongs to no transaction. */
export type Reserve = (compiled: Compiled, args: unknown) => Promise<Answer>

interface TransactionParts {
  readonly reserve: Reserve
  /** Undoing it must not touch the others of its group, whatever it has written. */
  readonly isApart?: boolean
  /** What those have in common that are made as one. */
  readonly shared?: { readonly state: object; readonly lastWrites: LastWrites } | undefined
}

/** What the body of one transaction works with. */
export class PostgresTransaction implements Transaction {
  readonly effects: (() => void)[] = []
  readonly #connection: HeldConnection
  readonly #isApart: boolean
  readonly #reserve: Reserve
  readonly #shared: TransactionParts['shared']
  #isOpen = true
  #hasWritten = false
  #hasFailed = false

  constructor(connection: HeldConnection, { reserve, isApart = false, shared }: TransactionParts) {
    this.#connection = connection
    this.#reserve = reserve
    this.#isApart = isApart
    this.#shared = shared
  }

  /**
   * All of a group had been asked for when it began. What one of them has read since, the next need not
   * read again, and what one of them has written nobody else can change.
   */
  get state(): object | undefined {
    return this.#shared?.state
  }

  get hasWritten(): boolean {
    return this.#hasWritten
  }

  /** A statement has failed. */
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
    return (await this.#send(statement, args)).count ?? 0
  }

  async runEach<Args>(
    statement: Statement<Args, never>,
    list: readonly Args[],
    { areDistinct = false } = {},
  ): Promise<number> {
    this.#assertOpen()
    const steps = widened(statement.for('postgres'), list, { areDistinct })
    // Sent without waiting for each other; the connection takes them one after another.
    const sent = steps.map(({ compiled, args }) => this.#sent(compiled, args))
    return (await Promise.all(sent)).reduce((changed, { count }) => changed + (count ?? 0), 0)
  }

  async runLast<Args>(statement: Statement<Args, never>, key: string, args: Args): Promise<void> {
    if (this.#shared === undefined) return void (await this.#send(statement, args))
    this.#assertOpen()
    this.#beginWriting()
    this.#shared.lastWrites.put(key, statement.for('postgres'), args)
  }

  async reserve<Args, Row>(statement: Statement<Args, Row>, args: Args): Promise<Row | undefined> {
    this.#assertOpen()
    // Whoever held rows while it waits for a counter could wait for itself without anyone's noticing.
    if (this.#hasWritten) throw new Error('Numbers are reserved before anything is written.')
    return (await this.#reserve(statement.for('postgres'), args))[0] as Row | undefined
  }

  async notify(channel: string, payload = ''): Promise<void> {
    this.#beginWriting()
    await this.#send(notify, { channel, payload })
  }

  afterCommit(effect: () => void): void {
    this.#assertOpen()
    this.effects.push(effect)
  }

  /** Refuses work from now on. */
  end(): void {
    this.#isOpen = false
  }

  /** Takes back what one that stands apart has written, and nothing of its neighbours. */
  async undo(): Promise<void> {
    await this.#connection.say('rollback to savepoint member; release savepoint member')
  }

  /** Lets the neighbours' commit keep what this one has written. */
  keep(): void {
    if (this.#isApart && this.#hasWritten) this.#saySoon('release savepoint member')
  }

  #send(statement: Pick<Statement, 'for'>, args: unknown): Promise<Answer> {
    this.#assertOpen()
    return this.#sent(statement.for('postgres'), args)
  }

  async #sent(compiled: Compiled, args: unknown): Promise<Answer> {
    if (!compiled.isQuery) this.#beginWriting()
    this.#shared?.lastWrites.before(compiled)
    try {
      return await this.#connection.send(compiled, args)
    } catch (error) {
      this.#hasFailed = true
      throw error
    }
  }

  // Only the first write needs a point to return to, and a body that only reads needs none.
  #beginWriting(): void {
    if (this.#hasWritten) return
    this.#hasWritten = true
    if (this.#isApart) this.#saySoon('savepoint member')
  }

  // The server takes what follows in order; if this fails, so does all of it.
  #saySoon(text: string): void {
    this.#connection.say(text).catch(() => {})
  }

  #assertOpen(): void {
    if (!this.#isOpen) throw new Error(ended)
  }
}
