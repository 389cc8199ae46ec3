import { sql } from '../../sql/sql.ts'
import { adHocQuery, type none } from '../../sql/statement.ts'

interface Row {
  readonly bytes: number
  readonly connections: number
  readonly connectionsMax: number
}

/** The size of the database, and the number of connections. */
export const selectVitals = adHocQuery<typeof none, Row>(
  () => sql`
  select pg_database_size(current_database()) as bytes,
    (select count(*) from pg_stat_activity where datname = current_database()) as connections,
    current_setting('max_connections')::bigint as "connectionsMax"
`,
)
