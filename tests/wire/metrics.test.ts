import { describe, expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { as, until } from '../support/calling.ts'
import { readMetrics } from '../support/metrics-text.ts'
import { wireEngines } from '../support/server.ts'
import { sharedServers } from '../support/shared-server.ts'
import { read } from '../support/sources.ts'
import { openChannel } from '../support/watching.ts'
import { WebhookReceiver } from '../support/webhook-receiver.ts'
import { WireUser } from '../support/wire-user.ts'

const openMetrics = { Accept: 'application/openmetrics-text; version=1.0.0,text/plain;q=0.5' }

for (const engine of wireEngines) {
  const skip = engine.unavailable !== undefined
  describe(`metrics on ${engine.name}`, { skip }, () => {
    const shared = sharedServers(engine)

    it.each([
      { format: 'prometheus', headers: {}, type: 'text/plain; version=0.0.4; charset=utf-8' },
      {
        format: 'openMetrics',
        headers: openMetrics,
        type: 'application/openmetrics-text; version=1.0.0; charset=utf-8',
      },
    ] as const)('are valid $format', async ({ format, headers, type }) => {
      const [server] = shared.servers
      const { token } = await server!.mint()
      await as(server!.base, token).primary()
      const { text, headers: answered } = await as(server!.base).get('/metrics', headers)
      expect(answered['content-type']).toBe(type)
      const families = readMetrics(text, format)
      const requests = format === 'prometheus' ? 'almanac_requests_total' : 'almanac_requests'
      expect(families.get(requests)?.type).toBe('counter')
      expect(families.get('almanac_request_seconds')?.type).toBe('histogram')
      expect(families.get('almanac_build_info')?.samples).toEqual([
        {
          name: 'almanac_build_info',
          labels: { version: manifest.version, node: expect.stringMatching(/^26\./) },
          value: 1,
        },
      ])
      expect(families.get('almanac_job_delay_seconds')?.samples).toHaveLength(1)
    })

    it('count durations in buckets that include the shorter ones', async () => {
      const [server] = shared.servers
      const { token } = await server!.mint()
      for (let count = 0; count < 3; count++) await as(server!.base, token).primary()
      const { text } = await as(server!.base).get('/metrics')
      const samples = readMetrics(text, 'prometheus')
        .get('almanac_request_seconds')!
        .samples.filter(({ labels }) => labels.operation === 'calendar.calendars.get')
      const buckets = samples.filter(({ name }) => name.endsWith('_bucket'))
      const bounds = buckets.map(({ labels }) => (labels.le === '+Inf' ? Infinity : +labels.le!))
      const counts = buckets.map(({ value }) => value)
      expect(bounds).toEqual(bounds.toSorted((a, b) => a - b))
      expect(bounds.at(-1)).toBe(Infinity)
      expect(counts).toEqual(counts.toSorted((a, b) => a - b))
      const sampleOf = (suffix: string) =>
        samples.find(({ name }) => name === `almanac_request_seconds_${suffix}`)!.value
      expect(sampleOf('count')).toBe(counts.at(-1))
      expect(sampleOf('count')).toBeGreaterThanOrEqual(3)
      expect(sampleOf('sum')).toBeGreaterThan(0)
    })

    it.each(['grafana-dashboard.json', 'alerts.yaml'])('have all that %s shows', async (file) => {
      const [server] = shared.servers
      const families = readMetrics((await as(server!.base).get('/metrics')).text, 'prometheus')
      const text = read(`docs/monitoring/${file}`)
      const used = new Set(text.match(/\b(?:almanac|process|nodejs)_\w+/g))
      expect(used.size).toBeGreaterThan(5)
      const unknown = [...used].filter(
        // Only a server with a replica has these; replication.test.ts reads them.
        (name) =>
          !families.has(name.replace(/_bucket$/, '')) && !name.startsWith('almanac_replica_'),
      )
      expect(unknown).toEqual([])
    })

    it('count push notifications and mails by their outcome', async () => {
      const [server] = shared.servers
      const { base } = server!
      const paths = { calendar: '/calendar/v3', almanac: '/almanac/v1' }
      const user = new WireUser({ base, paths }, await server!.mint())
      const counted = async (name: string) => {
        const families = readMetrics((await as(base).get('/metrics')).text, 'prometheus')
        return families.get(name)!.samples.map(({ labels }) => Object.values(labels)[0])
      }
      await using receiver = await WebhookReceiver.open()
      await openChannel(receiver, user, '/calendars/primary/events')
      await until(
        () => counted('almanac_push_deliveries_total'),
        (outcomes) => outcomes.includes('delivered'),
      )
      const event = {
        start: { dateTime: '2026-05-04T10:00:00Z' },
        end: { dateTime: '2026-05-04T11:00:00Z' },
        attendees: [{ email: 'guest@elsewhere.example' }],
      }
      await user.post('/calendars/primary/events?sendUpdates=all', event)
      await until(
        () => counted('almanac_mails_total'),
        (states) => states.includes('kept'),
      )
    })

    it('tell what the database has', async () => {
      const [server] = shared.servers
      const families = readMetrics((await as(server!.base).get('/metrics')).text, 'prometheus')
      const figures = (name: string, label: string) =>
        families.get(name)!.samples.map(({ labels }) => labels[label])
      const isSqlite = engine.name === 'sqlite'
      expect(figures('almanac_database_bytes', 'part')).toEqual(
        isSqlite ? ['data', 'log'] : ['data'],
      )
      expect(figures('almanac_database_connections', 'figure')).toEqual(
        isSqlite ? [] : ['open', 'max', 'used', 'poolMax'],
      )
      const [wal] = families.get('almanac_database_wal_bytes_total')!.samples
      expect(wal!.value > 0).toBe(!isSqlite)
    })
  })
}
