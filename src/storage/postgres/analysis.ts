import type { Readable } from 'node:stream'
import { type ColumnValues, makePool, type Pool, valuesOf } from './driver.ts'
import { type HeldConnection, holdConnection } from './held-connection.ts'

export interface AnalysisOptions {
  readonly url: string
  readonly connectionsMax: number
  readonly statementTimeoutMs: number
}

/**
 * At least one side of each join is large. Right after an import the server has no statistics, would assume
 * small tables and use nested loops. It would also consider the queries so expensive that it compiles each of
 * them, which takes seconds.
 */
const parameters = { enable_nestloop: 'off', jit: 'off', work_mem: '32MB' }

const endTimeoutS = 5

/**
 * Long queries on a few separate connections, so that they neither take connections of requests nor are
 * subject to their timeouts.
 */
export class PostgresAnalysis implements AsyncDisposable {
  readonly #options: AnalysisOptions
  #pool: Pool | undefined

  constructor(options: AnalysisOptions) {
    this.#options = options
  }

  /** The rows of a query, as lists of its columns. */
  rows(sql: string): Promise<ColumnValues[]> {
    return valuesOf(this.#connected, sql)
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
    return holdConnection({ pool: this.#connected, mode, ...timeouts }, work)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pool?.end({ timeout: endTimeoutS })
  }

  get #connected(): Pool {
    this.#pool ??= makePool({ ...this.#options, parameters })
    return this.#pool
  }
}
