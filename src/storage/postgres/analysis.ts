import type { Readable } from 'node:stream'
import { type ColumnValues, makePool } from './driver.ts'
import { Pools } from './pools.ts'
import { type HeldConnection, holdConnection, setLocally } from './transactions/held-connection.ts'

export interface AnalysisOptions {
  readonly url: string
  readonly connectionsMax: number
  readonly statementTimeoutMs: number
  readonly isPooled?: boolean
  readonly preparesStatements?: boolean
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

  constructor(options: AnalysisOptions) {
    this.#options = options
    this.#pools = new Pools((onClose) => makePool({ ...options, parameters, onClose }))
  }

  /** The rows of a query, as lists of its columns. */
  rows(sql: string): Promise<ColumnValues[]> {
    return this.#hold('read only', (connection) => connection.values(sql))
  }

  /** Runs queries that see the same snapshot. */
  atOneMoment<T>(work: (rows: (sql: string) => Promise<ColumnValues[]>) => Promise<T>): Promise<T> {
    return this.#hold('isolation level repeatable read read only', (connection) =>
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
      const streaming = this.#hold('read only', async (connection) => {
        const stream = await connection.copied(sql)
        resolve(stream)
        if (!stream.closed) await new Promise((closed) => stream.once('close', closed))
        if (stream.errored !== null) throw stream.errored
      })
      streaming.catch(reject)
    })
  }

  #hold<T>(mode: string, work: (connection: HeldConnection) => Promise<T>): Promise<T> {
    const { statementTimeoutMs } = this.#options
    const timeouts = {
      acquireTimeoutMs: statementTimeoutMs,
      answerTimeoutMs: 2 * statementTimeoutMs,
    }
    return this.#pools.use((pool, waiting) =>
      holdConnection({ pool, waiting, mode, ...timeouts }, async (connection) => {
        if (this.#options.isPooled) {
          await setLocally(connection, {
            ...parameters,
            statement_timeout: `${statementTimeoutMs}`,
          })
        }
        return work(connection)
      }),
    )
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pools[Symbol.asyncDispose]()
  }
}
