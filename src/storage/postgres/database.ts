import { setTimeout as delay } from 'node:timers/promises'
import { unavailable } from '#/kernel/errors.ts'
import { runAfterCommit } from '../after-commit.ts'
import { epochChannel, readEpoch } from '../epoch.ts'
import { missingTables } from '../expected-tables.ts'
import { newestNumber } from '../migrate.ts'
import type { Migration } from '../migration.ts'
import type { ArchivedRow, Database, Snapshot, StorageLog, Transaction } from '../port.ts'
import { assertReads } from '../reading.ts'
import { replaceRows } from '../replace-rows.ts'
import { adHocStatement, none, type Statement } from '../statement.ts'
import { isSilence, withDeadline } from './deadline.ts'
import { type Answer, makeListeningPool, makePool, type Pool, type Sql, send } from './driver.ts'
import { asRefusal, isRetryable } from './failure.ts'
import { Listener } from './listener.ts'
import { findProblems } from './problems.ts'
import { PostgresSnapshot } from './snapshot.ts'
import { PostgresTransaction } from './transaction.ts'

export interface PostgresOptions {
  readonly url: string
  readonly migrations: readonly Migration[]
  readonly log: StorageLog
  readonly connectionsMax?: number
  readonly connectTimeoutMs?: number
  /** How long a transaction waits for a free connection. */
  readonly acquireTimeoutMs?: number
  readonly statementTimeoutMs?: number
  readonly transactionAttemptsMax?: number
  readonly queuedTransactionsMax?: number
  /** A number from 0 to 1 that spreads out repeated attempts. */
  readonly jitter?: () => number
}

type Tuning = Required<Omit<PostgresOptions, 'url' | 'migrations' | 'log'>>

const tuningDefaults: Tuning = {
  connectionsMax: 10,
  connectTimeoutMs: 3_000,
  acquireTimeoutMs: 10_000,
  statementTimeoutMs: 30_000,
  transactionAttemptsMax: 8,
  queuedTransactionsMax: 10_000,
  jitter: Math.random,
}

const retryPauseMs = 5

/** Connects to the server and makes sure that it is one this program can work with. */
export async function openPostgres(options: PostgresOptions): Promise<PostgresDatabase> {
  const database = new PostgresDatabase(options)
  try {
    await database.start()
    return database
  } catch (error) {
    await database[Symbol.asyncDispose]()
    throw error
  }
}

export class PostgresDatabase implements Database {
  readonly engine = 'postgres'
  readonly #options: PostgresOptions
  readonly #tuning: Tuning
  readonly #pool: Pool
  readonly #listener: Listener
  #epoch = 0
  #running = 0

  constructor(options: PostgresOptions) {
    const tuning = { ...tuningDefaults, ...options }
    this.#options = options
    this.#tuning = tuning
    this.#pool = makePool(tuning)
    this.#listener = new Listener({
      connect: (events) => makeListeningPool({ ...tuning, ...events }),
      log: options.log,
    })
  }

  async start(): Promise<void> {
    const server = await this.first(serverProperties, none).catch((error: unknown) => {
      throw cannotConnect(this.#options.url, error)
    })
    if (server === undefined || server.version < 150_000 || server.encoding !== 'UTF8') {
      throw new Error(
        'Almanac needs PostgreSQL 15 or newer with a database in UTF8; ' +
          `this one is ${server?.version} in ${server?.encoding}.`,
      )
    }
    await this.#listener.listen(epochChannel, () => {
      this.loadEpoch().catch((error: unknown) => {
        this.#options.log.warn('the epoch could not be read', { error: String(error) })
      })
    })
  }

  get epoch(): number {
    return this.#epoch
  }

  async loadEpoch(): Promise<void> {
    this.#epoch = Math.max(this.#epoch, (await readEpoch(this)) ?? 0)
  }

  async first<Args, Row>(statement: Statement<Args, Row>, args: Args): Promise<Row | undefined> {
    return (await this.#read(statement, args))[0] as Row | undefined
  }

  async all<Args, Row>(statement: Statement<Args, Row>, args: Args): Promise<Row[]> {
    return (await this.#read(statement, args)) as unknown as Row[]
  }

  async transaction<T>(body: (tx: Transaction) => Promise<T>): Promise<T> {
    if (this.#running >= this.#tuning.queuedTransactionsMax) {
      throw unavailable('Too many writes are waiting.')
    }
    this.#running++
    try {
      return await this.#attempt(body)
    } catch (error) {
      throw asRefusal(error)
    } finally {
      this.#running--
    }
  }

  async snapshot<T>(body: (snapshot: Snapshot) => Promise<T>): Promise<T> {
    try {
      return await this.#begin('isolation level repeatable read read only', async (sql) => {
        await liftTimeouts(sql)
        return await body(new PostgresSnapshot(sql))
      })
    } catch (error) {
      throw asRefusal(error)
    }
  }

  async replaceAll(
    rows: AsyncIterable<ArchivedRow>,
    schema = { migration: newestNumber(this.#options.migrations) },
  ): Promise<void> {
    const { migrations } = this.#options
    try {
      // The rows can be read only once, so that there is only one attempt.
      const epoch = await this.#once(async (tx, sql) => {
        await liftTimeouts(sql)
        return await replaceRows(tx, { engine: 'postgres', rows, migrations, ...schema })
      }, restoreTimeoutMs)
      this.#epoch = Math.max(this.#epoch, epoch)
    } catch (error) {
      throw asRefusal(error)
    }
  }

  async listen(channel: string, listener: (payload: string) => void): Promise<() => Promise<void>> {
    try {
      return await this.#listener.listen(channel, listener)
    } catch (error) {
      throw asRefusal(error)
    }
  }

  async ready(): Promise<void> {
    await this.first(adHocStatement<typeof none, unknown>('select 1 as one'), none)
  }

  async problems(): Promise<string[]> {
    const missing = await missingTables(this, this.#options.migrations)
    return [...missing, ...(await findProblems(this))]
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([this.#listener[Symbol.asyncDispose](), this.#pool.end({ timeout: 5 })])
  }

  async #attempt<T>(body: (tx: Transaction) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#once(body, this.#answerTimeoutMs)
      } catch (error) {
        if (!isRetryable(error) || attempt >= this.#tuning.transactionAttemptsMax) throw error
        await delay(retryPauseMs * 2 ** attempt * this.#tuning.jitter())
      }
    }
  }

  async #once<T>(
    body: (tx: Transaction, sql: Sql) => Promise<T>,
    answerTimeoutMs: number,
  ): Promise<T> {
    let effects: readonly (() => void)[] = []
    const value = await this.#begin('', async (sql) => {
      const tx = new PostgresTransaction(sql, answerTimeoutMs)
      effects = tx.effects
      try {
        return await body(tx, sql)
      } finally {
        tx.end()
      }
    })
    runAfterCommit(effects, this.#options.log)
    return value
  }

  /** A transaction that starts within a bounded time, or not at all. */
  #begin<T>(mode: string, body: (sql: Sql) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      let isLate = false
      const timer = setTimeout(() => {
        isLate = true
        reject(unavailable('The database has no free connection at the moment.'))
      }, this.#tuning.acquireTimeoutMs)
      const start = async (sql: Sql): Promise<T> => {
        clearTimeout(timer)
        if (isLate) throw new Error('Nobody waits for this transaction any more.')
        return await body(sql).catch((error: unknown) => {
          // The driver would wait for the answer to its rollback, which will not come either.
          if (isSilence(error)) reject(error)
          throw error
        })
      }
      this.#pool
        .begin(mode, start)
        .then((value) => resolve(value as T), reject)
        .finally(() => clearTimeout(timer))
    })
  }

  async #read(statement: Pick<Statement, 'for'>, args: unknown): Promise<Answer> {
    const compiled = statement.for('postgres')
    assertReads(compiled)
    try {
      return await withDeadline(send(this.#pool, compiled, args), this.#answerTimeoutMs)
    } catch (error) {
      throw asRefusal(error)
    }
  }

  get #answerTimeoutMs(): number {
    return this.#tuning.connectTimeoutMs + this.#tuning.statementTimeoutMs
  }
}

const restoreTimeoutMs = 3_600_000

/** Backups and restores take as long as there are rows. */
async function liftTimeouts(sql: Sql): Promise<void> {
  await sql.unsafe('set local statement_timeout = 0')
  await sql.unsafe('set local idle_in_transaction_session_timeout = 0')
}

function cannotConnect(url: string, cause: unknown): Error {
  const { hostname, port, pathname } = new URL(url)
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause
  const detail = inner instanceof Error ? inner.message : String(inner)
  return new Error(
    `PostgreSQL does not answer at ${hostname}:${port || 5432}${pathname}: ${detail}. ` +
      'Check that the server runs and that ALMANAC_DATABASE_URL is right.',
    { cause },
  )
}

const serverProperties = adHocStatement<typeof none, { version: number; encoding: string }>(
  `select current_setting('server_version_num')::bigint as version,
     current_setting('server_encoding') as encoding`,
)
