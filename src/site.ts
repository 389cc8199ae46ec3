import { auditWork } from '#/audit/jobs.ts'
import { openAuthentication } from '#/auth/authentication.ts'
import { printedToken, putFirstTokens } from '#/auth/dev-tokens.ts'
import type { Core } from '#/core.ts'
import { CrossOrigin } from '#/http/cors.ts'
import type { Faults } from '#/http/faults.ts'
import type { Mount } from '#/http/listener.ts'
import { openRequestHandling } from '#/http/request-handling.ts'
import type { Handle } from '#/http/wire.ts'
import { openBackground } from '#/jobs/background.ts'
import { jobCounts, msToNextJob } from '#/jobs/inspection.ts'
import { Mails, mailIdOf } from '#/jobs/mail/mails.ts'
import { guardedFetch } from '#/jobs/push/guarded-fetch.ts'
import { programVersion } from '#/kernel/version.ts'
import { LocalClient } from '#/local-client.ts'
import type { DailyAllowances } from '#/quota/daily-allowances.ts'
import type { QuotaMeter } from '#/quota/meter.ts'
import { openQuota } from '#/quota/quota.ts'
import { serveAccount } from '#/services/account/service.ts'
import { isOwner, serveAdmin } from '#/services/admin/service.ts'
import type { ServedService } from '#/services/service.ts'
import {
  adoptClock,
  followClock,
  serveWorkbench,
  type WorldRegistry,
} from '#/services/workbench/service.ts'
import {
  allScopes,
  declaredScopes,
  knownScopes,
  loadPublications,
  loadServices,
} from '#/services.ts'
import { epochChannel } from '#/storage/epoch.ts'

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

/** How long an identity provider may take to answer, and how much it may say. */
const providerLimits = { timeoutMs: 10_000, replyBytesMax: 512 * 1024 }

/** Opens everything that serves requests on one database. */
export async function openSite(core: Core, options: SiteOptions): Promise<Site> {
  const { settings, clock, database } = core
  const { address, hasBackground = true } = options
  const origin = () => settings.publicUrl || address()
  const isDev = settings.mode === 'dev'
  if (isDev) await followClock(database, clock)

  // Users see them in this order.
  const allowed = core.services.toReversed().map(({ allowances }) => allowances)
  const dailyLimits: Readonly<Record<string, number>> = Object.assign({}, ...allowed)
  const { meter: quota, allowances, ...limits } = openQuota({ ...core, dailyLimits })
  const mails = new Mails({ ...settings, ...core })
  const crossOrigin = new CrossOrigin(settings.corsOrigins)
  const authentication = await openAuthentication({
    ...core,
    declaredScopes,
    knownScopes,
    address,
    origin,
    sendMail:
      settings.smtpUrl === '' && !isDev
        ? undefined
        : (tx, to, mail) => mails.put(tx, { id: mailIdOf(mail.text, to), to, ...mail }),
    fetchFromProvider: guardedFetch({ rules: core.providerTargets, ...providerLimits }),
    isOriginAllowed: (origin) => crossOrigin.allows(origin),
    chargeNetwork: limits.chargeNetwork,
  })

  let isDraining = false
  const { handle, faults, requests, route } = openRequestHandling({
    ...core,
    ...authentication,
    quota,
    allowances,
    jobCounts: () => jobCounts(database),
    serviceMetrics: () => served.flatMap(({ metrics }) => metrics ?? []),
    ready: () => database.ready(),
    isDraining: () => isDraining,
  })

  const server = { origin, mails, quota, allowances, authentication, requests, faults, handle }
  const served = await serveServices(core, server)
  const first = firstState(core, served)
  if (isDev) served.push(openWorkbench(core, { ...server, ...options, served, first }))
  const loaded = await loadServices()
  const consolePages = route({
    reachable: served.map(({ service: { api }, basePath, context, guard }) => {
      const { operations } = loaded.find((service) => service.api === api)!
      return { api, operations, basePath, context, guard }
    }),
    declared: loaded,
    publications: await loadPublications(),
    endpoints: [
      ...authentication.endpoints,
      ...served.flatMap((service) => service.endpoints ?? []),
    ],
  })

  const work = [auditWork(settings), limits.work, authentication.work, ...served]
  const background = openBackground({ ...core, mails, origin }, work)
  await authentication.listen()
  await database.listen(epochChannel, (incarnation) => {
    authentication.authenticator.forget()
    background.renew(incarnation)
    for (const service of served) service.forget?.()
  })
  if (hasBackground) {
    await first.prepare()
    quota.start()
    for (const service of served) await service.start?.()
    await background.start()
  }
  return {
    handle,
    mounts: [authentication.oauth, ...(settings.console === 'on' ? [consolePages] : [])],
    printedToken: first.token,
    createDemo: first.createDemo,
    beginDraining() {
      isDraining = true
      for (const service of served) service.beginDraining?.()
    },
    msToNextJob: () => msToNextJob(database, clock),
    async stop() {
      for (const service of served) await service.flush?.()
      await core.promptJobs.settled()
      if (hasBackground) {
        await background.stop()
        for (const service of served) await service.stop?.()
        await quota.stop()
      }
      background.close()
    },
  }
}

/** What the site gives to its services. */
interface Server {
  readonly origin: () => string
  readonly mails: Mails
  readonly quota: QuotaMeter
  readonly allowances: DailyAllowances
  readonly authentication: Awaited<ReturnType<typeof openAuthentication>>
  readonly requests: ReturnType<typeof openRequestHandling>['requests']
  readonly faults: Faults
  readonly handle: Handle
}

/** Runs every service but the workbench. */
async function serveServices(core: Core, server: Server): Promise<ServedService[]> {
  const { settings, clock, database } = core
  const { origin, mails, quota, allowances, authentication, requests } = server
  const secret = await core.secret()
  const presentMs = async () => {
    if (settings.mode === 'dev') await adoptClock(database, clock)
    return clock.nowMs()
  }
  const served: ServedService[] = []
  for (const service of core.services) {
    served.push(await service.serve({ secret, origin, mails, allowances, presentMs }))
  }
  const account = serveAccount({
    ...core,
    ...settings,
    ...authentication,
    quota,
    allowances,
    requests,
    onEnded: () => authentication.authenticator.forget(),
  })
  const admin = serveAdmin({
    ...core,
    channelStops: core.calendar.channelStops,
    resources: core.calendar.resources,
    adsGrants: core.ads.shownGrants,
    renameObject: core.audit.renameObject,
    requests,
    version: programVersion(),
    startedAtMs: clock.machineMs(),
  })
  return [...served, account, admin]
}

/** What a site begins with, and begins with again when it is reset. */
function firstState(core: Core, served: readonly ServedService[]) {
  const { settings } = core
  const isDev = settings.mode === 'dev'
  const token =
    isDev && settings.demo ? printedToken(settings.dataDir, core.randomBytes) : undefined
  return {
    token,
    async prepare(): Promise<void> {
      for (const service of served) await service.prepare?.()
      if (isDev) await putFirstTokens(core, { ...settings, printed: token, allScopes })
    },
    async createDemo(): Promise<void> {
      if (token === undefined) return
      for (const service of served) await service.createDemo?.()
    },
  }
}

interface WorkbenchContext extends Server, Pick<SiteOptions, 'worlds' | 'addFirstState'> {
  readonly served: readonly ServedService[]
  readonly first: ReturnType<typeof firstState>
}

function openWorkbench(core: Core, context: WorkbenchContext): ServedService {
  const { worlds, faults, quota, requests, handle, served, first, addFirstState } = context
  return serveWorkbench({
    ...core,
    devHosts: core.settings.devHosts,
    worlds,
    faults,
    quota,
    requests,
    allScopes,
    attachedFiles: core.attachedFiles,
    served,
    createFirstState: async () => {
      await first.prepare()
      await addFirstState?.()
      await first.createDemo()
    },
    seeds: {
      jsonSchema: async () => (await import('#/seeds/json-schema.ts')).seedJsonSchema(),
      export: async (format, origin) => {
        const { exportSeed, seedText } = await import('#/seeds/export.ts')
        const seed = await exportSeed(core, new LocalClient(core, { handle }, origin))
        return seedText(seed, format)
      },
    },
    isOwner: (caller) => isOwner(core.directory, caller),
  })
}
