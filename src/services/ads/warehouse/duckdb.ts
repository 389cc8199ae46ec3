import type { DuckDBConnection, DuckDBInstance, DuckDBValue, Json } from '@duckdb/node-api'

export interface DuckDbLimits {
  /** How much memory one instance takes before it writes to its folder for what does not fit. */
  readonly memoryMb: number
  readonly threads: number
  /** What does not fit into memory goes here; the folder is made when it is needed. */
  readonly spillFolder: string
}

export type DuckDbValue = DuckDBValue

/** A row as text and plain numbers: integers of 64 bits, decimals and days come as text. */
export type DuckDbRow = Readonly<Record<string, Json>>

/** Opens a database of DuckDB: a file, or one in memory. The only file that knows the package. */
export async function openDuckDb(limits: DuckDbLimits, path = ':memory:'): Promise<DuckDb> {
  // Loaded only when it is used, since its native library is large.
  const { DuckDBInstance } = await import('@duckdb/node-api')
  const instance = await DuckDBInstance.create(path, {
    memory_limit: `${limits.memoryMb}MB`,
    threads: String(limits.threads),
    temp_directory: limits.spillFolder,
    preserve_insertion_order: 'false',
    // What reports and imports need is built in; nothing is ever loaded from the network.
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
  })
  return new DuckDb(instance, await instance.connect())
}

/** One connection to a database of DuckDB, whose statements run one after another off the event loop. */
export class DuckDb implements Disposable {
  readonly #instance: DuckDBInstance
  readonly #connection: DuckDBConnection
  readonly #isFirst: boolean

  constructor(instance: DuckDBInstance, connection: DuckDBConnection, isFirst = true) {
    this.#instance = instance
    this.#connection = connection
    this.#isFirst = isFirst
  }

  /** Executes one or several statements. */
  async run(sql: string, values?: DuckDbValue[]): Promise<void> {
    await this.#connection.run(sql, values)
  }

  /** All rows of a query whose answer is small. */
  async all<Row = DuckDbRow>(sql: string, values?: DuckDbValue[]): Promise<Row[]> {
    const result = await this.#connection.run(sql, values)
    return (await result.getRowObjectsJson()) as Row[]
  }

  /** The rows of a query as lists of their columns, some thousand at a time, as they are made. */
  async *chunks(sql: string, values?: DuckDbValue[]): AsyncIterable<Json[][]> {
    yield* (await this.#connection.stream(sql, values)).yieldRowsJson()
  }

  /** Another connection to the same database, for statements at the same time. */
  async connect(): Promise<DuckDb> {
    return new DuckDb(this.#instance, await this.#instance.connect(), false)
  }

  /** Makes the statement that is running fail. */
  interrupt(): void {
    this.#connection.interrupt()
  }

  /** Ends the connection; with the first one the database is closed. */
  [Symbol.dispose](): void {
    this.#connection.closeSync()
    if (this.#isFirst) this.#instance.closeSync()
  }
}

/** A text in the SQL of DuckDB. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`
