import { Readable } from 'node:stream'
import { makePool, type Pool } from './driver.ts'

export interface AnalysisOptions {
  readonly url: string
  readonly connectionsMax: number
  readonly statementTimeoutMs: number
}

const connectTimeoutMs = 3_000

/**
 * What is joined here is large on one side at least. After an import, of which the server has no idea
 * yet, it would take both for small and go over one of them for each row of the other.
 */
const parameters = { enable_nestloop: 'off', work_mem: '32MB' }

const endTimeoutS = 5

/**
 * Long questions to a PostgreSQL server, on a few connections of their own, so that they neither
 * take those of requests nor end when a request would have to.
 */
export class PostgresAnalysis implements AsyncDisposable {
  readonly #options: AnalysisOptions
  #pool: Pool | undefined

  constructor(options: AnalysisOptions) {
    this.#options = options
  }

  /** The rows of a query, as lists of its columns. */
  async rows(sql: string): Promise<(string | null)[][]> {
    return (await this.#connected.unsafe(sql).values()) as unknown as (string | null)[][]
  }

  /** The rows of queries that all see the same moment. */
  async atOneMoment<T>(
    work: (rows: (sql: string) => Promise<(string | null)[][]>) => Promise<T>,
  ): Promise<T> {
    const answer = await this.#connected.begin('isolation level repeatable read read only', (tx) =>
      work(async (sql) => (await tx.unsafe(sql).values()) as unknown as (string | null)[][]),
    )
    return answer as T
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
      const streaming = this.#connected.begin('read only', async (tx) => {
        const query = tx.unsafe(sql)
        bearErrors(query)
        const stream = (await query.readable()) as Readable
        // The driver stops listening to the server when its stream is full, and begins again only when
        // the stream asks for more: after the last bytes it never does, and all would wait for ever.
        stream.once('end', () => stream._read(0))
        resolve(stream)
        if (!stream.closed) await new Promise((closed) => stream.once('close', closed))
      })
      streaming.catch(reject)
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pool?.end({ timeout: endTimeoutS })
  }

  get #connected(): Pool {
    this.#pool ??= makePool({ ...this.#options, connectTimeoutMs, parameters })
    return this.#pool
  }
}

/**
 * Whoever reads a stream hears of its failure, and nobody has to when nobody reads any more. It can come
 * in the same bytes as the stream, before who waits for the stream has it.
 */
function bearErrors(query: object): void {
  const waiting = query as { resolve: (answer: unknown) => void }
  const { resolve } = waiting
  waiting.resolve = (answer) => {
    if (answer instanceof Readable) answer.on('error', () => {})
    resolve(answer)
  }
}
