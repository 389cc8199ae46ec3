import type { Readable } from 'node:stream'
import { type ColumnValues, makePool } from './driver.ts'
import { type HeldConnection, holdConnection, setLocally } from './held-connection.ts'
import { Pools } from './pools.ts'

export interface AnalysisOptions {
  readonly url: string
  readonly connectionsMax: number
  readonly statementTimeoutMs: number
  readonly isPooled?: boolean
  readonly preparesStatements?: boolean
}

/**
 * What is joined here is large on one side at least. After an import, of which the server has no idea
 * yet, it would take both for small and go over one of them for each row of the other. What it still
 * has to do so looks so expensive to it then that it would compile every query first, for seconds.
 */
const parameters = { enable_nestloop: 'off', jit: 'off', work_mem: '32MB' }

/**
 * Long questions to a PostgreSQL server, on a few connections of their own, so that they neither
 * take those of requests nor end when a request would have to.
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

  /** The rows of queries that all see the same moment. */
  atOneMoment<T>(work: (rows: (sql: string) => Promise<ColumnValues[]>) => Promise<T>): Promise<T> {
    return this.#hold('isolation level repeatable read read only', (connection) =>
      work((sql) => connection.values(sql)),
    )
  }

  /** The bytes that a `copy ... to stdout` gives, as they come. */
  async *copy(sql: string): AsyncGenerator<Buffer> {
    const stream = await this.#stream(sql)
    try {
      yield* stream.iterator({ destroyOnReturn: false })
    } finally {
      // What nobody wants any more is still on its way.
      stream.resume()
    }
  }

  /** In a transaction, whose connection nobody else gets: the driver would refuse what they ask. */
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
