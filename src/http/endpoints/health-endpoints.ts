import { hash, timingSafeEqual } from 'node:crypto'
import { notFound, unavailable } from '#/kernel/errors.ts'
import { isLocalRequest } from '#/kernel/local-request.ts'
import { OnDemand } from '#/kernel/process/on-demand.ts'
import { isLoopback } from '#/kernel/settings/settings.ts'
import type { MetricSources, MetricsFormat } from '../observation/metrics-registry.ts'
import { errorReply } from '../response/envelopes.ts'
import { type Endpoint, jsonReply, type WireRequest } from '../wire.ts'

export interface HealthContext {
  readonly metrics: MetricSources
  /** The schema that the server needs and the one of the database; rejects while it cannot be used. */
  readonly ready: () => Promise<{ readonly needed: number; readonly found: number }>
  readonly isDraining: () => boolean
  readonly mode: 'dev' | 'production'
  readonly metricsToken: string
}

/** The endpoints for operators: liveness, readiness and metrics. */
export function healthEndpoints(context: HealthContext): Endpoint[] {
  const registryIn = (format: MetricsFormat) =>
    new OnDemand(async () => {
      const { openRegistry } = await import('../observation/metrics-registry.ts')
      return openRegistry(context.metrics, format)
    })
  const registries = {
    prometheus: registryIn('prometheus'),
    openMetrics: registryIn('openMetrics'),
  }
  return [
    { method: 'GET', path: '/healthz', handle: async () => jsonReply(200, { status: 'ok' }) },
    {
      method: 'GET',
      path: '/readyz',
      handle: async () => {
        // Returned, because the log reports a thrown 503 as an error.
        if (context.isDraining()) return errorReply(unavailable('The server is shutting down.'))
        return jsonReply(200, { status: 'ready', schema: await context.ready() })
      },
    },
    {
      method: 'GET',
      path: '/metrics',
      handle: async (request) => {
        if (!maySeeMetrics(request, context)) throw notFound()
        const registry = await registries[formatFor(request)].get()
        return {
          status: 200,
          headers: { 'Content-Type': registry.contentType },
          body: await registry.metrics(),
        }
      },
    },
  ]
}

function maySeeMetrics(request: WireRequest, { mode, metricsToken }: HealthContext): boolean {
  const { peer, headers } = request
  if (mode === 'dev') return true
  // Behind a proxy every peer is local, and not every proxy tells.
  if (metricsToken === '') return isLoopback(peer) && isLocalRequest(request, [])
  const actual = hash('sha256', headers.authorization ?? '', 'buffer')
  return timingSafeEqual(actual, hash('sha256', `Bearer ${metricsToken}`, 'buffer'))
}

/** Scrapers that read OpenMetrics say so. */
const formatFor = ({ headers }: WireRequest): MetricsFormat =>
  headers.accept?.includes('application/openmetrics-text') ? 'openMetrics' : 'prometheus'
