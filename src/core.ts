import { join } from 'node:path'
import { auditProblems } from '#/audit/chain.ts'
import { AuditReader } from '#/audit/reading.ts'
import { Attempts, AuditTrail } from '#/audit/trail.ts'
import { ApiKeys } from '#/auth/api-keys.ts'
import { Directory } from '#/auth/directory.ts'
import { Domains } from '#/auth/domains.ts'
import { Identities } from '#/auth/federation/identities.ts'
import { IdentityInvitations } from '#/auth/federation/identity-invitations.ts'
import { IdentityProviders } from '#/auth/federation/identity-providers.ts'
import { Groups } from '#/auth/groups.ts'
import { installationSecret } from '#/auth/installation-secret.ts'
import { OAuthClients } from '#/auth/oauth-clients.ts'
import { PasswordLinks } from '#/auth/password-links.ts'
import { ServiceAccounts } from '#/auth/service-accounts.ts'
import { Delegations } from '#/auth/service-accounts-delegation.ts'
import { Tokens } from '#/auth/tokens.ts'
import { enqueueWith } from '#/jobs/enqueue.ts'
import { retryAllDead } from '#/jobs/inspection.ts'
import { PromptJobs, type StartJob } from '#/jobs/prompt-jobs.ts'
import { ChannelStops } from '#/jobs/push/channel-stops.ts'
import { type TargetFault, TargetRules } from '#/jobs/push/target-rules.ts'
import { SettableClock } from '#/kernel/clock.ts'
import type { Log } from '#/kernel/log.ts'
import { secureRandomBytes } from '#/kernel/randomness.ts'
import { Seal } from '#/kernel/seal.ts'
import type { Settings } from '#/kernel/settings.ts'
import { schema } from '#/schema.ts'
import { knownScopes } from '#/scopes.ts'
import { adsProblems } from '#/services/ads/check.ts'
import type { DemoWish } from '#/services/ads/demo/plan.ts'
import type { AdsParts } from '#/services/ads/operation.ts'
import { adsProvisioner } from '#/services/ads/provision.ts'
import { IdPairsFiles } from '#/services/ads/reports/id-pairs-file.ts'
import { FolderFiles, PieceFiles } from '#/services/ads/reports/report-files.ts'
import { RunningReports } from '#/services/ads/reports/running-reports.ts'
import { Accounts } from '#/services/ads/store/accounts.ts'
import { Catalogues } from '#/services/ads/store/advertiser-catalogue.ts'
import { Advertisers } from '#/services/ads/store/advertisers.ts'
import { Conversions } from '#/services/ads/store/conversions.ts'
import { Entities } from '#/services/ads/store/entities.ts'
import { FactFileList } from '#/services/ads/store/fact-files.ts'
import { Grants } from '#/services/ads/store/grants.ts'
import { Imports } from '#/services/ads/store/imports.ts'
import { Platform } from '#/services/ads/store/platform.ts'
import { PlatformHistory } from '#/services/ads/store/platform-history.ts'
import { PlatformSettings } from '#/services/ads/store/platform-settings.ts'
import { ReportPieces } from '#/services/ads/store/report-pieces.ts'
import { Reports } from '#/services/ads/store/reports.ts'
import { Visits } from '#/services/ads/store/visits.ts'
import { EmbeddedWarehouse } from '#/services/ads/warehouse/embedded/warehouse.ts'
import { FactFiles } from '#/services/ads/warehouse/fact-files.ts'
import type { Warehouse } from '#/services/ads/warehouse/fact-import.ts'
import { FactTables } from '#/services/ads/warehouse/fact-tables.ts'
import { booksProblems } from '#/services/books/check.ts'
import type { FilesToImport } from '#/services/books/importing/import-files.ts'
import type { BooksParts } from '#/services/books/operation.ts'
import { booksProvisioner } from '#/services/books/provision.ts'
import { RecentViews } from '#/services/books/recent-views.ts'
import { Searcher } from '#/services/books/search/searcher.ts'
import { BookIndex } from '#/services/books/store/book-index.ts'
import { ShelfContents } from '#/services/books/store/shelf-contents.ts'
import { Shelves } from '#/services/books/store/shelves.ts'
import { Volumes } from '#/services/books/store/volumes.ts'
import { Reconciler } from '#/services/calendar/attendees/reconciler.ts'
import { calendarProvisioner } from '#/services/calendar/calendar/provision.ts'
import { ResourceCalendars } from '#/services/calendar/calendar/resource-calendars.ts'
import { inspectCalendars } from '#/services/calendar/check.ts'
import type { CalendarParts } from '#/services/calendar/operation.ts'
import { Streams } from '#/services/calendar/push/streams.ts'
import { ReadModel } from '#/services/calendar/read-model/read-model.ts'
import { SeriesModels } from '#/services/calendar/recurrence/series-models.ts'
import { AccessRules } from '#/services/calendar/store/access-rules.ts'
import { CalendarLists } from '#/services/calendar/store/calendar-lists.ts'
import { Calendars } from '#/services/calendar/store/calendars.ts'
import { Changes } from '#/services/calendar/store/changes.ts'
import { Channels } from '#/services/calendar/store/channels.ts'
import { EffectiveRoles } from '#/services/calendar/store/effective-roles.ts'
import { Events } from '#/services/calendar/store/events.ts'
import { joinedReads } from '#/services/calendar/store/joined-reads.ts'
import { StorageUsage } from '#/services/calendar/store/storage-usage.ts'
import { UserSettings } from '#/services/calendar/store/user-settings.ts'
import { backupTo, restoreFrom } from '#/storage/archive.ts'
import { openDatabase, sqlitePath } from '#/storage/open.ts'
import type { Database } from '#/storage/port.ts'
import { besideServer } from '#/storage/sqlite/beside-server.ts'
import { lockDataDir } from '#/storage/sqlite/lock.ts'

/** What every command works with: the database and those who are known to it. */
export interface Core extends AsyncDisposable {
  readonly settings: Settings
  readonly log: Log
  readonly clock: SettableClock
  readonly database: Database
  /** Writes the audit log. */
  readonly audit: AuditTrail
  readonly auditReader: AuditReader
  readonly calendar: CalendarParts
  readonly ads: AdsParts
  readonly books: BooksParts
  readonly directory: Directory
  readonly groups: Groups
  readonly domains: Domains
  readonly resources: ResourceCalendars
  /** What the tokens and keys of a world begin with; empty in the default world. */
  readonly tokenMark: string
  readonly tokens: Tokens
  readonly apiKeys: ApiKeys
  readonly passwordLinks: PasswordLinks
  readonly identityProviders: IdentityProviders
  readonly identities: Identities
  readonly identityInvitations: IdentityInvitations
  /** Where identity providers may be. */
  readonly providerTargets: TargetRules
  readonly oauthClients: OAuthClients
  readonly serviceAccounts: ServiceAccounts
  readonly delegations: Delegations
}

export interface CoreOptions {
  /** What tokens and keys begin with. */
  readonly tokenMark?: string
  /** Whether answered writes survive a power cut; false for data that ends with the process. */
  readonly isDurable?: boolean
  /** Runs the jobs that writes of this process leave, in place of running each at once. */
  readonly startJob?: StartJob
}

/** Opens the database that the settings name. */
export async function openCore(
  settings: Settings,
  log: Log,
  { tokenMark = '', isDurable = true, startJob }: CoreOptions = {},
): Promise<Core> {
  const { mode } = settings
  const clock = new SettableClock()
  const randomBytes = secureRandomBytes
  const attempts = new Attempts({ clock, randomBytes })
  const database = await openDatabase({
    url: settings.databaseUrl || undefined,
    dataDir: settings.dataDir,
    schema,
    log,
    completing: attempts.completing,
    sqlite: {
      groupMembersMax: settings.commitGroupMax,
      cacheMb: settings.databaseCacheMb,
      isDurable,
    },
    postgres: { connectionsMax: settings.databasePoolMax },
  })
  const domains = new Domains({ database, clock })
  const calendar = openCalendarParts({ settings, database, clock, log, domains, startJob })
  const books = openBooksParts({ settings, database, clock, log })
  const ads = await openAdsParts({ settings, database, clock, log })
  const provisioners = [calendarProvisioner(calendar), booksProvisioner(books), adsProvisioner(ads)]
  const removals = calendar.prompt
  const directory = new Directory({ database, clock, randomBytes, provisioners, removals })
  const known = { ...settings, database, clock, randomBytes, directory, provisioners }
  const providerTargets = new TargetRules({ privateAddresses: settings.identityProviderPrivate })
  // Most commands need no secret, and must not create one.
  let secret: Promise<string> | undefined
  const seal = async () => {
    secret ??= installationSecret({ settings, database, log, randomBytes })
    return new Seal(await secret, 'almanac identity providers', randomBytes)
  }
  return {
    settings,
    log,
    clock,
    database,
    audit: new AuditTrail({ database, attempts }),
    auditReader: new AuditReader({ database, clock }),
    calendar,
    ads,
    books,
    directory,
    groups: new Groups(known),
    domains,
    resources: new ResourceCalendars(calendar),
    tokenMark,
    tokens: new Tokens(clock, randomBytes, { mode, followers: provisioners, mark: tokenMark }),
    apiKeys: new ApiKeys(clock, randomBytes, { mode, mark: tokenMark }),
    passwordLinks: new PasswordLinks(known),
    identityProviders: new IdentityProviders({
      ...known,
      seal,
      addressFault: issuerFault(providerTargets),
    }),
    identities: new Identities(known),
    identityInvitations: new IdentityInvitations(known),
    providerTargets,
    oauthClients: new OAuthClients(known),
    serviceAccounts: new ServiceAccounts(known),
    delegations: new Delegations(database, knownScopes),
    [Symbol.asyncDispose]: async () => {
      await ads.reportEngine[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
    },
  }
}

/** What an administrator is told of an issuer that this server would not connect to. */
const issuerFault = (targets: TargetRules) => (issuer: string) => {
  const fault = targets.faultOf(issuer)
  return fault === undefined || fault === 'host' ? undefined : issuerFaults[fault]
}

/** Any host can be an issuer. */
const issuerFaults: Readonly<Record<Exclude<TargetFault, 'host'>, string>> = {
  notAnAddress: 'An issuer is a URL of https without a user name.',
  notHttps:
    'An issuer uses https. For one on this machine, set ALMANAC_IDENTITY_PROVIDER_PRIVATE=allow.',
  notPublic:
    'The issuer is on a private network: set ALMANAC_IDENTITY_PROVIDER_PRIVATE=allow to allow it.',
  port: 'An issuer uses port 443 or 8443, unless ALMANAC_IDENTITY_PROVIDER_PRIVATE=allow.',
}

interface CalendarSources
  extends Pick<Core, 'settings' | 'database' | 'clock' | 'log' | 'domains'> {
  readonly startJob: StartJob | undefined
}

function openCalendarParts({
  settings,
  database,
  clock,
  log,
  domains,
  startJob,
}: CalendarSources): CalendarParts {
  const changes = new Changes()
  const channels = new Channels()
  const calendars = new Calendars(database, { changes, channels })
  const rules = new AccessRules(calendars)
  const parts = {
    database,
    calendars,
    rules,
    roles: new EffectiveRoles(database, rules),
    lists: new CalendarLists(database, changes),
    events: new Events(database),
    joined: joinedReads(database),
    models: new SeriesModels(),
    readModel: new ReadModel(database, settings.pageCacheMb * 1_000_000),
    settings: new UserSettings(database, changes),
    usage: new StorageUsage({ clock, ceilings: settings }),
    domains,
    changes,
    channels,
    channelStops: new ChannelStops({ clock, randomBytes: secureRandomBytes }),
    watching: {
      ...settings,
      targets: new TargetRules({
        privateAddresses: settings.webhookPrivate,
        ports: settings.webhookPorts,
        hosts: settings.webhookHosts,
      }),
      basePath: settings.calendarBasePath,
    },
    enqueue: enqueueWith({ clock, randomBytes: secureRandomBytes }),
    clock,
    randomBytes: secureRandomBytes,
    syncTokenLifetimeMs: settings.syncTokenDays * 86_400_000,
    calendarsPerUserMax: settings.calendarsPerUserMax,
    attendeesMax: settings.attendeesMax,
    copiesPerEventMax: settings.copiesPerEventMax,
    freeBusyLimits: {
      calendarsMax: settings.freeBusyCalendarsMax,
      groupMembersMax: settings.freeBusyGroupMax,
      daysMax: settings.freeBusyDaysMax,
    },
    answerLimits: {
      horizonMs: settings.answerHorizonDays * 86_400_000,
      instancesMax: settings.answerInstancesMax,
      declinesMax: settings.autoDeclinesMax,
    },
    importsOtherTypes: settings.importTypes === 'convert',
    exportBytesMax: settings.exportBytesMax,
    importedEventsMax: settings.importedEventsMax,
    conferenceUrl: settings.conferenceUrl,
  }
  const basePath = settings.calendarBasePath
  const prompt = new PromptJobs({
    database,
    clock,
    log,
    randomBytes: secureRandomBytes,
    waitMs: settings.attendeeWaitMs,
    startJob,
  })
  return {
    ...parts,
    prompt,
    reconciler: new Reconciler({ ...parts, prompt }),
    streams: new Streams({ ...parts, ...settings, basePath }),
  }
}

function openBooksParts({
  settings,
  database,
  clock,
  log,
}: Pick<Core, 'settings' | 'database' | 'clock' | 'log'>): BooksParts {
  const shelves = new Shelves()
  const contents = new ShelfContents()
  return {
    database,
    volumes: new Volumes(),
    searcher: new Searcher({
      database,
      index: new BookIndex(database),
      answersMax: settings.searchAnswersMax,
      setsMb: settings.searchSetsMb,
    }),
    shelves,
    contents,
    recentViews: new RecentViews({ ...settings, database, shelves, contents, clock, log }),
    enqueue: enqueueWith({ clock, randomBytes: secureRandomBytes }),
    clock,
    basePath: settings.booksBasePath,
    country: settings.booksCountry,
    isKeyRequired: settings.booksCallers === 'identified',
    covers: { source: settings.coverSource, areDrawn: settings.covers === 'drawn' },
    shelfAccess: settings.shelfAccess === 'public' ? 'PUBLIC' : 'PRIVATE',
    shelfVolumesMax: settings.shelfVolumesMax,
    customShelvesMax: settings.customShelvesMax,
    booksAddedBy: settings.booksAddedBy,
  }
}

async function openAdsParts({
  settings,
  database,
  clock,
  log,
}: Pick<Core, 'settings' | 'database' | 'clock' | 'log'>): Promise<AdsParts> {
  const entities = new Entities()
  return {
    database,
    clock,
    advertisers: new Advertisers(),
    accounts: new Accounts(),
    entities,
    visits: new Visits(),
    catalogues: new Catalogues(database),
    conversions: new Conversions(),
    grants: new Grants(),
    platform: new Platform(),
    platformSettings: new PlatformSettings(),
    platformHistory: new PlatformHistory(),
    imports: new Imports(),
    importRowsMax: settings.adsImportRowsMax,
    idPairs: new IdPairsFiles({
      database,
      entities,
      folder: join(settings.dataDir, 'files', 'id-mapping'),
      randomBytes: secureRandomBytes,
    }),
    warehouse: openWarehouse({ settings, database, clock, entities }),
    conversionLimits: {
      rowsMax: settings.conversionsMax,
      earliestMs: Temporal.Instant.from(`${settings.conversionsSince}T00Z`).epochMilliseconds,
      isWhole: settings.conversionBatches === 'whole',
    },
    ...(await openReports({ settings, database, log })),
    reports: new Reports(),
    runningReports: new RunningReports(),
    reportLimits: {
      changesDaysMax: settings.reportChangesDays,
      generatesFew: settings.reportsAtOnce === 'few',
      isStrict: settings.reportSegments === 'strict',
      booleans: settings.reportBooleans,
      rowsPerFileMin: settings.reportRowsPerFileMin,
      openMax: settings.reportsPerUserMax,
      keepMs: settings.reportKeepDays * 86_400_000,
    },
    randomBytes: secureRandomBytes,
    enqueue: enqueueWith({ clock, randomBytes: secureRandomBytes }),
    basePath: settings.adsBasePath,
  }
}

/** What computes reports, and where their files are. */
async function openReports({
  settings,
  database,
  log,
}: Pick<Core, 'settings' | 'database' | 'log'>): Promise<
  Pick<AdsParts, 'reportEngine' | 'reportFiles'>
> {
  const { dataDir, databaseUrl, warehouseMemoryMb: memoryMb, reportTimeoutMs } = settings
  const folder = join(dataDir, 'warehouse')
  if (database.engine === 'postgres') {
    const { PostgresAnalysis } = await import('#/storage/postgres/analysis.ts')
    const { PostgresWarehouse } = await import('#/services/ads/warehouse/postgres/warehouse.ts')
    const pieces = new ReportPieces()
    const analysis = new PostgresAnalysis({
      url: databaseUrl,
      connectionsMax: settings.warehousePoolMax,
      statementTimeoutMs: reportTimeoutMs,
    })
    return {
      reportEngine: new PostgresWarehouse({ analysis, database, pieces, folder, memoryMb }),
      reportFiles: new PieceFiles(database, pieces),
    }
  }
  const filesFolder = join(dataDir, 'files', 'reports')
  return {
    reportEngine: new EmbeddedWarehouse({
      databasePath: sqlitePath(dataDir),
      folder,
      filesFolder,
      memoryMb,
      threads: settings.warehouseThreads,
      queryTimeoutMs: reportTimeoutMs,
      idleMs: settings.warehouseIdleMs,
      epoch: () => database.epoch,
      log,
    }),
    reportFiles: new FolderFiles(filesFolder),
  }
}

function openWarehouse({
  settings,
  database,
  clock,
  entities,
}: Pick<Core, 'settings' | 'database' | 'clock'> & Pick<AdsParts, 'entities'>): Warehouse {
  const folder = join(settings.dataDir, 'warehouse')
  const list = new FactFileList()
  return {
    database,
    entities,
    folder,
    memoryMb: settings.adsImportMemoryMb,
    files: new FactFiles({ database, list, clock, randomBytes: secureRandomBytes, folder }),
    tables: new FactTables({ database, clock }),
  }
}

/** Keeps a second process from serving or replacing the same embedded database. */
export function reserveData({ databaseUrl, dataDir }: Settings): Disposable {
  return databaseUrl === '' ? lockDataDir(dataDir) : { [Symbol.dispose]: () => {} }
}

/** Brings files into the catalogue of books. */
export async function importBooks(
  core: Core,
  files: Omit<FilesToImport, 'pause' | 'entriesPerTransaction'>,
) {
  // Loaded only when it is used, so that a server does not pay for the parsers.
  const { importFiles } = await import('#/services/books/importing/import-files.ts')
  return importFiles(core.books, { ...files, ...besideServer(core.settings, core.clock) })
}

/**
 * Everything that the engine and the services find wrong: empty when all is well. Attendee copies that
 * are behind are enqueued to be brought up to date.
 */
export async function check({ database, clock, calendar, ads }: Core): Promise<string[]> {
  const { reconciler } = calendar
  const failed = await retryAllDead(database, clock, [reconciler.kind.kind, reconciler.sweep.kind])
  const { problems, behind } = await inspectCalendars(database)
  await reconciler.enqueueBehind(behind)
  return [
    ...(await database.problems()),
    ...(await auditProblems(database)),
    ...failed.map(
      ({ kind, lastError }) =>
        `A job ${kind} failed for good (${lastError}). A server tries it again.`,
    ),
    ...problems,
    ...(await booksProblems(database)),
    ...(await adsProblems(ads)),
  ]
}

/** Writes everything into one file: rows, and the files that they speak of. */
export const backup = ({ database, ads }: Core, path: string): Promise<void> =>
  backupTo(database, path, ads.warehouse.files)

/** Replaces everything by what a backup holds. */
export async function restore({ database, ads }: Core, path: string): Promise<void> {
  await restoreFrom(database, path, ads.warehouse.files)
  const { settle } = await import('#/services/ads/warehouse/settling.ts')
  await settle(ads.warehouse)
}

/** Invents an agency for a user, and tells how much of everything it has. */
export async function* seedAdsDemo(core: Core, email: string, wish: DemoWish) {
  const user = await core.directory.find(email)
  if (user === undefined) {
    throw new Error(`There is no user ${email}: create one with "almanac user create ${email}".`)
  }
  const { seedDemo } = await import('#/services/ads/demo/seeding.ts')
  yield* seedDemo(core.ads, user, wish)
}

/** Makes one file of the many that imports of statistics leave; says how many there were. */
export async function mergeStatistics({ ads }: Core): Promise<number> {
  const { mergeFiles } = await import('#/services/ads/warehouse/merging.ts')
  return mergeFiles(ads.warehouse)
}

export { noFilter, shownEntry as shownAuditEntry } from '#/audit/reading.ts'
export { adminRoleNamed } from '#/auth/admin-roles.ts'
export {
  authorizedUserFile,
  clientSecretFile,
  serverAddress,
  serviceAccountFile,
  textOfFile,
  writeCredentialFile,
} from '#/auth/credential-files.ts'
export { callbackPath, policyDefaults } from '#/auth/federation/provider-rules.ts'
export { invitationLifetimeMs } from '#/auth/password-links.ts'
export { commandClientId } from '#/auth/tokens.ts'
export { deadJobs, retryDead } from '#/jobs/inspection.ts'
export { allScopes, knownScopes } from '#/scopes.ts'
export { demoWish } from '#/services/ads/demo/plan.ts'
export { grantAds, grantsOf, revokeAds } from '#/services/ads/granting.ts'
export { missingRateTexts } from '#/services/ads/missing-rates.ts'
export {
  importFile as importAdsFile,
  sourceFiles as adsSourceFiles,
} from '#/services/ads/platform/import-file.ts'
export { exportVolumes as exportBooks } from '#/services/books/exporting/exported-volumes.ts'
export { formatsKnown as bookFormats } from '#/services/books/importing/format-names.ts'
export { sqlitePath as embeddedPath } from '#/storage/open.ts'
