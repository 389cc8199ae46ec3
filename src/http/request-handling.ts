import type { AuditTrail } from '#/audit/trail.ts'
import type { Authenticator } from '#/auth/authenticator.ts'
import type { RecentSignIn } from '#/auth/sign-in/recent-sign-in.ts'
import type { Publication } from '#/contract/documents/discovery-publication.ts'
import type { Api, RoutedService } from '#/contract/operation.ts'
import type { Clock } from '#/kernel/clock.ts'
import type { Log } from '#/kernel/log.ts'
import type { Metric } from '#/kernel/metric.ts'
import type { RandomBytes } from '#/kernel/randomness.ts'
import type { PlatformSettings } from '#/kernel/settings/settings.ts'
import type { Tracer } from '#/kernel/tracing/tracer.ts'
import { programVersion } from '#/kernel/version.ts'
import type { DailyAllowances } from '#/quota/daily-allowances.ts'
import type { QuotaMeter } from '#/quota/meter.ts'
import { batchEndpoints } from './batch/batch.ts'
import { ConsoleMount } from './endpoints/console-mount.ts'
import { discoveryEndpoints } from './endpoints/discovery-endpoints.ts'
import { type HealthContext, healthEndpoints } from './endpoints/health-endpoints.ts'
import { CrossOrigin } from './listener/cors.ts'
import { MetricsHistory } from './observation/metrics-history.ts'
import { type MountedExchange, Observer } from './observation/observer.ts'
import { RecordedBodies } from './observation/recorded-bodies.ts'
import { RequestLog, requestViews } from './observation/request-log.ts'
import { RequestMetrics } from './observation/request-metrics.ts'
import { openPipeline } from './pipeline.ts'
import { Faults } from './request/faults.ts'
import { type Guard, Router } from './router.ts'
import type { Endpoint, Handle } from './wire.ts'

interface RequestContext extends Pick<HealthContext, 'ready'> {
  readonly settings: PlatformSettings
  readonly clock: Clock
  readonly log: Log
  readonly randomBytes: RandomBytes
  readonly audit: AuditTrail
  readonly authenticator: Authenticator
  readonly recentSignIn: RecentSignIn
  readonly quota: QuotaMeter
  readonly allowances: DailyAllowances
  readonly tracer?: Tracer | undefined
  readonly figures: Pick<HealthContext['metrics'], 'jobs' | 'jobDelayMs' | 'jobLagsMs' | 'database'>
}

/** A service that requests can reach. */
interface ServedService extends Pick<RoutedService, 'context'> {
  readonly service: { readonly api: Api }
  readonly basePath: string
  readonly guard?: Guard | undefined
}

/** What a service declares, whether or not requests can reach it. */
interface DeclaredService extends Pick<RoutedService, 'api' | 'operations'> {
  readonly consoleAreas: readonly string[]
}

interface Routes {
  readonly services: readonly ServedService[]
  readonly declared: readonly DeclaredService[]
  /** The interfaces in the discovery directory, each of which has a batch path. */
  readonly publications: readonly Publication[]
  readonly endpoints: readonly Endpoint[]
  /** What the endpoint for metrics shows besides requests, jobs and the database. */
  readonly metrics: readonly Metric[]
}

/** Traces each request as a span, which is named once the request has been routed. */
const traceRequests =
  (handle: Handle, tracer: Tracer): Handle =>
  (request) =>
    tracer.run(
      {
        name: request.method,
        kind: 'server',
        traceparent: request.headers.traceparent,
        attributes: { 'http.request.method': request.method },
      },
      () => handle(request),
    )

/** Opens request handling. Services are added by `route`. */
export function openRequestHandling(context: RequestContext) {
  const { settings, clock, log, randomBytes, audit, authenticator, recentSignIn } = context
  const { quota, allowances, ready, tracer } = context
  let isDraining = false
  const crossOrigin = new CrossOrigin(settings.corsOrigins)
  const router = new Router()
  const faults = new Faults(Math.random)
  const requestMetrics = new RequestMetrics()
  const requestLog = new RequestLog(settings)
  const bodies = settings.mode === 'dev' ? new RecordedBodies() : undefined
  const observer = new Observer({
    log,
    clock,
    metrics: requestMetrics,
    requests: requestLog,
    bodies,
    tracer,
  })
  const pipeline = openPipeline({
    router,
    authenticator,
    recentSignIn,
    audit,
    quota,
    allowances,
    quotaStatusOf: (api) => (Number(settings.quotaStatus) || api.quotaStatus) as 403 | 429,
    faults,
    observer,
    limits: settings,
  })
  const history = new MetricsHistory({
    tallies: requestMetrics.tallies,
    clock,
    figures: async () => {
      const jobs = { ready: 0, running: 0, dead: 0 }
      for (const { state, count } of await context.figures.jobs()) {
        jobs[state as keyof typeof jobs] += count
      }
      return { jobs, databaseBytes: (await context.figures.database()).bytes }
    },
    onFailure: (err) => log.warn('could not sample metrics', { err }),
  })
  const handle = tracer === undefined ? pipeline : traceRequests(pipeline, tracer)
  return {
    handle,
    observe: (exchange: MountedExchange) => observer.finishMounted(exchange),
    faults,
    metricsHistory: history,
    /** The log of recent requests. */
    requests: requestViews(requestLog, { bodies, randomBytes }),
    /** Whether pages of this origin may read responses. */
    isOriginAllowed: (origin: string) => crossOrigin.allows(origin),
    /** Adds all routes, and returns the console, which handles the remaining paths. */
    route({ services, declared, publications, endpoints, metrics }: Routes): ConsoleMount {
      const chosen = new Map(services.map(({ service, basePath }) => [service.api, basePath]))
      const basePathOf = (api: Api) => chosen.get(api) ?? api.basePath
      for (const { service, context, guard } of services) {
        const { api, operations } = declared.find(({ api }) => api === service.api)!
        router.addService({ api, operations, context }, { basePathOf, guard })
      }
      const batch = { handle, randomBytes, limits: settings }
      const apis = publications.map(({ api }) => api)
      const health = {
        mode: settings.mode,
        metricsToken: settings.metricsToken,
        metrics: {
          tallies: requestMetrics.tallies,
          version: programVersion(),
          quota: () => quota.totals(),
          ...context.figures,
          services: metrics,
        },
        ready,
        isDraining: () => isDraining,
      }
      for (const endpoint of [
        ...batchEndpoints(apis, basePathOf, batch),
        ...discoveryEndpoints(publications, basePathOf),
        ...healthEndpoints(health),
        ...endpoints,
      ]) {
        router.addEndpoint(endpoint)
      }
      return new ConsoleMount({
        areas: new Set(declared.flatMap(({ consoleAreas }) => consoleAreas)),
        basePaths: new Map(declared.map(({ api }) => [api.basePath, basePathOf(api)])),
        isTaken: (path, query) => router.answers(path, query),
      })
    },
    part: {
      start: () => history.start(),
      /** Fails readiness checks from now on. */
      beginDraining(): void {
        isDraining = true
      },
      stop: () => history.stop(),
    },
  }
}
