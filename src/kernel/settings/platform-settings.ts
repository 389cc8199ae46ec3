import {
  ceiling,
  choice,
  day,
  hostNames,
  integer,
  longSecret,
  mailbox,
  mebibyte,
  minute,
  networks,
  origins,
  ports,
  postgresUrl,
  replicaUrl,
  second,
  securityRelevant,
  smtpUrl,
  text,
  webAddress,
} from './setting-kinds.ts'

/** The settings that belong to no single service. */
export const platformSettings = {
  host: securityRelevant(text('127.0.0.1', 'Address to listen on.')),
  port: integer(8080, { min: 0, max: 65535 }, 'Port to listen on. 0 selects a free port.'),
  mode: securityRelevant(
    choice(
      '',
      ['', 'dev', 'production'],
      'The mode of the server. `dev` prints a token and enables the workbench and one-click sign-in. If empty, the mode is `dev` when the server listens on a loopback address and neither `publicUrl` nor `trustedProxies` is set, and `production` otherwise.',
    ),
  ),
  devHosts: securityRelevant(
    hostNames(
      'Dev mode only: host names besides loopback names, such as the name of a container, at which the workbench and one-click sign-in are available.',
    ),
  ),
  publicUrl: securityRelevant(
    webAddress('The URL that clients use. In production, all links and redirects start with it.'),
  ),
  dataDir: securityRelevant(text('data', 'Directory of the embedded database.')),
  databaseUrl: securityRelevant(
    postgresUrl('The `postgres://` URL of the database. If empty, the embedded database is used.'),
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
  demo: choice(
    '',
    ['', '0', '1'],
    'Whether to create demo data (1) or not (0). If empty, demo data is created in dev mode only.',
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
  tokensFile: securityRelevant(
    text(
      '',
      'Dev mode only: path of a JSON file with fixed tokens, `{token: {email, scopes, expires?}}`.',
    ),
  ),
  seed: text(
    '',
    'Dev mode only: path of a JSON or YAML file with the users, calendars and other data of a new installation.',
  ),
  console: securityRelevant(
    choice('on', ['on', 'off'], 'Whether the web console is available at `/`.'),
  ),
  mcp: {
    ...securityRelevant(
      choice(
        'on',
        ['on', 'readOnly', 'off'],
        'Whether agents can use tools at `/mcp` (Model Context Protocol). `readOnly` offers only the tools that change nothing.',
      ),
    ),
    productionDefault: 'off',
  },
  clientRegistration: securityRelevant(
    choice(
      'off',
      ['on', 'off'],
      'Whether OAuth clients can register themselves at `/register` (RFC 7591). Agents that support client ID metadata documents need no registration.',
    ),
  ),
  hstsS: securityRelevant(
    integer(
      31_536_000,
      { min: 0, max: 1e9 },
      '`max-age` of the `Strict-Transport-Security` header, in seconds. The header is sent in production if `publicUrl` is an https URL. 0 sends no header.',
    ),
  ),
  trustedProxies: securityRelevant(
    networks(
      'Addresses or networks (`10.0.0.0/8`) of proxies whose `X-Forwarded-*` headers are trusted.',
    ),
  ),
  corsOrigins: securityRelevant(
    origins(
      'Origins (`https://app.example.com`) of web pages that may read responses in browsers. If empty, all origins are allowed. They still need a token.',
    ),
  ),
  secretKey: securityRelevant(
    longSecret(
      'Secret that encrypts signing keys and signs cookies. If empty, a secret is generated and stored in the data directory or the PostgreSQL database.',
    ),
  ),
  sessionDays: securityRelevant(
    integer(30, { min: 1, max: 365 }, 'Days after which users have to sign in again.'),
  ),
  sessionIdleHours: securityRelevant(
    integer(
      720,
      { min: 1, max: 8760 },
      'Hours of inactivity after which users have to sign in again.',
    ),
  ),
  adminSessionDays: securityRelevant(
    integer(14, { min: 1, max: 365 }, 'Days after which administrators have to sign in again.'),
  ),
  adminSessionIdleHours: securityRelevant(
    integer(
      12,
      { min: 1, max: 8760 },
      'Hours of inactivity after which administrators have to sign in again.',
    ),
  ),
  recentSignInMinutes: securityRelevant(
    integer(
      60,
      { min: 1, max: 1440 },
      'Minutes after sign-in during which a user can create tokens and OAuth clients, change the password or second factor, and manage users. After that the user has to sign in again.',
    ),
  ),
  requireSecondFactor: securityRelevant(
    choice(
      'none',
      ['none', 'administrators', 'all'],
      'Who has to use a second factor, besides users who have set one up. Users without one set it up after they enter their password.',
    ),
  ),
  refreshTokenIdleDays: securityRelevant(
    integer(180, { min: 1, max: 3650 }, 'Days without use after which a refresh token expires.'),
  ),
  pkce: securityRelevant(
    choice(
      'installed',
      ['installed', 'all'],
      'Which clients have to use PKCE: `installed` means clients without a secret and installed clients whose redirect leaves the machine of the user. Some official libraries for web servers do not support PKCE.',
    ),
  ),
  identityProviderPrivate: securityRelevant(
    choice(
      '',
      ['', 'allow', 'deny'],
      'Whether identity providers may have private addresses, and use http on this machine. If empty, this is allowed in dev mode and denied in production.',
    ),
  ),
  signInRequestsPerMinute: securityRelevant(
    ceiling(
      600,
      'Authorization requests and requests to sign-in, consent and device pages per network, minute and process. Further requests are answered with 429',
    ),
  ),
  tokenRequestsPerMinute: securityRelevant(
    ceiling(
      3_000,
      'Token requests per network, minute and process. Further requests are answered with 429',
    ),
  ),
  tokenInfoRequestsPerMinute: securityRelevant(
    ceiling(
      12_000,
      'Requests to revoke tokens and to get information about tokens and their users per network, minute and process. Further requests are answered with 429',
    ),
  ),
  deviceCodesPerMinute: securityRelevant(
    ceiling(
      60,
      'Device code requests per network, minute and process. Further requests are answered with 429',
    ),
  ),
  serviceAccountDomain: text(
    'almanac.iam.gserviceaccount.com',
    'Domain of the email addresses of new service accounts. Some clients recognize service accounts by the end of this domain.',
  ),
  metricsToken: securityRelevant(
    text(
      '',
      'Bearer token for `/metrics` in production. If empty, only programs on the same machine can read it, at a loopback address.',
      { secret: true },
    ),
  ),
  logLevel: securityRelevant(
    choice(
      'info',
      ['trace', 'debug', 'info', 'warn', 'error', 'silent'],
      'Minimum level of log entries. Requests are logged at `info`.',
    ),
  ),
  quotaUserPerMinute: securityRelevant(ceiling(3_000, 'Quota units per user and minute')),
  quotaUserPerDay: securityRelevant(ceiling(500_000, 'Quota units per user and day')),
  quotaClientPerMinute: securityRelevant(ceiling(60_000, 'Quota units per client and minute')),
  quotaClientPerDay: securityRelevant(ceiling(10_000_000, 'Quota units per client and day')),
  quotaStatus: choice(
    '',
    ['', '403', '429'],
    'Status of responses to requests that exceed a quota. If empty, each service uses its documented status.',
  ),
  requestLogMax: integer(
    10_000,
    { min: 0, max: 1e6 },
    'Maximum number of requests in the request log of a process, which is kept in memory. 0 disables the log.',
  ),
  requestLogPerUserMax: integer(
    200,
    { min: 1, max: 10_000 },
    'Maximum number of requests of one user and client in the request log.',
  ),
  bodyBytesMax: securityRelevant(
    integer(
      2 * mebibyte,
      { min: 1024, max: 1e9 },
      'Maximum size of a request body after decompression, in bytes.',
    ),
  ),
  batchBytesMax: securityRelevant(
    integer(
      16 * mebibyte,
      { min: 1024, max: 1e9 },
      'Maximum size of a batch request body after decompression, in bytes.',
    ),
  ),
  bodiesBytesMax: securityRelevant(
    integer(
      256 * mebibyte,
      { min: mebibyte, max: 1e12 },
      'Maximum size of all request bodies that are being received, in bytes. Beyond it, the largest ones are answered with 503.',
    ),
  ),
  batchPartsMax: securityRelevant(
    integer(1000, { min: 1, max: 1000 }, 'Maximum number of calls in a batch.'),
  ),
  batchAnonymousPartsMax: securityRelevant(
    integer(
      50,
      { min: 0, max: 1000 },
      'Maximum number of calls in a batch that have neither a token nor an API key.',
    ),
  ),
  batchConcurrency: integer(16, { min: 1, max: 1000 }, 'Calls of a batch that run concurrently.'),
  batchReplyBytesMax: securityRelevant(
    integer(
      64 * mebibyte,
      { min: 1024, max: 1e10 },
      'Maximum size of the response to a batch, in bytes. Calls that have not started when it is reached are answered with 429.',
    ),
  ),
  batchTimeMaxMs: securityRelevant(
    integer(
      20 * second,
      { min: 10, max: day },
      'Time limit for all calls of a batch, in milliseconds. Calls that have not started by then are answered with 429.',
    ),
  ),
  headerBytesMax: securityRelevant(
    integer(
      32_768,
      { min: 4096, max: 1_048_576 },
      'Maximum size of the request line and headers, in bytes.',
    ),
  ),
  jsonDepthMax: securityRelevant(
    integer(64, { min: 4, max: 1000 }, 'Maximum nesting depth of a JSON body.'),
  ),
  jsonMembersMax: securityRelevant(
    integer(200_000, { min: 100, max: 1e8 }, 'Maximum number of members in a JSON body.'),
  ),
  headersTimeoutMs: securityRelevant(
    integer(
      20 * second,
      { min: 100, max: day },
      'Time limit for receiving the headers of a request, in milliseconds.',
    ),
  ),
  requestTimeoutMs: securityRelevant(
    integer(
      60 * second,
      { min: 100, max: day },
      'Time limit for receiving a whole request, in milliseconds.',
    ),
  ),
  stalledResponseMs: securityRelevant(
    integer(
      60 * second,
      { min: 100, max: day },
      'Time after which a connection is closed if the client reads nothing of a response, in milliseconds.',
    ),
  ),
  keepAliveTimeoutMs: integer(
    65 * second,
    { min: 0, max: day },
    'Time after which an idle connection is closed, in milliseconds.',
  ),
  requestsPerSocketMax: securityRelevant(
    integer(0, { min: 0, max: 1e9 }, 'Maximum number of requests per connection. 0 sets no limit.'),
  ),
  connectionsMax: securityRelevant(
    integer(10_000, { min: 1, max: 1e6 }, 'Maximum number of open connections.'),
  ),
  drainTimeoutMs: integer(
    10 * second,
    { min: 0, max: day },
    'Time that running requests get on shutdown, in milliseconds.',
  ),
  worldsMax: integer(
    200,
    { min: 0, max: 1e4 },
    'Dev mode only: maximum number of worlds. 0 disables worlds.',
  ),
  drainDelayMs: {
    ...integer(
      0,
      { min: 0, max: day },
      'Time on shutdown in which `/readyz` fails and requests are served as usual, in milliseconds.',
    ),
    productionDefault: 5 * second,
  },
  drainIdleMs: {
    ...integer(
      100,
      { min: 0, max: day },
      'Time on shutdown in which responses have `Connection: close`, before idle connections are closed, in milliseconds.',
    ),
    productionDefault: second,
  },
  worldConnectionsMax: integer(
    60,
    { min: 6, max: 10_000 },
    'Maximum number of PostgreSQL connections of all worlds. Worlds that nobody uses are closed to make room for others.',
  ),
  worldCloseMs: integer(
    60 * second,
    { min: second, max: day },
    'Idle time after which a world is closed until it is used again, in milliseconds.',
  ),
  worldLifetimeMs: integer(
    day,
    { min: second, max: 365 * day },
    'Idle time after which a world without a name is deleted, in milliseconds.',
  ),
  tokenCacheMs: securityRelevant(
    integer(
      5 * second,
      { min: 0, max: 5 * second },
      'How long a valid token is cached, in milliseconds.',
    ),
  ),
  tokenCacheMax: integer(10_000, { min: 0, max: 1e7 }, 'Maximum number of cached tokens.'),
  databaseConnectionsMax: integer(
    16,
    { min: 5, max: 1000 },
    'Maximum number of PostgreSQL connections of a process. One receives notifications, 2 are for counters, one of 8 is for reports, and the rest is for requests. Worlds have their own.',
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
  tracesUrl: webAddress(
    'The URL to which OpenTelemetry traces are posted (OTLP over HTTP), such as `http://localhost:4318/v1/traces`. If empty, there are none.',
  ),
  tracesPercent: integer(
    100,
    { min: 0, max: 100 },
    'How many of 100 requests are traced, unless their `traceparent` header decides.',
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
  jobsConcurrency: integer(8, { min: 1, max: 1000 }, 'Jobs that a process runs concurrently.'),
  attendeeWaitMs: integer(
    2 * second,
    { min: 0, max: minute },
    'How long a write to an event waits until the calendars of attendees on this server are updated, in milliseconds.',
  ),
  auditKeepDays: securityRelevant(
    integer(
      365,
      { min: 0, max: 36_500 },
      'Days after which entries of the audit log are deleted. 0 keeps them forever.',
    ),
  ),
  smtpUrl: securityRelevant(
    smtpUrl(
      'URL of the mail server, `smtp://user:password@host:587`. If empty, mail is stored but not sent.',
    ),
  ),
  mailFrom: mailbox('Almanac <no-reply@almanac.test>', 'Sender of mail.'),
  mailKeepDays: integer(30, { min: 1, max: 3650 }, 'Days after which stored mail is deleted.'),
  webhookPrivate: securityRelevant(
    choice(
      '',
      ['', 'allow', 'deny'],
      'Whether push notifications may be sent to private addresses, there also over http. If empty, this is allowed in dev mode and denied in production.',
    ),
  ),
  webhookPorts: securityRelevant(
    ports(
      'Ports that push notifications may be sent to. If empty, 443 and 8443, or any port if private addresses are allowed.',
    ),
  ),
  webhookHosts: securityRelevant(
    hostNames(
      'Hosts that push notifications may be sent to, including their subdomains. If empty, all hosts that the other settings allow.',
    ),
  ),
  webhookTimeoutMs: securityRelevant(
    integer(
      10 * second,
      { min: 100, max: minute },
      'Time limit for the response to a push notification, in milliseconds.',
    ),
  ),
  webhookInFlightMax: integer(
    128,
    { min: 1, max: 10_000 },
    'Push notifications that a process sends concurrently.',
  ),
  webhookPerHostMax: integer(
    64,
    { min: 1, max: 1000 },
    'Push notifications that a process sends concurrently to one host.',
  ),
  webhookReplyBytesMax: securityRelevant(
    integer(
      16_384,
      { min: 0, max: 1_048_576 },
      'Maximum size of the response to a push notification that is read, in bytes.',
    ),
  ),
  webhookLogMax: integer(
    50,
    { min: 1, max: 1000 },
    'Maximum number of deliveries in the log of a channel.',
  ),
  channelDays: integer(
    7,
    { min: 1, max: 3650 },
    'Lifetime of a channel that does not request one, in days.',
  ),
  channelDaysMax: integer(30, { min: 1, max: 3650 }, 'Maximum lifetime of a channel, in days.'),
  channelWarningHours: integer(
    0,
    { min: 0, max: 720 },
    'Hours before the expiration of a channel at which its user is notified by mail. 0 sends no mail.',
  ),
  channelsPerUserMax: securityRelevant(
    integer(5000, { min: 1, max: 1e7 }, 'Maximum number of channels per user.'),
  ),
  channelsPerResourceMax: securityRelevant(
    integer(2000, { min: 1, max: 1e7 }, 'Maximum number of channels that watch the same resource.'),
  ),
}
