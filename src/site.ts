import { Authenticator } from '#/auth/authenticator.ts'
import { type DevToken, printedToken, putDevTokens, readTokensFile } from '#/auth/dev-tokens.ts'
import { installationSecret } from '#/auth/installation-secret.ts'
import { KnownDevices } from '#/auth/known-devices.ts'
import { OAuthMount } from '#/auth/oauth/mount.ts'
import type { ChargeNetwork } from '#/auth/oauth/request-limits.ts'
import { tokenEndpoints } from '#/auth/oauth/token-endpoints.ts'
import type { PasswordMail } from '#/auth/pages/index.ts'
import { RecentSignIn } from '#/auth/recent-sign-in.ts'
import { Passkeys } from '#/auth/second-factor/passkeys.ts'
import { SecondFactors } from '#/auth/second-factor/second-factors.ts'
import { SelfSigned } from '#/auth/self-signed.ts'
import { SignIn } from '#/auth/sign-in.ts'
import { openBackground, openDispatcher } from '#/background.ts'
import { almanacApi } from '#/contract/almanac-api.ts'
import { publicationsOf } from '#/contract/discovery-publication.ts'
import type { Api } from '#/contract/operation.ts'
import type { Core } from '#/core.ts'
import { batchEndpoints } from '#/http/batch.ts'
import { ConsoleMount } from '#/http/console-mount.ts'
import { CrossOrigin } from '#/http/cors.ts'
import { discoveryEndpoints } from '#/http/discovery-endpoints.ts'
import { Faults } from '#/http/faults.ts'
import { healthEndpoints } from '#/http/health-endpoints.ts'
import type { Mount } from '#/http/listener.ts'
import { Observer } from '#/http/observer.ts'
import { openPipeline } from '#/http/pipeline.ts'
import { type LoggedRequest, RequestLog } from '#/http/request-log.ts'
import { RequestMetrics } from '#/http/request-metrics.ts'
import { Router } from '#/http/router.ts'
import type { Handle } from '#/http/wire.ts'
import { jobCounts, msToNextJob } from '#/jobs/inspection.ts'
import { Mails, mailIdOf } from '#/jobs/mail/mails.ts'
import { guardedFetch } from '#/jobs/push/guarded-fetch.ts'
import { base32hex } from '#/kernel/identifiers.ts'
import { secureRandomBytes } from '#/kernel/randomness.ts'
import { Seal } from '#/kernel/seal.ts'
import type { Settings } from '#/kernel/settings.ts'
import { programVersion } from '#/kernel/version.ts'
import { LocalClient } from '#/local-client.ts'
import { DailyAllowances } from '#/quota/daily-allowances.ts'
import { QuotaMeter } from '#/quota/meter.ts'
import { NetworkLimits } from '#/quota/network-limits.ts'
import { allScopes, declaredScopes, knownScopes } from '#/scopes.ts'
import { accountGiven } from '#/services/account/operation.ts'
import type { AdsGrantPlace, AdsGrantRecord, AdsGrants } from '#/services/admin/adsGrants.ts'
import { adminApi } from '#/services/admin/api.ts'
import { adminGiven, isOwner } from '#/services/admin/operation.ts'
import { adsApi } from '#/services/ads/api.ts'
import { BackgroundDemo } from '#/services/ads/demo/background.ts'
import { grantAds, revokeAds } from '#/services/ads/granting.ts'
import { type AdsParts, adsGiven } from '#/services/ads/operation.ts'
import type { GrantRow } from '#/services/ads/store/grants.ts'
import { booksApi } from '#/services/books/api.ts'
import { booksGiven } from '#/services/books/operation.ts'
import { booksEndpoints } from '#/services/books/pages/endpoints.ts'
import { seedCatalogue } from '#/services/books/starter/seeding.ts'
import { calendarApi } from '#/services/calendar/api.ts'
import { calendarMailKind } from '#/services/calendar/mail/calendar-mail.ts'
import { ExternalMail, externalMailAllowance } from '#/services/calendar/mail/external-mail.ts'
import { calendarContext } from '#/services/calendar/operation.ts'
import { LostEntries } from '#/services/calendar/push/lost-entries.ts'
import { beginProgress } from '#/services/calendar/reminders/progress.ts'
import { clockSetJob, clockSetKind } from '#/services/calendar/reminders/reminders.ts'
import { followClock } from '#/services/workbench/clock-setting.ts'
import { workbenchGuard } from '#/services/workbench/guard.ts'
import { workbenchGiven } from '#/services/workbench/operation.ts'
import type { WorldRegistry } from '#/services/workbench/world-registry.ts'
import {
  accountService,
  adminService,
  adsService,
  booksService,
  calendarService,
  publishedApis,
  services,
  workbenchService,
} from '#/services.ts'
import { epochChannel } from '#/storage/epoch.ts'
import type { Transaction } from '#/storage/port.ts'

/** One installation: whatever answers requests and works in the background on one database. */
export interface Site {
  readonly handle: Handle
  /** Asked in turn, before the pipeline. */
  readonly mounts: readonly Mount[]
  /** The token to try things with, where there is one. */
  readonly printedToken: string | undefined
  /** Creates the demo data in the background, where the settings ask for it. */
  createDemo(): Promise<void>
  /** Fails readiness checks and ends the streams, so that clients go elsewhere. */
  beginDraining(): void
  /** How long until its next job is due; undefined when none waits. */
  msToNextJob(): Promise<number | undefined>
  /** Ends the work in the background; the requests have been answered. */
  stop(): Promise<void>
}

export interface SiteOptions {
  /** The root URL of the site, which is known once the server listens. */
  readonly address: () => string
  /** Creates, lists and deletes worlds, where the server has any. */
  readonly worlds: WorldRegistry | undefined
  /**
   * False for a site that only answers calls: it runs no jobs, sends nothing and puts nothing in
   * place by itself. True unless given.
   */
  readonly hasBackground?: boolean
  /** Adds to the first state of the site what it was started with, after it was reset. */
  readonly addFirstState?: () => Promise<void>
}

/** Opens everything that serves requests on one database. */
export async function openSite(
  core: Core,
  { address, worlds, hasBackground = true, addFirstState }: SiteOptions,
): Promise<Site> {
  const { settings, log, clock, database } = core
  const isDev = settings.mode === 'dev'
  if (isDev) await followClock(database, clock)
  const secret = await installationSecret({ ...core, randomBytes: secureRandomBytes })
  const { channels } = core.calendar
  channels.useSeal(new Seal(secret, 'almanac channels', secureRandomBytes))
  await channels.sealAll(database)
  const named = { ...core, ...settings, knownScopes, address }
  const sealing = { database, clock, randomBytes: secureRandomBytes, secret }
  const secondFactors = new SecondFactors(sealing)
  const passkeys = new Passkeys({ ...sealing, secondFactors })
  const authenticator = new Authenticator({ ...named, selfSigned: new SelfSigned(named) })
  const quota = new QuotaMeter({ database, clock, log, limits: quotaLimits(settings) })
  const allowances = new DailyAllowances({ database, clock, limits: dailyLimits(settings) })
  const origin = () => settings.publicUrl || address()
  const { worker, reportWorker, timetable, transport } = openBackground(core, origin)
  const dispatcher = openDispatcher(core, origin)
  const { streams } = core.calendar
  const lostEntries = new LostEntries({ ...core.calendar, log }, () => streams.userIds)
  const requestMetrics = new RequestMetrics()
  const requests = new RequestLog(settings)
  const remembered = requestsView(requests)
  const faults = new Faults(Math.random)
  const router = new Router()
  let isDraining = false

  const handle = openPipeline({
    router,
    authenticator,
    quota,
    allowances,
    quotaStatusOf: (api) => (Number(settings.quotaStatus) || api.quotaStatus) as 403 | 429,
    faults,
    audit: core.audit,
    recentSignIn: new RecentSignIn({ ...named, secondFactors }),
    observer: new Observer({ log, clock, metrics: requestMetrics, requests }),
    limits: settings,
  })
  const basePathOf = basePaths(settings)
  const externalMail = new ExternalMail({ allowances, perDayMax: settings.externalMailPerDay })
  const calendar = calendarContext({ ...core.calendar, externalMail })
  router.addService({ ...calendarService, given: calendar }, { basePathOf })
  const ads = adsGiven({ ...core.ads, allowances })
  router.addService({ ...adsService, given: ads }, { basePathOf })
  router.addService({ ...booksService, given: booksGiven(core.books) }, { basePathOf })
  router.addService(
    {
      ...adminService,
      given: adminGiven({
        ...core,
        channelStops: core.calendar.channelStops,
        adsGrants: adsGrants(core.ads),
        renameObject: core.audit.renameObject,
        requests: remembered,
        version: programVersion(),
        startedAtMs: clock.machineMs(),
      }),
    },
    { basePathOf },
  )
  const signIn = new SignIn(core)
  const account = accountGiven({
    ...core,
    ...settings,
    signIn,
    secondFactors,
    passkeys,
    quota,
    allowances,
    requests: remembered,
    onEnded: () => authenticator.forget(),
  })
  router.addService({ ...accountService, given: account }, { basePathOf })
  const token =
    isDev && settings.demo ? printedToken(settings.dataDir, secureRandomBytes) : undefined
  const seed = async () => {
    await beginProgress(database, clock.nowMs())
    await seedDev(core, token)
  }
  const demo = new BackgroundDemo({ ...core.ads, settings, log })
  const beginDemo = async () => {
    if (token !== undefined) await demo.begin()
  }
  if (isDev) {
    const given = workbenchGiven({
      ...core,
      worlds,
      faults,
      quota: quotaView(quota),
      allScopes,
      mailKinds: [calendarMailKind, clockSetKind],
      clockJobs: (atMs) => [clockSetJob(atMs)],
      enqueue: core.calendar.enqueue,
      attachedFiles: core.ads.warehouse.files,
      seed: async () => {
        await seed()
        await addFirstState?.()
        await beginDemo()
      },
      seeds: {
        jsonSchema: async () => (await import('#/seeds/json-schema.ts')).seedJsonSchema(),
        export: async (format, origin) => {
          const { exportSeed, seedText } = await import('#/seeds/export.ts')
          const seed = await exportSeed(core, new LocalClient(core, { handle }, origin))
          return seedText(seed, format)
        },
      },
    })
    const guard = workbenchGuard({
      ...settings,
      isOwner: (caller) => isOwner(core.directory, caller),
    })
    router.addService({ ...workbenchService, given }, { basePathOf, guard })
  }
  if (hasBackground) {
    await (isDev ? seed() : beginProgress(database, clock.nowMs()))
    await core.ads.warehouse.files.tidy()
  }
  const networkLimits = new NetworkLimits({ clock, log, perMinute: networkLimitsIn(settings) })
  const chargeNetwork: ChargeNetwork = (request, network) => networkLimits.charge(request, network)
  const endpoints = [
    ...batchEndpoints(publishedApis, basePathOf, {
      handle,
      randomBytes: secureRandomBytes,
      limits: settings,
    }),
    ...discoveryEndpoints(published, basePathOf),
    ...tokenEndpoints({ ...core, authenticator, chargeNetwork }),
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

  const randomBytes = secureRandomBytes
  const crossOrigin = new CrossOrigin(settings.corsOrigins)
  const oauth = new OAuthMount({
    ...named,
    randomBytes,
    clients: core.oauthClients,
    scopes: declaredScopes,
    issuer: origin,
    secret,
    hasConsole: settings.console === 'on',
    sessionLimits: settings,
    signIn,
    secondFactors,
    passkeys,
    sendMail: settings.smtpUrl === '' && !isDev ? undefined : sendPasswordMail(core),
    fetchFromProvider: guardedFetch({ rules: core.providerTargets, ...providerLimits }),
    knownDevices: new KnownDevices({ ...named, randomBytes, secret }),
    isOriginAllowed: (origin) => crossOrigin.allows(origin),
    chargeNetwork,
  })
  await oauth.listen()
  core.directory.onRevocation(() => authenticator.forget())
  core.tokens.onRevocation(() => authenticator.forget())
  await authenticator.listen()
  await database.listen(epochChannel, (incarnation) => {
    authenticator.forget()
    void timetable.adopt().catch((err) => log.warn('timetable not adopted', { err }))
    void dispatcher.renew(incarnation)
    streams.endAll()
  })
  if (hasBackground) {
    quota.start()
    await timetable.start()
    await worker.start()
    await reportWorker.start()
    await dispatcher.start()
    await lostEntries.start()
    await streams.start()
  }
  return {
    handle,
    mounts: settings.console === 'on' ? [oauth, openConsole(router, basePathOf)] : [oauth],
    printedToken: token,
    createDemo: beginDemo,
    beginDraining() {
      isDraining = true
      demo.end()
      streams.close()
    },
    msToNextJob: () => msToNextJob(database, clock),
    async stop() {
      await core.books.recentViews.flush()
      await core.calendar.prompt.settled()
      if (hasBackground) {
        await timetable.stop()
        await worker.stop()
        await reportWorker.stop()
        await lostEntries.stop()
        await dispatcher.stop()
        await quota.stop()
      }
      transport?.close()
    },
  }
}

const published = publicationsOf(services).filter(({ api }) => publishedApis.includes(api))

/** Where each interface answers: as the settings say, or where it stands by itself. */
function basePaths(settings: Settings): (api: Api) => string {
  const chosen = new Map([
    [calendarApi, settings.calendarBasePath],
    [booksApi, settings.booksBasePath],
    [adsApi, settings.adsBasePath],
    [almanacApi, settings.almanacBasePath],
    [adminApi, settings.adminBasePath],
  ])
  return (api) => chosen.get(api) ?? api.basePath
}

/** The console takes what no interface does, but for the pages about volumes, which have an id. */
function openConsole(router: Router, basePathOf: (api: Api) => string): ConsoleMount {
  return new ConsoleMount({
    basePaths: new Map(services.map(({ api }) => [api.basePath, basePathOf(api)])),
    isTaken: (path, query) =>
      path === '/books' ? query.has('id') : router.find('GET', path) !== undefined,
  })
}

/** Puts the users, tokens and books of a dev server in place; repeating it changes nothing. */
async function seedDev(core: Core, token: string | undefined): Promise<void> {
  const { tokensFile } = core.settings
  const demo: DevToken[] =
    token === undefined
      ? []
      : [{ text: token, email: 'demo@almanac.test', scopes: allScopes, adminRole: 'owner' }]
  const listed = tokensFile === '' ? [] : readTokensFile(tokensFile)
  await putDevTokens(core, [...demo, ...listed])
  if (core.settings.demo) await seedCatalogue(core)
}

/** Puts the mail that brings a link to a new password into the outbox. */
function sendPasswordMail({ settings, clock, calendar }: Core) {
  const mails = new Mails({ ...settings, clock, enqueue: calendar.enqueue })
  return (tx: Transaction, to: string, mail: PasswordMail) =>
    mails.put(tx, { id: mailIdOf(mail.text, to), to, ...mail })
}

/** Access to the data of search advertising, as the administration sees it. */
function adsGrants(ads: AdsParts): AdsGrants {
  const shown = ({ agencyId, advertiserId, role }: GrantRow): AdsGrantRecord =>
    advertiserId === '' ? { agencyId, role } : { agencyId, advertiserId, role }
  const placeOf = ({ agencyId: agency, advertiserId: advertiser }: AdsGrantPlace) => ({
    agency,
    advertiser,
  })
  return {
    of: async ({ id }) => (await ads.grants.of(ads.database, id)).map(shown),
    put: async (user, grant) =>
      shown(await grantAds(ads, user, { ...placeOf(grant), role: grant.role })),
    remove: (user, place) => revokeAds(ads, user, placeOf(place)),
  }
}

/** How long an identity provider may take to answer, and how much it may say. */
const providerLimits = { timeoutMs: 10_000, replyBytesMax: 512 * 1024 }

const processNameLength = 6

/** Requests as their users see them; the name of the process tells them from those of others. */
function requestsView(requests: RequestLog) {
  const processName = base32hex(processNameLength, secureRandomBytes)
  const shown = ({
    number,
    atMs,
    userId,
    clientId,
    reason,
    durationMs,
    ...rest
  }: LoggedRequest) => ({
    id: `${processName}-${number}`,
    time: Temporal.Instant.fromEpochMilliseconds(atMs).toString({ smallestUnit: 'millisecond' }),
    ...(userId !== '' && { userId }),
    ...rest,
    ...(reason !== undefined && { reason }),
    durationMs: Math.round(durationMs * 1000) / 1000,
    ...(clientId !== '' && { clientId }),
  })
  return {
    of: (userId: string, countMax: number) =>
      requests.of(userId, countMax).map((request) => shown({ ...request, userId: '' })),
    ofAll: (countMax: number) => requests.ofAll(countMax).map(shown),
  }
}

const quotaLimits = (settings: Settings) => ({
  userPerMinute: settings.quotaUserPerMinute,
  userPerDay: settings.quotaUserPerDay,
  clientPerMinute: settings.quotaClientPerMinute,
  clientPerDay: settings.quotaClientPerDay,
})

const networkLimitsIn = (settings: Settings) => ({
  signIn: settings.signInRequestsPerMinute,
  token: settings.tokenRequestsPerMinute,
  tokenInfo: settings.tokenInfoRequestsPerMinute,
  deviceCode: settings.deviceCodesPerMinute,
})

const dailyLimits = (settings: Settings) => ({
  adsGenerate: settings.quotaAdsGeneratePerDay,
  adsRequest: settings.quotaAdsRequestPerDay,
  adsOther: settings.quotaAdsOtherPerDay,
  [externalMailAllowance]: settings.externalMailPerDay,
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
