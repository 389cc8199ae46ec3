import { setTimeout as delay } from 'node:timers/promises'
import type { Maintenance, StorageLog, Transact, Transaction } from '../port.ts'
import { Pools, unlessReplaced } from './connections/pools.ts'
import { makePool, say } from './driver.ts'
import { hasNoLock, isRetryable } from './failure.ts'
import { type HeldConnection, holdConnection, setLocally } from './transactions/held-connection.ts'

interface MaintenanceOptions {
  readonly url: string
  readonly isPooled: boolean
  readonly preparesStatements: boolean
  readonly acquireTimeoutMs: number
  /** How long a statement waits for a lock. Everyone who needs the same lock waits behind it. */
  readonly lockTimeoutMs: number
  readonly log: StorageLog
  /** Runs a body in a transaction on a connection. */
  readonly perform: <T>(
    connection: HeldConnection,
    body: (tx: Transaction) => Promise<T>,
  ) => Promise<T>
}

const attemptsMax = 200
const retryPauseMs = 1_000
// The longest time that a timer can measure.
const answerTimeoutMs = 2_147_483_647

/** For a transaction, and for a statement that runs outside of it meanwhile. */
const connectionsMax = 2

/** Works on dedicated connections without time limits, for migrations. */
export async function maintain<T>(
  options: MaintenanceOptions,
  work: (maintenance: Maintenance) => Promise<T>,
): Promise<T> {
  const { acquireTimeoutMs, lockTimeoutMs, log, perform } = options
  await using pools = new Pools({
    connectionsMax,
    make: (poolOptions) => makePool({ ...options, statementTimeoutMs: 0, ...poolOptions }),
  })
  const attempt: Transact = (body) =>
    pools.use((pool, waiting) =>
      holdConnection({ pool, waiting, acquireTimeoutMs, answerTimeoutMs }, async (connection) => {
        await setLocally(connection, {
          statement_timeout: '0',
          idle_in_transaction_session_timeout: '0',
          lock_timeout: String(lockTimeoutMs),
        })
        return perform(connection, body)
      }),
    )
  const transact: Transact = async (body) => {
    for (let attempts = 1; ; attempts++) {
      try {
        return await attempt(body)
      } catch (error) {
        const isLocked = hasNoLock(error)
        if (attempts === attemptsMax || !(isLocked || isRetryable(error))) throw error
        if (isLocked) log.warn('a migration waits for a lock', { attempts })
        await delay(retryPauseMs)
      }
    }
  }
  const execute = async (text: string): Promise<void> => {
    await pools.use((pool, waiting) => unlessReplaced(waiting, say(pool, text)))
  }
  return await work({ transact, execute })
}
