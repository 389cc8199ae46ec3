import { isIP } from 'node:net'

/** How one setting is written down. Its environment name is derived from its own name. */
export interface SettingFacts<T> {
  readonly default: T
  /** The default in production, where that is another one. */
  readonly productionDefault?: T
  readonly about: string
  readonly secret?: boolean
  /** Reads the text of a flag or of the environment; throws when it is not acceptable. */
  readonly read: (text: string) => T
  readonly expects: string
}

type Facts = { readonly secret?: boolean }

const text = (byDefault: string, about: string, facts: Facts = {}): SettingFacts<string> => ({
  default: byDefault,
  about,
  ...facts,
  read: (value) => value,
  expects: 'text',
})

const integer = (
  byDefault: number,
  range: { min: number; max: number },
  about: string,
): SettingFacts<number> => ({
  default: byDefault,
  about,
  expects: `a whole number from ${range.min} to ${range.max}`,
  read: (value) => {
    const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN
    if (!(number >= range.min && number <= range.max)) throw new RangeError(value)
    return number
  },
})

/** A ceiling that only production has unless it is set; 0 sets none. */
const ceiling = (
  productionDefault: number,
  about: string,
): SettingFacts<number> & { readonly productionDefault: number } => ({
  ...integer(0, { min: 0, max: 1e9 }, `${about}; 0 sets no limit.`),
  productionDefault,
})

const date = (byDefault: string, about: string): SettingFacts<string> => ({
  default: byDefault,
  about,
  expects: 'a date such as 2030-01-31',
  read: (value) => {
    if (!/^\d{4}-\d\d-\d\d$/.test(value)) throw new RangeError(value)
    return Temporal.PlainDate.from(value).toString()
  },
})

const choice = <const V extends string>(
  byDefault: V,
  values: readonly V[],
  about: string,
): SettingFacts<V> => ({
  default: byDefault,
  about,
  expects: values.map((value) => value || '(empty)').join(', '),
  read: (value) => {
    const chosen = values.find((candidate) => candidate === value)
    if (chosen === undefined) throw new RangeError(value)
    return chosen
  },
})

const listedIn = (value: string): string[] =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

const networks = (about: string): SettingFacts<readonly string[]> => ({
  default: [],
  about,
  expects: 'addresses or networks separated by commas',
  read: (value) => {
    const parts = listedIn(value)
    const wrong = parts.find((part) => !isNetwork(part))
    if (wrong !== undefined) throw new RangeError(wrong)
    return parts
  },
})

const hostNames = (about: string): SettingFacts<readonly string[]> => ({
  default: [],
  about,
  expects: 'host names without ports, separated by commas',
  read: (value) => {
    const names = listedIn(value).map((name) => name.toLowerCase())
    const wrong = names.find((name) => !/^[a-z0-9_.-]{1,253}$/.test(name))
    if (wrong !== undefined) throw new RangeError(wrong)
    return names
  },
})

const origins = (about: string): SettingFacts<readonly string[]> => ({
  default: [],
  about,
  expects: 'origins such as https://app.example.com, separated by commas',
  read: (value) =>
    listedIn(value).map((part) => {
      const { protocol, origin, href } = new URL(part)
      const isOrigin = ['http:', 'https:'].includes(protocol) && href === `${origin}/`
      if (!isOrigin) throw new RangeError(part)
      return origin
    }),
})

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/')
  const bitsMax = isIP(address) === 6 ? 128 : 32
  const hasPrefix = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bitsMax)
  return isIP(address) !== 0 && hasPrefix && rest.length === 0
}

const postgresUrl = (about: string): SettingFacts<string> => ({
  default: '',
  about,
  secret: true,
  expects: 'an address such as postgres://user:password@host/database',
  read: (value) => {
    if (!/^postgres(?:ql)?:\/\//.test(value)) throw new RangeError('another kind of address')
    return new URL(value).href
  },
})

const webAddress = (about: string): SettingFacts<string> => ({
  default: '',
  about,
  expects: 'an address such as https://calendar.example.com',
  read: (value) => {
    const { protocol, href, search, hash } = new URL(value)
    if (!['http:', 'https:'].includes(protocol) || search || hash) throw new RangeError(value)
    return href.replace(/\/+$/, '')
  },
})

const country = (byDefault: string, about: string): SettingFacts<string> => ({
  default: byDefault,
  about,
  expects: 'two letters of ISO 3166-1',
  read: (value) => {
    if (!/^[a-z]{2}$/i.test(value)) throw new RangeError(value)
    return value.toUpperCase()
  },
})

const smtpUrl = (about: string): SettingFacts<string> => ({
  default: '',
  about,
  secret: true,
  expects: 'an address such as smtp://user:password@host:587',
  read: (value) => {
    const isMailServer = /^smtps?:\/\//.test(value) && new URL(value).hostname !== ''
    if (!isMailServer) throw new RangeError('another kind of address')
    return value
  },
})

const mailbox = (byDefault: string, about: string): SettingFacts<string> => ({
  default: byDefault,
  about,
  expects: 'an address such as Almanac <no-reply@example.com>',
  read: (value) => {
    if (!/^(?:[^<>\p{Cc}]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u.test(value)) {
      throw new RangeError(value)
    }
    return value
  },
})

const basePath = (byDefault: string, about: string): SettingFacts<string> => ({
  default: byDefault,
  about,
  expects: 'a path that begins with a slash and ends without one',
  read: (value) => {
    if (!/^(\/[\w.~-]+)+$/.test(value)) throw new RangeError(value)
    return value
  },
})

const ports = (about: string): SettingFacts<readonly number[]> => ({
  default: [],
  about,
  expects: 'numbers of ports separated by commas',
  read: (value) =>
    listedIn(value).map((part) => {
      if (!/^\d{1,5}$/.test(part) || Number(part) > 65_535) throw new RangeError(part)
      return Number(part)
    }),
})

const second = 1000
const minute = 60 * second
const day = 24 * 60 * minute
const mebibyte = 1024 * 1024

/** Every setting there is. The reference page is generated from this table. */
export const settingsTable = {
  host: text('127.0.0.1', 'Address to listen on.'),
  port: integer(8080, { min: 0, max: 65535 }, 'Port to listen on; 0 takes a free one.'),
  mode: choice(
    '',
    ['', 'dev', 'production'],
    'Empty chooses `dev` when the server listens on loopback and neither `publicUrl` nor `trustedProxies` is set, and `production` otherwise. `dev` prints a token and enables the workbench and one-click sign-in.',
  ),
  devHosts: hostNames(
    'Dev mode only: names, such as that of a container, under which the workbench and one-click sign-in answer besides loopback ones.',
  ),
  publicUrl: webAddress('The address that clients use, for links made outside of a request.'),
  dataDir: text('data', 'Folder of the embedded database.'),
  databaseUrl: postgresUrl('A `postgres://` address; empty uses the embedded database.'),
  demo: choice('', ['', '0', '1'], 'Demo data; empty means on in dev mode and off in production.'),
  tokensFile: text(
    '',
    'Dev mode only: a JSON file of fixed tokens, `{token: {email, scopes, expires?}}`.',
  ),
  seed: text(
    '',
    'Dev mode only: a JSON or YAML file that describes the users, calendars and other things of a new installation.',
  ),
  calendarBasePath: basePath('/calendar/v3', 'Where the calendar service answers.'),
  booksBasePath: basePath('/books/v1', 'Where the books service answers.'),
  adsBasePath: basePath('/doubleclicksearch/v2', 'Where the search advertising service answers.'),
  almanacBasePath: basePath('/almanac/v1', 'Where the operations of our own answer.'),
  adminBasePath: basePath('/admin/v1', 'Where the administration answers.'),
  console: choice('on', ['on', 'off'], 'The web console, which is served at `/`.'),
  hstsS: integer(
    31_536_000,
    { min: 0, max: 1e9 },
    'How long browsers use only https for the server and its subdomains, in seconds; said in production where `publicUrl` is https. 0 says nothing.',
  ),
  trustedProxies: networks(
    'Addresses or networks (`10.0.0.0/8`) whose `X-Forwarded-*` headers are believed.',
  ),
  corsOrigins: origins(
    'Origins (`https://app.example.com`) of web pages that may read answers in browsers; empty allows all, which still need a token.',
  ),
  secretKey: text(
    '',
    'Seals signing keys and signs cookies, at least 32 characters; when empty one is made and kept in the data folder, or in a PostgreSQL database.',
    { secret: true },
  ),
  sessionDays: integer(30, { min: 1, max: 365 }, 'Days after which a user signs in again.'),
  sessionIdleHours: integer(
    720,
    { min: 1, max: 8760 },
    'Hours without use after which a user signs in again.',
  ),
  adminSessionDays: integer(
    14,
    { min: 1, max: 365 },
    'Days after which an administrator signs in again.',
  ),
  adminSessionIdleHours: integer(
    12,
    { min: 1, max: 8760 },
    'Hours without use after which an administrator signs in again.',
  ),
  recentSignInMinutes: integer(
    60,
    { min: 1, max: 1440 },
    'Minutes after sign-in in which a user can create tokens and OAuth clients, change the password or second factor, and change users; later the user signs in again.',
  ),
  requireSecondFactor: choice(
    'none',
    ['none', 'administrators', 'all'],
    'Who has to sign in with a second factor, besides those who have set one up. A user without one sets it up after entering the password.',
  ),
  refreshTokenIdleDays: integer(
    180,
    { min: 1, max: 3650 },
    'Days without use after which a program loses the access that a user has given to it.',
  ),
  pkce: choice(
    'installed',
    ['installed', 'all'],
    'Who has to prove with PKCE that a code was issued to it: clients without a secret and installed ones whose code leaves the machine of their user, or all clients. Some official libraries for web servers send no proof.',
  ),
  identityProviderPrivate: choice(
    '',
    ['', 'allow', 'deny'],
    'Identity providers may have private addresses, and on this machine use http; empty means allow in dev mode and deny in production.',
  ),
  signInRequestsPerMinute: ceiling(
    600,
    'Requests of one network in a minute for access and to the pages where people sign in, consent and connect devices; a process answers more with 429',
  ),
  tokenRequestsPerMinute: ceiling(
    3_000,
    'Requests of one network in a minute for tokens; a process answers more with 429',
  ),
  tokenInfoRequestsPerMinute: ceiling(
    12_000,
    'Requests of one network in a minute to revoke tokens and for information on tokens and their users; a process answers more with 429',
  ),
  deviceCodesPerMinute: ceiling(
    60,
    'Requests of one network in a minute for device codes; a process answers more with 429',
  ),
  serviceAccountDomain: text(
    'almanac.iam.gserviceaccount.com',
    'What stands behind the at sign of new service accounts; some clients know them by its ending.',
  ),
  metricsToken: text(
    '',
    'In production `/metrics` answers loopback callers, and others with this bearer token.',
    { secret: true },
  ),
  logLevel: choice(
    'info',
    ['trace', 'debug', 'info', 'warn', 'error', 'silent'],
    'The least level that is logged; requests are logged at `info`.',
  ),
  quotaUserPerMinute: ceiling(3_000, 'Units a user may spend in a minute'),
  quotaUserPerDay: ceiling(500_000, 'Units a user may spend in a day'),
  quotaClientPerMinute: ceiling(60_000, 'Units a client may spend in a minute'),
  quotaClientPerDay: ceiling(10_000_000, 'Units a client may spend in a day'),
  quotaAdsGeneratePerDay: ceiling(
    1_000,
    'Reports of search advertising a user may generate at once in a day, which begins at midnight in Los Angeles',
  ),
  quotaAdsRequestPerDay: ceiling(
    100_000,
    'Days of figures a user may ask for in reports with files, in such a day; a report beyond it answers 410',
  ),
  quotaAdsOtherPerDay: ceiling(
    100_000,
    'Other calls of search advertising that a user may make in such a day',
  ),
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
  developers: choice(
    'administrators',
    ['administrators', 'users'],
    'Who may make OAuth clients and API keys over the wire; everybody may make tokens.',
  ),
  ownTokensMax: integer(100, { min: 0, max: 10_000 }, 'Most tokens that a user can make.'),
  ownTokenDaysMax: integer(366, { min: 1, max: 3660 }, 'How long such a token lives at most.'),
  ownClientsMax: integer(20, { min: 0, max: 10_000 }, 'Most OAuth clients that a user can make.'),
  ownKeysMax: integer(20, { min: 0, max: 10_000 }, 'Most API keys that a user can make.'),
  bodyBytesMax: integer(2 * mebibyte, { min: 1024, max: 1e9 }, 'Largest request body, inflated.'),
  batchBytesMax: integer(16 * mebibyte, { min: 1024, max: 1e9 }, 'Largest batch body, inflated.'),
  batchPartsMax: integer(1000, { min: 1, max: 1000 }, 'Most calls in one batch.'),
  batchAnonymousPartsMax: integer(
    50,
    { min: 0, max: 1000 },
    'Most calls in one batch that carry neither a token nor an API key.',
  ),
  batchConcurrency: integer(16, { min: 1, max: 1000 }, 'Calls of one batch that run at a time.'),
  batchReplyBytesMax: integer(
    64 * mebibyte,
    { min: 1024, max: 1e10 },
    'Largest reply to a batch: calls that have not begun when it is reached answer 429.',
  ),
  batchTimeMaxMs: integer(
    20 * second,
    { min: 10, max: day },
    'Time for all calls of a batch: those that have not begun when it is over answer 429.',
  ),
  headerBytesMax: integer(32_768, { min: 4096, max: 1_048_576 }, 'Largest request head.'),
  jsonDepthMax: integer(64, { min: 4, max: 1000 }, 'Deepest nesting of a JSON body.'),
  jsonMembersMax: integer(200_000, { min: 100, max: 1e8 }, 'Most members in a JSON body.'),
  headersTimeoutMs: integer(20 * second, { min: 100, max: day }, 'Time for a request head.'),
  requestTimeoutMs: integer(60 * second, { min: 100, max: day }, 'Time for a whole request.'),
  keepAliveTimeoutMs: integer(
    65 * second,
    { min: 0, max: day },
    'How long an idle socket is kept.',
  ),
  requestsPerSocketMax: integer(0, { min: 0, max: 1e9 }, 'Requests per socket; 0 sets no limit.'),
  connectionsMax: integer(10_000, { min: 1, max: 1e6 }, 'Most sockets open at a time.'),
  drainTimeoutMs: integer(10 * second, { min: 0, max: day }, 'Time for open requests on shutdown.'),
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
  tokenCacheMs: integer(
    5 * second,
    { min: 0, max: 5 * second },
    'How long a checked token is believed.',
  ),
  tokenCacheMax: integer(10_000, { min: 0, max: 1e7 }, 'Most tokens kept in memory.'),
  databasePoolMax: integer(
    10,
    { min: 1, max: 1000 },
    'Most PostgreSQL connections of a process for requests; a few more listen, count and make reports.',
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
  calendarsPerUserMax: ceiling(1_000, 'Calendars that a user can own'),
  eventsPerUserMax: ceiling(500_000, 'Events on all calendars that a user owns'),
  eventBytesPerUserMax: ceiling(
    500_000_000,
    'Bytes of the events on all calendars that a user owns, as they are on the wire',
  ),
  attendeesMax: integer(200, { min: 1, max: 10_000 }, 'Most attendees of an event.'),
  copiesPerEventMax: integer(
    10_000,
    { min: 1, max: 1e6 },
    'Most copies of a series and its exceptions on all calendars together, which one change may write.',
  ),
  attendeeWaitMs: integer(
    2 * second,
    { min: 0, max: minute },
    'How long a write of an event waits for the calendars of its attendees on this server.',
  ),
  freeBusyCalendarsMax: integer(
    50,
    { min: 1, max: 10_000 },
    'Most calendars in one free/busy query.',
  ),
  freeBusyGroupMax: integer(
    100,
    { min: 1, max: 10_000 },
    'Most members of a group in one free/busy query.',
  ),
  freeBusyDaysMax: integer(
    366,
    { min: 90, max: 36_600 },
    'Longest window of a free/busy query, in days.',
  ),
  adsImportMemoryMb: integer(
    512,
    { min: 128, max: 65_536 },
    'Memory of an import of advertising statistics, in megabytes; what does not fit goes to disk.',
  ),
  auditKeepDays: integer(
    365,
    { min: 0, max: 36_500 },
    'How long entries of the audit log are kept; 0 keeps them for ever.',
  ),
  reportKeepDays: integer(
    7,
    { min: 1, max: 3650 },
    'How long reports of search advertising and their files are kept.',
  ),
  reportsConcurrency: integer(
    2,
    { min: 1, max: 100 },
    'Reports of search advertising that one process writes at a time.',
  ),
  reportsPerUserMax: integer(
    100,
    { min: 1, max: 100_000 },
    'Most reports of search advertising that a user has under way at a time.',
  ),
  reportTimeoutMs: integer(
    10 * minute,
    { min: 1000, max: day },
    'Longest time that one query of a report takes.',
  ),
  reportChangesDays: integer(
    8,
    { min: 1, max: 3650 },
    'How far back a report can ask for figures that have changed, in days.',
  ),
  reportsAtOnce: choice(
    'all',
    ['all', 'few'],
    'Types of reports that are generated at once: all, or few, as the original has it.',
  ),
  reportSegments: choice(
    'empty',
    ['empty', 'strict'],
    'What becomes of metrics that are not known by the segments of a report: their cells stay empty, or a strict server refuses the report.',
  ),
  reportBooleans: choice(
    'words',
    ['words', 'digits'],
    'How csv and tsv files of reports tell truth: true and false, or 1 and 0.',
  ),
  reportRowsPerFileMin: integer(
    1_000_000,
    { min: 1, max: 100_000_000 },
    'Least `maxRowsPerFile` of a report; the default is that of the original.',
  ),
  warehouseMemoryMb: integer(
    120,
    { min: 100, max: 1_048_576 },
    'Memory of the warehouse beside the embedded database, in megabytes; what does not fit goes to disk.',
  ),
  warehouseThreads: integer(1, { min: 1, max: 256 }, 'Threads of that warehouse.'),
  warehouseIdleMs: integer(
    10 * minute,
    { min: 1000, max: day },
    'How long the process of that warehouse lives without work.',
  ),
  warehousePoolMax: integer(
    2,
    { min: 1, max: 100 },
    'Most PostgreSQL connections per process for reports.',
  ),
  conversionsMax: integer(2_000, { min: 1, max: 100_000 }, 'Most conversions of one upload.'),
  conversionBatches: choice(
    'each',
    ['each', 'whole'],
    'Of an upload with bad rows, the good ones are stored (each) or none is (whole).',
  ),
  conversionsSince: date('2009-11-01', 'The earliest day that a conversion can be of.'),
  answerHorizonDays: integer(
    366,
    { min: 1, max: 3660 },
    'How far ahead rooms and absences look at series that they answer, in days.',
  ),
  answerInstancesMax: integer(
    1000,
    { min: 1, max: 10_000 },
    'Most instances of a series that rooms and absences look at.',
  ),
  autoDeclinesMax: integer(
    100,
    { min: 1, max: 1000 },
    'Most invitations that one change makes an absence decline.',
  ),
  importTypes: choice(
    'convert',
    ['convert', 'refuse'],
    'Imported events that are not of the type default become it, or are refused.',
  ),
  exportBytesMax: integer(
    64 * mebibyte,
    { min: 1024, max: 1e9 },
    'Largest iCalendar file that a calendar is exported into.',
  ),
  importedEventsMax: integer(
    5000,
    { min: 1, max: 100_000 },
    'Most events of an iCalendar file that is imported; `bodyBytesMax` bounds its size.',
  ),
  conferenceUrl: text(
    'https://meet.jit.si/{code}',
    'The address of conferences that events ask for, with `{code}` where the code stands.',
  ),
  booksCountry: country(
    'US',
    'The country that answers about books are for, unless a call names one.',
  ),
  booksCallers: choice(
    'anybody',
    ['anybody', 'identified'],
    'Who may read public books and shelves: anybody, or only callers with an API key or a token.',
  ),
  covers: choice(
    'drawn',
    ['drawn', 'known'],
    'Volumes without a picture of their cover get one that is drawn, or no links to pictures.',
  ),
  coverSource: text(
    '',
    'The address of covers by ISBN, with `{isbn}` where it stands; empty draws those that a catalogue does not name.',
  ),
  shelfAccess: choice(
    'public',
    ['public', 'private'],
    'Who sees the shelves of new users that the users themselves fill, until they decide otherwise.',
  ),
  shelfVolumesMax: integer(10_000, { min: 1, max: 10_000 }, 'Most volumes on a bookshelf.'),
  customShelvesMax: integer(200, { min: 0, max: 10_000 }, 'Most bookshelves that a user can make.'),
  booksAddedBy: choice(
    'administrators',
    ['administrators', 'users', 'nobody'],
    'Whose imports of a library over the wire add volumes that the catalogue does not have.',
  ),
  recentlyViewedMax: integer(
    100,
    { min: 1, max: 200 },
    'Most volumes on the shelf of those that a user has viewed.',
  ),
  recentViewersMax: integer(
    10_000,
    { min: 1, max: 1e6 },
    'Users whose views of volumes wait in memory to be written; those of others are forgotten.',
  ),
  searchAnswersMax: integer(
    2000,
    { min: 0, max: 1_000_000 },
    'Most searches for books whose results are kept in memory.',
  ),
  searchSetsMb: integer(
    64,
    { min: 0, max: 65_536 },
    'Memory for the volumes that hold common words of searches, in megabytes.',
  ),
  smtpUrl: smtpUrl(
    'The server that takes mail, `smtp://user:password@host:587`; empty sends nothing and keeps mail for looking at.',
  ),
  mailFrom: mailbox('Almanac <no-reply@almanac.test>', 'Whom mail comes from.'),
  externalMailPerDay: ceiling(
    500,
    'Mails a day that a user can cause to addresses outside of this server and its domains',
  ),
  mailKeepDays: integer(30, { min: 1, max: 3650 }, 'How long mail is kept after it was written.'),
  reminderLateMinutes: integer(
    1440,
    { min: 5, max: 40_320 },
    'How long after its time a reminder is still mailed, where the server was down.',
  ),
  remindersAtOnceMax: integer(
    500,
    { min: 1, max: 1e6 },
    'Most reminders that one user is mailed at a time; what is more is dropped.',
  ),
  webhookPrivate: choice(
    '',
    ['', 'allow', 'deny'],
    'Messages of channels may go to private addresses, and there over http; empty means allow in dev mode and deny in production.',
  ),
  webhookPorts: ports(
    'Ports that messages of channels may go to; empty means 443 and 8443, or any where private addresses are allowed.',
  ),
  webhookHosts: hostNames(
    'Hosts that messages of channels may go to, with their subdomains; empty means all that the other settings allow.',
  ),
  webhookTimeoutMs: integer(
    10 * second,
    { min: 100, max: minute },
    'Time for a receiver to answer a message.',
  ),
  webhookInFlightMax: integer(
    128,
    { min: 1, max: 10_000 },
    'Messages that one process begins at a time.',
  ),
  webhookPerHostMax: integer(64, { min: 1, max: 1000 }, 'Most of these to one host.'),
  webhookReplyBytesMax: integer(
    16_384,
    { min: 0, max: 1_048_576 },
    'How much of the answer to a message is read.',
  ),
  webhookLogMax: integer(50, { min: 1, max: 1000 }, 'Deliveries kept in the log of a channel.'),
  channelDays: integer(7, { min: 1, max: 3650 }, 'How long a channel lives that does not say.'),
  channelDaysMax: integer(30, { min: 1, max: 3650 }, 'How long a channel lives at most.'),
  channelWarningHours: integer(
    0,
    { min: 0, max: 720 },
    'How long before the end of a channel its user is told by mail; 0 tells nobody.',
  ),
  channelsPerUserMax: integer(5000, { min: 1, max: 1e7 }, 'Most channels of a user.'),
  channelsPerResourceMax: integer(
    2000,
    { min: 1, max: 1e7 },
    'Most channels that watch the same list.',
  ),
  streamsMax: integer(1000, { min: 0, max: 1e6 }, 'Most streams of changes open at a time.'),
  streamsPerUserMax: integer(20, { min: 0, max: 1e6 }, 'Most of these for one user.'),
  streamCalendarsMax: integer(
    500,
    { min: 1, max: 10_000 },
    'Most calendars of the list of a user that a stream tells of.',
  ),
  streamHeartbeatMs: integer(
    20 * second,
    { min: 100, max: 10 * minute },
    'How often a stream says that it is alive.',
  ),
  pageCacheMb: integer(64, { min: 0, max: 65_536 }, 'Memory for pages of events, in megabytes.'),
  syncTokenDays: integer(30, { min: 1, max: 3650 }, 'How long a sync token stays good.'),
  importBatchMax: integer(
    10_000,
    { min: 1, max: 100_000 },
    'Entries of a catalogue that are imported by one transaction; a tenth of it while a server uses the embedded database.',
  ),
  adsImportRowsMax: integer(
    500_000,
    { min: 1_000, max: 100_000_000 },
    'Rows of a file of search advertising that are written in one transaction; of a larger one some can be seen before the rest.',
  ),
} satisfies Record<string, SettingFacts<unknown>>

export type SettingName = keyof typeof settingsTable

/** `bodyBytesMax` is `ALMANAC_BODY_BYTES_MAX` in the environment. */
export const environmentName = (name: string) =>
  `ALMANAC_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`

/** `bodyBytesMax` is `--body-bytes-max` on the command line. */
export const flagName = (name: string) =>
  `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
