import { beforeAll, describe, expect, it } from 'vitest'
import { as } from '../support/calling.ts'
import { expectRefusal, notFound } from '../support/refusal.ts'
import { wireEngines } from '../support/server.ts'
import { onEmbeddedServer, onServers, type Site } from '../support/sites.ts'
import { administrator } from './admin-fixture.ts'

const clients = '/almanac/v1/users/me/clients'
const keys = '/almanac/v1/users/me/keys'

const callerOn = async (site: Site) => {
  const { email, token } = await site.user()
  return { email, ...as(site.base, token) }
}

onServers(
  'clients and keys of one’s own',
  (site) => {
    let boss: Awaited<ReturnType<typeof administrator>>
    beforeAll(async () => {
      boss = await administrator(site.place, site.server)
    })

    it('are returned with the file that auth libraries read', async () => {
      const me = await callerOn(site)
      const { status, json } = await me.post(clients, { name: 'Scheduler', type: 'installed' })
      expect(status).toBe(200)
      const { file, ...shown } = json
      expect(shown).toEqual({
        kind: 'almanac#client',
        clientId: expect.stringMatching(/\.apps\.almanac\.test$/),
        name: 'Scheduler',
        type: 'installed',
        isPublic: false,
        redirectUris: ['http://localhost', 'http://127.0.0.1', 'http://[::1]'],
        created: expect.any(String),
      })
      expect(file).toEqual({
        installed: {
          client_id: shown.clientId,
          project_id: 'almanac',
          auth_uri: `${site.base}/o/oauth2/v2/auth`,
          token_uri: `${site.base}/token`,
          auth_provider_x509_cert_url: `${site.base}/oauth2/v3/certs`,
          client_secret: expect.stringMatching(/^almsec_/),
          redirect_uris: ['http://localhost', 'http://127.0.0.1', 'http://[::1]'],
        },
      })
      const listed = await me.get(clients)
      expect(listed.json.items).toEqual([shown])
      expect(listed.text).not.toContain('almsec_')
    })

    it('have no secret if they are public', async () => {
      const me = await callerOn(site)
      const redirectUris = ['https://app.example/back']
      const wanted = { name: 'Page', type: 'web', isPublic: true, redirectUris }
      const { json } = await me.post(clients, wanted)
      expect(json).toMatchObject({ isPublic: true, redirectUris })
      expect(JSON.stringify(json)).not.toContain('client_secret')
    })

    it('let users sign in, until their owner deletes them or is disabled', async () => {
      const me = await callerOn(site)
      const made = await me.post(clients, { name: 'Scheduler', type: 'installed' })
      const id = made.json.clientId as string
      const asked = () =>
        site.call(
          `/o/oauth2/v2/auth?client_id=${id}&redirect_uri=http%3A%2F%2Flocalhost&response_type=code&scope=openid`,
        )
      const isWelcome = async () => ![400, 401].includes((await asked()).status)
      expect(await isWelcome()).toBe(true)
      await boss.post(`/admin/v1/users/${me.email}/disable`)
      expect(await isWelcome()).toBe(false)
      await boss.post(`/admin/v1/users/${me.email}/enable`)
      expect(await isWelcome()).toBe(true)
      const { token } = await site.user({ email: me.email })
      const again = as(site.base, token)
      expect((await again.delete(`${clients}/${id}`)).status).toBe(204)
      expect(await isWelcome()).toBe(false)
      expectRefusal(await again.delete(`${clients}/${id}`), notFound)
    })

    it('are for their owner alone', async () => {
      const [me, other] = [await callerOn(site), await callerOn(site)]
      const client = await me.post(clients, { name: 'Mine', type: 'installed' })
      const key = await me.post(keys, { name: 'Mine' })
      expect((await other.get(clients)).json.items).toEqual([])
      expect((await other.get(keys)).json.items).toEqual([])
      expectRefusal(await other.delete(`${clients}/${client.json.clientId}`), notFound)
      expectRefusal(await other.delete(`${keys}/${key.json.id}`), notFound)
      expect((await me.get(clients)).json.items).toHaveLength(1)
      expect((await me.get(keys)).json.items).toHaveLength(1)
    })

    it.each([
      [clients, {}, 'required'],
      [clients, { name: 'x' }, 'required'],
      [clients, { type: 'web', redirectUris: ['https://a.example/b'] }, 'required'],
      [clients, { name: ' ', type: 'installed' }, 'invalid'],
      [clients, { name: 'x', type: 'desktop' }, 'invalid'],
      [clients, { name: 'x', type: 'web' }, 'invalid'],
      [clients, { name: 'x', type: 'web', redirectUris: ['javascript:alert(1)'] }, 'invalid'],
      [clients, { name: 'x', type: 'web', redirectUris: ['https://a.example/#b'] }, 'invalid'],
      [clients, { name: 'x', type: 'web', redirectUris: 'https://a.example' }, 'invalid'],
      [keys, {}, 'required'],
      [keys, { name: ' ' }, 'required'],
      [keys, { name: 'x'.repeat(201) }, 'invalid'],
    ])('are not made at %s of %j', async (path, body, reason) => {
      const me = await callerOn(site)
      expectRefusal(await me.post(path, body), { status: 400, reason })
      expect((await me.get(path)).json.items).toEqual([])
    })

    it('are as many as a setting allows', async () => {
      const me = await callerOn(site)
      for (const [path, body] of [
        [clients, { name: 'x', type: 'installed' }],
        [keys, { name: 'x' }],
      ] as const) {
        for (let count = 0; count < 2; count++) expect((await me.post(path, body)).status).toBe(200)
        expectRefusal(await me.post(path, body), { status: 403, reason: 'limitExceeded' })
        expect((await me.get(path)).json.items).toHaveLength(2)
      }
    })

    it('are keys that read public data until they are revoked or their owner is deleted', async () => {
      const me = await callerOn(site)
      const made = await me.post(keys, { name: ' Website ' })
      const { key, ...shown } = made.json
      expect(shown).toEqual({
        kind: 'almanac#key',
        id: expect.any(String),
        name: 'Website',
        created: expect.any(String),
      })
      const second = (await me.post(keys, { name: 'Second' })).json
      const listed = await me.get(keys)
      expect(listed.json.items).toContainEqual(shown)
      expect(listed.text).not.toContain(key as string)
      const colors = async (text: unknown) =>
        (await site.call(`/calendar/v3/colors?key=${text}`)).status
      expect([await colors(key), await colors(second.key)]).toEqual([200, 200])
      expect((await me.delete(`${keys}/${shown.id}`)).status).toBe(204)
      expect([await colors(key), await colors(second.key)]).toEqual([400, 200])
      await boss.post(`/admin/v1/users/${me.email}/disable`)
      expect(await colors(second.key)).toBe(400)
      await boss.post(`/admin/v1/users/${me.email}/enable`)
      expect(await colors(second.key)).toBe(200)
      await boss.delete(`/admin/v1/users/${me.email}`)
      expect(await colors(second.key)).toBe(400)
    })
  },
  { ALMANAC_DEVELOPERS: 'users', ALMANAC_OWN_CLIENTS_MAX: '2', ALMANAC_OWN_KEYS_MAX: '2' },
)

onEmbeddedServer('clients and keys of one’s own, where a setting says no more', (site) => {
  it('are created by administrators only', async () => {
    const { email } = await administrator(site.place, site.server)
    const boss = as(site.base, (await site.user({ email })).token)
    const me = await callerOn(site)
    for (const [path, body] of [
      [clients, { name: 'x', type: 'installed' }],
      [keys, { name: 'x' }],
    ] as const) {
      expectRefusal(await me.post(path, body), { status: 403, reason: 'forbidden' })
      expect((await me.get(path)).json.items).toEqual([])
      expect((await boss.post(path, body)).status).toBe(200)
    }
  })
})

describe('what a dev server has given', () => {
  it('is good for nothing in production', async () => {
    await using place = await wireEngines[0]!.place()
    const server = await place.start({ ALMANAC_DEVELOPERS: 'users' })
    const { token } = await server.mint()
    const me = as(server.base, token)
    const scopes = ['https://www.googleapis.com/auth/calendar']
    const made = await me.post('/almanac/v1/users/me/tokens', { name: 'x', scopes })
    const key = await me.post(keys, { name: 'x' })
    expect((await as(server.base, made.json.token as string).primary()).status).toBe(200)
    await server.stop()
    const production = await place.start({ ALMANAC_MODE: 'production' })
    const program = as(production.base, made.json.token as string)
    expect((await program.primary()).status).toBe(401)
    const nobody = as(production.base)
    expect((await nobody.get(`/calendar/v3/colors?key=${key.json.key}`)).status).toBe(400)
  })
})
