import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { positional, type SqlValue } from '../arguments.ts'
import type { TableRow } from '../port.ts'
import type { Compiled } from '../statement.ts'

const preparedStatementsMax = 2_000

/** One connection to a SQLite file. The only file that knows the driver; every call blocks. */
export class Connection {
  readonly #database: DatabaseSync
  readonly #prepared = new Map<string, StatementSync>()
  readonly #writes = new Map<string, StatementSync>()

  constructor(path: string, { readOnly = false } = {}) {
    this.#database = new DatabaseSync(path, {
      readOnly,
      enableForeignKeyConstraints: true,
      // Waiting for a lock would hold up the event loop; whoever calls tries again with a timer.
      timeout: 0,
    })
  }

  get isInTransaction(): boolean {
    return this.#database.isTransaction
  }

  first(compiled: Compiled, args: unknown): TableRow | undefined {
    return this.prepare(compiled.sql).get(...bound(compiled, args)) as TableRow | undefined
  }

  all(compiled: Compiled, args: unknown): TableRow[] {
    return this.prepare(compiled.sql).all(...bound(compiled, args)) as TableRow[]
  }

  /** The number of changed rows. */
  run(compiled: Compiled, args: unknown): number {
    return Number(this.#prepareWrite(compiled.sql).run(...bound(compiled, args)).changes)
  }

  /** Runs a statement without arguments and rows, as those that begin and end a transaction. */
  perform(sql: string): void {
    this.#prepareWrite(sql).run()
  }

  /** Walks over the rows of a query with a statement of its own, so that walks may overlap. */
  walk(sql: string): Iterable<TableRow> {
    return this.#database.prepare(sql).iterate() as Iterable<TableRow>
  }

  /** A statement that is kept for the next time the same text is used. */
  prepare(sql: string): StatementSync {
    return kept(this.#prepared, sql, () => this.#database.prepare(sql))
  }

  // The driver tells of the last row that was inserted, be it one of an index of words, whose numbers
  // do not fit into anything smaller.
  #prepareWrite(sql: string): StatementSync {
    return kept(this.#writes, sql, () => {
      const prepared = this.#database.prepare(sql)
      prepared.setReadBigInts(true)
      return prepared
    })
  }

  exec(sql: string): void {
    this.#database.exec(sql)
  }

  /** The first column of the first row that a pragma answers. */
  pragma(text: string): unknown {
    const row = this.#database.prepare(`pragma ${text}`).get()
    return row === undefined ? undefined : Object.values(row)[0]
  }

  close(): void {
    this.#prepared.clear()
    this.#writes.clear()
    if (this.#database.isOpen) this.#database.close()
  }
}

function kept(
  statements: Map<string, StatementSync>,
  sql: string,
  prepare: () => StatementSync,
): StatementSync {
  const known = statements.get(sql)
  if (known !== undefined) return known
  const prepared = prepare()
  if (statements.size >= preparedStatementsMax) {
    const [oldest] = statements.keys()
    statements.delete(oldest as string)
  }
  statements.set(sql, prepared)
  return prepared
}

// The driver binds every number as a floating one, which would store 5 in a text column as '5.0'.
const exact = (value: SqlValue) =>
  typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : value

const bound = (compiled: Compiled, args: unknown) => positional(compiled, args, exact)
