import { serverIncarnation } from '../schema/tables.ts'
import { raw, type Sql, sql } from '../sql/sql.ts'
import { adHocQuery, none, type Parameters } from '../sql/statement.ts'
import type { HeldConnection } from './transactions/held-connection.ts'

/** The server may have changed; the transaction has to be retried. */
export class ServerUnsure extends Error {
  /** The code of PostgreSQL for a retryable transaction. */
  readonly code = '40001'

  constructor() {
    super('The connection to the database server was lost before this transaction began.')
  }
}

/**
 * Tracks whether the database server is still the one that was identified last. A lost connection may mean
 * that the server was restarted, possibly with another state.
 */
export class ServerWatch {
  readonly #look: () => Promise<void>
  #losses = 0
  /** The number of lost connections when the server was last identified; undefined before. */
  #lossesSeen: number | undefined
  #looking: Promise<void> | undefined

  constructor(look: () => Promise<void>) {
    this.#look = look
  }

  noteLoss(): void {
    this.#losses++
  }

  get isSure(): boolean {
    return this.#lossesSeen === undefined || this.#lossesSeen === this.#losses
  }

  /** Identifies the server again if necessary. */
  async ensure(): Promise<void> {
    if (this.isSure) return
    this.#looking ??= this.look().finally(() => {
      this.#looking = undefined
    })
    await this.#looking
  }

  async look(): Promise<void> {
    const losses = this.#losses
    await this.#look()
    this.#lossesSeen = losses
  }
}

interface FoundServer {
  readonly server: string
  /** When the server started, and which table has its incarnation. */
  readonly start: string
  readonly hasIncarnations: number
}

const start = sql`extract(epoch from pg_postmaster_start_time())::text`

// The server may hold an earlier state after a restart or replacement, and so may a database or table that
// was restored from a dump. Older schemas have no table of incarnations.
export const findServer = adHocQuery<typeof none, FoundServer>(
  () => sql`select concat_ws(' ', system_identifier, timeline_id, ${start},
     (select oid from pg_database where datname = current_database()),
     to_regclass('server_incarnation')::oid) as server,
     concat_ws(' ', ${start}, to_regclass('server_incarnation')::oid) as start,
     (to_regclass('server_incarnation') is not null)::int as "hasIncarnations"
   from pg_control_system(), pg_control_checkpoint()`,
)

export interface HeldIncarnation {
  readonly incarnation: string
  /** As that of `FoundServer`. */
  readonly start: string
}

/** The incarnation of the database in a transaction. No other incarnation can begin before its end. */
export async function heldIncarnation(
  connection: HeldConnection,
): Promise<HeldIncarnation | undefined> {
  // Sent together, and with what the transaction sends first.
  const holding = connection.send(holdIncarnation.for('postgres'), none)
  const read = connection.send(presentIncarnation.for('postgres'), none)
  const [, [present]] = await Promise.all([holding, read])
  return present as HeldIncarnation | undefined
}

// Writers share this lock, and the start of an incarnation waits for them.
const incarnationLock = raw('7141621')

const holdIncarnation = adHocQuery(
  () => sql`select pg_advisory_xact_lock_shared(${incarnationLock})`,
)

/** Waits for the transactions that hold the incarnation. */
export const endIncarnation = adHocQuery(
  () => sql`select pg_advisory_xact_lock(${incarnationLock})`,
)

// A separate statement: it has to see what was committed while the lock was waited for.
const presentIncarnation = adHocQuery(
  () => sql`select incarnation, ${startWithTable} as start from ${serverIncarnation} where id = 1`,
)

// Not the column `tableoid`, because it is that of a shard in a cluster.
const startWithTable = sql`concat_ws(' ', ${start}, to_regclass('server_incarnation')::oid)`

/** Waits for all transactions that have read the incarnation, on all servers of a cluster. */
export const lockIncarnation = adHocQuery(
  () => sql`lock table ${serverIncarnation} in access exclusive mode`,
)

/**
 * The incarnation as a server of a cluster knows it. Fails unless that server has the parts of tables, of which there
 * are `count`.
 */
export const incarnationHere = adHocQuery<
  { shards: string; group: number; count: number },
  Pick<HeldIncarnation, 'incarnation'>
>(
  // Division by zero makes it fail.
  ({ shards, group, count }) => sql`select incarnation from ${serverIncarnation} where id = 1
     and 1 / ((select count(*) from pg_dist_placement
       where shardid = any(${shards}::bigint[]) and groupid = ${group}) = ${count})::int = 1`,
)

/** Selects a row if the database has the incarnation. */
export const isPresentIncarnation = ({
  incarnation,
  start: begun,
}: Parameters<HeldIncarnation>): Sql =>
  sql`select 1 as one from ${serverIncarnation}
    where id = 1 and incarnation = ${incarnation} and ${startWithTable} = ${begun}`
