import { auditWork } from '#/audit/jobs.ts'
import { openAuthentication } from '#/auth/authentication.ts'
import { demoEmail, firstTokens } from '#/auth/credentials/dev-tokens.ts'
import { openCaldav } from '#/caldav/caldav.ts'
import type { Core } from '#/core.ts'
import { CrossOrigin } from '#/http/listener/cors.ts'
import type { ListenedSite, Mount } from '#/http/listener/listener.ts'
import { openRequestHandling } from '#/http/request-handling.ts'
import type { Handle } from '#/http/wire.ts'
import { openBackground } from '#/jobs/background.ts'
import { queueFigures } from '#/jobs/inspection.ts'
import { Mails } from '#/jobs/mail/mails.ts'
import type { Metric } from '#/kernel/metric.ts'
import { openMcp } from '#/mcp/open.ts'
import { openQuota } from '#/quota/quota.ts'
import { seedsOf } from '#/seeds/site-seeds.ts'
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
import { epochChannel } from '#/storage/schema/epoch.ts'
import { requireUsable } from '#/storage/schema/migrate.ts'

/** An installation that serves requests and runs background work on one database. */
export interface Site {
  readonly handle: Handle
  readonly observe: ListenedSite['observe']
  /** Tried in order, before the pipeline. */
  readonly mounts: readonly Mount[]
  /** The token that is printed at start, if any. */
  readonly printedToken: string | undefined
  readonly seeds: ReturnType<typeof seedsOf>
  /** Serves an agent that was started on this machine. */
  serveAgent: ReturnType<typeof openMcp>['serveLocally']
  /** Creates demo data in the background, if the settings request it. */
  createDemo(): Promise<void>
  /** Fails readiness checks and ends streams, so that clients use another server. */
  beginDraining(): void
  /** How long until the next job is due; undefined if none is waiting. */
  msToNextJob(): Promise<number | undefined>
  /** Stops background work, after all requests are answered. */
  stop(): Promise<void>
}

interface SiteOptions {
  /** The root URL of the site, which is known once the server listens. */
  readonly address: () => string
  /** Creates, lists and deletes worlds, if the server has any. */
  readonly worlds: WorldRegistry | undefined
  /**
   * False for a site that only answers calls: it runs no jobs, sends nothing and creates nothing by itself.
   * Defaults to true.
   */
  readonly hasBackground?: boolean
  /** Adds the data that the server was started with after a reset. */
  readonly addFirstState?: () => Promise<void>
  /** Metrics of the server that belong to no service. */
  readonly metrics?: readonly Metric[]
}

/** Opens everything that serves requests on one database. */
export async function openSite(core: Core, options: SiteOptions): Promise<Site> {
  const { settings, clock, database } = core
  const { address, hasBackground = true } = options
  const origin = () => settings.publicUrl || address()
  const isDev = settings.mode === 'dev'
  if (isDev) await followClock(database, clock)

  const { meter: quota, allowances, ...limits } = openQuota(core)
  const mails = new Mails({ ...settings, ...core })
  const crossOrigin = new CrossOrigin(settings.corsOrigins)
  const authentication = await openAuthentication({
    ...core,
    declaredScopes,
    knownScopes,
    address,
    origin,
    sendMail: mails.putOnce,
    toolsFor: (resource) => mcp.toolsFor(resource),
    isOriginAllowed: (origin) => crossOrigin.allows(origin),
    chargeNetwork: limits.chargeNetwork,
  })
  const http = openRequestHandling({
    ...core,
    ...authentication,
    quota,
    allowances,
    figures: {
      ...queueFigures(core),
      database: () => database.vitals(),
      services: () => [
        ...served.flatMap(({ metrics }) => metrics ?? []),
        ...background.metrics,
        ...(options.metrics ?? []),
      ],
    },
    ready: () => requireUsable(database),
  })
  const { handle, metricsHistory } = http
  const server = { ...core, ...authentication, ...http, quota, allowances }

  const served: ServedService[] = []
  const secret = await core.secret()
  const presentMs = async () => {
    if (isDev) await adoptClock(database, clock)
    return clock.nowMs()
  }
  for (const service of core.services) {
    served.push(await service.serve({ secret, origin, mails, allowances, presentMs }))
  }
  served.push(serveAccount(server))
  served.push(serveAdmin({ ...server, runEntry: (name) => background.runEntry(name) }))

  const tokens = firstTokens({ ...core, allScopes })
  const prepare = async () => {
    for (const service of served) await service.prepare?.()
    await tokens.put()
  }
  const createDemo = async () => {
    if (tokens.printed === undefined) return
    const user = await core.directory.find(demoEmail)
    if (user === undefined) return
    for (const service of served) await service.createDemo?.(user.id)
  }
  const seeds = seedsOf(core, { handle })
  if (isDev) {
    const createFirstState = async () => {
      await prepare()
      await options.addFirstState?.()
      await createDemo()
    }
    const { worlds } = options
    served.push(
      serveWorkbench({
        ...server,
        worlds,
        allScopes,
        served,
        createFirstState,
        seeds,
        isOwner: (caller) => isOwner(core.directory, caller),
      }),
    )
  }
  const declared = await loadServices()
  const mcp = openMcp({
    ...server,
    services: async () =>
      served.map(({ service: { api }, basePath }) => ({
        api,
        basePath,
        operations: declared.find((one) => one.api === api)!.operations,
      })),
  })
  const consolePages = http.route({
    served,
    declared,
    publications: await loadPublications(),
    endpoints: [
      ...authentication.endpoints,
      ...mcp.endpoints,
      ...openCaldav({ ...server, basePath: settings.calendarBasePath }),
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
    await prepare()
    quota.start()
    for (const service of served) await service.start?.()
    await background.start()
    metricsHistory.start()
  }
  return {
    handle,
    observe: http.observe,
    mounts: [authentication.oauth, ...(settings.console === 'on' ? [consolePages] : [])],
    printedToken: tokens.printed,
    seeds,
    serveAgent: mcp.serveLocally,
    createDemo,
    beginDraining() {
      http.beginDraining()
      mcp.beginDraining()
      for (const service of served) service.beginDraining?.()
    },
    msToNextJob: background.msToNextJob,
    async stop() {
      for (const service of served) await service.flush?.()
      await mcp.flush()
      await core.promptJobs.whenIdle()
      metricsHistory.stop()
      if (hasBackground) await background.stop()
      // A write of a call may have sent push notifications even without background work.
      for (const service of served) await service.stop?.()
      if (hasBackground) await quota.stop()
      background.close()
    },
  }
}
