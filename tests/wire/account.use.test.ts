import { beforeAll, expect, it } from 'vitest'
import { BrowserUser } from '../support/browser-user.ts'
import { as } from '../support/calling.ts'
import { signInToConsole } from '../support/console-sign-in.ts'
import { expectRefusal, notFound } from '../support/refusal.ts'
import { onEmbeddedServer, onServers } from '../support/sites.ts'
import { administrator } from './admin-fixture.ts'

const requests = '/almanac/v1/users/me/requests'
const quota = '/almanac/v1/users/me/quota'

// The clock is set here, so no other test may share the server.
onServers(
  'the use of a server',
  (site) => {
    let boss: Awaited<ReturnType<typeof administrator>>
    beforeAll(async () => {
      boss = await administrator(site.place, site.server)
    })
    const caller = async () => {
      const { email, token } = await site.user()
      return { email, ...as(site.base, token) }
    }

    it('shows a user the latest requests, with what became of them', async () => {
      const [me, other] = [await caller(), await caller()]
      await me.primary()
      await me.get('/calendar/v3/calendars/nosuch')
      await me.get('/calendar/v3/calendars/primary/events?maxResults=x')
      await other.primary()
      const { json } = await me.get(requests)
      expect(json.kind).toBe('almanac#requests')
      expect(json.items).toMatchObject([
        {
          operation: 'calendar.events.list',
          method: 'GET',
          status: 400,
          reason: 'invalidParameter',
          clientId: 'workbench',
        },
        { operation: 'calendar.calendars.get', status: 404, reason: 'notFound' },
        { operation: 'calendar.calendars.get', status: 200 },
      ])
      for (const { id, time, durationMs } of json.items!) {
        expect(id).toMatch(/^\w{6}-\d+$/)
        expect(time).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/)
        expect(durationMs).toBeGreaterThanOrEqual(0)
      }
      expect(json.items![2]).not.toHaveProperty('reason')
      expect((await me.get(`${requests}?maxResults=1`)).json.items).toMatchObject([
        { operation: 'account.requests.list' },
      ])
      expectRefusal(await me.get(`${requests}?maxResults=0`), {
        status: 400,
        reason: 'invalidParameter',
      })
    })

    it('shows the bodies of a request in the console to its user only', async () => {
      const { email, token } = await site.user()
      const program = as(site.base, token)
      const made = await program.insert({ summary: 'Dinners with alm_dev_1' })
      expect(made.status).toBe(200)
      const [{ id }] = (await program.get(requests)).json.items as [{ id: string }]
      const inConsole = async (email: string) => {
        const browser = new BrowserUser(site.base)
        const { accessToken } = await signInToConsole({ base: site.base, browser }, { email })
        return as(site.base, accessToken)
      }
      const { json } = await (await inConsole(email)).get(`${requests}/${id}`)
      expect(json).toMatchObject({
        kind: 'almanac#exchange',
        url: '/calendar/v3/calendars',
        request: { text: '{"summary":"Dinners with masked"}' },
        response: { text: expect.stringContaining(String(made.json.id)) },
      })
      expectRefusal(await program.get(`${requests}/${id}`), { status: 403, reason: 'forbidden' })
      const other = await inConsole((await site.user()).email)
      for (const unknown of [id, 'nosuch-1', 'nosuch']) {
        expectRefusal(await other.get(`${requests}/${unknown}`), notFound)
      }
    })

    it('stores no more of them than the setting, and distinguishes parts of batches', async () => {
      const me = await caller()
      await me.batch([{ path: '/calendar/v3/colors' }, { path: '/calendar/v3/calendars/nosuch' }])
      const { json } = await me.get(requests)
      expect(json.items!.map(({ operation }) => operation).sort()).toEqual([
        'calendar.calendars.get',
        'calendar.colors.get',
      ])
      for (let count = 0; count < 12; count++) await me.primary()
      expect((await me.get(requests)).json.items).toHaveLength(10)
    })

    it('shows administrators the requests of a user and of all', async () => {
      const me = await caller()
      await me.primary()
      await as(site.base, 'garbage').primary()
      const mine = await boss.get(`/admin/v1/requests?userKey=${me.email}`)
      expect(mine.json.items).toMatchObject([{ operation: 'calendar.calendars.get', status: 200 }])
      const { json } = await boss.get('/admin/v1/requests?maxResults=3')
      expect(json.items).toMatchObject([
        { operation: 'admin.requests.list', userId: expect.any(String) },
        { operation: 'calendar.calendars.get', status: 401, reason: 'authError' },
        { operation: 'calendar.calendars.get', status: 200, userId: expect.any(String) },
      ])
      expect(json.items![1]).not.toHaveProperty('userId')
      expectRefusal(await boss.get('/admin/v1/requests?userKey=nobody@example.com'), notFound)
    })

    it('shows the use of each quota, and when it resets', async () => {
      const me = await caller()
      await site.call('/_almanac/clock', {
        method: 'POST',
        body: { now: '2030-05-01T10:00:30Z', frozen: true },
      })
      try {
        for (let count = 0; count < 4; count++) await me.primary()
        const { json } = await me.get(quota)
        expect(json).toMatchObject({ kind: 'almanac#quota' })
        expect(json.items!.slice(0, 2)).toEqual([
          {
            bucket: 'userPerMinute',
            used: 5,
            limit: 1000,
            resetsAt: '2030-05-01T10:02:00.000Z',
          },
          {
            bucket: 'userPerDay',
            used: 5,
            resetsAt: '2030-05-02T00:00:00.000Z',
          },
        ])
        expect(json.items!.slice(2)).toMatchObject([
          { bucket: 'clientPerMinute', clientId: 'workbench' },
          { bucket: 'clientPerDay', limit: 100_000 },
        ])
        for (const { used } of json.items!) expect(used).toBeGreaterThanOrEqual(5)
      } finally {
        await site.call('/_almanac/clock', { method: 'POST', body: { reset: true } })
      }
    })
  },
  {
    ALMANAC_REQUEST_LOG_PER_USER_MAX: '10',
    ALMANAC_QUOTA_USER_PER_MINUTE: '1000',
    ALMANAC_QUOTA_CLIENT_PER_DAY: '100000',
  },
)

onEmbeddedServer(
  'the use of a server that keeps no log of requests',
  (site) => {
    it('is not shown', async () => {
      const { token } = await site.user()
      const me = as(site.base, token)
      await me.primary()
      expect((await me.get(requests)).json.items).toEqual([])
    })
  },
  { ALMANAC_REQUEST_LOG_MAX: '0' },
)
