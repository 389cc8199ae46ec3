import { sql } from '../../sql/sql.ts'
import { adHocQuery, type none } from '../../sql/statement.ts'

interface Row {
  readonly bytes: number
  readonly connections: number
  readonly connectionsMax: number
  readonly lockWaits: number
  readonly longestLockWaitMs: number
  readonly walBytes: number
}

/** The size of the database, its connections and those that wait for locks, and the WAL of its server. */
export const selectVitals = adHocQuery<typeof none, Row>(
  () => sql`
  select pg_database_size(current_database()) as bytes,
    (select count(*) from pg_stat_activity where datname = current_database()) as connections,
    current_setting('max_connections')::bigint as "connectionsMax",
    locks.waits as "lockWaits", locks.longest as "longestLockWaitMs",
    (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end
      - '0/0'::pg_lsn) as "walBytes"
  from (
    select count(*) as waits,
      coalesce(extract(epoch from clock_timestamp() - min(waitstart)) * 1000, 0)::bigint as longest
    from pg_locks
    where not granted and pid in (
      select pid from pg_stat_activity where datname = current_database())
  ) locks
`,
)
