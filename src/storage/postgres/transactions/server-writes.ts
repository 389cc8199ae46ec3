import { serverIncarnation } from '../../schema/tables.ts'
import { sql } from '../../sql/sql.ts'
import { adHocQuery, type Compiled } from '../../sql/statement.ts'
import type { ClusterServer } from '../cluster/servers.ts'
import { isLostConnection } from '../failure.ts'
import { type HeldIncarnation, incarnationHere, ServerUnsure } from '../server-watch.ts'
import type { Write } from './combined-writes.ts'
import { holdConnection } from './held-connection.ts'

/** Parts of tables that a server of a cluster has. */
export interface HeldShards {
  readonly shards: ReadonlySet<number>
  /** The number by which the server knows itself. */
  readonly group: number
}

/**
 * Writes to parts of tables of which each has to change exactly one row, in the given incarnation of the
 * database.
 */
export interface ServerWrites {
  readonly writes: readonly Write[]
  readonly held: HeldShards
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
  /** Called if the server refuses the writes, which may be because it does not have the rows any more. */
  readonly onRefused: (error: unknown) => void
}

/** The writes were not performed. */
class Unconfirmed extends Error {}

/**
 * Performs writes in one transaction on the server of a cluster that has the rows. They name the parts of tables,
 * so that the cluster has no part in them, which would plan each statement anew. As it does itself, they hold
 * off moves of these parts, and only then find out if the parts are here.
 */
export async function performOn(
  server: ClusterServer,
  { writes, held: { shards, group }, incarnation }: ServerWrites,
  { onUnreachable, onRefused, localQuery, lockTimeoutMs, ...timeouts }: ServerWritesOptions,
): Promise<void> {
  // In this order, so that those who wait for moves do not wait for each other.
  const list = `{${[...shards].sort((one, two) => one - two).join()}}`
  const placement = { shards: list, count: shards.size, group }
  let hasBegun = false
  try {
    await server.pools.use((pool, waiting) =>
      holdConnection({ ...timeouts, pool, waiting }, async (connection) => {
        hasBegun = true
        const [, [present], ...answers] = await Promise.all([
          connection.send(holdHere.for('citus'), { shards: list, lockTimeout: `${lockTimeoutMs}` }),
          connection.send(localQuery(incarnationHere.for('citus')), placement),
          ...writes.map(({ compiled, args }) => connection.send(compiled, args)),
        ])
        if (present?.incarnation !== incarnation.incarnation) throw new ServerUnsure()
        if (answers.some(({ count }) => count !== 1)) throw new Unconfirmed('A row has changed.')
      }),
    )
  } catch (error) {
    if (hasBegun || !isLostConnection(error)) {
      onRefused(error)
      throw error
    }
    onUnreachable(error)
    throw new Unconfirmed('The server cannot be reached.', { cause: error })
  }
}

// A move takes the same locks of shards exclusively; the number is that of share mode. What begins another
// incarnation locks the table. Reading it would do the same, but the cluster plans that anew each time.
const holdHere = adHocQuery<{ shards: string; lockTimeout: string }, unknown>(
  ({ shards, lockTimeout }) => sql`select set_config('lock_timeout', ${lockTimeout}, true),
     lock_shard_metadata(5, ${shards}::bigint[])::text,
     lock_relation_if_exists('${serverIncarnation}', 'ACCESS SHARE')`,
)
