import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { BrowserUser } from '../support/browser-user.ts'
import { until } from '../support/calling.ts'
import { send } from '../support/http.ts'
import { newProgram, type Program, postForm } from '../support/program.ts'
import { onEmbeddedServer } from '../support/sites.ts'

const grant_type = 'urn:ietf:params:oauth:grant-type:device_code'
const from = (address: string) => ({ 'X-Forwarded-For': `203.0.113.99, ${address}` })

// Where requests come from is told by a proxy.
onEmbeddedServer(
  'requests of strangers',
  (site) => {
    let program: Program
    const setClock = (body: object) => site.call('/_almanac/clock', { method: 'POST', body })
    beforeAll(async () => {
      program = await newProgram(site)
      await setClock({ now: '2027-03-01T12:00:10Z', frozen: true })
    })
    // What was asked before counts no more.
    beforeEach(() => setClock({ advance: 'PT2M' }))

    type Ask = (address: string) => Promise<{ status: number; headers: object; text: string }>
    const get =
      (path: string): Ask =>
      (address) =>
        send(site.base + path, { headers: from(address) })
    const post =
      (path: string, form: Record<string, string>): Ask =>
      async (address) => {
        const all = { client_id: program.id, client_secret: program.secret, ...form }
        const reply = await postForm(site.base + path, all, from(address))
        return { ...reply, text: JSON.stringify(reply.body) }
      }

    it.each<[string, number, () => Ask]>([
      ['for access', 6, () => get(program.address())],
      ['at the older address', 6, () => get(program.address().replace('/v2/', '/'))],
      ['to the page of devices', 6, () => get('/device')],
      ['to pages where people sign in', 6, () => get('/signin/nowhere')],
      ['of browsers that providers send back', 6, () => get('/signin/callback/example')],
      ['to pages of invitations', 6, () => get('/signin/invitation/none')],
      ['to the page of forgotten passwords', 6, () => get('/signin/password')],
      ['for tokens', 4, () => post('/token', { grant_type, device_code: 'x' })],
      ['about tokens', 4, () => post('/introspect', { token: 'x' })],
      ['to revoke tokens', 3, () => post('/revoke', { token: 'x' })],
      ['to revoke tokens at the older address', 3, () => get('/o/oauth2/revoke?token=x')],
      ['for information on tokens', 3, () => get('/tokeninfo?access_token=x')],
      ['for information on users', 3, () => get('/oauth2/v3/userinfo?access_token=x')],
      ['for device codes', 2, () => post('/device/code', { scope: 'openid' })],
    ])('%s are refused with 429 beyond %i a minute of a network', async (_, count, asking) => {
      const ask = asking()
      for (let asked = 0; asked < count; asked++) {
        expect((await ask('198.51.100.1')).status).not.toBe(429)
      }
      const refused = await ask('198.51.100.1')
      expect(refused.status).toBe(429)
      expect(refused.text).toContain('Too many requests from this network.')
      const waitS = Number((refused.headers as Record<string, string>)['retry-after'])
      expect(waitS).toBeGreaterThan(0)
      expect((await ask('198.51.100.2')).status).not.toBe(429)
      await setClock({ advance: `PT${waitS}S` })
      expect((await ask('198.51.100.1')).status).not.toBe(429)
    })

    it.each([
      ['signIn', '203.0.113.7', '/signin/nowhere'],
      ['tokenInfo', '203.0.113.8', '/tokeninfo?access_token=x'],
    ])(
      'beyond the limit of %s are logged with their network, once',
      async (request, network, path) => {
        for (let asked = 0; asked < 9; asked++) await get(path)(network)
        const lines = await until(
          () =>
            site.server
              .output()
              .stderr.split('\n')
              .filter((line) => line.includes(`"network":"${network}"`)),
          ({ length }) => length > 0,
        )
        const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
        expect(logged).toMatchObject([{ msg: 'network exceeded its limit', request, network }])
      },
    )

    it('are not limited where keys and addresses are published', async () => {
      for (const path of ['/oauth2/v3/certs', '/.well-known/openid-configuration']) {
        for (let asked = 0; asked < 10; asked++) {
          expect((await get(path)('198.51.100.3')).status).toBe(200)
        }
      }
    })

    describe('with parameters beyond the bounds', () => {
      const many = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`p${index}`, 'x']))
      it.each<[string, Record<string, string>, string]>([
        ['a long value', { state: 'x'.repeat(5_000) }, 'The parameter state has more than 4096'],
        ['many parameters', many, 'A request has at most 40 parameters.'],
        [
          'long values together',
          { state: 'x'.repeat(3_500), nonce: 'y'.repeat(3_500) },
          'The parameters have more than 6000 characters together.',
        ],
      ])('for access (%s) show a page and store nothing', async (_, params, words) => {
        const browser = new BrowserUser(site.base, from('198.51.100.4'))
        const { page, left } = await browser.open(program.address(params))
        expect([left, page.status]).toEqual([undefined, 400])
        expect(page.words).toContain(words)
        expect(browser.setCookies).toEqual([])
      })

      it.each(['/token', '/device/code'])('to %s answer 400', async (path) => {
        const reply = await post(path, many)('198.51.100.5')
        expect(reply.status).toBe(400)
        expect(reply.text).toContain('A request has at most 40 parameters.')
      })

      it('in a posted request for access show a page', async () => {
        const reply = await send(`${site.base}/o/oauth2/v2/auth`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams(many).toString(),
        })
        expect(reply.status).toBe(400)
        expect(reply.text).toContain('A request has at most 40 parameters.')
      })
    })
  },
  {
    ALMANAC_MODE: 'dev',
    ALMANAC_TRUSTED_PROXIES: '127.0.0.1',
    ALMANAC_SIGN_IN_REQUESTS_PER_MINUTE: '6',
    ALMANAC_TOKEN_REQUESTS_PER_MINUTE: '4',
    ALMANAC_TOKEN_INFO_REQUESTS_PER_MINUTE: '3',
    ALMANAC_DEVICE_CODES_PER_MINUTE: '2',
  },
)
