import { type ChildProcess, fork } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { unavailable } from '#/kernel/errors.ts'
import type { Log } from '#/kernel/log.ts'
import { compiledEnvironment } from '#/kernel/process/compile-cache.ts'
import type { ReportQuery } from '../../reports/query/compile.ts'
import { duckDbDialect } from '../../reports/query/duckdb-dialect.ts'
import {
  type ReportEngine,
  ReportFault,
  type ReportOutput,
  type ReportPage,
  type WrittenFiles,
} from '../report-engine.ts'
import type { WarehouseSettings } from './child.ts'
import type { Answer, Progress, Question, Task } from './messages.ts'

interface Context extends WarehouseSettings {
  readonly log: Log
  /** The folder for report files. */
  readonly filesFolder: string
  readonly epoch: () => number
  readonly queryTimeoutMs: number
  /** How long an idle process lives. */
  readonly idleMs: number
}

interface Waiting {
  readonly onRows: ((rowsSoFar: number) => void) | undefined
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}

/**
 * The warehouse of the embedded server. The first report starts its process, which exits after an idle time
 * and is restarted if it dies.
 */
export class EmbeddedWarehouse implements ReportEngine {
  readonly dialect = duckDbDialect
  readonly #context: Context
  readonly #waiting = new Map<number, Waiting>()
  #process: ChildProcess | undefined
  #requestCount = 0
  #idle: NodeJS.Timeout | undefined

  constructor(context: Context) {
    this.#context = context
  }

  async rows(query: ReportQuery): Promise<ReportPage> {
    const answer = await this.#ask({ do: 'rows', query }, {})
    if ('rows' in answer) return { rows: answer.rows, total: answer.total }
    throw new Error('the warehouse answered something else')
  }

  async write(query: ReportQuery, output: ReportOutput): Promise<WrittenFiles> {
    const { reportId, format, maxRowsPerFile, booleans } = output
    const path = reportPath(this.#context.filesFolder, reportId, this.#context.epoch())
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const task = { do: 'write', query, format, maxRowsPerFile, booleans, path } as const
    const answer = await this.#ask(task, output)
    if ('written' in answer) return answer.written
    throw new Error('the warehouse answered something else')
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearTimeout(this.#idle)
    const ended = this.#process
    this.#process = undefined
    if (ended === undefined) return
    const exited = new Promise<void>((resolve) => ended.once('exit', () => resolve()))
    ended.disconnect()
    await exited
  }

  async #ask(task: Task, { signal, onRows }: Partial<ReportOutput>): Promise<Answer> {
    clearTimeout(this.#idle)
    const { queryTimeoutMs } = this.#context
    this.#process ??= this.#start()
    const child = this.#process
    const number = ++this.#requestCount
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    this.#waiting.set(number, { resolve, reject, onRows })
    const cancel = (error: unknown) => {
      if (this.#waiting.delete(number)) reject(error)
      if (child.connected) child.send({ number, cancel: true } satisfies Question)
    }
    const timer = setTimeout(
      () => cancel(new ReportFault('tooLarge', 'The report took longer than is allowed.')),
      queryTimeoutMs,
    )
    const onAbort = () => cancel(signal?.reason)
    signal?.addEventListener('abort', onAbort, { once: true })
    // A process that could not be started has no channel; it says so in an event.
    if (child.connected) child.send({ number, task } satisfies Question)
    try {
      const answer = await promise
      if ('failure' in answer) throw errorOf(answer.failure)
      return answer
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
      this.#rest()
    }
  }

  #start(): ChildProcess {
    const { databasePath, folder, memoryMb, threads, log } = this.#context
    const settings: WarehouseSettings = { databasePath, folder, memoryMb, threads }
    const child = fork(new URL('./child.ts', import.meta.url), [JSON.stringify(settings)], {
      serialization: 'advanced',
      env: compiledEnvironment(),
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      execArgv: ['--max-old-space-size=128'],
    })
    child.on('message', (said: Answer | Progress) => {
      const waiting = this.#waiting.get(said.number)
      if ('rowsSoFar' in said) return waiting?.onRows?.(said.rowsSoFar)
      this.#waiting.delete(said.number)
      waiting?.resolve(said)
    })
    const end = (reason: Error) => {
      if (this.#process !== child) return
      this.#process = undefined
      for (const { reject } of this.#waiting.values()) reject(reason)
      this.#waiting.clear()
    }
    const ended = () => unavailable('The process of the warehouse has ended.')
    child.on('error', (error) => {
      log.error('warehouse failed', { error: String(error) })
      end(child.pid === undefined ? error : ended())
    })
    child.on('exit', (code, signal) => {
      const isMissed = this.#process === child && this.#waiting.size > 0
      if (isMissed) log.warn('warehouse ended', { code, signal })
      end(ended())
    })
    return child
  }

  /** Does not wait: the process ends after an idle time, unless another query arrives. */
  #rest(): void {
    if (this.#waiting.size > 0) return
    clearTimeout(this.#idle)
    this.#idle = setTimeout(() => {
      const idle = this.#process
      this.#process = undefined
      if (idle?.connected) idle.disconnect()
    }, this.#context.idleMs).unref()
  }
}

const errorOf = ({ why, message }: { readonly why: string; readonly message: string }): Error =>
  why === 'tooLarge' || why === 'impossible' ? new ReportFault(why, message) : new Error(message)

/** The path of a report's files, without their number and extension. */
export const reportPath = (folder: string, reportId: string, epoch: number): string =>
  join(folder, `${reportId}-${epoch}`)
