import { mkdirSync, rmSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { endWithParent } from '#/kernel/process/end-with-parent.ts'
import type { ReportQuery } from '../../reports/query/compile.ts'
import { type DuckDb, openDuckDb } from '../duckdb.ts'
import { noRate, ReportFault, type ReportPage, totalShownBy } from '../report-engine.ts'
import type { Answer, Failure, Progress, Question, Task } from './messages.ts'
import { Mirror } from './mirror.ts'
import { writeFiles } from './writing.ts'

/** The settings of the warehouse process. */
export interface WarehouseSettings {
  readonly databasePath: string
  readonly folder: string
  readonly memoryMb: number
  readonly threads: number
}

const connectionsMax = 8
const quietMs = 2_000

/** The process that runs the warehouse of the embedded server. */
class Child {
  readonly #main: DuckDb
  readonly #mirror: Mirror
  readonly #free: DuckDb[] = []
  readonly #waiting: ((connection: DuckDb) => void)[] = []
  readonly #running = new Map<number, DuckDb | undefined>()
  #connections = 0
  #answering = 0
  /** The exclusive work that is running; queries wait for it. */
  #exclusive: Promise<void> | undefined
  #forSilence: (() => void) | undefined
  #settling: NodeJS.Timeout | undefined
  #refreshing: Promise<void> | undefined
  #nextRefresh: Promise<void> | undefined

  constructor(duckDb: DuckDb, { databasePath, folder }: WarehouseSettings) {
    this.#main = duckDb
    this.#mirror = new Mirror({ duckDb, databasePath, folder })
  }

  async answer(question: Question): Promise<Answer | undefined> {
    const { number } = question
    if ('cancel' in question) {
      this.#running.get(number)?.interrupt()
      this.#running.delete(number)
      return undefined
    }
    this.#running.set(number, undefined)
    while (this.#exclusive !== undefined) await this.#exclusive
    this.#answering += 1
    try {
      await this.#refresh()
      return { number, ...(await this.#runTask(number, question.task)) }
    } catch (error) {
      const isCancelled = !this.#running.has(number)
      return { number, failure: isCancelled ? cancelled : failureOf(error as Error) }
    } finally {
      this.#running.delete(number)
      this.#answering -= 1
      if (this.#answering === 0) this.#rest()
    }
  }

  /** Starts background work, unless the next query arrives soon. */
  #rest(): void {
    this.#forSilence?.()
    clearTimeout(this.#settling)
    this.#settling = setTimeout(() => {
      this.#mirror.settle((work) => this.#alone(work)).catch(tellOperator)
    }, quietMs)
  }

  /** Runs work while no query is running, and blocks queries meanwhile. */
  async #alone(work: () => Promise<void>): Promise<void> {
    while (this.#answering > 0) {
      await new Promise<void>((resolve) => {
        this.#forSilence = resolve
      })
    }
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#exclusive = promise
    try {
      await work()
    } finally {
      this.#exclusive = undefined
      resolve()
    }
  }

  /** Retries if a concurrent merge removed a file. */
  async #runTask(number: number, task: Task) {
    try {
      return await this.#perform(number, task)
    } catch (error) {
      if (!/no files found|cannot open file/i.test((error as Error).message)) throw error
      await this.#refresh()
      return await this.#perform(number, task)
    }
  }

  async #perform(number: number, task: Task) {
    const connection = await this.#take()
    try {
      if (!this.#running.has(number)) throw new Error('cancelled')
      this.#running.set(number, connection)
      await requireRates(connection, task.query)
      if (task.do === 'write') {
        const onRows = (rowsSoFar: number) =>
          void process.send?.({ number, rowsSoFar } satisfies Progress)
        return { written: await writeFiles(connection, task, onRows) }
      }
      return await pageOf(connection, task.query)
    } finally {
      this.#give(connection)
    }
  }

  /** Copies everything that was committed before the call. */
  #refresh(): Promise<void> {
    if (this.#refreshing === undefined) {
      this.#refreshing = this.#mirror.refresh().finally(() => {
        this.#refreshing = undefined
      })
      return this.#refreshing
    }
    // The current copy may have started too early. All callers meanwhile share the next one.
    this.#nextRefresh ??= this.#refreshing
      .catch(() => {})
      .then(() => {
        this.#nextRefresh = undefined
        return this.#refresh()
      })
    return this.#nextRefresh
  }

  async #take(): Promise<DuckDb> {
    const free = this.#free.pop()
    if (free !== undefined) return free
    if (this.#connections < connectionsMax) {
      this.#connections += 1
      return this.#main.connect()
    }
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  #give(connection: DuckDb): void {
    const waiting = this.#waiting.shift()
    if (waiting === undefined) this.#free.push(connection)
    else waiting(connection)
  }
}

const tellOperator = (error: Error) =>
  process.stderr.write(`statistics not loaded: ${error.message}\n`)

const cancelled: Failure = { why: 'cancelled', message: 'The report was canceled.' }

function failureOf(error: Error): Failure {
  if (error instanceof ReportFault) return { why: error.why, message: error.message }
  if (
    /out of memory|failed to (?:allocate|offload|pin)|no space left|max_temp_directory/i.test(
      error.message,
    )
  ) {
    return { why: 'tooLarge', message: 'The report needs more memory than is available.' }
  }
  return { why: 'other', message: error.message }
}

async function requireRates(connection: DuckDb, { unconvertible }: ReportQuery): Promise<void> {
  for (const sql of unconvertible) {
    const [found] = await connection.all<{ currency: string; day: string }>(sql)
    if (found !== undefined) throw noRate(found)
  }
}

/** The rows of a page and the total, from one snapshot. */
async function pageOf(connection: DuckDb, query: ReportQuery): Promise<ReportPage> {
  const { sql, columns, page } = query
  await connection.run('begin')
  try {
    const found = await connection.all<Record<string, string | null>>(sql)
    const rows = found.map((row) => columns.map((_, index) => row[`c${index}`] ?? null))
    const shown = totalShownBy(query, rows.length)
    if (shown !== undefined) return { rows, total: shown }
    const [counted] = await connection.all<{ total: string }>(page!.countSql)
    return { rows, total: Number(counted!.total) }
  } finally {
    await connection.run('rollback')
  }
}

async function start(settings: WarehouseSettings): Promise<Child> {
  const { folder, memoryMb, threads } = settings
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const spillFolder = join(folder, 'spill')
  const path = join(folder, 'cache.duckdb')
  const open = () => openDuckDb({ memoryMb, threads, spillFolder }, path)
  const duckDb = await openWhenUnlocked(open, path)
  await duckDb.run('set parquet_metadata_cache = true')
  return new Child(duckDb, settings)
}

const lockTriesMax = 50
const lockPauseMs = 200

/** Waits until an earlier process releases the cache. A cache that cannot be read is rebuilt. */
async function openWhenUnlocked(open: () => Promise<DuckDb>, path: string): Promise<DuckDb> {
  let isAnew = false
  for (let tries = 1; ; tries++) {
    try {
      return await open()
    } catch (error) {
      const isLocked = /\block\b/i.test((error as Error).message)
      if (isLocked && tries >= lockTriesMax) throw error
      if (isLocked) await delay(lockPauseMs)
      else if (isAnew) throw error
      else {
        isAnew = true
        for (const file of [path, `${path}.wal`]) rmSync(file, { force: true })
      }
    }
  }
}

// The server has priority over reports.
setPriority(5)

const child = start(JSON.parse(process.argv[2]!) as WarehouseSettings)

// Answers pending queries before it exits; the next query starts another process.
child.catch(() => delay(lockPauseMs).then(() => process.exit(1)))

// Everything it leaves behind is a cache.
endWithParent()
process.on('message', (question: Question) => {
  void child
    .then((ready) => ready.answer(question))
    .catch((error: Error): Answer => ({ number: question.number, failure: failureOf(error) }))
    .then((answer) => {
      if (answer !== undefined) process.send?.(answer)
    })
})
