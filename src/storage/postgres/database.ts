import { setTimeout as delay } from 'node:timers/promises'
import { ApiError, unavailable } from '#/kernel/errors.ts'
import { runAfterCommit } from '../after-commit.ts'
import { replaceRows } from '../archive/replace-rows.ts'
import { completedBody } from '../completing.ts'
import type {
  ArchivedRow,
  Database,
  Maintenance,
  Reader,
  Snapshot,
  TableRow,
  Transaction,
  TransactionOptions,
  Vitals,
} from '../port.ts'
import { epochChannel, readEpoch } from '../schema/epoch.ts'
import { newIncarnation } from '../schema/incarnation.ts'
import { missingTables } from '../schema/migrate.ts'
import { newestNumber, type Schema } from '../schema/schema.ts'
import { positional, type SqlValue } from '../sql/arguments.ts'
import { type SqlTarget, sql } from '../sql/sql.ts'
import { adHocQuery, assertQuery, type Compiled, none, type Statement } from '../sql/statement.ts'
import {
  distributeTables,
  distributionProblems,
  findLayout,
  type Layout,
} from './cluster/layout.ts'
import { type ClusterServers, openServers } from './cluster/servers.ts'
import { counterConnections } from './connections/connection-shares.ts'
import { connectTimeoutS } from './connections/connection-target.ts'
import { ConnectionSlots, LimitedSockets } from './connections/limited-sockets.ts'
import { PoolReplaced, Pools, unlessReplaced } from './connections/pools.ts'
import { withDeadline } from './deadline.ts'
import { type Answer, makePool, send, sendValues } from './driver.ts'
import { asRefusal, isRetryable } from './failure.ts'
import { GatheredFirsts } from './gathered-firsts.ts'
import { findProblems } from './inspection/problems.ts'
import { selectVitals } from './inspection/vitals.ts'
import { KnownServer, nextIncarnation } from './known-server.ts'
import { maintain } from './maintenance.ts'
import { deleteNotes, notesSince, notifyAtOnce } from './notifications/notes.ts'
import { Notifications } from './notifications/notifications.ts'
import { type PostgresOptions, type Tuning, tuningDefaults } from './options.ts'
import { Replica } from './replica.ts'
import { PostgresSnapshot } from './snapshot.ts'
import { requireSupportedServer } from './supported-server.ts'
import { type HeldConnection, holdConnection, setLocally } from './transactions/held-connection.ts'
import { OptimisticWrites } from './transactions/optimistic-writes.ts'
import { performOn } from './transactions/server-writes.ts'
import { SharedTransactions } from './transactions/shared-transactions.ts'
import { PostgresTransaction } from './transactions/transaction.ts'
import { Turns } from './transactions/turns.ts'

const retryPauseMs = 5
/** The number of connections that are reserved for reads. */
const readingConnections = 2

const writersMax = (connectionsMax: number): number =>
  Math.max(1, connectionsMax - readingConnections)

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

class PostgresDatabase implements Database {
  readonly engine = 'postgres'
  readonly schema: Schema
  readonly #options: PostgresOptions
  readonly #tuning: Tuning
  readonly #pools: Pools
  readonly #counters: Pools
  /** How many transactions may write at a time. */
  readonly #writers: ConnectionSlots
  readonly #notifications: Notifications
  readonly #turns: Turns
  readonly #server: KnownServer
  /** Reads of transactions on one server. */
  readonly #firsts: GatheredFirsts
  readonly #answerTimeoutMs: number
  readonly #replica: Replica | undefined
  /** The other servers, if the database is a cluster. */
  #servers: ClusterServers | undefined
  #layout: Layout = 'single'
  #epoch = 0
  #isClosed = false
  #running = 0

  constructor(options: PostgresOptions) {
    const tuning = { ...tuningDefaults, ...options }
    this.#options = options
    this.schema = options.schema
    this.#tuning = tuning
    this.#answerTimeoutMs = connectTimeoutS(options.url) * 1000 + tuning.statementTimeoutMs
    this.#server = new KnownServer({
      reader: this,
      transact: (body) =>
        this.#once({ answerTimeoutMs: this.#answerTimeoutMs, isForAnyServer: true }, body),
      isDistributed: () => this.isDistributed,
      log: options.log,
    })
    const watched = <Parts extends { onClose: () => void }>(poolOptions: Parts): Parts => ({
      ...poolOptions,
      onClose: () => {
        this.#server.noteLoss()
        poolOptions.onClose()
      },
    })
    this.#pools = new Pools({
      connectionsMax: tuning.connectionsMax,
      make: (poolOptions) => makePool({ ...tuning, ...watched(poolOptions) }),
    })
    this.#writers = new ConnectionSlots(writersMax(tuning.connectionsMax))
    // Numbers that a crash reverts were not used: whatever uses one is committed after it.
    const quick = { ...tuning, parameters: { synchronous_commit: 'off' } }
    this.#counters = new Pools({
      connectionsMax: counterConnections,
      make: (poolOptions) => makePool({ ...quick, ...watched(poolOptions) }),
    })
    const shared = new SharedTransactions({
      target: () => this.#target,
      reserve: this.#reserve,
      hold: (work) => this.#hold({ answerTimeoutMs: this.#answerTimeoutMs }, work),
      log: options.log,
    })
    this.#firsts = new GatheredFirsts((compiled, values) =>
      this.#ask(this.#pools, compiled, values),
    )
    const optimistic = new OptimisticWrites({
      target: () => this.#target,
      incarnation: () => this.#server.ensureIncarnation(),
      read: (compiled, args) => this.#askOwner(compiled, positional(compiled, args)),
      first: (compiled, args) => {
        const values = positional(compiled, args)
        return this.isDistributed
          ? this.#firstOfOwner(compiled, values)
          : this.#firsts.first(compiled, values)
      },
      reserve: this.#reserve,
      send: (compiled, args) => this.#sendOnce(compiled, args),
      servers: () => this.#servers,
      sendTo: (server, wanted) =>
        performOn(server, wanted, {
          acquireTimeoutMs: tuning.acquireTimeoutMs,
          answerTimeoutMs: this.#answerTimeoutMs,
          lockTimeoutMs: tuning.optimisticLockTimeoutMs,
          localQuery: (compiled) => this.#servers!.localQuery(compiled),
          onUnreachable: (error) => this.#servers!.avoid(server, error),
          onRefused: (error) => this.#servers!.noteMoved(error),
        }),
      runWithLocks: (body) => this.#attempt(body),
      lockTimeoutMs: tuning.optimisticLockTimeoutMs,
      log: options.log,
    })
    this.#turns = new Turns({
      alone: (body) => this.#attempt(body),
      // Without connections to the servers of a cluster, nothing is saved.
      withoutLocks: (body, name) =>
        this.isDistributed && this.#servers === undefined
          ? this.#attempt(body)
          : optimistic.perform(body, name),
      together: (bodies) => shared.perform(bodies),
      // It goes through the coordinator, which plans each statement anew.
      isSharingCostly: () => this.#servers !== undefined,
      membersMax: tuning.sharedTransactionsMax,
      waitMsMax: tuning.acquireTimeoutMs,
    })
    const { listenUrl = '', readUrl = '', url } = options
    const direct = { ...tuning, url: listenUrl || url, isPooled: false, connectionsMax: 1 }
    const slots = new ConnectionSlots(direct.connectionsMax)
    let sockets = new LimitedSockets(slots)
    this.#notifications = new Notifications({
      connect:
        tuning.isPooled && listenUrl === ''
          ? undefined
          : (events) => {
              // The limit allows one connection, so the last one is closed first.
              sockets.end()
              sockets = new LimitedSockets(slots)
              return makePool({ ...direct, ...watched(events), sockets })
            },
      notify: (channel) => this.first(notifyAtOnce, { channel }),
      read: (tx) => this.all(notesSince, { tx }),
      forget: (olderThanMs) => this.transaction((tx) => tx.run(deleteNotes, { olderThanMs })),
      pollMs: tuning.pollMs,
      processName: newIncarnation(),
      log: options.log,
    })
    if (readUrl === '') return
    this.#replica = new Replica({
      ...tuning,
      log: options.log,
      url: readUrl,
      primary: this.#pools,
      answerTimeoutMs: longTimeoutMs,
    })
  }

  async start(): Promise<void> {
    await requireSupportedServer(this, this.#options.url)
    this.#layout = await findLayout(this, this.#tuning.layout)
    if (this.isDistributed) {
      this.#servers = await openServers({
        ...this.#tuning,
        url: this.#options.url,
        reader: this,
        schema: this.schema,
        limitMain: (connectionsMax) => {
          this.#pools.limitTo(connectionsMax)
          this.#writers.resize(writersMax(connectionsMax))
        },
        onLoss: () => this.#server.noteLoss(),
        log: this.#options.log,
      })
    }
    await this.#notifications.start()
    await this.#notifications.listen(epochChannel, () => {
      this.loadEpoch().catch((error: unknown) => {
        if (this.#isClosed) return
        this.#options.log.warn('could not read the epoch', { error: String(error) })
      })
    })
  }

  get isDistributed(): boolean {
    return this.#layout === 'citus'
  }

  get #target(): SqlTarget {
    return this.isDistributed ? 'citus' : 'postgres'
  }

  get apart(): Reader {
    if (this.#replica === undefined) return this
    return {
      first: async (statement, args) => (await this.#readApart(statement, args))[0] as never,
      all: (statement, args) =>
        this.#readApart(statement, args) as Promise<unknown[]> as Promise<never[]>,
    }
  }

  get epoch(): number {
    return this.#epoch
  }

  get incarnation(): string {
    return this.#server.incarnation
  }

  async beginIncarnation(): Promise<void> {
    try {
      await this.#server.beginIncarnation()
    } catch (error) {
      throw asRefusal(error)
    }
  }

  async loadEpoch(): Promise<void> {
    const epoch = (await readEpoch(this)) ?? 0
    await this.#server.look()
    this.#epoch = Math.max(this.#epoch, epoch)
  }

  async first<Args, Row>(statement: Statement<Args, Row>, args: Args): Promise<Row | undefined> {
    const compiled = statement.for(this.#target)
    assertQuery(compiled)
    try {
      return (await this.#firstOfOwner(compiled, positional(compiled, args))) as Row | undefined
    } catch (error) {
      throw asRefusal(error)
    }
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
      const { locks } = options
      const completed = completedBody(body, options, this.#options.completing)
      if (locks === undefined) return await this.#attempt(completed)
      return await this.#turns.take(locks, completed, options)
    } catch (error) {
      throw asRefusal(error)
    } finally {
      this.#running--
    }
  }

  async maintain<T>(work: (maintenance: Maintenance) => Promise<T>): Promise<T> {
    const { url, listenUrl = '', log } = this.#options
    const isDirect = listenUrl !== ''
    try {
      return await maintain(
        {
          ...this.#tuning,
          url: listenUrl || url,
          isPooled: this.#tuning.isPooled && !isDirect,
          log,
          perform: (connection, body) => this.#perform(connection, body),
        },
        work,
      )
    } catch (error) {
      throw asRefusal(error)
    }
  }

  foreignChanges(): undefined {}

  fileBytes(): undefined {
    return undefined
  }

  async snapshot<T>(body: (snapshot: Snapshot) => Promise<T>): Promise<T> {
    const mode = 'isolation level repeatable read read only'
    try {
      const work = async (connection: HeldConnection) => {
        await liftTimeouts(connection)
        return await body(new PostgresSnapshot(connection, this.#target))
      }
      const read = await this.#replica?.hold({ mode, isRepeatable: false }, work)
      if (read !== undefined) return read.value
      const options = { mode, answerTimeoutMs: longTimeoutMs, isReadOnly: true }
      return await this.#hold(options, work)
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
        { answerTimeoutMs: longTimeoutMs, isForAnyServer: true },
        async (tx, connection) => {
          await liftTimeouts(connection)
          await this.#server.awaitWriters(tx)
          const epoch = await replaceRows(tx, { engine: 'postgres', rows, schema, ...from })
          return { epoch, incarnation: await nextIncarnation(tx) }
        },
      )
      this.#epoch = Math.max(this.#epoch, epoch)
      this.#server.adopt(incarnation)
      // Tables of an older schema were created anew.
      if (this.isDistributed) await distributeTables(this, schema, this.#options.log)
    } catch (error) {
      throw asRefusal(error)
    }
  }

  async listen(channel: string, listener: (payload: string) => void): Promise<() => Promise<void>> {
    try {
      return await this.#notifications.listen(channel, listener)
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
    const used = this.#pools.uses + (this.#servers?.uses ?? 0)
    const row = (await this.first(selectVitals, none))!
    const { bytes, connections: open, connectionsMax: max, walBytes } = row
    return {
      bytes,
      connections: { open, max, used, poolMax: this.#tuning.connectionsMax },
      lockWaits: { count: row.lockWaits, longestMs: row.longestLockWaitMs },
      walBytes,
    }
  }

  async problems(): Promise<string[]> {
    const missing = await missingTables(this, this.schema)
    const apart = this.isDistributed ? await distributionProblems(this, this.schema) : []
    return [...missing, ...apart, ...(await findProblems(this))]
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true
    const open = [this.#notifications, this.#replica, this.#pools, this.#servers, this.#counters]
    await Promise.all(open.map((one) => one?.[Symbol.asyncDispose]()))
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

  async #once<T>(
    options: HoldOptions,
    body: (tx: Transaction, connection: HeldConnection) => Promise<T>,
  ): Promise<T> {
    let effects: readonly (() => void)[] = []
    const value = await this.#hold(options, (connection) =>
      this.#perform(connection, (tx) => {
        effects = tx.effects
        return body(tx, connection)
      }),
    )
    runAfterCommit(effects, this.#options.log)
    return value
  }

  async #perform<T>(
    connection: HeldConnection,
    body: (tx: PostgresTransaction) => Promise<T>,
  ): Promise<T> {
    const tx = new PostgresTransaction(connection, {
      target: this.#target,
      reserve: this.#reserve,
    })
    try {
      return await body(tx)
    } finally {
      tx.end()
    }
  }

  async #hold<T>(
    { isForAnyServer = false, isReadOnly = false, ...options }: HoldOptions,
    body: (connection: HeldConnection) => Promise<T>,
  ): Promise<T> {
    const { acquireTimeoutMs, statementTimeoutMs, isPooled } = this.#tuning
    const hold = (work: typeof body) =>
      this.#pools.use((pool, waiting) =>
        holdConnection({ ...options, pool, waiting, acquireTimeoutMs }, (connection) => {
          // Connections without a pooler have the limit from their start. If this fails, so does what follows.
          if (isPooled) limitTime(connection, statementTimeoutMs).catch(() => {})
          // Tables that every server has cannot be written after statements that use several connections at once.
          if (this.isDistributed && !isReadOnly) {
            const oneByOne = { 'citus.multi_shard_modify_mode': 'sequential' }
            setLocally(connection, oneByOne).catch(() => {})
          }
          return work(connection)
        }),
      )
    if (isForAnyServer) return hold(body)
    await this.#server.ensure()
    const run = () => hold((connection) => this.#server.run({ connection, isReadOnly }, body))
    return isReadOnly ? run() : this.#amongWriters(run)
  }

  /** Leaves some connections to reads, even if many transactions wait for locks. */
  async #amongWriters<T>(write: () => Promise<T>): Promise<T> {
    if (!(await this.#writers.take(this.#tuning.acquireTimeoutMs))) {
      throw unavailable('Too many writes are waiting.')
    }
    try {
      return await write()
    } finally {
      this.#writers.release()
    }
  }

  readonly #reserve = (compiled: Compiled, args: unknown): Promise<Answer> =>
    this.#ask(this.#counters, compiled, positional(compiled, args))

  async #read(statement: Pick<Statement, 'for'>, args: unknown): Promise<Answer> {
    const compiled = statement.for(this.#target)
    assertQuery(compiled)
    try {
      return await this.#askOwner(compiled, positional(compiled, args))
    } catch (error) {
      throw asRefusal(error)
    }
  }

  /** In a cluster, the rows of one turn that are in the same shards are read together. */
  async #firstOfOwner(compiled: Compiled, values: SqlValue[]): Promise<TableRow | undefined> {
    const firsts = this.#servers?.firstsOf(compiled, values, this.#answerTimeoutMs)
    try {
      if (firsts !== undefined) return await firsts.first(compiled, values)
    } catch (error) {
      if (error instanceof ApiError) throw error
      // Another read may have failed, or the shards have moved, so that this one is repeated alone.
    }
    return (await this.#askOwner(compiled, values))[0]
  }

  /** Reads on the server that has the rows, or else on that of the URL, which finds them. */
  async #askOwner(compiled: Compiled, values: SqlValue[]): Promise<Answer> {
    const answer = await this.#servers?.ask(compiled, values, this.#answerTimeoutMs)
    return answer ?? this.#ask(this.#pools, compiled, values)
  }

  /** Reads on the replica if possible. */
  async #readApart(statement: Pick<Statement, 'for'>, args: unknown): Promise<Answer> {
    const compiled = statement.for(this.#target)
    assertQuery(compiled)
    const read = await this.#replica!.hold(
      { mode: 'read only', isRepeatable: true },
      (connection) => connection.send(compiled, args),
    )
    return read === undefined ? this.#read(statement, args) : read.value
  }

  /** Sends a statement that commits immediately, and must not run twice. */
  #sendOnce(compiled: Compiled, args: unknown): Promise<Answer> {
    return this.#pools.use((pool, waiting) => {
      const answer = unlessReplaced(waiting, send(pool, compiled, args)).catch((error: unknown) => {
        if (error instanceof PoolReplaced)
          throw unavailable('The connection to the database was lost.', error)
        throw error
      })
      return withDeadline(answer, this.#answerTimeoutMs)
    })
  }

  /** Sends a statement that may run twice, as reads and the reserving of numbers may. */
  #ask(pools: Pools, compiled: Compiled, values: SqlValue[]): Promise<Answer> {
    return pools.use((pool, waiting) => {
      const answer = unlessReplaced(waiting, sendValues(pool, compiled, values))
      return withDeadline(answer, this.#answerTimeoutMs)
    })
  }
}

interface HoldOptions {
  readonly mode?: string
  readonly answerTimeoutMs: number
  /** Whether its writes do not depend on the incarnation. */
  readonly isForAnyServer?: boolean
  readonly isReadOnly?: boolean
}

const longTimeoutMs = 3_600_000
const readyTimeoutMs = 2_000

/** Limits the time of statements in a transaction. */
const limitTime = (connection: HeldConnection, timeoutMs: number): Promise<unknown> =>
  setLocally(connection, {
    statement_timeout: `${timeoutMs}`,
    idle_in_transaction_session_timeout: `${timeoutMs}`,
  })

/** Disables timeouts for backups and restores, whose duration depends on the amount of data. */
const liftTimeouts = (connection: HeldConnection): Promise<unknown> => limitTime(connection, 0)
