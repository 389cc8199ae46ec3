import type { Optimistic, Reader, TableRow, Transaction } from '../../port.ts'
import type { SqlTarget } from '../../sql/sql.ts'
import type { Compiled, Statement } from '../../sql/statement.ts'
import type { Answer } from '../driver.ts'
import { keepNote } from '../notifications/notes.ts'
import type { Write } from './combined-writes.ts'
import type { Reserve } from './transaction.ts'

// Each combination of writes is another statement that the server prepares.
const writesMax = 6

/** The body does something that is possible only in a transaction with locks. */
class NeedsLocks extends Error {}

interface OptimisticContext {
  readonly target: SqlTarget
  /** Reads committed rows: all, or the first of them. */
  readonly read: (compiled: Compiled, args: unknown) => Promise<Answer>
  readonly first: (compiled: Compiled, args: unknown) => Promise<TableRow | undefined>
  readonly reserve: Reserve
}

/**
 * Collects the writes of a body that runs without locks. It sees committed rows only. Its writes are sent in
 * one statement at the end, which changes nothing unless each of them changes exactly one row, among them the
 * row that `confirm` compares. A body that needs more fails here and is run again with locks.
 */
export class OptimisticTransaction implements Transaction {
  readonly effects: (() => void)[] = []
  readonly state = undefined
  readonly others: Reader
  readonly optimistic: Optimistic
  readonly #context: OptimisticContext
  readonly #writes: Write[] = []
  readonly #notes = new Set<string>()
  #confirmation: Write | undefined

  constructor(context: OptimisticContext) {
    this.#context = context
    this.others = {
      first: (statement, args) =>
        this.#context.first(this.#readable(statement), args) as Promise<never>,
      all: (statement, args) =>
        this.#context.read(this.#readable(statement), args) as Promise<never>,
    }
    this.optimistic = {
      confirm: (statement, args) => {
        if (this.#confirmation !== undefined) throw new NeedsLocks('confirms two rows')
        this.#confirmation = { compiled: statement.for(this.#context.target), args, isNote: false }
      },
    }
  }

  /** What has to be sent; undefined if nothing confirms what was read. */
  get writes(): readonly Write[] | undefined {
    // The confirmation is first, because writers with locks lock that row first.
    return this.#confirmation && [this.#confirmation, ...this.#writes]
  }

  async first<Args, Row>(statement: Statement<Args, Row>, args: Args): Promise<Row | undefined> {
    this.#requireUnwritten(statement)
    return this.others.first(statement, args)
  }

  async all<Args, Row>(statement: Statement<Args, Row>, args: Args): Promise<Row[]> {
    this.#requireUnwritten(statement)
    return this.others.all(statement, args)
  }

  async run<Args>(statement: Statement<Args, never>, args: Args): Promise<number> {
    this.#write(statement, args)
    return 1
  }

  async runEach<Args>(statement: Statement<Args, never>, list: readonly Args[]): Promise<number> {
    for (const args of list) this.#write(statement, args)
    return list.length
  }

  async runLast<Args>(statement: Statement<Args, never>, _key: string, args: Args): Promise<void> {
    this.#write(statement, args)
  }

  async reserve<Args, Row>(statement: Statement<Args, Row>, args: Args): Promise<Row | undefined> {
    return (await this.#context.reserve(statement.for(this.#context.target), args))[0] as
      | Row
      | undefined
  }

  async notify(channel: string, payload = ''): Promise<void> {
    const key = JSON.stringify([channel, payload])
    if (this.#notes.has(key)) return
    this.#notes.add(key)
    this.#write(keepNote, { channel, payload }, true)
  }

  afterCommit(effect: () => void): void {
    this.effects.push(effect)
  }

  #requireUnwritten(statement: Pick<Statement, 'for'>): void {
    const { tables } = statement.for(this.#context.target)
    const isWritten = this.#writes.some(({ compiled }) => !compiled.tables.isDisjointFrom(tables))
    if (isWritten) throw new NeedsLocks('reads what it may have written')
  }

  #write(statement: Pick<Statement, 'for'>, args: unknown, isNote = false): void {
    if (this.#writes.length === writesMax) throw new NeedsLocks('writes many rows')
    this.#writes.push({ compiled: statement.for(this.#context.target), args, isNote })
  }

  /** The text of a query, unless it writes or locks rows. */
  #readable(statement: Pick<Statement, 'for'>): Compiled {
    const compiled = statement.for(this.#context.target)
    if (!compiled.isQuery || compiled.locksRows) throw new NeedsLocks('locks rows')
    return compiled
  }
}
