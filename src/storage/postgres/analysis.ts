import type { Readable } from 'node:stream'
import type { StorageLog } from '../port.ts'
import { Pools } from './connections/pools.ts'
import { type ColumnValues, makePool } from './driver.ts'
import { Replica } from './replica.ts'
import { type HeldConnection, holdConnection, setLocally } from './transactions/held-connection.ts'

interface AnalysisOptions {
  readonly url: string
  /** A replica for queries, if it has reached what the primary has. */
  readonly readUrl?: string
  readonly connectionsMax: number
  readonly statementTimeoutMs: number
  readonly isPooled?: boolean
  readonly preparesStatements?: boolean
  readonly log: StorageLog
}

/**
 * At least one side of each join is large. Right after an import the server has no statistics, would assume
 * small tables and use nested loops. It would also consider the queries so expensive that it compiles each of
 * them, which takes seconds.
 */
const parameters = { enable_nestloop: 'off', jit: 'off', work_mem: '32MB' }

/**
 * Long queries on a few separate connections, so that they neither take connections of requests nor are
 * subject to their timeouts.
 */
export class PostgresAnalysis implements AsyncDisposable {
  readonly #options: AnalysisOptions
  readonly #pools: Pools
  readonly #replica: Replica | undefined

  constructor(options: AnalysisOptions) {
    this.#options = options
    this.#pools = new Pools({
      ...options,
      make: (poolOptions) => makePool({ ...options, parameters, ...poolOptions }),
    })
    const { readUrl = '' } = options
    if (readUrl === '') return
    this.#replica = new Replica({
      ...options,
      ...this.#timeouts,
      url: readUrl,
      primary: this.#pools,
      parameters,
    })
  }

  /** The rows of a query, as lists of its columns. */
  rows(sql: string): Promise<ColumnValues[]> {
    const work = { mode: 'read only', isRepeatable: true }
    return this.#hold(work, (connection) => connection.values(sql))
  }

  /** Runs queries that see the same snapshot. */
  atOneMoment<T>(work: (rows: (sql: string) => Promise<ColumnValues[]>) => Promise<T>): Promise<T> {
    const mode = 'isolation level repeatable read read only'
    return this.#hold({ mode, isRepeatable: true }, (connection) =>
      work((sql) => connection.values(sql)),
    )
  }

  /** The output of a `copy ... to stdout`, streamed. */
  async *copy(sql: string): AsyncGenerator<Buffer> {
    const stream = await this.#stream(sql)
    try {
      yield* stream.iterator({ destroyOnReturn: false })
    } finally {
      // Drains data that is no longer needed.
      stream.resume()
    }
  }

  /** In a transaction, so that the connection is not shared: the driver would reject other queries. */
  #stream(sql: string): Promise<Readable> {
    return new Promise((resolve, reject) => {
      const mode = 'read only'
      const streaming = this.#hold({ mode, isRepeatable: false }, async (connection) => {
        const stream = await connection.copyOutput(sql)
        resolve(stream)
        if (!stream.closed) await new Promise((closed) => stream.once('close', closed))
        if (stream.errored !== null) throw stream.errored
      })
      streaming.catch(reject)
    })
  }

  get #timeouts() {
    const { statementTimeoutMs } = this.#options
    return { acquireTimeoutMs: statementTimeoutMs, answerTimeoutMs: 2 * statementTimeoutMs }
  }

  async #hold<T>(
    options: { readonly mode: string; readonly isRepeatable: boolean },
    work: (connection: HeldConnection) => Promise<T>,
  ): Promise<T> {
    const { isPooled, statementTimeoutMs } = this.#options
    const workWithinLimits = async (connection: HeldConnection) => {
      if (isPooled) {
        await setLocally(connection, { ...parameters, statement_timeout: `${statementTimeoutMs}` })
      }
      return work(connection)
    }
    const read = await this.#replica?.hold(options, workWithinLimits)
    if (read !== undefined) return read.value
    const { mode } = options
    return this.#pools.use((pool, waiting) =>
      holdConnection({ pool, waiting, mode, ...this.#timeouts }, workWithinLimits),
    )
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#replica?.[Symbol.asyncDispose]()
    await this.#pools[Symbol.asyncDispose]()
  }
}
