import { serverIncarnation } from '../../schema/tables.ts'
import { sql } from '../../sql/sql.ts'
import { adHocQuery, type Compiled } from '../../sql/statement.ts'
import type { ClusterServer } from '../cluster/servers.ts'
import { isLostConnection } from '../failure.ts'
import { type HeldIncarnation, incarnationHere, ServerUnsure } from '../server-watch.ts'
import type { Write } from './combined-writes.ts'
import { holdConnection } from './held-connection.ts'

/** Shards that a server of a cluster has. */
export interface HeldShards {
  readonly shards: ReadonlySet<number>
  /** The group ID of the server (`pg_dist_node.groupid`). */
  readonly group: number
}

/**
 * Writes to shards, each of which has to change exactly one row while the database has the given incarnation.
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
  /** Called if the server refuses the writes, for example because the shards were moved. */
  readonly onRefused: (error: unknown) => void
}

/** The writes were not performed. */
class Unconfirmed extends Error {}

/**
 * Performs writes in one transaction on the server of a cluster that has the rows. They name the shards, because
 * Citus would plan each statement on the tables again. Like Citus, the transaction first locks the metadata of the
 * shards, which prevents moves, and then checks that the server has them.
 */
export async function performOn(
  server: ClusterServer,
  { writes, held: { shards, group }, incarnation }: ServerWrites,
  { onUnreachable, onRefused, localQuery, lockTimeoutMs, ...timeouts }: ServerWritesOptions,
): Promise<void> {
  // Always in the same order, to prevent deadlocks.
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

// Moves take the same locks in exclusive mode; 5 is share mode. A new incarnation locks its table, which is locked here
// without a read, because Citus would plan a read each time.
const holdHere = adHocQuery<{ shards: string; lockTimeout: string }, unknown>(
  ({ shards, lockTimeout }) => sql`select set_config('lock_timeout', ${lockTimeout}, true),
     lock_shard_metadata(5, ${shards}::bigint[])::text,
     lock_relation_if_exists('${serverIncarnation}', 'ACCESS SHARE')`,
)
