import {
  ceiling,
  choice,
  day,
  hostNames,
  integer,
  mailbox,
  mebibyte,
  minute,
  networks,
  origins,
  ports,
  postgresUrl,
  second,
  securityRelevant,
  smtpUrl,
  text,
  webAddress,
} from './setting-kinds.ts'

/** The settings that belong to no single service. */
export const platformSettings = {
  host: securityRelevant(text('127.0.0.1', 'Address to listen on.')),
  port: integer(8080, { min: 0, max: 65535 }, 'Port to listen on; 0 takes a free one.'),
  mode: securityRelevant(
    choice(
      '',
      ['', 'dev', 'production'],
      'Empty chooses `dev` when the server listens on loopback and neither `publicUrl` nor `trustedProxies` is set, and `production` otherwise. `dev` prints a token and enables the workbench and one-click sign-in.',
    ),
  ),
  devHosts: securityRelevant(
    hostNames(
      'Dev mode only: names, such as that of a container, under which the workbench and one-click sign-in answer besides loopback ones.',
    ),
  ),
  publicUrl: securityRelevant(
    webAddress('The address that clients use, for links made outside of a request.'),
  ),
  dataDir: securityRelevant(text('data', 'Folder of the embedded database.')),
  databaseUrl: securityRelevant(
    postgresUrl('A `postgres://` address; empty uses the embedded database.'),
  ),
  databaseListenUrl: securityRelevant(
    postgresUrl(
      'A `postgres://` address for the connection that hears notifications, where `databaseUrl` is that of a pooler.',
    ),
  ),
  demo: choice('', ['', '0', '1'], 'Demo data; empty means on in dev mode and off in production.'),
  tokensFile: securityRelevant(
    text('', 'Dev mode only: a JSON file of fixed tokens, `{token: {email, scopes, expires?}}`.'),
  ),
  seed: text(
    '',
    'Dev mode only: a JSON or YAML file that describes the users, calendars and other things of a new installation.',
  ),
  console: securityRelevant(
    choice('on', ['on', 'off'], 'The web console, which is served at `/`.'),
  ),
  hstsS: securityRelevant(
    integer(
      31_536_000,
      { min: 0, max: 1e9 },
      'How long browsers use only https for the server and its subdomains, in seconds; said in production where `publicUrl` is https. 0 says nothing.',
    ),
  ),
  trustedProxies: securityRelevant(
    networks('Addresses or networks (`10.0.0.0/8`) whose `X-Forwarded-*` headers are believed.'),
  ),
  corsOrigins: securityRelevant(
    origins(
      'Origins (`https://app.example.com`) of web pages that may read answers in browsers; empty allows all, which still need a token.',
    ),
  ),
  secretKey: securityRelevant(
    text(
      '',
      'Seals signing keys and signs cookies, at least 32 characters; when empty one is made and kept in the data folder, or in a PostgreSQL database.',
      { secret: true },
    ),
  ),
  sessionDays: securityRelevant(
    integer(30, { min: 1, max: 365 }, 'Days after which a user signs in again.'),
  ),
  sessionIdleHours: securityRelevant(
    integer(720, { min: 1, max: 8760 }, 'Hours without use after which a user signs in again.'),
  ),
  adminSessionDays: securityRelevant(
    integer(14, { min: 1, max: 365 }, 'Days after which an administrator signs in again.'),
  ),
  adminSessionIdleHours: securityRelevant(
    integer(
      12,
      { min: 1, max: 8760 },
      'Hours without use after which an administrator signs in again.',
    ),
  ),
  recentSignInMinutes: securityRelevant(
    integer(
      60,
      { min: 1, max: 1440 },
      'Minutes after sign-in in which a user can create tokens and OAuth clients, change the password or second factor, and change users; later the user signs in again.',
    ),
  ),
  requireSecondFactor: securityRelevant(
    choice(
      'none',
      ['none', 'administrators', 'all'],
      'Who has to sign in with a second factor, besides those who have set one up. A user without one sets it up after entering the password.',
    ),
  ),
  refreshTokenIdleDays: securityRelevant(
    integer(
      180,
      { min: 1, max: 3650 },
      'Days without use after which a program loses the access that a user has given to it.',
    ),
  ),
  pkce: securityRelevant(
    choice(
      'installed',
      ['installed', 'all'],
      'Who has to prove with PKCE that a code was issued to it: clients without a secret and installed ones whose code leaves the machine of their user, or all clients. Some official libraries for web servers send no proof.',
    ),
  ),
  identityProviderPrivate: securityRelevant(
    choice(
      '',
      ['', 'allow', 'deny'],
      'Identity providers may have private addresses, and on this machine use http; empty means allow in dev mode and deny in production.',
    ),
  ),
  signInRequestsPerMinute: securityRelevant(
    ceiling(
      600,
      'Requests of one network in a minute for access and to the pages where people sign in, consent and connect devices; a process answers more with 429',
    ),
  ),
  tokenRequestsPerMinute: securityRelevant(
    ceiling(
      3_000,
      'Requests of one network in a minute for tokens; a process answers more with 429',
    ),
  ),
  tokenInfoRequestsPerMinute: securityRelevant(
    ceiling(
      12_000,
      'Requests of one network in a minute to revoke tokens and for information on tokens and their users; a process answers more with 429',
    ),
  ),
  deviceCodesPerMinute: securityRelevant(
    ceiling(
      60,
      'Requests of one network in a minute for device codes; a process answers more with 429',
    ),
  ),
  serviceAccountDomain: text(
    'almanac.iam.gserviceaccount.com',
    'What stands behind the at sign of new service accounts; some clients know them by its ending.',
  ),
  metricsToken: securityRelevant(
    text(
      '',
      'In production `/metrics` answers loopback callers, and others with this bearer token.',
      { secret: true },
    ),
  ),
  logLevel: securityRelevant(
    choice(
      'info',
      ['trace', 'debug', 'info', 'warn', 'error', 'silent'],
      'The least level that is logged; requests are logged at `info`.',
    ),
  ),
  quotaUserPerMinute: securityRelevant(ceiling(3_000, 'Units a user may spend in a minute')),
  quotaUserPerDay: securityRelevant(ceiling(500_000, 'Units a user may spend in a day')),
  quotaClientPerMinute: securityRelevant(ceiling(60_000, 'Units a client may spend in a minute')),
  quotaClientPerDay: securityRelevant(ceiling(10_000_000, 'Units a client may spend in a day')),
  quotaStatus: choice(
    '',
    ['', '403', '429'],
    "What a caller over quota gets; empty is each service's documented status.",
  ),
  requestLogMax: integer(
    10_000,
    { min: 0, max: 1e6 },
    'Answered requests that one process keeps in memory for looking at; 0 keeps none.',
  ),
  requestLogPerUserMax: integer(200, { min: 1, max: 10_000 }, 'Most of these for one user.'),
  bodyBytesMax: securityRelevant(
    integer(2 * mebibyte, { min: 1024, max: 1e9 }, 'Largest request body, inflated.'),
  ),
  batchBytesMax: securityRelevant(
    integer(16 * mebibyte, { min: 1024, max: 1e9 }, 'Largest batch body, inflated.'),
  ),
  batchPartsMax: securityRelevant(integer(1000, { min: 1, max: 1000 }, 'Most calls in one batch.')),
  batchAnonymousPartsMax: securityRelevant(
    integer(
      50,
      { min: 0, max: 1000 },
      'Most calls in one batch that carry neither a token nor an API key.',
    ),
  ),
  batchConcurrency: integer(16, { min: 1, max: 1000 }, 'Calls of one batch that run at a time.'),
  batchReplyBytesMax: securityRelevant(
    integer(
      64 * mebibyte,
      { min: 1024, max: 1e10 },
      'Largest reply to a batch: calls that have not begun when it is reached answer 429.',
    ),
  ),
  batchTimeMaxMs: securityRelevant(
    integer(
      20 * second,
      { min: 10, max: day },
      'Time for all calls of a batch: those that have not begun when it is over answer 429.',
    ),
  ),
  headerBytesMax: securityRelevant(
    integer(32_768, { min: 4096, max: 1_048_576 }, 'Largest request head.'),
  ),
  jsonDepthMax: securityRelevant(
    integer(64, { min: 4, max: 1000 }, 'Deepest nesting of a JSON body.'),
  ),
  jsonMembersMax: securityRelevant(
    integer(200_000, { min: 100, max: 1e8 }, 'Most members in a JSON body.'),
  ),
  headersTimeoutMs: securityRelevant(
    integer(20 * second, { min: 100, max: day }, 'Time for a request head.'),
  ),
  requestTimeoutMs: securityRelevant(
    integer(60 * second, { min: 100, max: day }, 'Time for a whole request.'),
  ),
  keepAliveTimeoutMs: integer(
    65 * second,
    { min: 0, max: day },
    'How long an idle socket is kept.',
  ),
  requestsPerSocketMax: securityRelevant(
    integer(0, { min: 0, max: 1e9 }, 'Requests per socket; 0 sets no limit.'),
  ),
  connectionsMax: securityRelevant(
    integer(10_000, { min: 1, max: 1e6 }, 'Most sockets open at a time.'),
  ),
  drainDelayMs: {
    ...integer(
      0,
      { min: 0, max: day },
      'How long a stopping server reports that it is not ready and still serves as usual, so that load balancers notice.',
    ),
    productionDefault: 5 * second,
  },
  drainIdleMs: {
    ...integer(
      0,
      { min: 0, max: day },
      'How long a stopping server then answers with Connection: close before it closes idle connections.',
    ),
    productionDefault: second,
  },
  drainTimeoutMs: integer(
    10 * second,
    { min: 0, max: day },
    'How long a stopping server waits for the requests in progress.',
  ),
  worldsMax: integer(200, { min: 0, max: 1e4 }, 'Most worlds of a dev server.'),
  worldConnectionsMax: integer(
    60,
    { min: 6, max: 10_000 },
    'Most PostgreSQL connections of all worlds; those that nobody uses are closed for others.',
  ),
  worldCloseMs: integer(
    60 * second,
    { min: second, max: day },
    'Idle time after which a world is closed until it is used again.',
  ),
  worldLifetimeMs: integer(
    day,
    { min: second, max: 365 * day },
    'Idle time after which a world without a name is deleted.',
  ),
  tokenCacheMs: securityRelevant(
    integer(5 * second, { min: 0, max: 5 * second }, 'How long a checked token is believed.'),
  ),
  tokenCacheMax: integer(10_000, { min: 0, max: 1e7 }, 'Most tokens kept in memory.'),
  databasePoolMax: integer(
    10,
    { min: 1, max: 1000 },
    'Most PostgreSQL connections of a process for requests; a few more listen, count and make reports.',
  ),
  databasePooler: choice(
    'none',
    ['none', 'transaction'],
    '`transaction` if `databaseUrl` is that of a pooler, such as PgBouncer, that gives each transaction another connection.',
  ),
  databasePreparedStatements: choice(
    'auto',
    ['auto', 'on', 'off'],
    'Whether statements are prepared; `auto` does so without a pooler.',
  ),
  databasePollMs: integer(
    500,
    { min: 10, max: minute },
    'How often a process looks for notifications of others if it cannot listen to them.',
  ),
  databaseCacheMb: integer(
    32,
    { min: 1, max: 65_536 },
    'Memory for pages of the embedded database, per connection; imports take 64 unless a flag says otherwise.',
  ),
  commitGroupMax: integer(
    256,
    { min: 1, max: 10_000 },
    'Most writes that share one commit of the embedded database.',
  ),
  jobsConcurrency: integer(8, { min: 1, max: 1000 }, 'Jobs that one process runs at a time.'),
  attendeeWaitMs: integer(
    2 * second,
    { min: 0, max: minute },
    'How long a write of an event waits for the calendars of its attendees on this server.',
  ),
  auditKeepDays: securityRelevant(
    integer(
      365,
      { min: 0, max: 36_500 },
      'How long entries of the audit log are kept; 0 keeps them for ever.',
    ),
  ),
  smtpUrl: securityRelevant(
    smtpUrl(
      'The server that takes mail, `smtp://user:password@host:587`; empty sends nothing and keeps mail for looking at.',
    ),
  ),
  mailFrom: mailbox('Almanac <no-reply@almanac.test>', 'Whom mail comes from.'),
  mailKeepDays: integer(30, { min: 1, max: 3650 }, 'How long mail is kept after it was written.'),
  webhookPrivate: securityRelevant(
    choice(
      '',
      ['', 'allow', 'deny'],
      'Messages of channels may go to private addresses, and there over http; empty means allow in dev mode and deny in production.',
    ),
  ),
  webhookPorts: securityRelevant(
    ports(
      'Ports that messages of channels may go to; empty means 443 and 8443, or any where private addresses are allowed.',
    ),
  ),
  webhookHosts: securityRelevant(
    hostNames(
      'Hosts that messages of channels may go to, with their subdomains; empty means all that the other settings allow.',
    ),
  ),
  webhookTimeoutMs: securityRelevant(
    integer(10 * second, { min: 100, max: minute }, 'Time for a receiver to answer a message.'),
  ),
  webhookInFlightMax: integer(
    128,
    { min: 1, max: 10_000 },
    'Messages that one process begins at a time.',
  ),
  webhookPerHostMax: integer(64, { min: 1, max: 1000 }, 'Most of these to one host.'),
  webhookReplyBytesMax: securityRelevant(
    integer(16_384, { min: 0, max: 1_048_576 }, 'How much of the answer to a message is read.'),
  ),
  webhookLogMax: integer(50, { min: 1, max: 1000 }, 'Deliveries kept in the log of a channel.'),
  channelDays: integer(7, { min: 1, max: 3650 }, 'How long a channel lives that does not say.'),
  channelDaysMax: integer(30, { min: 1, max: 3650 }, 'How long a channel lives at most.'),
  channelWarningHours: integer(
    0,
    { min: 0, max: 720 },
    'How long before the end of a channel its user is told by mail; 0 tells nobody.',
  ),
  channelsPerUserMax: securityRelevant(
    integer(5000, { min: 1, max: 1e7 }, 'Most channels of a user.'),
  ),
  channelsPerResourceMax: securityRelevant(
    integer(2000, { min: 1, max: 1e7 }, 'Most channels that watch the same list.'),
  ),
}
