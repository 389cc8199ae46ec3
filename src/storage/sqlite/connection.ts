import { backup, DatabaseSync, type StatementSync } from 'node:sqlite'
import type { TableRow } from '../port.ts'
import { positional, type SqlValue } from '../sql/arguments.ts'
import { objectMaker } from '../sql/generated-functions.ts'
import { type Insert, Parameter } from '../sql/sql.ts'
import type { Compiled } from '../sql/statement.ts'

const preparedStatementsMax = 2_000
const pagesPerCopyStep = 256

/** A connection to a SQLite file. This is the only file that uses the driver. Every call blocks. */
export class Connection {
  readonly #database: DatabaseSync
  readonly #prepared = new Map<string, StatementSync>()
  readonly #writes = new Map<string, Write>()
  readonly #queries = new Map<string, Query>()

  constructor(path: string, { readOnly = false } = {}) {
    this.#database = new DatabaseSync(path, {
      readOnly,
      enableForeignKeyConstraints: true,
      // Waiting for a lock would block the event loop; callers retry with a timer.
      timeout: 0,
    })
  }

  get isInTransaction(): boolean {
    return this.#database.isTransaction
  }

  first(compiled: Compiled, args: unknown): TableRow | undefined {
    const query = this.#query(compiled.sql)
    const values = query.statement.get(...boundValues(compiled, args)) as Values | undefined
    return values === undefined ? undefined : rowOf(query, values)
  }

  all(compiled: Compiled, args: unknown): TableRow[] {
    return this.rows(compiled.sql, positional(compiled, args))
  }

  /** The rows of a query with positional arguments. */
  rows(sql: string, args: SqlValue[]): TableRow[] {
    const query = this.#query(sql)
    const found = query.statement.all(...exactly(args)) as unknown as Values[]
    return found.map((values) => rowOf(query, values))
  }

  /** The number of changed rows. */
  run(compiled: Compiled, args: unknown): number {
    const { statement, numbers } = this.#prepareWrite(compiled)
    return Number(statement.run(...exactly(positional(compiled, args), numbers)).changes)
  }

  /** Executes a statement for each of the arguments, and returns the number of changed rows. */
  runEach(compiled: Compiled, list: readonly unknown[]): number {
    const before = this.#changes()
    const { statement, numbers } = this.#prepareWrite(compiled)
    // `get` is faster than `run`, whose result costs a seventh of an insert.
    for (const args of list) statement.get(...exactly(positional(compiled, args), numbers))
    return this.#changes() - before
  }

  #changes(): number {
    return this.prepare('select total_changes() as count').get()!.count as number
  }

  /** Executes a statement without arguments and rows, such as `begin`. */
  perform(sql: string): void {
    this.#prepareWrite({ sql }).statement.run()
  }

  /** Iterates over the rows of a query with its own statement, so that iterations can overlap. */
  walk(sql: string): Iterable<TableRow> {
    return this.#database.prepare(sql).iterate() as Iterable<TableRow>
  }

  /** A cached prepared statement. */
  prepare(sql: string): StatementSync {
    return cachedStatement(this.#prepared, sql, () => this.#database.prepare(sql))
  }

  // The driver returns the last inserted row id, which for word indexes exceeds the range of numbers.
  #prepareWrite({ sql, insert }: Pick<Compiled, 'sql' | 'insert'>): Write {
    return cachedStatement(this.#writes, sql, () => {
      const statement = this.#database.prepare(sql)
      statement.setReadBigInts(true)
      return { statement, numbers: insert && integerPlaces(insert) }
    })
  }

  #query(sql: string): Query {
    return cachedStatement(this.#queries, sql, () => {
      const statement = this.#database.prepare(sql)
      statement.setReturnArrays(true)
      return { statement, ...rowsOf(statement) }
    })
  }

  exec(sql: string): void {
    this.#database.exec(sql)
  }

  /** The value of a pragma. */
  pragma(text: string): unknown {
    return (this.#query(`pragma ${text}`).statement.get() as Values | undefined)?.[0]
  }

  /** All committed data as the bytes of a file. */
  serialize(): Uint8Array {
    return this.#database.serialize()
  }

  /** Copies all pages to a new file, as the transaction of this connection sees them. */
  async copyTo(path: string): Promise<void> {
    await backup(this.#database, path, { rate: pagesPerCopyStep })
  }

  close(): void {
    this.#prepared.clear()
    this.#writes.clear()
    this.#queries.clear()
    if (this.#database.isOpen) this.#database.close()
  }
}

interface Write {
  readonly statement: StatementSync
  /** Which parameters take numbers directly, if any. */
  readonly numbers: readonly boolean[] | undefined
}

interface Query {
  readonly statement: StatementSync
  width: number
  make: (values: Values) => TableRow
}

type Values = readonly TableRow[string][]

function rowsOf(statement: StatementSync): Pick<Query, 'width' | 'make'> {
  const names = statement.columns().map(({ name }) => name)
  return { width: names.length, make: objectMaker(names) }
}

// The objects of the driver are dictionaries, which take twice as long to create and read.
function rowOf(query: Query, values: Values): TableRow {
  // The schema and thus the statement have changed.
  if (values.length !== query.width) Object.assign(query, rowsOf(query.statement))
  return query.make(values)
}

function cachedStatement<T>(cache: Map<string, T>, sql: string, make: () => T): T {
  const found = cache.get(sql)
  if (found !== undefined) return found
  const made = make()
  if (cache.size >= preparedStatementsMax) {
    const [oldest] = cache.keys()
    cache.delete(oldest as string)
  }
  cache.set(sql, made)
  return made
}

// The driver binds numbers as floating point, which would store 5 in a text column as '5.0'. Binding an
// integer costs a tenth of an insert, and is omitted if the column converts it.
function exactly(
  values: (SqlValue | bigint)[],
  numbers?: readonly boolean[],
): (SqlValue | bigint)[] {
  for (let index = 0; index < values.length; index++) {
    const value = values[index]
    if (typeof value !== 'number' || numbers?.[index]) continue
    if (Number.isSafeInteger(value)) values[index] = BigInt(value)
  }
  return values
}

/** Which parameters of an insert are values of integer columns, in order. */
const integerPlaces = ({ table, values }: Insert): readonly boolean[] =>
  values.flatMap(([column, value]) =>
    value instanceof Parameter
      ? [table.columns[column]?.type === 'integer']
      : value.parts.filter((part) => part instanceof Parameter).map(() => false),
  )

const boundValues = (compiled: Compiled, args: unknown) => exactly(positional(compiled, args))
