import { setTimeout as delay } from 'node:timers/promises'
import { unavailable } from '#/kernel/errors.ts'
import { runAfterCommit } from '../after-commit.ts'
import { replaceRows } from '../archive/replace-rows.ts'
import { type Completing, completedBody } from '../completing.ts'
import type {
  ArchivedRow,
  Database,
  Reader,
  Snapshot,
  StorageLog,
  Transaction,
  TransactionOptions,
  Vitals,
} from '../port.ts'
import { epochChannel, readEpoch } from '../schema/epoch.ts'
import {
  beginIncarnation,
  ensureIncarnation,
  newIncarnation,
  sharedIncarnation,
} from '../schema/incarnation.ts'
import { missingTables } from '../schema/migrate.ts'
import { newestNumber, type Schema } from '../schema/schema.ts'
import { sql } from '../sql/sql.ts'
import { adHocQuery, assertQuery, type Compiled, none, type Statement } from '../sql/statement.ts'
import { withDeadline } from './deadline.ts'
import { type Answer, connectTimeoutS, makePool, send } from './driver.ts'
import { asRefusal, isRetryable } from './failure.ts'
import { type HeldConnection, holdConnection } from './held-connection.ts'
import { Listener } from './listener.ts'
import { Pools } from './pools.ts'
import { findProblems } from './problems.ts'
import { ServerUnsure, ServerWatch } from './server-watch.ts'
import { SharedTransactions } from './shared-transactions.ts'
import { PostgresSnapshot } from './snapshot.ts'
import { PostgresTransaction } from './transaction.ts'
import { Turns } from './turns.ts'
import { selectVitals } from './vitals.ts'

export interface PostgresOptions {
  readonly url: string
  readonly schema: Schema
  readonly log: StorageLog
  readonly completing?: Completing
  readonly connectionsMax?: number
  /** How long a transaction waits for a free connection. */
  readonly acquireTimeoutMs?: number
  readonly statementTimeoutMs?: number
  readonly transactionAttemptsMax?: number
  readonly queuedTransactionsMax?: number
  /** The maximum number of transactions in a group. */
  readonly sharedTransactionsMax?: number
  /** A random number from 0 to 1 that spreads retries. */
  readonly jitter?: () => number
}

type Tuning = Required<Omit<PostgresOptions, 'url' | 'schema' | 'log' | 'completing'>>

const tuningDefaults: Tuning = {
  connectionsMax: 10,
  acquireTimeoutMs: 10_000,
  statementTimeoutMs: 30_000,
  transactionAttemptsMax: 8,
  queuedTransactionsMax: 10_000,
  sharedTransactionsMax: 32,
  jitter: Math.random,
}

const retryPauseMs = 5

const counterConnectionsMax = 2

/** Connects to the server and checks that it is supported. */
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
  readonly schema: Schema
  readonly #options: PostgresOptions
  readonly #tuning: Tuning
  readonly #pools: Pools
  readonly #counters: Pools
  readonly #listener: Listener
  readonly #turns: Turns
  readonly #server: ServerWatch
  #epoch = 0
  #isClosed = false
  #incarnation = ''
  #running = 0

  constructor(options: PostgresOptions) {
    const tuning = { ...tuningDefaults, ...options }
    this.#options = options
    this.schema = options.schema
    this.#tuning = tuning
    this.#server = new ServerWatch(() => this.#loadIncarnation())
    const watched = (onClose: () => void) => () => {
      this.#server.noteLoss()
      onClose()
    }
    this.#pools = new Pools((onClose) => makePool({ ...tuning, onClose: watched(onClose) }))
    // Numbers that a crash reverts were not used: whatever uses one is committed after it.
    const quick = {
      ...tuning,
      connectionsMax: counterConnectionsMax,
      parameters: { synchronous_commit: 'off' },
    }
    this.#counters = new Pools((onClose) => makePool({ ...quick, onClose: watched(onClose) }))
    const shared = new SharedTransactions({
      reserve: this.#reserve,
      hold: (work) => this.#hold({ answerTimeoutMs: this.#answerTimeoutMs }, work),
      log: options.log,
    })
    this.#turns = new Turns({
      alone: (body) => this.#attempt(body),
      together: (bodies) => shared.perform(bodies),
      membersMax: tuning.sharedTransactionsMax,
      waitMsMax: tuning.acquireTimeoutMs,
    })
    this.#listener = new Listener({
      connect: ({ onNotification, onClose }) =>
        makePool({ ...tuning, onNotification, onClose: watched(onClose), connectionsMax: 1 }),
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
        if (this.#isClosed) return
        this.#options.log.warn('could not read the epoch', { error: String(error) })
      })
    })
  }

  get apart(): Reader {
    return this
  }

  get epoch(): number {
    return this.#epoch
  }

  get incarnation(): string {
    return this.#incarnation
  }

  async loadEpoch(): Promise<void> {
    const epoch = (await readEpoch(this)) ?? 0
    await this.#server.look()
    this.#epoch = Math.max(this.#epoch, epoch)
  }

  async first<Args, Row>(statement: Statement<Args, Row>, args: Args): Promise<Row | undefined> {
    return (await this.#read(statement, args))[0] as Row | undefined
  }

  async all<Args, Row>(statement: Statement<Args, Row>, args: Args): Promise<Row[]> {
    return (await this.#read(statement, args)) as unknown as Row[]
  }

  async transaction<T>(
    body: (tx: Transaction) => Promise<T>,
    options: TransactionOptions = {},
  ): Promise<T> {
    if (this.#running >= this.#tuning.queuedTransactionsMax) {
      throw unavailable('Too many writes are waiting.')
    }
    this.#running++
    try {
      const { locks, isAlone = false } = options
      const completed = completedBody(body, options, this.#options.completing)
      if (locks === undefined) return await this.#attempt(completed)
      return await this.#turns.take(locks, completed, isAlone)
    } catch (error) {
      throw asRefusal(error)
    } finally {
      this.#running--
    }
  }

  foreignChanges(): undefined {}

  fileBytes(): undefined {
    return undefined
  }

  async snapshot<T>(body: (snapshot: Snapshot) => Promise<T>): Promise<T> {
    const mode = 'isolation level repeatable read read only'
    try {
      return await this.#hold({ mode, answerTimeoutMs: longTimeoutMs }, async (connection) => {
        await liftTimeouts(connection)
        return await body(new PostgresSnapshot(connection))
      })
    } catch (error) {
      throw asRefusal(error)
    }
  }

  async replaceAll(
    rows: AsyncIterable<ArchivedRow>,
    from = { migration: newestNumber(this.schema) },
  ): Promise<void> {
    const { schema } = this
    try {
      // The rows can be read only once, so that there is no retry.
      const { epoch, incarnation } = await this.#once(
        { answerTimeoutMs: longTimeoutMs },
        async (tx, connection) => {
          await liftTimeouts(connection)
          const epoch = await replaceRows(tx, { engine: 'postgres', rows, schema, ...from })
          const { server, hasIncarnations } = (await tx.first(findServer, none))!
          const incarnation = hasIncarnations
            ? await beginIncarnation(tx, server)
            : newIncarnation()
          return { epoch, incarnation }
        },
      )
      this.#epoch = Math.max(this.#epoch, epoch)
      this.#incarnation = incarnation
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
    // The caller needs the current state.
    const answer = this.first(
      adHocQuery<typeof none, unknown>(() => sql`select 1 as one`),
      none,
    )
    await withDeadline(answer, readyTimeoutMs)
  }

  async vitals(): Promise<Vitals> {
    const used = this.#pools.uses
    const {
      bytes,
      connections: open,
      connectionsMax: max,
    } = (await this.first(selectVitals, none))!
    return { bytes, connections: { open, max, used, poolMax: this.#tuning.connectionsMax } }
  }

  async problems(): Promise<string[]> {
    const missing = await missingTables(this, this.schema)
    return [...missing, ...(await findProblems(this))]
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true
    const open = [this.#listener, this.#pools, this.#counters]
    await Promise.all(open.map((one) => one[Symbol.asyncDispose]()))
  }

  async #attempt<T>(body: (tx: Transaction) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#once({ answerTimeoutMs: this.#answerTimeoutMs }, body)
      } catch (error) {
        if (!isRetryable(error) || attempt >= this.#tuning.transactionAttemptsMax) throw error
        await delay(retryPauseMs * 2 ** attempt * this.#tuning.jitter())
      }
    }
  }

  /** Identifies the server, and adopts its incarnation. */
  async #loadIncarnation(): Promise<void> {
    const { server, hasIncarnations } = (await this.first(findServer, none))!
    if (!hasIncarnations) {
      this.#incarnation = newIncarnation()
      return
    }
    const options = { answerTimeoutMs: this.#answerTimeoutMs, isForAnyServer: true }
    this.#incarnation =
      (await sharedIncarnation(this, server)) ??
      (await this.#once(options, (tx) => ensureIncarnation(tx, server)))
  }

  async #once<T>(
    options: HoldOptions,
    body: (tx: Transaction, connection: HeldConnection) => Promise<T>,
  ): Promise<T> {
    let effects: readonly (() => void)[] = []
    const value = await this.#hold(options, async (connection) => {
      const tx = new PostgresTransaction(connection, { reserve: this.#reserve })
      effects = tx.effects
      try {
        return await body(tx, connection)
      } finally {
        tx.end()
      }
    })
    runAfterCommit(effects, this.#options.log)
    return value
  }

  async #hold<T>(
    { isForAnyServer = false, ...options }: HoldOptions,
    body: (connection: HeldConnection) => Promise<T>,
  ): Promise<T> {
    const { acquireTimeoutMs } = this.#tuning
    const hold = (work: typeof body) =>
      this.#pools.use((pool) => holdConnection({ ...options, pool, acquireTimeoutMs }, work))
    if (isForAnyServer) return hold(body)
    await this.#server.ensure()
    return hold(async (connection) => {
      // It may have waited for a connection until the server was back.
      if (!this.#server.isSure) throw new ServerUnsure()
      return body(connection)
    })
  }

  readonly #reserve = (compiled: Compiled, args: unknown): Promise<Answer> =>
    this.#counters.use((pool) => withDeadline(send(pool, compiled, args), this.#answerTimeoutMs))

  async #read(statement: Pick<Statement, 'for'>, args: unknown): Promise<Answer> {
    const compiled = statement.for('postgres')
    assertQuery(compiled)
    try {
      return await this.#pools.use((pool) =>
        withDeadline(send(pool, compiled, args), this.#answerTimeoutMs),
      )
    } catch (error) {
      throw asRefusal(error)
    }
  }

  get #answerTimeoutMs(): number {
    return connectTimeoutS(this.#options.url) * 1000 + this.#tuning.statementTimeoutMs
  }
}

interface HoldOptions {
  readonly mode?: string
  readonly answerTimeoutMs: number
  /** Whether its writes do not depend on the incarnation. */
  readonly isForAnyServer?: boolean
}

const longTimeoutMs = 3_600_000
const readyTimeoutMs = 2_000

/** Disables timeouts for backups and restores, whose duration depends on the amount of data. */
async function liftTimeouts(connection: HeldConnection): Promise<void> {
  for (const name of ['statement_timeout', 'idle_in_transaction_session_timeout']) {
    await connection.say(`set local ${name} = 0`)
  }
}

function cannotConnect(url: string, cause: unknown): Error {
  const { hostname, port, pathname } = new URL(url)
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause
  const detail = inner instanceof Error ? inner.message : String(inner)
  return new Error(
    `Cannot connect to PostgreSQL at ${hostname}:${port || 5432}${pathname}: ${detail}. ` +
      'Check that the server is running and that ALMANAC_DATABASE_URL is correct.',
    { cause },
  )
}

const serverProperties = adHocQuery<typeof none, { version: number; encoding: string }>(
  () => sql`select current_setting('server_version_num')::bigint as version,
     current_setting('server_encoding') as encoding`,
)

// The server may hold an earlier state after a restart or replacement, and so may a database or table that
// was restored from a dump. Older schemas have no table of incarnations.
const findServer = adHocQuery<typeof none, { server: string; hasIncarnations: number }>(
  () => sql`select concat_ws(' ', system_identifier, timeline_id, extract(epoch from pg_postmaster_start_time()),
     (select oid from pg_database where datname = current_database()),
     to_regclass('server_incarnation')::oid) as server,
     (to_regclass('server_incarnation') is not null)::int as "hasIncarnations"
   from pg_control_system(), pg_control_checkpoint()`,
)
