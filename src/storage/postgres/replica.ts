import { setTimeout as delay } from 'node:timers/promises'
import { ApiError } from '#/kernel/errors.ts'
import type { StorageLog } from '../port.ts'
import { Pools, unlessReplaced } from './connections/pools.ts'
import { makePool, valuesOf } from './driver.ts'
import { isUnavailable } from './failure.ts'
import { type HeldConnection, holdConnection } from './transactions/held-connection.ts'

interface ReplicaOptions {
  readonly url: string
  /** The server that the replica follows. */
  readonly primary: Pools
  readonly connectionsMax: number
  readonly statementTimeoutMs: number
  readonly acquireTimeoutMs: number
  readonly answerTimeoutMs: number
  readonly isPooled?: boolean
  readonly preparesStatements?: boolean
  readonly parameters?: Readonly<Record<string, string>>
  readonly log: StorageLog
}

interface ReplicaWork {
  /** The transaction mode after `begin`. */
  readonly mode: string
  /** Whether the work can be done again on the primary when it fails on the way. */
  readonly isRepeatable: boolean
}

/** A replica usually is a few milliseconds behind. */
const waitMsMax = 100
const lookEveryMs = 5
/** How long the primary is used after the replica was behind or did not answer. */
const avoidedMs = 2_000

class Behind extends Error {}

/**
 * A streaming replica for long reads. A transaction on it begins when it has replayed everything that the
 * primary had written when the transaction was requested, so that it sees all earlier responses.
 */
export class Replica implements AsyncDisposable {
  readonly #options: ReplicaOptions
  readonly #pools: Pools
  #avoidedUntilMs = 0
  #isUsed: boolean | undefined

  constructor(options: ReplicaOptions) {
    this.#options = options
    this.#pools = new Pools({
      ...options,
      make: (poolOptions) => makePool({ ...options, ...poolOptions }),
    })
  }

  /** The result of the work; undefined if it has to be done on the primary. */
  async hold<T>(
    { mode, isRepeatable }: ReplicaWork,
    work: (connection: HeldConnection) => Promise<T>,
  ): Promise<{ readonly value: T } | undefined> {
    if (performance.now() < this.#avoidedUntilMs) return undefined
    let hasBegun = false
    try {
      const position = await this.#primaryPosition()
      const value = await this.#pools.use((pool, waiting) =>
        holdConnection(
          { ...this.#options, pool, waiting, mode: 'read only' },
          async (connection) => {
            await reach(connection, position)
            // The snapshot of the transaction that has looked may be older than what it has found.
            await connection.say(`commit; begin ${mode}`)
            hasBegun = true
            return work(connection)
          },
        ),
      )
      this.#note(true, 'reads use the replica')
      return { value }
    } catch (error) {
      if ((hasBegun && !isRepeatable) || !isPassing(error)) throw error
      this.#avoidedUntilMs = performance.now() + avoidedMs
      this.#note(false, 'reads use the primary instead of the replica', { reason: String(error) })
      return undefined
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pools[Symbol.asyncDispose]()
  }

  async #primaryPosition(): Promise<Position> {
    const [row] = await this.#options.primary.use((pool, waiting) =>
      unlessReplaced(waiting, valuesOf(pool, primaryPosition)),
    )
    const [system, timeline, lsn] = row as [string, string, string]
    return { system, timeline, lsn }
  }

  #note(isUsed: boolean, message: string, fields: Record<string, string> = {}): void {
    if (isUsed === this.#isUsed) return
    this.#isUsed = isUsed
    if (isUsed) this.#options.log.info(message, fields)
    else this.#options.log.warn(message, fields)
  }
}

const isPassing = (error: unknown): boolean =>
  error instanceof Behind ||
  isUnavailable(error) ||
  (error instanceof ApiError && error.status === unavailableStatus)

const unavailableStatus = 503

interface Position {
  readonly system: string
  readonly timeline: string
  readonly lsn: string
}

// What others can see is in the log up to the place where the next record is inserted.
const primaryPosition = `select system_identifier::text,
  ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int::text,
  pg_current_wal_insert_lsn()::text from pg_control_system()`

/**
 * Waits until the server has replayed the log. One with another history, or that is no replica, never has.
 */
async function reach(connection: HeldConnection, position: Position): Promise<void> {
  const { system, timeline, lsn } = position
  const untilMs = performance.now() + waitMsMax
  for (;;) {
    const [row] = await connection.values(
      `select pg_is_in_recovery() and system_identifier = ${system} and min_recovery_end_timeline = ${timeline},
         pg_last_wal_replay_lsn() >= '${lsn}' from pg_control_system(), pg_control_recovery()`,
    )
    const [follows, hasReached] = row as unknown as [0 | 1, 0 | 1 | null]
    if (follows !== 1) throw new Behind('it is no replica of the server')
    if (hasReached === 1) return
    if (performance.now() > untilMs) throw new Behind('it is behind')
    await delay(lookEveryMs)
  }
}
