import { type Compiled, none } from '../../sql/statement.ts'
import type { ClusterServer } from '../cluster/servers.ts'
import { isLostConnection } from '../failure.ts'
import {
  type HeldIncarnation,
  holdIncarnationHere,
  incarnationHere,
  ServerUnsure,
} from '../server-watch.ts'
import type { Write } from './combined-writes.ts'
import { holdConnection, setLocally } from './held-connection.ts'

/** Writes of which each has to change exactly one row, in the given incarnation of the database. */
export interface ServerWrites {
  readonly writes: readonly Write[]
  readonly incarnation: HeldIncarnation
}

interface ServerWritesOptions {
  /** A query of tables that every server has, for one of the servers alone. */
  readonly localQuery: (compiled: Compiled) => Compiled
  readonly acquireTimeoutMs: number
  readonly answerTimeoutMs: number
  readonly lockTimeoutMs: number
  /** Called if there is no connection to the server. */
  readonly onUnreachable: (error: unknown) => void
}

/** The writes were not performed. */
class Unconfirmed extends Error {}

/**
 * Performs writes in one transaction on the server of a cluster that has the rows. The statements are sent
 * together: as one statement, the cluster would plan them anew each time.
 */
export async function performOn(
  server: ClusterServer,
  { writes, incarnation }: ServerWrites,
  { onUnreachable, localQuery, lockTimeoutMs, ...timeouts }: ServerWritesOptions,
): Promise<void> {
  let hasBegun = false
  try {
    await server.pools.use((pool, waiting) =>
      holdConnection({ ...timeouts, pool, waiting }, async (connection) => {
        hasBegun = true
        const [, , [present], ...answers] = await Promise.all([
          setLocally(connection, { lock_timeout: `${lockTimeoutMs}` }),
          connection.send(holdIncarnationHere.for('citus'), none),
          connection.send(localQuery(incarnationHere.for('citus')), none),
          ...writes.map(({ compiled, args }) => connection.send(compiled, args)),
        ])
        if (present?.incarnation !== incarnation.incarnation) throw new ServerUnsure()
        if (answers.some(({ count }) => count !== 1)) throw new Unconfirmed('A row has changed.')
      }),
    )
  } catch (error) {
    if (hasBegun || !isLostConnection(error)) throw error
    onUnreachable(error)
    throw new Unconfirmed('The server cannot be reached.', { cause: error })
  }
}
