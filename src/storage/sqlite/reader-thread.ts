import { Worker } from 'node:worker_threads'
import { unavailable } from '#/kernel/errors.ts'
import { compiledEnvironment } from '#/kernel/process/compile-cache.ts'
import type { Reader } from '../port.ts'
import { positional } from '../sql/arguments.ts'
import { assertQuery, type Statement } from '../sql/statement.ts'
import { asRefusal } from './failure.ts'
import type { ReaderAnswer, ReaderPlace, ReaderQuestion } from './reader-worker.ts'

const waitingMax = 1_000

interface Waiting {
  resolve(rows: unknown[]): void
  reject(error: unknown): void
}

/**
 * Reads in a separate thread, so that long queries do not block the event loop. The thread starts with the
 * first query.
 */
export class ReaderThread implements Reader {
  readonly #location: ReaderPlace
  readonly #waiting = new Map<number, Waiting>()
  #worker: Worker | undefined
  #requestCount = 0

  constructor(location: ReaderPlace) {
    this.#location = location
  }

  async first<Args, Row>(statement: Statement<Args, Row>, args: Args): Promise<Row | undefined> {
    return (await this.all(statement, args))[0]
  }

  all<Args, Row>(statement: Statement<Args, Row>, args: Args): Promise<Row[]> {
    const compiled = statement.for('sqlite')
    assertQuery(compiled)
    const values = positional(compiled, args)
    if (this.#waiting.size >= waitingMax) throw unavailable('Too many long reads are waiting.')
    this.#worker ??= this.#start()
    const number = ++this.#requestCount
    const { promise, resolve, reject } = Promise.withResolvers<unknown[]>()
    this.#waiting.set(number, { resolve, reject })
    this.#worker.ref()
    this.#worker.postMessage({ number, sql: compiled.sql, args: values } satisfies ReaderQuestion)
    return promise as Promise<Row[]>
  }

  async stop(): Promise<void> {
    const worker = this.#worker
    this.#worker = undefined
    await worker?.terminate()
    this.#fail(new Error('the database is closed'))
  }

  #start(): Worker {
    const worker = new Worker(new URL('./reader-worker.ts', import.meta.url), {
      workerData: this.#location,
      env: compiledEnvironment(),
    })
    worker.on('message', (answer: ReaderAnswer) => this.#onAnswer(answer))
    worker.on('error', (error) => {
      this.#worker = undefined
      this.#fail(error)
    })
    return worker
  }

  #onAnswer({ number, rows, failure }: ReaderAnswer): void {
    const waiting = this.#waiting.get(number)
    this.#waiting.delete(number)
    if (this.#waiting.size === 0) this.#worker?.unref()
    if (failure === undefined) waiting?.resolve(rows as unknown[])
    else waiting?.reject(asRefusal(Object.assign(new Error(failure.message), failure)))
  }

  #fail(error: unknown): void {
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
  }
}
