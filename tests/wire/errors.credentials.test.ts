import { beforeAll, describe, expect, it } from 'vitest'
import { newApiKey } from '../support/api-key.ts'
import { until } from '../support/calling.ts'
import { expectRefusal, notFound } from '../support/refusal.ts'
import { onEmbeddedServer } from '../support/sites.ts'

const loginRequired = {
  status: 401,
  reason: 'required',
  message: 'Login Required.',
  location: 'Authorization',
}
const invalidCredentials = {
  status: 401,
  reason: 'authError',
  message: 'Invalid Credentials',
  location: 'Authorization',
}

onEmbeddedServer('callers', (site) => {
  describe('credentials', () => {
    it('are requested if there are none', async () => {
      for (const path of ['/calendars/primary', '/users/me/settings', '/colors']) {
        const reply = await site.call(site.paths.calendar + path)
        expectRefusal(reply, loginRequired)
        expect(reply.headers['www-authenticate']).toBe('Bearer realm="almanac"')
        expect(reply.json.error?.status).toBe('UNAUTHENTICATED')
      }
    })

    it.each([
      'Bearer garbage',
      'Bearer ',
      'Bearer',
      'Basic dXNlcjpwYXNz',
      'garbage',
      `Bearer ${'x'.repeat(5000)}`,
      'Bearer a b',
    ])('are refused when they are %.30s', async (Authorization) => {
      const reply = await site.call(`${site.paths.calendar}/colors`, { headers: { Authorization } })
      expectRefusal(reply, invalidCredentials)
      expect(reply.headers['www-authenticate']).toContain('error="invalid_token"')
      expect(reply.json.error?.details).toMatchObject([{ reason: 'ACCESS_TOKEN_INVALID' }])
    })

    it('that are refused are logged with the reason, and with the user if it is known', async () => {
      const owner = await site.user()
      const stranger = await site.user()
      const path = `/calendars/${owner.email}/acl`
      // Files before this one may have used the server.
      const logged = site.server.output().stderr.length
      expect((await site.call(site.paths.calendar + path)).status).toBe(401)
      expect((await stranger.get(path)).status).toBeGreaterThanOrEqual(403)
      const lines = await until(
        () =>
          site.server
            .output()
            .stderr.slice(logged)
            .split('\n')
            .filter((line) => line.includes('acl.list')),
        ({ length }) => length >= 2,
      )
      const refusals = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
      expect(refusals).toMatchObject([
        { status: 401, reason: 'required', userId: '', clientId: '', msg: 'request' },
        { reason: expect.any(String), userId: expect.stringMatching(/^\d+$/), msg: 'request' },
      ])
    })

    it('may have their scheme in any case', async () => {
      const { token, paths } = await site.user()
      const headers = { Authorization: `bearer  ${token}` }
      expect((await site.call(`${paths.calendar}/calendars/primary`, { headers })).status).toBe(200)
    })

    it.each(['access_token', 'oauth_token'])('may stand in the query as %s', async (name) => {
      const { token, email, paths } = await site.user()
      const reply = await site.call(`${paths.calendar}/calendars/primary?${name}=${token}`)
      expect(reply.json.id).toBe(email)
      const wrong = await site.call(`${paths.calendar}/calendars/primary?${name}=garbage`)
      expectRefusal(wrong, invalidCredentials)
    })

    it('in a header win over those in the query', async () => {
      const [one, other] = [await site.user(), await site.user()]
      const reply = await one.get(`/calendars/primary?access_token=${other.token}`)
      expect(reply.json.id).toBe(one.email)
    })
  })

  describe('an API key', () => {
    let key: string
    beforeAll(async () => {
      key = await newApiKey(site)
    })

    const withKey = (path: string, call = {}) =>
      site.call(`${site.paths.calendar}${path}${path.includes('?') ? '&' : '?'}key=${key}`, call)

    it('is enough for what is public', async () => {
      expect((await withKey('/colors')).status).toBe(200)
      const headers = { 'X-Goog-Api-Key': key }
      expect((await site.call(`${site.paths.calendar}/colors`, { headers })).status).toBe(200)
    })

    it('is not enough for lists of a user', async () => {
      for (const path of ['/users/me/settings', '/users/me/settings/locale']) {
        expectRefusal(await withKey(path), { status: 403, reason: 'forbidden' })
      }
    })

    it('does not show that a calendar which is not public exists', async () => {
      const { email } = await site.user()
      expectRefusal(await withKey(`/calendars/${email}`), notFound)
      expectRefusal(await withKey('/calendars/nosuch@example.com'), notFound)
      expectRefusal(await withKey('/calendars/primary'), notFound)
    })

    it('is not enough to write anything', async () => {
      const owner = await site.user()
      const { calendar, path } = await owner.newCalendar()
      const body = { summary: 'x' }
      expectRefusal(await withKey('/calendars', { method: 'POST', body }), loginRequired)
      expectRefusal(await withKey(path, { method: 'PUT', body }), loginRequired)
      expectRefusal(await withKey(path, { method: 'PATCH', body }), loginRequired)
      expectRefusal(await withKey(path, { method: 'DELETE' }), loginRequired)
      expectRefusal(await withKey(`${path}/clear`, { method: 'POST' }), loginRequired)
      expect((await owner.get(path)).json).toEqual(calendar)
    })

    it('adds nothing to a token', async () => {
      const user = await site.user()
      expect((await user.get(`/calendars/primary?key=${key}`)).json.id).toBe(user.email)
    })

    it('that is unknown is refused as such, also when it is the text of a token', async () => {
      const { token } = await site.user()
      for (const wrong of ['AIzaNoSuchKey', token, '%20']) {
        const reply = await site.call(`${site.paths.calendar}/colors?key=${wrong}`)
        expectRefusal(reply, { status: 400, reason: 'badRequest' })
        expect(reply.json.error).toMatchObject({
          status: 'INVALID_ARGUMENT',
          details: [{ reason: 'API_KEY_INVALID' }],
        })
      }
    })
  })
})
