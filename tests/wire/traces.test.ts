import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { as } from '../support/calling.ts'
import { wireEngines } from '../support/server.ts'

interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly attributes: readonly { readonly key: string; readonly value: object }[]
}

interface Posted {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: Span[] }[] }[]
}

/** Receives traces as a collector does. */
async function openCollector() {
  const spans: Span[] = []
  const server = createServer(async (request, response) => {
    const { resourceSpans } = (await json(request)) as Posted
    spans.push(
      ...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    )
    response.end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`,
    spans,
    [Symbol.dispose]: () => server.close(),
  }
}

const traceId = '0af7651916cd43dd8448eb211c80319c'
const callerSpan = 'b7ad6b7169203331'

for (const engine of wireEngines) {
  describe(`traces on ${engine.name}`, { skip: engine.unavailable !== undefined }, () => {
    it('have a span for each request, with its statements and jobs, in the trace of the caller', async () => {
      using collector = await openCollector()
      await using place = await engine.place()
      const server = await place.startProcess({
        ALMANAC_TRACES_URL: collector.url,
        // Only what callers want to be traced is.
        ALMANAC_TRACES_PERCENT: '0',
      })
      const { token } = await server.mint()
      const guest = await server.mint()
      const event = {
        start: { dateTime: '2026-05-04T10:00:00Z' },
        end: { dateTime: '2026-05-04T11:00:00Z' },
        attendees: [{ email: guest.email }],
      }
      const headers = { traceparent: `00-${traceId}-${callerSpan}-01` }
      const path = '/calendar/v3/calendars/primary/events'
      const { status } = await as(server.base, token).post(path, event, headers)
      expect(status).toBe(200)
      const malformed = { traceparent: 'nonsense' }
      expect((await as(server.base, token).get(path, malformed)).status).toBe(200)
      const ended = once(server.process, 'exit')
      server.process.kill('SIGTERM')
      await ended

      const { spans } = collector
      expect(new Set(spans.map((span) => span.traceId))).toEqual(new Set([traceId]))
      const named = (name: string) => spans.filter((span) => span.name === name)
      const [request] = named('calendar.events.insert')
      expect(request!.parentSpanId).toBe(callerSpan)
      expect(request!.attributes).toContainEqual({
        key: 'http.response.status_code',
        value: { intValue: 200 },
      })
      const known = new Set(spans.map(({ spanId }) => spanId))
      expect(
        spans.every(({ parentSpanId }) => parentSpanId === callerSpan || known.has(parentSpanId!)),
      ).toBe(true)
      const transactions = named('transaction').map(({ spanId }) => spanId)
      const inserts = named('insert calendar_events')
      expect(inserts.length).toBeGreaterThan(0)
      for (const { parentSpanId } of inserts) expect(transactions).toContain(parentSpanId)
      expect(named('job calendar.reconcile')).toHaveLength(1)
    })
  })
}
