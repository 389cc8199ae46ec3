import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Context,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Tracer } from './tracer.ts'

interface TracerOptions {
  /** Where traces are posted, in the OTLP format. */
  readonly tracesUrl: string
  /** How many of 100 traces are recorded; callers decide for theirs. */
  readonly tracesPercent: number
  readonly version: string
}

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL }

/** Opens a tracer on the OpenTelemetry SDK. Only servers that send traces load this module. */
export function openTracer({ tracesUrl: url, tracesPercent, version }: TracerOptions): Tracer {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'almanac', 'service.version': version }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(tracesPercent / 100) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url }) })],
  })
  const tracer = provider.getTracer('almanac', version)
  const current = new AsyncLocalStorage<Context>()
  return {
    run({ name, kind = 'internal', attributes = {}, traceparent }, work) {
      const parent = current.getStore() ?? parentIn(traceparent)
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, parent)
      const fail = (error: unknown) => {
        span.setStatus({ code: SpanStatusCode.ERROR, message: String(error) })
        span.end()
      }
      return current.run(trace.setSpan(parent, span), () => {
        try {
          const result = work()
          if (!(result instanceof Promise)) {
            span.end()
            return result
          }
          // The caller handles a failure.
          result.then(() => span.end(), fail)
          return result
        } catch (error) {
          fail(error)
          throw error
        }
      })
    },
    describe({ name, attributes, isError = false }) {
      const context = current.getStore()
      const span = context && trace.getSpan(context)
      if (name !== undefined) span?.updateName(name)
      if (attributes !== undefined) span?.setAttributes(attributes)
      if (isError) span?.setStatus({ code: SpanStatusCode.ERROR })
    },
    bind: (work) => {
      const context = current.getStore()
      return (...args) =>
        context === undefined
          ? current.exit(() => work(...args))
          : current.run(context, work, ...args)
    },
    async [Symbol.asyncDispose]() {
      await provider.shutdown()
    },
  }
}

const form = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

/** The context of a W3C `traceparent`; one that is missing or malformed starts a new trace. */
function parentIn(traceparent: string | undefined): Context {
  const found = form.exec(traceparent ?? '')
  if (found === null) return ROOT_CONTEXT
  const [, traceId = '', spanId = '', flags = ''] = found
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
}
