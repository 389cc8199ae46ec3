import { ApiError } from '#/kernel/errors.ts'
import { runAfterCommit } from '../../after-commit.ts'
import type { StorageLog, TableRow } from '../../port.ts'
import type { SqlTarget } from '../../sql/sql.ts'
import type { Compiled } from '../../sql/statement.ts'
import type { ClusterServer, ClusterServers } from '../cluster/servers.ts'
import type { Answer } from '../driver.ts'
import { hasNoLock, isRetryable, isUnavailable } from '../failure.ts'
import type { HeldIncarnation } from '../server-watch.ts'
import { combinedWrites, shapeOf, type Write } from './combined-writes.ts'
import { OptimisticTransaction } from './optimistic-transaction.ts'
import type { ServerWrites } from './server-writes.ts'
import type { Reserve } from './transaction.ts'
import type { Body } from './turns.ts'
import { WriteBatches } from './write-batches.ts'

interface Context {
  readonly target: () => SqlTarget
  /** The incarnation that writes belong to; undefined if the database has none. */
  readonly incarnation: () => Promise<HeldIncarnation | undefined>
  readonly read: (compiled: Compiled, args: unknown) => Promise<Answer>
  readonly first: (compiled: Compiled, args: unknown) => Promise<TableRow | undefined>
  readonly reserve: Reserve
  /** Sends a statement that commits immediately, once. */
  readonly send: (compiled: Compiled, args: unknown) => Promise<unknown>
  /** The servers of a cluster, if there are connections to them. */
  readonly servers: () => ClusterServers | undefined
  /** Performs writes in a transaction on a server of the cluster, once. */
  readonly sendTo: (server: ClusterServer, writes: ServerWrites) => Promise<unknown>
  readonly runWithLocks: (body: Body) => Promise<unknown>
  /** How long the statement of a batch waits for a lock. */
  readonly lockTimeoutMs: number
  readonly log: StorageLog
}

/** Runs bodies without locks, or with locks if that is not possible. */
export class OptimisticWrites {
  readonly #context: Context
  readonly #batches: WriteBatches
  readonly #batchesOfServer = new Map<string, WriteBatches>()

  constructor(context: Context) {
    this.#context = context
    this.#batches = new WriteBatches({
      shapeOf,
      send: (members, incarnation) => {
        const { lockTimeoutMs } = context
        const { compiled, args } = combinedWrites(members, { ...incarnation, lockTimeoutMs })
        return context.send(compiled, args)
      },
      isUnknown,
      // The server groups the commits of a few itself.
      sendingMax: 2,
      sizeMax: combinedMax,
      // Powers of two, so that there are few statements to be prepared.
      sizeOf: (count) => 2 ** Math.floor(Math.log2(count)),
    })
  }

  /** `locks` names the row that the body confirms. */
  async perform(body: Body, locks: string): Promise<unknown> {
    const { read, first, reserve, runWithLocks, log } = this.#context
    const target = this.#context.target()
    const tx = new OptimisticTransaction({ target, read, first, reserve })
    let value: unknown
    let incarnation: HeldIncarnation | undefined
    try {
      incarnation = await this.#context.incarnation()
      value = await body(tx)
    } catch {
      // The error may come from an outdated assumption.
      return runWithLocks(body)
    }
    const { writes } = tx
    if (writes === undefined || incarnation === undefined) return runWithLocks(body)
    const batches = this.#batchesFor(writes)
    if (batches === undefined) return runWithLocks(body)
    try {
      await batches.write({ writes, incarnation, locks })
    } catch (error) {
      if (isUnknown(error)) throw error
      return runWithLocks(body)
    }
    runAfterCommit(tx.effects, log)
    return value
  }

  /** In a cluster, writes are sent to the server that has all of the rows; undefined if there is none. */
  #batchesFor(writes: readonly Write[]): WriteBatches | undefined {
    const { target, servers, sendTo } = this.#context
    if (target() !== 'citus') return this.#batches
    const server = servers()?.routeOfWrites(writes)?.server
    if (server === undefined) return undefined
    return this.#batchesOfServer.getOrInsertComputed(
      server.name,
      () =>
        new WriteBatches({
          // Writes of several owners are several statements in any case.
          shapeOf: () => '',
          send: async (members, incarnation) => {
            // Connections may have been opened anew.
            const route = servers()?.routeOfWrites(members.flat())
            if (route?.server.name !== server.name)
              throw new Error('The rows are on another server.')
            await sendTo(route.server, { ...route, incarnation })
          },
          isUnknown,
          sendingMax: 1,
          sizeMax: togetherMax,
          sizeOf: (count) => count,
        }),
    )
  }
}

/** So many transactions are combined to one statement. */
const combinedMax = 8
/** So many are performed in one transaction on a server of a cluster. */
const togetherMax = 16

/** Whether it is unknown if a statement was executed, or it would fail in the same way again. */
const isUnknown = (error: unknown): boolean =>
  error instanceof ApiError || (isUnavailable(error) && !isRetryable(error) && !hasNoLock(error))
