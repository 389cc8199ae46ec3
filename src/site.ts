import { auditWork } from '#/audit/jobs.ts'
import { openAuthentication, openOAuth } from '#/auth/authentication.ts'
import { openCaldav } from '#/caldav/caldav.ts'
import type { Core } from '#/core.ts'
import { firstState } from '#/first-state.ts'
import { openRequestHandling } from '#/http/request-handling.ts'
import type { Endpoint } from '#/http/wire.ts'
import { openBackground, type Work } from '#/jobs/background.ts'
import { queueFigures } from '#/jobs/inspection.ts'
import { Mails } from '#/jobs/mail/mails.ts'
import type { Metric } from '#/kernel/metric.ts'
import type { Lifecycle } from '#/kernel/process/lifecycle.ts'
import { openMcp } from '#/mcp/open.ts'
import { openQuota } from '#/quota/quota.ts'
import { type LoadedSeed, seedsOf } from '#/seeds/site-seeds.ts'
import { serveAccount } from '#/services/account/service.ts'
import { isOwner, serveAdmin } from '#/services/admin/service.ts'
import type { ServedService } from '#/services/service.ts'
import { openClock, serveWorkbench, type WorldRegistry } from '#/services/workbench/service.ts'
import { loadPublications, loadServices } from '#/services.ts'
import { startReplication } from '#/storage/replication/start-replication.ts'
import { epochChannel } from '#/storage/schema/epoch.ts'
import { requireUsable } from '#/storage/schema/migrate.ts'

/** A part of a site: what it contributes, and what it does when the site starts and stops. */
interface Part extends Work, Lifecycle {
  readonly endpoints?: readonly Endpoint[]
  readonly metrics?: readonly Metric[]
}

interface SiteOptions {
  /** The root URL of the site, which is known once the server listens. */
  readonly address: () => string
  /** Creates, lists and deletes worlds, if the server has any. */
  readonly worlds?: WorldRegistry | undefined
  /** The seed that the server was started with, if any. */
  readonly seed?: LoadedSeed
  /**
   * False for a site that only answers calls: it runs no jobs, sends nothing and creates nothing by itself.
   * Defaults to true.
   */
  readonly hasBackground?: boolean
}

/** An installation that serves requests and runs background work on one database. */
export type Site = Awaited<ReturnType<typeof openSite>>

/** Opens everything that serves requests on one database. */
export async function openSite(core: Core, options: SiteOptions) {
  const { settings, database } = core
  const { address, worlds, seed, hasBackground = true } = options
  const origin = () => settings.publicUrl || address()
  const base = { ...core, address, origin }
  const parts: Part[] = [auditWork(settings)]
  if (hasBackground) parts.push({ metrics: startReplication(core) })

  // What all services need: time, limits, mail, callers, and the pipeline of requests.
  const presentMs = await openClock(core)
  const limits = openQuota(core)
  const mails = new Mails({ ...settings, ...core })
  const authentication = await openAuthentication({ ...base, ...limits, mails })
  const http = openRequestHandling({
    ...core,
    ...limits,
    ...authentication,
    figures: { ...queueFigures(core), database: () => database.vitals() },
    ready: () => requireUsable(database),
  })
  const server = { ...base, ...limits, ...authentication, ...http, mails, presentMs }
  parts.push(limits.part, authentication.part)

  // The services, and what they leave to background work.
  const services: ServedService[] = []
  for (const service of core.services) services.push(await service.serve(server))
  const background = openBackground(server, [...parts, ...services])
  services.push(serveAccount(server), serveAdmin({ ...server, ...background }))

  const first = firstState(core, { services, site: http, seed })
  const seeds = seedsOf(core, http)
  if (settings.mode === 'dev') {
    services.push(
      serveWorkbench({
        ...server,
        services,
        worlds,
        seeds,
        createFirstState: first.create,
        isOwner: (caller) => isOwner(core.directory, caller),
      }),
    )
  }

  // Further ways in, and the paths of all.
  const mcp = openMcp({ ...server, services })
  const oauth = await openOAuth({ ...server, toolsFor: mcp.toolsFor })
  const caldav = openCaldav({ ...server, basePath: settings.calendarBasePath })
  parts.push(...services, mcp.part, { endpoints: caldav }, background.part, http.part)
  const consolePages = http.route({
    services,
    declared: await loadServices(),
    publications: await loadPublications(),
    endpoints: parts.flatMap(({ endpoints = [] }) => endpoints),
    metrics: parts.flatMap(({ metrics = [] }) => metrics),
  })

  await database.listen(epochChannel, (incarnation) => {
    for (const part of parts) part.forget?.(incarnation)
  })
  if (hasBackground) {
    await first.prepare()
    for (const part of parts) await part.start?.()
  }
  return {
    handle: http.handle,
    observe: http.observe,
    /** Tried in order, before the pipeline. */
    mounts: [oauth, ...(settings.console === 'on' ? [consolePages] : [])],
    first,
    seeds,
    /** Serves an agent that was started on this machine. */
    serveAgent: mcp.serveLocally,
    /** Fails readiness checks, so that clients use another server. */
    beginDraining() {
      for (const part of parts) part.beginDraining?.()
    },
    endStreams() {
      for (const part of parts) part.endStreams?.()
    },
    /** Stops background work, after all requests are answered. */
    async [Symbol.asyncDispose]() {
      for (const part of parts) await part.flush?.()
      await core.promptJobs.whenIdle()
      for (const part of parts.toReversed()) await part.stop?.()
    },
  }
}
