import type { DuckDBConnection, DuckDBInstance, DuckDBValue, Json } from '@duckdb/node-api'

interface DuckDbLimits {
  /** The memory limit of one instance, beyond which it spills to its folder. */
  readonly memoryMb: number
  readonly threads: number
  /** The folder for data that exceeds the memory; created on first use. */
  readonly spillFolder: string
}

type DuckDbValue = DuckDBValue

/** A row as text and plain numbers: integers of 64 bits, decimals and days come as text. */
type DuckDbRow = Readonly<Record<string, Json>>

/** Opens a DuckDB database: a file, or one in memory. No other file imports the package. */
export async function openDuckDb(limits: DuckDbLimits, path = ':memory:'): Promise<DuckDb> {
  // Loaded on first use, because its native library is large.
  const { DuckDBInstance } = await import('@duckdb/node-api')
  const instance = await DuckDBInstance.create(path, {
    memory_limit: `${limits.memoryMb}MB`,
    threads: String(limits.threads),
    temp_directory: limits.spillFolder,
    preserve_insertion_order: 'false',
    // Reports and imports need only built-in extensions; nothing is loaded from the network.
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
  })
  return new DuckDb(instance, await instance.connect())
}

/** A connection to a DuckDB database. Its statements run sequentially, off the event loop. */
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

  /** All rows of a query with a small result. */
  async all<Row = DuckDbRow>(sql: string, values?: DuckDbValue[]): Promise<Row[]> {
    const result = await this.#connection.run(sql, values)
    return (await result.getRowObjectsJson()) as Row[]
  }

  /** Streams the rows of a query as column lists, some thousand at a time. */
  async *chunks(sql: string, values?: DuckDbValue[]): AsyncIterable<Json[][]> {
    yield* (await this.#connection.stream(sql, values)).yieldRowsJson()
  }

  /** Another connection to the same database, for concurrent statements. */
  async connect(): Promise<DuckDb> {
    return new DuckDb(this.#instance, await this.#instance.connect(), false)
  }

  /** Cancels the running statement, which then fails. */
  interrupt(): void {
    this.#connection.interrupt()
  }

  /** Closes the connection. Closing the first one closes the database. */
  [Symbol.dispose](): void {
    this.#connection.closeSync()
    if (this.#isFirst) this.#instance.closeSync()
  }
}

/** A text as a literal in DuckDB's SQL. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`
