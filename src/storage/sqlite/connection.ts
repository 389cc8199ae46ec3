import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { TableRow } from '../port.ts'
import { positional, type SqlValue } from '../sql/arguments.ts'
import { objectMaker } from '../sql/generated.ts'
import { type Insert, Parameter } from '../sql/sql.ts'
import type { Compiled } from '../sql/statement.ts'

const preparedStatementsMax = 2_000

/** One connection to a SQLite file. The only file that knows the driver; every call blocks. */
export class Connection {
  readonly #database: DatabaseSync
  readonly #prepared = new Map<string, StatementSync>()
  readonly #writes = new Map<string, Write>()
  readonly #queries = new Map<string, Query>()

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
    const query = this.#query(compiled.sql)
    const values = query.statement.get(...bound(compiled, args)) as Values | undefined
    return values === undefined ? undefined : rowOf(query, values)
  }

  all(compiled: Compiled, args: unknown): TableRow[] {
    return this.rows(compiled.sql, positional(compiled, args))
  }

  /** The rows of a query whose arguments are in their order already. */
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

  /** Runs a statement once for each of the arguments, and gives the number of changed rows. */
  runEach(compiled: Compiled, list: readonly unknown[]): number {
    const before = this.#changes()
    const { statement, numbers } = this.#prepareWrite(compiled)
    // Asking for a row that does not come spares an answer that costs a seventh of an insert.
    for (const args of list) statement.get(...exactly(positional(compiled, args), numbers))
    return this.#changes() - before
  }

  #changes(): number {
    return this.prepare('select total_changes() as count').get()!.count as number
  }

  /** Runs a statement without arguments and rows, as those that begin and end a transaction. */
  perform(sql: string): void {
    this.#prepareWrite({ sql }).statement.run()
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
  #prepareWrite({ sql, insert }: Pick<Compiled, 'sql' | 'insert'>): Write {
    return kept(this.#writes, sql, () => {
      const statement = this.#database.prepare(sql)
      statement.setReadBigInts(true)
      return { statement, numbers: insert && integerPlaces(insert) }
    })
  }

  #query(sql: string): Query {
    return kept(this.#queries, sql, () => {
      const statement = this.#database.prepare(sql)
      statement.setReturnArrays(true)
      return { statement, ...rowsOf(statement) }
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

  /** Everything that is committed, as the bytes of a file. */
  serialize(): Uint8Array {
    return this.#database.serialize()
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
  /** Which of its parameters take numbers as they are, where some do. */
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

// The driver's own objects are dictionaries, which cost twice as much to make and to look into.
function rowOf(query: Query, values: Values): TableRow {
  // The schema has changed since, and the statement with it.
  if (values.length !== query.width) Object.assign(query, rowsOf(query.statement))
  return query.make(values)
}

function kept<T>(known: Map<string, T>, sql: string, make: () => T): T {
  const found = known.get(sql)
  if (found !== undefined) return found
  const made = make()
  if (known.size >= preparedStatementsMax) {
    const [oldest] = known.keys()
    known.delete(oldest as string)
  }
  known.set(sql, made)
  return made
}

// The driver binds every number as a floating one, which would store 5 in a text column as '5.0'. To
// have it bind a whole one costs a tenth of an insert, and is spared where the column makes one of it.
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

/** Which parameters of an insert go straight into integer columns, in their order. */
const integerPlaces = ({ table, values }: Insert): readonly boolean[] =>
  values.flatMap(([column, value]) =>
    value instanceof Parameter
      ? [table.columns[column]?.type === 'integer']
      : value.parts.filter((part) => part instanceof Parameter).map(() => false),
  )

const bound = (compiled: Compiled, args: unknown) => exactly(positional(compiled, args))
