import {
  choice,
  integer,
  minute,
  postgresUrl,
  replicaUrl,
  securityRelevant,
  text,
} from './setting-kinds.ts'

/** Where data is stored and replicated, and how it is reached. */
export const databaseSettings = {
  dataDir: securityRelevant(text('data', 'Directory of the embedded database.')),
  databaseUrl: securityRelevant(
    postgresUrl('The `postgres://` URL of the database. If empty, the embedded database is used.'),
  ),
  databaseListenUrl: securityRelevant(
    postgresUrl(
      'The `postgres://` URL for notifications, if `databaseUrl` is the URL of a connection pooler.',
    ),
  ),
  databaseReadUrl: securityRelevant(
    postgresUrl(
      'The `postgres://` URL of a streaming replica for long reads, such as reports, exports and searches for books. The primary is used while the replica is behind.',
    ),
  ),
  databaseLayout: choice(
    'auto',
    ['auto', 'single', 'citus'],
    'Whether tables are on one PostgreSQL server (`single`) or distributed over several ones by Citus (`citus`). `auto` distributes them if the database has the Citus extension.',
  ),
  databaseWorkers: choice(
    'auto',
    ['auto', 'off'],
    'Whether to connect to the servers of a Citus cluster that have the rows (`auto`), or only to `databaseUrl` (`off`). With a connection pooler, only `databaseUrl` is used.',
  ),
  databasePooler: choice(
    'none',
    ['none', 'transaction'],
    'Set `transaction` if `databaseUrl` is the URL of a connection pooler in transaction mode, such as PgBouncer.',
  ),
  databasePreparedStatements: choice(
    'auto',
    ['auto', 'on', 'off'],
    'Whether to use prepared statements. `auto` uses them unless there is a connection pooler.',
  ),
  databaseConnectionsMax: integer(
    16,
    { min: 5, max: 1000 },
    'Maximum number of PostgreSQL connections of a process. One receives notifications, 2 are for counters, one of 8 is for reports, and the rest is for requests. Worlds have their own.',
  ),
  databasePollMs: integer(
    500,
    { min: 10, max: minute },
    'Interval in which notifications of other processes are polled if they cannot be received directly, in milliseconds.',
  ),
  databaseCacheMb: integer(
    32,
    { min: 1, max: 65_536 },
    'Page cache of the embedded database per connection, in megabytes. Imports use 64 unless a flag sets another value.',
  ),
  commitGroupMax: integer(
    256,
    { min: 1, max: 10_000 },
    'Maximum number of writes that share a commit of the embedded database.',
  ),
  replica: securityRelevant(
    replicaUrl(
      'Where the embedded database is replicated to continuously: `file:///folder`, or `s3://bucket/prefix` with the optional parameters `region` and `endpoint`. If empty, it is not replicated.',
    ),
  ),
  replicaAccessKey: securityRelevant(
    text('', 'The access key ID for an S3 `replica`.', { secret: true }),
  ),
  replicaSecretKey: securityRelevant(
    text('', 'The secret access key for an S3 `replica`.', { secret: true }),
  ),
  replicaDays: integer(
    7,
    { min: 1, max: 3650 },
    'Days to which the `replica` can bring the database back.',
  ),
}
