import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { as, calendars, until } from '../support/calling.ts'
import { send } from '../support/http.ts'
import { reverseProxies } from '../support/reverse-proxies.ts'
import { runAlmanac, type ServerPlace, type TestServer, wireEngines } from '../support/server.ts'

const publicUrl = 'https://calendar.example.com'
const host = { Host: 'calendar.example.com' }
const production = {
  ALMANAC_MODE: 'production',
  ALMANAC_PUBLIC_URL: publicUrl,
  ALMANAC_TRUSTED_PROXIES: '127.0.0.1',
  ALMANAC_QUOTA_USER_PER_MINUTE: '0',
  ALMANAC_QUOTA_CLIENT_PER_MINUTE: '0',
}
const [sqlite] = wireEngines
const postgres = wireEngines.find(({ name }) => name.startsWith('postgres'))!

const addressOf = ({ base }: TestServer) => new URL(base).host

async function tokenAt(place: ServerPlace): Promise<string> {
  const almanac = (...words: string[]) => runAlmanac(words, place.environment)
  await almanac('user', 'create', 'ann@example.com')
  return (await almanac('token', 'create', 'ann@example.com')).stdout.trim()
}

for (const proxy of reverseProxies) {
  const title = `the example of ${proxy.name}${proxy.unavailable === undefined ? '' : ` (${proxy.unavailable})`}`
  describe(title, { skip: proxy.unavailable !== undefined }, () => {
    it('uses the address that users see in links, redirects and cookies', async () => {
      await using place = await sqlite!.place()
      const server = await place.start(production)
      await using running = await proxy.start([addressOf(server)])
      const me = as(running.base, await tokenAt(place))
      const event = { start: { date: '2030-01-01' }, end: { date: '2030-01-02' } }
      // A proxy that checks health sends requests only after its first check.
      const made = await until(
        () => me.post(`${calendars}/primary/events`, event),
        ({ status }) => status === 200,
      )
      expect(made.json.htmlLink).toMatch(/^https:\/\/calendar\.example\.com\//)
      expect(made.headers['x-request-id']).toMatch(/^[\w-]{20,}$/)
      expect((await me.get('/metrics', host)).status).toBe(404)
      const { json } = await me.get('/.well-known/openid-configuration', host)
      expect(json.issuer).toBe(publicUrl)
      const page = await send(`${running.base}/device`, { headers: host })
      expect(page.status).toBe(200)
      for (const cookie of page.headers['set-cookie'] ?? []) expect(cookie).toMatch(/; secure/i)
      await until(
        () => server.output().stderr,
        (text) => text.includes(`"requestId":"${made.headers['x-request-id']}"`),
      )
    })

    it('loses no request while two processes are restarted', {
      skip: postgres.unavailable !== undefined,
    }, async () => {
      await using place = await postgres.place()
      const start = (port = '0') =>
        place.startProcess({
          ...production,
          ALMANAC_PORT: port,
          ALMANAC_DRAIN_IDLE_MS: '500',
        })
      const servers = [await start(), await start()]
      await using running = await proxy.start(servers.map(addressOf))
      const me = as(running.base, await tokenAt(place))
      await until(
        () => me.primary(),
        ({ status }) => status === 200,
      )
      const statuses = new Set<number>()
      let isOver = false
      const clients = Array.from({ length: 8 }, async () => {
        while (!isOver) {
          const { status } = await me.primary()
          statuses.add(status)
          await pause(10)
        }
      })
      for (const server of servers) {
        expect(await server.stop()).toBe(0)
        await start(new URL(server.base).port)
      }
      isOver = true
      await Promise.all(clients)
      expect([...statuses]).toEqual([200])
    })
  })
}
