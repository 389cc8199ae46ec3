import { setTimeout as delay } from 'node:timers/promises'
import { ApiKeys } from '#/auth/api-keys.ts'
import { Authenticator } from '#/auth/authenticator.ts'
import { type DevToken, printedToken, putDevTokens, readTokensFile } from '#/auth/dev-tokens.ts'
import { Directory } from '#/auth/directory.ts'
import { Domains } from '#/auth/domains.ts'
import { Groups } from '#/auth/groups.ts'
import { installationSecret } from '#/auth/installation-secret.ts'
import { OAuthMount } from '#/auth/oauth/mount.ts'
import { identityScopes } from '#/auth/oauth/provider.ts'
import { tokenEndpoints } from '#/auth/oauth/token-endpoints.ts'
import { OAuthClients } from '#/auth/oauth-clients.ts'
import { SelfSigned } from '#/auth/self-signed.ts'
import { ServiceAccounts } from '#/auth/service-accounts.ts'
import { Delegations } from '#/auth/service-accounts-delegation.ts'
import { SignIn } from '#/auth/sign-in.ts'
import { signInPurge, signInPurgeTimes } from '#/auth/sign-in-purge.ts'
import { tokenPurge, tokenPurgeTimes } from '#/auth/token-purge.ts'
import { Tokens } from '#/auth/tokens.ts'
import { almanacApi } from '#/contract/almanac-api.ts'
import { publicationsOf } from '#/contract/discovery-publication.ts'
import type { Api } from '#/contract/operation.ts'
import { batchEndpoints } from '#/http/batch.ts'
import { discoveryEndpoints } from '#/http/discovery-endpoints.ts'
import { Faults } from '#/http/faults.ts'
import { healthEndpoints } from '#/http/health-endpoints.ts'
import { createListener } from '#/http/listener.ts'
import { drain, listen } from '#/http/listening.ts'
import { Observer } from '#/http/observer.ts'
import { openPipeline } from '#/http/pipeline.ts'
import { RequestMetrics } from '#/http/request-metrics.ts'
import { Router } from '#/http/router.ts'
import { enqueueWith } from '#/jobs/enqueue.ts'
import { jobCounts } from '#/jobs/inspection.ts'
import type { JobKind } from '#/jobs/job.ts'
import { Mails } from '#/jobs/mail/mails.ts'
import { mailPurge, mailPurgeTimes } from '#/jobs/mail/purge.ts'
import { mailSend } from '#/jobs/mail/send.ts'
import { SmtpTransport } from '#/jobs/mail/smtp-transport.ts'
import { Timetable } from '#/jobs/timetable.ts'
import { JobWorker } from '#/jobs/worker.ts'
import { SettableClock } from '#/kernel/clock.ts'
import type { Log } from '#/kernel/log.ts'
import { secureRandomBytes } from '#/kernel/randomness.ts'
import type { Settings } from '#/kernel/settings.ts'
import { QuotaMeter } from '#/quota/meter.ts'
import { quotaPurge, quotaPurgeTimes } from '#/quota/purge.ts'
import { adminApi } from '#/services/admin/api.ts'
import { adminGiven } from '#/services/admin/operation.ts'
import { booksProblems } from '#/services/books/check.ts'
import type { FilesToImport } from '#/services/books/importing/import-files.ts'
import { type BooksParts, booksGiven } from '#/services/books/operation.ts'
import { booksEndpoints } from '#/services/books/pages/endpoints.ts'
import { booksProvisioner } from '#/services/books/provision.ts'
import { RecentViews } from '#/services/books/recent-views.ts'
import { Searcher } from '#/services/books/search/searcher.ts'
import { shelfSweep } from '#/services/books/shelf-sweep.ts'
import { seedCatalogue } from '#/services/books/starter/seeding.ts'
import { BookIndex } from '#/services/books/store/book-index.ts'
import { ShelfContents } from '#/services/books/store/shelf-contents.ts'
import { Shelves } from '#/services/books/store/shelves.ts'
import { Volumes } from '#/services/books/store/volumes.ts'
import { calendarApi } from '#/services/calendar/api.ts'
import { calendarProblems } from '#/services/calendar/check.ts'
import { PageCache } from '#/services/calendar/events/page-cache.ts'
import { SeriesModels } from '#/services/calendar/events/series-models.ts'
import { BusyBlockCache } from '#/services/calendar/freebusy/busy-block-cache.ts'
import { calendarMail } from '#/services/calendar/mail/calendar-mail.ts'
import { calendarMailKind } from '#/services/calendar/mail/jobs.ts'
import { type CalendarParts, calendarGiven } from '#/services/calendar/operation.ts'
import { calendarProvisioner } from '#/services/calendar/provision.ts'
import { AccessRules } from '#/services/calendar/store/access-rules.ts'
import { CalendarLists } from '#/services/calendar/store/calendar-lists.ts'
import { Calendars } from '#/services/calendar/store/calendars.ts'
import { EffectiveRoles } from '#/services/calendar/store/effective-roles.ts'
import { Events } from '#/services/calendar/store/events.ts'
import { UserSettings } from '#/services/calendar/store/user-settings.ts'
import { sweep } from '#/services/calendar/sweep.ts'
import { tombstonePurge, tombstonePurgeTimes } from '#/services/calendar/tombstone-purge.ts'
import { followClock } from '#/services/workbench/clock-setting.ts'
import { requireWorkbenchCaller } from '#/services/workbench/guard.ts'
import { workbenchGiven } from '#/services/workbench/operation.ts'
import {
  adminService,
  booksService,
  calendarService,
  declaredScopes,
  publishedApis,
  services,
  workbenchService,
} from '#/services.ts'
import { epochChannel } from '#/storage/epoch.ts'
import { openDatabase } from '#/storage/open.ts'
import type { Database } from '#/storage/port.ts'
import { isDataDirLocked, lockDataDir } from '#/storage/sqlite/lock.ts'

/** What every command works with: the database and those who are known to it. */
export interface Core extends AsyncDisposable {
  readonly settings: Settings
  readonly log: Log
  readonly clock: SettableClock
  readonly database: Database
  readonly calendar: CalendarParts
  readonly books: BooksParts
  readonly directory: Directory
  readonly groups: Groups
  readonly domains: Domains
  readonly tokens: Tokens
  readonly apiKeys: ApiKeys
  readonly oauthClients: OAuthClients
  readonly serviceAccounts: ServiceAccounts
  readonly delegations: Delegations
}

/** Opens the database that the settings name. */
export async function openCore(settings: Settings, log: Log): Promise<Core> {
  const clock = new SettableClock()
  const randomBytes = secureRandomBytes
  const database = await openDatabase({
    url: settings.databaseUrl || undefined,
    dataDir: settings.dataDir,
    log,
    sqlite: { groupMembersMax: settings.commitGroupMax, cacheMb: settings.databaseCacheMb },
    postgres: { connectionsMax: settings.databasePoolMax },
  })
  const domains = new Domains({ database, clock })
  const calendar = openCalendarParts({ settings, database, clock, domains })
  const books = openBooksParts({ settings, database, clock, log })
  const provisioners = [calendarProvisioner(calendar), booksProvisioner(books)]
  const directory = new Directory({ database, clock, randomBytes, provisioners })
  const known = { ...settings, database, clock, randomBytes, directory, provisioners }
  return {
    settings,
    log,
    clock,
    database,
    calendar,
    books,
    directory,
    groups: new Groups(known),
    domains,
    tokens: new Tokens(clock, randomBytes),
    apiKeys: new ApiKeys(clock, randomBytes),
    oauthClients: new OAuthClients(known),
    serviceAccounts: new ServiceAccounts(known),
    delegations: new Delegations(database, knownScopes),
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  }
}

function openCalendarParts({
  settings,
  database,
  clock,
  domains,
}: Pick<Core, 'settings' | 'database' | 'clock' | 'domains'>): CalendarParts {
  const calendars = new Calendars(database)
  const rules = new AccessRules(calendars)
  return {
    database,
    calendars,
    rules,
    roles: new EffectiveRoles(database, rules),
    lists: new CalendarLists(database),
    events: new Events(database),
    models: new SeriesModels(),
    pages: new PageCache(settings.pageCacheMb * 1_000_000),
    busyBlocks: new BusyBlockCache(),
    settings: new UserSettings(database),
    domains,
    enqueue: enqueueWith({ clock, randomBytes: secureRandomBytes }),
    clock,
    randomBytes: secureRandomBytes,
    syncTokenLifetimeMs: settings.syncTokenDays * 86_400_000,
    attendeesMax: settings.attendeesMax,
    freeBusyLimits: {
      calendarsMax: settings.freeBusyCalendarsMax,
      groupMembersMax: settings.freeBusyGroupMax,
      daysMax: settings.freeBusyDaysMax,
    },
    importsOtherTypes: settings.importTypes === 'convert',
    conferenceUrl: settings.conferenceUrl,
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
    }),
    shelves,
    contents,
    recentViews: new RecentViews({ ...settings, database, shelves, contents, clock, log }),
    enqueue: enqueueWith({ clock, randomBytes: secureRandomBytes }),
    clock,
    country: settings.booksCountry,
    isKeyRequired: settings.booksCallers === 'identified',
    covers: { source: settings.coverSource, areDrawn: settings.covers === 'drawn' },
    shelfAccess: settings.shelfAccess === 'public' ? 'PUBLIC' : 'PRIVATE',
    shelfVolumesMax: settings.shelfVolumesMax,
    customShelvesMax: settings.customShelvesMax,
  }
}

/** A server that listens. */
export interface RunningServer {
  readonly address: string
  /** The token to try things with, where there is one. */
  readonly printedToken: string | undefined
  /** Takes no more requests, finishes those under way, and stops. */
  close(): Promise<void>
}

/** Starts everything that serves requests. */
export async function serve(core: Core): Promise<RunningServer> {
  const { settings, log, clock, database } = core
  const isDev = settings.mode === 'dev'
  if (isDev) await followClock(database, clock)
  let address = ''
  const named = { ...core, ...settings, knownScopes, address: () => address }
  const authenticator = new Authenticator({ ...named, selfSigned: new SelfSigned(named) })
  const quota = new QuotaMeter({ database, clock, log, limits: quotaLimits(settings) })
  const origin = () => settings.publicUrl || address
  const { worker, timetable, transport } = openBackground(core, origin)
  const requestMetrics = new RequestMetrics()
  const faults = new Faults(Math.random)
  const router = new Router()
  let isDraining = false

  const handle = openPipeline({
    router,
    authenticator,
    quota,
    quotaStatusOf: (api) => (Number(settings.quotaStatus) || api.quotaStatus) as 403 | 429,
    faults,
    observer: new Observer(log, requestMetrics),
    limits: settings,
  })
  const basePathOf = basePaths(settings)
  router.addService({ ...calendarService, given: calendarGiven(core.calendar) }, { basePathOf })
  router.addService({ ...booksService, given: booksGiven(core.books) }, { basePathOf })
  router.addService({ ...adminService, given: adminGiven(core) }, { basePathOf })
  const token =
    isDev && settings.demo ? printedToken(settings.dataDir, secureRandomBytes) : undefined
  const seed = () => seedDev(core, token)
  if (isDev) {
    const given = workbenchGiven({
      ...core,
      faults,
      quota: quotaView(quota),
      allScopes,
      mailKinds: [calendarMailKind],
      seed,
    })
    router.addService({ ...workbenchService, given }, { basePathOf, guard: requireWorkbenchCaller })
    await seed()
  }
  const endpoints = [
    ...batchEndpoints(publishedApis, basePathOf, {
      handle,
      randomBytes: secureRandomBytes,
      limits: settings,
    }),
    ...discoveryEndpoints(published, basePathOf),
    ...tokenEndpoints({ ...core, authenticator }),
    ...booksEndpoints(core.books),
    ...healthEndpoints({
      ...settings,
      metrics: {
        tallies: requestMetrics.tallies,
        jobs: () => jobCounts(database),
        quota: () => quota.totals(),
      },
      ready: () => database.ready(),
      isDraining: () => isDraining,
    }),
  ]
  for (const endpoint of endpoints) router.addEndpoint(endpoint)

  const mount = new OAuthMount({
    ...named,
    randomBytes: secureRandomBytes,
    clients: core.oauthClients,
    scopes: declaredScopes,
    issuer: origin,
    secret: await installationSecret({ ...core, randomBytes: secureRandomBytes }),
    isProduction: !isDev,
    isDev,
    signIn: new SignIn(core),
  })
  await mount.listen()
  core.directory.onRevocation(() => authenticator.forget())
  await authenticator.listen()
  await database.listen(epochChannel, () => {
    authenticator.forget()
    void timetable.adopt().catch((err) => log.warn('timetable not adopted', { err }))
  })
  quota.start()
  await timetable.start()
  await worker.start()
  const listener = createListener({
    ...settings,
    handle,
    mount,
    fallbackOrigin: () => address,
    limits: settings,
  })
  address = await listen(listener, settings)
  return {
    address,
    printedToken: token,
    async close() {
      isDraining = true
      await drain(listener, settings.drainTimeoutMs)
      await core.books.recentViews.flush()
      await timetable.stop()
      await worker.stop()
      transport?.close()
      await quota.stop()
    },
  }
}

/** What a token that is minted without any scopes allows. */
export const allScopes = declaredScopes.map(({ uri }) => uri)

/** Every scope that somebody can ask for. */
export const knownScopes = [...allScopes, ...identityScopes.map(({ uri }) => uri)]
const published = publicationsOf(services).filter(({ api }) => publishedApis.includes(api))

/** Where each interface answers: as the settings say, or where it stands by itself. */
function basePaths(settings: Settings): (api: Api) => string {
  const chosen = new Map([
    [calendarApi, settings.calendarBasePath],
    [almanacApi, settings.almanacBasePath],
    [adminApi, settings.adminBasePath],
  ])
  return (api) => chosen.get(api) ?? api.basePath
}

/** Puts the users, tokens and books of a dev server in place; repeating it changes nothing. */
async function seedDev(core: Core, token: string | undefined): Promise<void> {
  const { tokensFile } = core.settings
  const demo: DevToken[] =
    token === undefined ? [] : [{ text: token, email: 'demo@almanac.test', scopes: allScopes }]
  const listed = tokensFile === '' ? [] : readTokensFile(tokensFile)
  await putDevTokens(core, [...demo, ...listed])
  if (core.settings.demo) await seedCatalogue(core)
}

function openBackground(core: Core, origin: () => string) {
  const { database, clock, log, tokens, settings, calendar, books } = core
  const randomBytes = secureRandomBytes
  const enqueue = enqueueWith({ clock, randomBytes })
  const mails = new Mails({ ...settings, clock, enqueue })
  const transport = settings.smtpUrl === '' ? undefined : new SmtpTransport(settings.smtpUrl)
  const kinds: JobKind[] = [
    quotaPurge,
    tokenPurge(tokens),
    signInPurge(clock),
    tombstonePurge(calendar),
    sweep(calendar),
    shelfSweep(books),
    calendarMail({ ...calendar, mails, origin }),
    mailSend({ transport, log }),
    mailPurge(settings),
  ]
  const entries = [
    quotaPurgeTimes,
    tokenPurgeTimes,
    signInPurgeTimes,
    tombstonePurgeTimes,
    mailPurgeTimes,
  ]
  return {
    worker: new JobWorker({
      database,
      clock,
      log,
      randomBytes,
      kinds,
      concurrency: settings.jobsConcurrency,
      drainMs: settings.drainTimeoutMs,
    }),
    timetable: new Timetable({ database, clock, log, enqueue, entries }),
    transport,
  }
}

const quotaLimits = (settings: Settings) => ({
  userPerMinute: settings.quotaUserPerMinute,
  userPerDay: settings.quotaUserPerDay,
  clientPerMinute: settings.quotaClientPerMinute,
  clientPerDay: settings.quotaClientPerDay,
})

const quotaView = (quota: QuotaMeter) => ({
  reset: () => quota.reset(),
  usage: async () =>
    (await quota.usage()).map(({ subject, minute, day, limits }) => ({
      subject,
      minute,
      day,
      ...(limits.minute === null ? {} : { minuteMax: limits.minute }),
      ...(limits.day === null ? {} : { dayMax: limits.day }),
    })),
})

/** Keeps a second process from serving or replacing the same embedded database. */
export function reserveData({ databaseUrl, dataDir }: Settings): Disposable {
  return databaseUrl === '' ? lockDataDir(dataDir) : { [Symbol.dispose]: () => {} }
}

/** Brings files into the catalogue of books. */
export async function importBooks(
  core: Core,
  files: Omit<FilesToImport, 'pause' | 'entriesPerBatch'>,
) {
  // Loaded only when it is used, so that a server does not pay for the parsers.
  const { importFiles } = await import('#/services/books/importing/import-files.ts')
  const { importBatchMax: entriesPerBatch } = core.settings
  return importFiles(core.books, { ...files, entriesPerBatch, pause: pauseForServer(core) })
}

// A server that waits for the embedded database looks for its turn every 25 ms at least.
const serversTurnMs = 30
const lookForServerEveryMs = 2_000

/** Gives a server its turn at the embedded database, if one is using it. */
function pauseForServer({ settings, clock }: Core): () => Promise<void> {
  const { databaseUrl, dataDir } = settings
  let lookedAtMs = Number.NEGATIVE_INFINITY
  let isServed = false
  return async () => {
    if (databaseUrl !== '') return
    if (clock.machineMs() - lookedAtMs > lookForServerEveryMs) {
      lookedAtMs = clock.machineMs()
      isServed = isDataDirLocked(dataDir)
    }
    if (isServed) await delay(serversTurnMs)
  }
}

/** Everything that the engine and the services find wrong: empty when all is well. */
export async function check(database: Database): Promise<string[]> {
  return [
    ...(await database.problems()),
    ...(await calendarProblems(database)),
    ...(await booksProblems(database)),
  ]
}

export {
  authorizedUserFile,
  clientSecretFile,
  serverAddress,
  serviceAccountFile,
  textOfFile,
  writeCredentialFile,
} from '#/auth/credential-files.ts'
export { deadJobs, retryDead } from '#/jobs/inspection.ts'
export { exportVolumes as exportBooks } from '#/services/books/exporting/exported-volumes.ts'
export { formatsKnown as bookFormats } from '#/services/books/importing/format-names.ts'
export { backupTo as backup, restoreFrom as restore } from '#/storage/archive.ts'
